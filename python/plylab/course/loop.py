"""The loop of a game: it asks the agents for their moves in turn."""

import contextlib
import io
import sys
import time
import traceback

from plylab.course.util import TimeoutFunction, TimeoutFunctionException


class _Ended(Exception):
    """An agent crashed or used up its time, so the game is over."""


class Game:
    """One game. The rules set `state` before it runs, and `gameOver` when it ends."""

    def __init__(self, agents, display, rules, startingIndex=0, muteAgents=False, catchExceptions=False):
        self.agents = agents
        self.display = display
        self.rules = rules
        self.startingIndex = startingIndex
        self.muteAgents = muteAgents
        self.catchExceptions = catchExceptions
        self.gameOver = False
        self.agentCrashed = False
        self.agentTimeout = False
        self.moveHistory = []
        self.totalAgentTimes = [0] * len(agents)
        self.totalAgentTimeWarnings = [0] * len(agents)
        self.agentOutput = [io.StringIO() for _ in agents]
        self.numMoves = 0

    def getProgress(self):
        """Return how much of the game is played, from 0 to 1."""
        return 1.0 if self.gameOver else self.rules.getProgress(self)

    def run(self):
        """Play the game to its end."""
        self.display.initialize(self.state.data)
        with contextlib.suppress(_Ended):
            self._begin()
            self._play()
            self._finish()

    def _begin(self):
        for index, agent in enumerate(self.agents):
            if not agent:
                self._say(index, f"Agent {index} could not be loaded.")
                self._end(index)
            if hasattr(agent, "registerInitialState"):
                limit = self.rules.getMaxStartupTime(index)
                late = f"Agent {index} used up its time before the first move."
                _, taken = self._ask(index, agent.registerInitialState, self.state.deepCopy(), limit, late)
                self.totalAgentTimes[index] += taken

    def _play(self):
        index = self.startingIndex
        while not self.gameOver:
            action = self._choose(index)
            self.moveHistory.append((index, action))
            self.state = self._apply(index, action)
            self.display.update(self.state.data)
            self.rules.process(self.state, self)
            self.numMoves += 1
            index = (index + 1) % len(self.agents)

    def _finish(self):
        for index, agent in enumerate(self.agents):
            if hasattr(agent, "final"):
                self._ask(index, agent.final, self.state)
        self.display.finish()

    def _choose(self, index):
        agent, seen, spent = self.agents[index], self.state.deepCopy(), 0
        limit = self.rules.getMoveTimeout(index)
        late = f"Agent {index} used up its time for a move."
        if hasattr(agent, "observationFunction"):
            seen, spent = self._ask(index, agent.observationFunction, seen, limit, late)
        action, taken = self._ask(index, agent.getAction, seen, int(limit) - int(spent), late)
        if self.catchExceptions:
            self._charge(index, spent + taken)
        return action

    def _apply(self, index, action):
        if not self.catchExceptions:
            return self.state.generateSuccessor(index, action)
        return self._ask(index, lambda state: state.generateSuccessor(index, action), self.state)[0]

    def _ask(self, index, function, state, limit=0, late=""):
        """Call a method of an agent; return its answer and the seconds it took. A limit of 0 is none."""
        with self._muted(index):
            if not self.catchExceptions:
                return function(state), 0
            began = time.time()
            try:
                return TimeoutFunction(function, int(limit))(state), time.time() - began
            except TimeoutFunctionException:
                print(late, file=sys.stderr)
                self.agentTimeout = True
            except Exception:
                traceback.print_exc()
        self._end(index)

    def _charge(self, index, seconds):
        """Count the time of a move."""
        rules = self.rules
        if seconds > rules.getMoveWarningTime(index):
            self.totalAgentTimeWarnings[index] += 1
            warnings = self.totalAgentTimeWarnings[index]
            self._say(index, f"Agent {index} was late with a move: warning {warnings}.")
            if warnings > rules.getMaxTimeWarnings(index):
                self._say(index, f"Agent {index} has one warning too many.")
                self.agentTimeout = True
                self._end(index)
        self.totalAgentTimes[index] += seconds
        total = self.totalAgentTimes[index]
        if total > rules.getMaxTotalTime(index):
            self._say(index, f"Agent {index} used up its time for the game: {total:.2f} seconds.")
            self.agentTimeout = True
            self._end(index)

    def _end(self, index):
        self.gameOver = True
        self.agentCrashed = True
        self.rules.agentCrash(self, index)
        raise _Ended

    def _say(self, index, sentence):
        with self._muted(index):
            print(sentence, file=sys.stderr)

    @contextlib.contextmanager
    def _muted(self, index):
        """Keep what the agent prints, if the agents are muted."""
        if not self.muteAgents:
            yield
            return
        output = self.agentOutput[index]
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            yield
