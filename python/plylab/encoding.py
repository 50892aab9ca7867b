"""Moves as numbers and positions as arrays, for programs that learn. Needs numpy.

>>> from plylab.encoding import Encoding
>>> connect4 = Encoding("connect4")
>>> connect4.moves
('1', '2', '3', '4', '5', '6', '7')
>>> connect4.shape, connect4.planes
((6, 7, 2), ('own', 'other'))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from plylab._errors import InputError
from plylab._native import Game, Position, declared, game, observe, planes
from plylab._optional import need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = need("numpy", "encoding")

#: The largest number of a plane that counts, such as the moves for which ghosts are scared.
HIGHEST_COUNT = 255


class Encoding:
    """How a game looks to a program that learns: a number for every move, and an array for every position.

    An array has the rows of the board from the top, its columns, and a plane for each kind of thing: ``wall``, ``dot``
    (food), ``big-dot`` (capsules), ``own`` and ``other`` stones. Where agents stand on the board, every agent has a
    plane, ``own`` being that of the seat that looks, then the others in the order of the seats; ``count`` has the moves
    for which a ghost is scared, and four planes have the directions that agents face. What is between two cells is half
    in each. The edges of SIM are a matrix of points by points for each side.

    `moves` lists every move that the game can have. Only a game that does not say so itself needs it.
    """

    def __init__(self, what: Game | str | Any, *, moves: Sequence[str] | None = None) -> None:
        self.game: Game = game(what)
        found = planes(self.game)
        if found is None:
            raise InputError(f"{self.game.name} has no board and no graph to be observed; write your own Encoding")
        names, rows, columns = found
        self.planes: tuple[str, ...] = tuple(names)
        self.shape: tuple[int, int, int] = (rows, columns, len(names))
        self.moves: tuple[str, ...] = tuple(moves) if moves else _all_moves(self.game)
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    @property
    def high(self) -> NDArray[np.float32]:
        """The largest number that each entry of an array can have; the smallest is 0."""
        high = np.ones(self.shape, np.float32)
        high[..., [name == "count" for name in self.planes]] = HIGHEST_COUNT
        return high

    def number(self, move: str) -> int:
        """Give the number of a move."""
        try:
            return self._numbers[move]
        except KeyError:
            raise InputError(f"{move!r} is not among the moves of this encoding: {' '.join(self.moves)}") from None

    def legal(self, position: Position) -> list[int]:
        """Give the numbers of the legal moves, in ascending order."""
        return sorted(self.number(move) for move in position.legal)

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Give an array with 1 for every move that is legal, else 0."""
        mask = np.zeros(len(self.moves), np.int8)
        mask[self.legal(position)] = 1
        return mask

    def observe(self, position: Position, seat: int) -> NDArray[np.float32]:
        """Give the position as a seat sees it."""
        return np.frombuffer(observe(position, seat), np.float32).reshape(self.shape)


def returns(position: Position) -> list[float]:
    """Give what each seat has got so far: the score where the game keeps one, and the utility at the end."""
    seats = range(len(position.game.seats))
    if position.over:
        return [position.utility(seat) or 0.0 for seat in seats]
    score = position.report.get("score", 0)
    return [float(score if seat == 0 else -score) for seat in seats]


def _all_moves(rules: Game) -> tuple[str, ...]:
    interaction = (declared(rules) or {}).get("interaction") or {"kind": None}
    if interaction["kind"] == "steer":
        return tuple(interaction[way] for way in ("north", "south", "east", "west", "stay"))
    if interaction["kind"] in ("drop", "cell", "join"):  # Later moves are those of the start that are left.
        return rules.start().legal
    raise InputError(f"{rules.name} does not say which moves there are; list them: Encoding(..., moves=[...])")
