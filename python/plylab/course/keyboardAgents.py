"""A Pac-Man for people."""

import random

from plylab.course import window
from plylab.course.game import Agent, Directions
from plylab.course.graphicsUtils import keys_waiting


class KeyboardAgent(Agent):
    """Goes where the keys say: w, a, s, d or the arrows; q stops. Without a key he goes on."""

    WEST_KEY = "a"
    EAST_KEY = "d"
    NORTH_KEY = "w"
    SOUTH_KEY = "s"
    STOP_KEY = "q"
    ARROWS = True

    def __init__(self, index=0):
        window.need_keys()
        self.index = index
        self.lastMove = Directions.STOP
        self.keys = []

    def getAction(self, state):
        """Follow the keys pressed last, else go on, else stop; go anywhere where stopping is not allowed."""
        self.keys = keys_waiting() or self.keys
        legal = state.getLegalActions(self.index)
        wishes = [self.getMove(legal)]
        if wishes[0] == Directions.STOP and self.STOP_KEY not in self.keys:
            wishes.insert(0, self.lastMove)
        self.lastMove = next((wish for wish in wishes if wish in legal), None) or random.choice(legal)
        return self.lastMove

    def getMove(self, legal):
        """Return the legal move of the keys, the last of several; Stop if there is none."""
        names = {
            self.WEST_KEY: Directions.WEST,
            self.EAST_KEY: Directions.EAST,
            self.NORTH_KEY: Directions.NORTH,
            self.SOUTH_KEY: Directions.SOUTH,
        }
        if self.ARROWS:
            arrows = {
                "Left": Directions.WEST,
                "Right": Directions.EAST,
                "Up": Directions.NORTH,
                "Down": Directions.SOUTH,
            }
            names.update(arrows)
        moves = [names[key] for key in self.keys if names.get(key) in legal]
        return moves[-1] if moves else Directions.STOP


class KeyboardAgent2(KeyboardAgent):
    """A second player: i, j, k, l; u stops."""

    WEST_KEY = "j"
    EAST_KEY = "l"
    NORTH_KEY = "i"
    SOUTH_KEY = "k"
    STOP_KEY = "u"
    ARROWS = False
