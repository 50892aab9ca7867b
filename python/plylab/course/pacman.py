"""Pac-Man for course code: the state of a game, its rules, and the command line `pacman.py`."""

import argparse
import os
import pickle
import random
import sys
import time

from plylab import _native
from plylab._errors import InputError
from plylab.course import textDisplay
from plylab.course.agents import find_agent
from plylab.course.game import Actions as Actions
from plylab.course.game import Directions as Directions
from plylab.course.game import Game
from plylab.course.game import GameStateData as GameStateData
from plylab.course.layout import Layout, getLayout
from plylab.course.util import manhattanDistance
from plylab.course.util import nearestPoint as nearestPoint

GameState = _native.GameState

SCARED_TIME = 40
COLLISION_TOLERANCE = 0.7
TIME_PENALTY = 1


class ClassicGameRules:
    """When a game begins and ends, and how much time its agents have."""

    def __init__(self, timeout=30):
        self.timeout = timeout
        self.quiet = False

    def newGame(self, layout, pacmanAgent, ghostAgents, display, quiet=False, catchExceptions=False):
        """Return a game that is ready to run."""
        agents = [pacmanAgent, *ghostAgents[: layout.getNumGhosts()]]
        game = Game(agents, display, self, catchExceptions=catchExceptions)
        game.state = GameState()
        game.state.initialize(layout, len(ghostAgents))
        self.initialState = game.state.deepCopy()
        self.quiet = quiet
        return game

    def process(self, state, game):
        """End the game if it is won or lost."""
        ended = self.win if state.isWin() else self.lose if state.isLose() else None
        if ended:
            ended(state, game)

    def win(self, state, game):
        """End a game that is won."""
        self._end(state, game, "Pacman emerges victorious!")

    def lose(self, state, game):
        """End a game that is lost."""
        self._end(state, game, "Pacman died!")

    def _end(self, state, game, sentence):
        if not self.quiet:
            print(f"{sentence} Score: {state.getScore():.0f}")
        game.gameOver = True

    def getProgress(self, game):
        """Return how much of the food is eaten."""
        return 1 - game.state.getNumFood() / self.initialState.getNumFood()

    def agentCrash(self, game, agentIndex):
        """Say who crashed."""
        print("Pacman crashed" if agentIndex == 0 else "A ghost crashed")

    def getMaxTotalTime(self, agentIndex):
        """Return the seconds for all moves of an agent."""
        return self.timeout

    def getMaxStartupTime(self, agentIndex):
        """Return the seconds for the start of an agent."""
        return self.timeout

    def getMoveWarningTime(self, agentIndex):
        """Return the seconds after which a move leads to a warning."""
        return self.timeout

    def getMoveTimeout(self, agentIndex):
        """Return the seconds for one move."""
        return self.timeout

    def getMaxTimeWarnings(self, agentIndex):
        """Return the number of warnings that an agent survives."""
        return 0


class PacmanRules:
    """How Pac-Man moves."""

    PACMAN_SPEED = 1

    @staticmethod
    def getLegalActions(state):
        """Return the legal actions."""
        return state.getLegalActions(0)


class GhostRules:
    """How ghosts move and kill."""

    GHOST_SPEED = 1.0

    @staticmethod
    def getLegalActions(state, ghostIndex):
        """Return the legal actions."""
        return state.getLegalActions(ghostIndex)

    @staticmethod
    def canKill(pacmanPosition, ghostPosition):
        """Return whether they touch."""
        return manhattanDistance(ghostPosition, pacmanPosition) <= COLLISION_TOLERANCE


def parseAgentArgs(str):
    """Read `key=value,flag` as keyword arguments; a flag is 1."""
    pairs = [part.partition("=") for part in str.split(",")] if str is not None else []
    return {key: value if equals else 1 for key, equals, value in pairs}


def loadAgent(pacman, nographics):
    """Return the class of that name from a file *gents.py in this folder or in PYTHONPATH, or from ours."""
    return find_agent(pacman, nographics)


def replayGame(layout, actions, display, ghosts=None, quiet=False):
    """Play a recorded game again; `ghosts` is how many there were, if that is known."""
    if ghosts is None:
        ghosts = max((index for index, _ in actions), default=0) or layout.getNumGhosts()
    rules = ClassicGameRules()
    game = rules.newGame(layout, None, [None] * ghosts, display, quiet)
    display.initialize(game.state.data)
    for index, action in actions:
        game.state = game.state.generateSuccessor(index, action)
        display.update(game.state.data)
        rules.process(game.state, game)
    display.finish()


def runGames(layout, pacman, ghosts, display, numGames, record, numTraining=0, catchExceptions=False, timeout=30):
    """Play games, print how they went, and return them without those for training."""
    # Course code that draws looks for the display here.
    sys.modules["__main__"].__dict__["_display"] = display
    rules = ClassicGameRules(timeout)
    games = []
    for number in range(numGames):
        training = number < numTraining
        shown = textDisplay.NullGraphics() if training else display
        game = rules.newGame(layout, pacman, ghosts, shown, training, catchExceptions)
        game.run()
        if not training:
            games.append(game)
        if record:
            _record(number, layout, game)
    if numGames > numTraining:
        _print_summary(games)
    return games


def _record(number, layout, game):
    name = "-".join([f"recorded-game-{number + 1}", *map(str, time.localtime()[1:6])])
    with open(name, "wb") as file:
        ghosts = game.state.getNumAgents() - 1
        pickle.dump({"layout": layout, "actions": game.moveHistory, "ghosts": ghosts}, file)


def _print_summary(games):
    scores = [game.state.getScore() for game in games]
    wins = [game.state.isWin() for game in games]
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join("Win" if won else "Loss" for won in wins))


class _Recorded(pickle.Unpickler):
    """Reads recorded games, ours and the course's, and nothing else: a pickle could run any program."""

    _CLASSES = (("layout", "Layout"), ("game", "Grid"))

    def find_class(self, module, name):
        short = module.removeprefix("plylab.course.")
        if (short, name) in self._CLASSES:
            return super().find_class(f"plylab.course.{short}", name)
        if (module, name) in (("copyreg", "_reconstructor"), ("builtins", "object")):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"it contains {module}.{name}")


def _read_recorded(path):
    """Return the layout, the actions and the ghosts of a recorded game whose actions are all legal."""
    try:
        with open(path, "rb") as file:
            recorded = _Recorded(file).load()
        layout = Layout(recorded["layout"].layoutText)
        game = {"layout": layout, "actions": list(recorded["actions"]), "ghosts": recorded.get("ghosts")}
        replayGame(**game, display=textDisplay.NullGraphics(), quiet=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; name a file that -r has written") from None
    except Exception as error:
        raise InputError(f"{path} is not a recorded game: {error}; name a file that -r has written") from None
    return game


class _Options(argparse.ArgumentParser):
    """Options whose mistakes are one sentence."""

    def error(self, message):
        raise InputError(f"{message}; see pacman.py --help")


def _options():
    options = _Options(prog="pacman.py", description="Play Pac-Man with agents written for a course.")
    add = options.add_argument
    add("-n", "--numGames", type=int, default=1, metavar="GAMES", help="number of games (default: 1)")
    add("-l", "--layout", metavar="NAME", help="the layout (default: mediumClassic, or ours where it is missing)")
    add("-p", "--pacman", default="KeyboardAgent", metavar="CLASS", help="Pac-Man (default: KeyboardAgent)")
    add("-t", "--textGraphics", action="store_true", help="show the game as text")
    add("-q", "--quietTextGraphics", action="store_true", help="show only the results")
    add("-g", "--ghosts", default="RandomGhost", metavar="CLASS", help="the ghosts (default: RandomGhost)")
    add("-k", "--numghosts", type=int, default=4, metavar="COUNT", help="most ghosts (default: 4)")
    add("-z", "--zoom", type=float, default=1.0, help="size of the board in the window (default: 1)")
    add("-f", "--fixRandomSeed", action="store_true", help="play the same games every time")
    add("-r", "--recordActions", action="store_true", help="write every game to a file recorded-game-...")
    add("--replay", metavar="FILE", help="show a recorded game")
    add("-a", "--agentArgs", metavar="SETTINGS", help="settings of Pac-Man: key=value,flag,...")
    add("-x", "--numTraining", type=int, default=0, metavar="GAMES", help="games for training, not shown (default: 0)")
    add("--frameTime", type=float, default=0.1, metavar="SECONDS", help="time between frames; below 0: wait for a key")
    add("-c", "--catchExceptions", action="store_true", help="end a game, not the program, when an agent fails")
    add("--timeout", type=int, default=30, metavar="SECONDS", help="with -c, time of an agent in a game (default: 30)")
    return options


def readCommand(argv):
    """Return the arguments of runGames for a command line."""
    options = _options().parse_args(argv)
    if options.fixRandomSeed:
        random.seed("cs188")
    if options.replay is not None:
        return {"replay": _read_recorded(options.replay) | {"display": _display(options)}}
    quiet = options.textGraphics or options.quietTextGraphics
    layout = _layout(options.layout)
    settings = parseAgentArgs(options.agentArgs)
    if options.numTraining > 0:
        settings.setdefault("numTraining", options.numTraining)
    agent = loadAgent(options.pacman, quiet)
    try:
        pacman = agent(**settings)
    except TypeError as error:
        # Only a call that does not fit is a mistake of the command line.
        if getattr(error.__traceback__, "tb_next", None) is not None:
            raise
        raise InputError(f"{options.pacman} does not take these settings: {error}") from None
    ghost = loadAgent(options.ghosts, quiet)
    return {
        "layout": layout,
        "pacman": pacman,
        "ghosts": [ghost(index + 1) for index in range(options.numghosts)],
        "display": _display(options),
        "numGames": options.numGames,
        "record": options.recordActions,
        "numTraining": options.numTraining,
        "catchExceptions": options.catchExceptions,
        "timeout": options.timeout,
    }


def _layout(name):
    layout = getLayout(name or "mediumClassic")
    if layout is None and name is None:
        layout = getLayout("medium")
    if layout is None:
        names = ", ".join(_native.shipped_layouts())
        raise InputError(f"there is no layout {name} in {os.path.join('layouts', '')} or here; built in: {names}")
    try:
        GameState().initialize(layout)
    except ValueError as error:
        raise InputError(f"{name or 'mediumClassic'}: {error}") from None
    return layout


def _display(options):
    if options.quietTextGraphics:
        return textDisplay.NullGraphics()
    if options.textGraphics:
        textDisplay.SLEEP_TIME = max(options.frameTime, 0)
        return textDisplay.PacmanGraphics()
    from plylab.course.graphicsDisplay import PacmanGraphics

    return PacmanGraphics(options.zoom, frameTime=options.frameTime)


def main(argv):
    """Run the command line."""
    arguments = readCommand(argv)
    if "replay" in arguments:
        replayGame(**arguments["replay"])
    else:
        runGames(**arguments)
