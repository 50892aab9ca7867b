"""The window of a game in the terminal."""

import atexit
import os
import select
import sys

from plylab.course.window import Keys

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

ARROWS = {"A": "Up", "B": "Down", "C": "Right", "D": "Left"}
GHOSTS = (91, 96, 95, 93, 92)
SCARED = 94


class Terminal(Keys):
    """Draws every board over the one before."""

    def __init__(self):
        self._settings = None
        if termios is not None and sys.stdin.isatty():
            self._settings = termios.tcgetattr(sys.stdin)
            # Keys arrive one by one and unseen; Ctrl-C still works.
            tty.setcbreak(sys.stdin)
        sys.stdout.write("\x1b[2J\x1b[?25l")
        atexit.register(self.close)

    def close(self):
        """Leave the terminal as it was."""
        sys.stdout.write("\x1b[?25h")
        sys.stdout.flush()
        if self._settings is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._settings)

    def show(self, state):
        """Draw a state."""
        lines = "".join(f"{line}\x1b[K\n" for line in draw(state))
        sys.stdout.write(f"\x1b[H{lines}\x1b[J")
        sys.stdout.flush()

    def read_keys(self):
        """Return the keys pressed since the last call."""
        text = ""
        while self._settings is not None and select.select([sys.stdin], [], [], 0)[0]:
            read = os.read(sys.stdin.fileno(), 64).decode(errors="ignore")
            if not read:
                raise EOFError("the terminal is gone")
            text += read
        return list(keys(text))

    def wait_for_key(self):
        """Wait for a key, if this terminal has any."""
        return super().wait_for_key() if self._settings is not None else []


def keys(text):
    """Read what the terminal sent: letters, and arrows as escape sequences."""
    letters = iter(text)
    for letter in letters:
        if letter == "\x1b":
            if next(letters, "") in ("[", "O"):
                yield ARROWS.get(next(letters, ""), "Escape")
        else:
            yield letter.lower()


def draw(state):
    """Return the board in colours, line by line."""
    rows = [list(line) for line in str(state).splitlines()]
    colours = {"%": 34, ".": 37, "o": 97}
    painted = [[_paint(colours[sign], sign) if sign in colours else sign for sign in row] for row in rows[:-1]]
    height = len(painted)
    pacman, *ghosts = state.agentStates
    for index, agent in enumerate([*ghosts, pacman]):
        x, y = (int(number + 0.5) for number in agent.getPosition())
        if agent.isPacman:
            colour, sign = 93, "C"
        else:
            colour, sign = (SCARED if agent.scaredTimer else GHOSTS[index % len(GHOSTS)]), "G"
        painted[height - 1 - y][x] = _paint(colour, sign)
    return ["".join(row) for row in painted] + ["".join(rows[-1])]


def _paint(colour, sign):
    return f"\x1b[{colour}m{sign}\x1b[0m"
