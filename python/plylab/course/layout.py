"""Layouts: mazes drawn with characters, the top row first."""

import os
import random

from plylab import _native
from plylab.course.game import Grid
from plylab.course.util import manhattanDistance


class Layout:
    """A maze with what is in it at the start of a game."""

    def __init__(self, layoutText):
        self.layoutText = list(layoutText)
        self.width, self.height = len(layoutText[0]), len(layoutText)
        self.walls, self.food = Grid(self.width, self.height), Grid(self.width, self.height)
        self.capsules: list[tuple[int, int]] = []
        agents: list[tuple[int, tuple[int, int]]] = []
        # From the bottom row up: that is the order of the capsules.
        for y, row in enumerate(reversed(layoutText)):
            for x, sign in enumerate(row[: self.width]):
                self._place(x, y, sign, agents)
        self.agentPositions = [(key == 0, cell) for key, cell in sorted(agents)]
        self.numGhosts = sum(not isPacman for isPacman, _ in self.agentPositions)
        self.totalFood = self.food.count()

    def _place(self, x, y, sign, agents):
        if sign == "%":
            self.walls[x][y] = True
        elif sign == ".":
            self.food[x][y] = True
        elif sign == "o":
            self.capsules.append((x, y))
        elif sign in "PG1234":
            agents.append(({"P": 0, "G": 1}.get(sign) if sign in "PG" else int(sign), (x, y)))

    def getNumGhosts(self):
        """Return the number of ghosts."""
        return self.numGhosts

    def isWall(self, pos):
        """Return whether a cell is a wall."""
        x, y = pos
        return self.walls[x][y]

    def getRandomLegalPosition(self):
        """Draw an open cell."""
        while True:
            cell = random.choice(range(self.width)), random.choice(range(self.height))
            if not self.isWall(cell):
                return cell

    def _corners(self):
        return [(1, 1), (1, self.height - 2), (self.width - 2, 1), (self.width - 2, self.height - 2)]

    def getRandomCorner(self):
        """Draw a corner."""
        return random.choice(self._corners())

    def getFurthestCorner(self, pacPos):
        """Return the corner that is farthest away."""
        return max(self._corners(), key=lambda corner: manhattanDistance(corner, pacPos))

    def __str__(self):
        """Draw the maze."""
        return "\n".join(self.layoutText)

    def deepCopy(self):
        """Return a layout of the same text."""
        return Layout(self.layoutText)


def getLayout(name, back=2):
    """Return the layout of that name: a file in ./layouts, here or above, else a built-in one, else None."""
    file = name if name.endswith(".lay") else f"{name}.lay"
    for above in range(max(back, 0) + 1):
        for folder in ("layouts", "."):
            path = os.path.join(*[os.pardir] * above, folder, file)
            if os.path.isfile(path):
                return tryToLoad(path)
    text = _native.shipped_layout(name)
    return None if text is None else Layout(text.splitlines())


def tryToLoad(fullname):
    """Return the layout in that file; None if there is no such file."""
    if not os.path.isfile(fullname):
        return None
    with open(fullname, encoding="utf-8") as file:
        return Layout([line.strip() for line in file])
