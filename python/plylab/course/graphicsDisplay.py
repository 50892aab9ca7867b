"""The window of a game: a page in the browser, or the terminal, whichever there is."""

from plylab.course import window


class PacmanGraphics:
    """Shows the board after every round."""

    def __init__(self, zoom=1.0, frameTime=0.0, capture=False):
        self.zoom = zoom
        self.frameTime = frameTime

    def checkNullDisplay(self):
        """Return whether nothing is shown."""
        return False

    def initialize(self, state, isBlue=False):
        """Begin a game."""
        self.agents = len(state.agentStates)
        self.window = window.current(self.zoom)
        self._show(state)

    def update(self, state):
        """Show a move: once all have moved, or when the game is over."""
        if state._agentMoved == self.agents - 1 or state._win or state._lose:
            self._show(state)

    def _show(self, state):
        self.window.show(state)
        self.pause()

    def pause(self):
        """Wait between two rounds: for some time, or for a key."""
        self.window.pause(self.frameTime)

    def draw(self, state):
        """Show a state."""
        self.window.show(state)

    def updateDistributions(self, distributions):
        """Show where ghosts may be: nowhere but where they are, in this game."""

    def finish(self):
        """End a game; its last board stays."""
