"""Games as text, or not shown at all."""

import time

DRAW_EVERY = 1
SLEEP_TIME = 0
DISPLAY_MOVES = False


class NullGraphics:
    """Shows nothing."""

    def initialize(self, state, isBlue=False):
        """Begin a game."""

    def update(self, state):
        """Show a move."""

    def checkNullDisplay(self):
        """Return whether nothing is shown."""
        return True

    def pause(self):
        """Wait between two moves."""
        time.sleep(SLEEP_TIME)

    def draw(self, state):
        """Print a state."""
        print(state)

    def updateDistributions(self, dist):
        """Show where ghosts may be."""

    def finish(self):
        """End a game."""


class PacmanGraphics:
    """Prints the board after every round."""

    def __init__(self, speed=None):
        if speed is not None:
            global SLEEP_TIME
            SLEEP_TIME = speed

    def initialize(self, state, isBlue=False):
        """Begin a game."""
        self.turn, self.agents = 0, len(state.agentStates)
        self._show(state)

    def update(self, state):
        """Show a move: the board is printed once all have moved, and once more when the game is over."""
        if state._agentMoved == self.agents - 1:
            self.turn += 1
            if DISPLAY_MOVES:
                self._print_move(state)
            if self.turn % DRAW_EVERY == 0:
                self._show(state)
        if state._win or state._lose:
            self.draw(state)

    def _show(self, state):
        self.draw(state)
        self.pause()

    def _print_move(self, state):
        pacman, *ghosts = [agent.getPosition() for agent in state.agentStates]
        print(f"{self.turn}) P: {pacman} | Score: {state.score:<5} | Ghosts: {ghosts}")

    def pause(self):
        """Wait between two moves."""
        time.sleep(SLEEP_TIME)

    def draw(self, state):
        """Print a state."""
        print(state)

    def finish(self):
        """End a game."""
