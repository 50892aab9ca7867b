"""Games that the tests play."""

from dataclasses import dataclass


class Nim:
    """Take from one heap; the player who takes the last object wins."""

    def initial(self):
        return (3, 4, 5), 0

    def turn(self, state):
        heaps, player = state
        return player if any(heaps) else None

    def actions(self, state):
        return [(heap, count) for heap, size in enumerate(state[0]) for count in range(1, size + 1)]

    def apply(self, state, action):
        heaps, player = state
        heap, count = action
        return (*heaps[:heap], heaps[heap] - count, *heaps[heap + 1 :]), 1 - player

    def utility(self, state, seat):
        return 1 if state[1] != seat else -1


@dataclass(frozen=True)
class Board:
    """A position of Othello: a cell is 0, 1 or None."""

    cells: tuple
    player: int


DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Othello:
    """The board game, with a pass where a player has no other move."""

    name = "othello"
    title = "Othello"
    seats = ("Black", "White")
    columns, rows = "abcdefgh", "12345678"

    def initial(self):
        cells = [None] * 64
        cells[27], cells[36], cells[28], cells[35] = 1, 1, 0, 0
        return Board(tuple(cells), 0)

    def flips(self, board, cell, player):
        if board.cells[cell] is not None:
            return []
        flipped = []
        for x, y in DIRECTIONS:
            run = []
            column, row = cell % 8 + x, cell // 8 + y
            while 0 <= column < 8 and 0 <= row < 8 and board.cells[row * 8 + column] == 1 - player:
                run.append(row * 8 + column)
                column, row = column + x, row + y
            if 0 <= column < 8 and 0 <= row < 8 and board.cells[row * 8 + column] == player:
                flipped += run
        return flipped

    def moves(self, board, player):
        return [cell for cell in range(64) if self.flips(board, cell, player)]

    def turn(self, board):
        return board.player if self.moves(board, 0) or self.moves(board, 1) else None

    def actions(self, board):
        return ["abcdefgh"[cell % 8] + str(cell // 8 + 1) for cell in self.moves(board, board.player)] or ["pass"]

    def apply(self, board, action):
        if action == "pass":
            return Board(board.cells, 1 - board.player)
        cell = "abcdefgh".index(action[0]) + 8 * (int(action[1]) - 1)
        cells = list(board.cells)
        for each in [cell, *self.flips(board, cell, board.player)]:
            cells[each] = board.player
        return Board(tuple(cells), 1 - board.player)

    def utility(self, board, seat):
        return board.cells.count(seat) - board.cells.count(1 - seat)

    def features(self, board):
        corners = [board.cells[cell] for cell in (0, 7, 56, 63)]
        return {
            "stones": board.cells.count(0) - board.cells.count(1),
            "corners": 10 * (corners.count(0) - corners.count(1)),
        }

    def text(self, board):
        return "".join("." if cell is None else "xo"[cell] for cell in board.cells) + " xo"[board.player + 1]

    def read(self, text):
        signs = {".": None, "x": 0, "o": 1}
        if len(text) != 65:
            raise ValueError("a position has 64 cells and the player to move")
        return Board(tuple(signs[sign] for sign in text[:64]), "xo".index(text[64]))

    def draw(self, board):
        return [board.cells[start : start + 8] for start in range(0, 64, 8)]


class Coin:
    """Dice: heads wins for the first seat, with odds that are not even."""

    seats = 2

    def initial(self, seed):
        return "start", seed % 2

    def turn(self, state):
        return {"start": 0, "toss": "chance"}.get(state[0])

    def actions(self, state):
        return ["toss"] if state[0] == "start" else ["heads", "tails"]

    def odds(self, state):
        return [0.75, 0.25]

    def apply(self, state, action):
        return action, state[1]

    def utility(self, state, seat):
        return 1 if (state[0] == "heads") == (seat == 0) else -1
