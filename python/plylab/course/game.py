"""What a game consists of: agents, directions, grids, what a state is made of."""

from plylab import _native
from plylab.course.loop import Game as Game
from plylab.course.util import *  # noqa: F403  course code takes these names from here too
from plylab.course.util import nearestPoint, raiseNotDefined

AgentState = _native.AgentState
Grid = _native.Grid


class Agent:
    """Somebody who moves: a subclass defines getAction(state), and may define registerInitialState(state)."""

    def __init__(self, index=0):
        self.index = index

    def getAction(self, state):
        """Return one of the legal actions of `state`."""
        raiseNotDefined()


class Directions:
    """The names of the actions, and how they turn."""

    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"
    STOP = "Stop"

    LEFT = {NORTH: WEST, SOUTH: EAST, EAST: NORTH, WEST: SOUTH, STOP: STOP}  # noqa: RUF012
    RIGHT = {WEST: NORTH, EAST: SOUTH, NORTH: EAST, SOUTH: WEST, STOP: STOP}  # noqa: RUF012
    REVERSE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}  # noqa: RUF012


class Configuration:
    """Where an agent is, and where it faces."""

    def __init__(self, pos, direction):
        self.pos = pos
        self.direction = direction

    def getPosition(self):
        """Return (x, y)."""
        return self.pos

    def getDirection(self):
        """Return the direction."""
        return self.direction

    def isInteger(self):
        """Return whether it is in the middle of a cell."""
        return all(number == int(number) for number in self.pos)

    def __eq__(self, other):
        """Compare location and direction."""
        if not isinstance(other, Configuration):
            return False
        return (self.pos, self.direction) == (other.pos, other.direction)

    def __hash__(self):
        """Hash location and direction."""
        return hash((self.pos, self.direction))

    def __str__(self):
        """Describe location and direction."""
        return f"(x,y)={self.pos}, {self.direction}"

    def generateSuccessor(self, vector):
        """Return the configuration after a move by that vector; without one it goes on facing the same way."""
        (x, y), (dx, dy) = self.pos, vector
        direction = Actions.vectorToDirection(vector)
        return Configuration((x + dx, y + dy), self.direction if direction == Directions.STOP else direction)


class Actions:
    """Actions as vectors."""

    TOLERANCE = 0.001
    # In the order in which legal actions are listed.
    _directionsAsList = [  # noqa: RUF012
        (Directions.WEST, (-1, 0)),
        (Directions.STOP, (0, 0)),
        (Directions.EAST, (1, 0)),
        (Directions.NORTH, (0, 1)),
        (Directions.SOUTH, (0, -1)),
    ]
    _directions = dict(_directionsAsList)  # noqa: RUF012

    @staticmethod
    def reverseDirection(action):
        """Return the opposite direction."""
        return Directions.REVERSE.get(action, action)

    @staticmethod
    def vectorToDirection(vector):
        """Return the direction of a vector; up and down count first."""
        dx, dy = vector
        if dy:
            return Directions.NORTH if dy > 0 else Directions.SOUTH
        if dx:
            return Directions.EAST if dx > 0 else Directions.WEST
        return Directions.STOP

    @staticmethod
    def directionToVector(direction, speed=1.0):
        """Return the vector of a move in that direction."""
        dx, dy = Actions._directions[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config, walls):
        """Return the actions that lead to an open cell; between two cells there is only one way on."""
        x, y = config.pos
        column, row = nearestPoint((x, y))
        if abs(x - column) + abs(y - row) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [name for name, (dx, dy) in Actions._directionsAsList if not walls[column + dx][row + dy]]

    @staticmethod
    def getLegalNeighbors(position, walls):
        """Return the cells that one move leads to, the cell itself included."""
        column, row = nearestPoint(position)
        around = [(column + dx, row + dy) for _, (dx, dy) in Actions._directionsAsList]
        inside = [(x, y) for x, y in around if 0 <= x < walls.width and 0 <= y < walls.height]
        return [(x, y) for x, y in inside if not walls[x][y]]

    @staticmethod
    def getSuccessor(position, action):
        """Return where that action leads to."""
        (x, y), (dx, dy) = position, Actions.directionToVector(action)
        return x + dx, y + dy


class GameStateData:
    """What a state is made of, to be read: whatever it gives out is the reader's own, and changes nothing."""

    def __init__(self, state):
        self._state = state

    @property
    def food(self):
        """The grid of food."""
        return self._state.getFood()

    @property
    def capsules(self):
        """The cells with a capsule."""
        return self._state.getCapsules()

    @property
    def agentStates(self):
        """Pac-Man, then the ghosts."""
        return [self._state.getPacmanState(), *self._state.getGhostStates()]

    @property
    def layout(self):
        """The layout of the maze."""
        return self._state._layout

    @property
    def score(self):
        """The score, a whole number."""
        return int(self._state.getScore())

    @property
    def scoreChange(self):
        """The points of the last move."""
        return self._state._last[3]

    @property
    def _win(self):
        return self._state.isWin()

    @property
    def _lose(self):
        return self._state.isLose()

    @property
    def _agentMoved(self):
        return self._state._last[0]

    @property
    def _foodEaten(self):
        return self._state.getPacmanPosition() if self._state._last[1] else None

    @property
    def _capsuleEaten(self):
        return self._state.getPacmanPosition() if self._state._last[2] else None

    @property
    def _foodAdded(self):
        return None

    @property
    def _eaten(self):
        return self._state._last[4]

    def deepCopy(self):
        """Return a copy in which the game goes on."""
        return self._state.deepCopy().data

    def __eq__(self, other):
        """Compare the states."""
        return isinstance(other, GameStateData) and self._state == other._state

    def __hash__(self):
        """Hash the state."""
        return hash(self._state)

    def __str__(self):
        """Draw the board."""
        return str(self._state)
