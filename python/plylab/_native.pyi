"""
What the package `plylab` is made of; use that, not this.
"""

from _typeshed import SupportsGetItem
from os import PathLike
from typing import Any, Final, Literal, SupportsFloat, SupportsIndex, final

__all__ = ["VERSION", "Agent", "Budget", "Game", "Position", "RootMove", "Solution", "Thought", "Tree", "Value", "agent", "check_game", "experiment_text", "game", "make_budget", "play_match", "restore_position", "run_command", "run_experiment", "set_interpreter", "solve", "tournament_text", "tree"]

VERSION: Final[str]
"""
The version of the package.
"""

@final
class Agent:
    """
    An agent: one of Plylab's by its spec, or one of your own.
    """
    def __call__(self, /, position: Position, budget: Budget | None = None) -> str:
        """
        The move that the agent chooses: an agent is a function of positions.
        """
    def __repr__(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        The name: the spec, or that of the function or class.
        """
    def think(self, /, position: Position, *, time: SupportsFloat | SupportsIndex | None = None, nodes: SupportsIndex | None = None, depth: SupportsIndex | None = None, seed: SupportsIndex = 0) -> Thought:
        """
        Lets the agent choose a move: within seconds, nodes and depth where they are given, with the same answer for the
        same seed.
        """

@final
class Budget:
    """
    The limits of one move, for agents written in Python.
    """
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> int | None:
        """
        The depth for the move; None if it is not limited.
        """
    @property
    def left(self, /) -> float | None:
        """
        The seconds that are left; None if they are not limited.
        """
    @property
    def nodes(self, /) -> int | None:
        """
        The nodes for the move; None if they are not limited.
        """
    @property
    def over(self, /) -> bool:
        """
        Should the agent answer now, because the time is over or the game was stopped?
        """
    @property
    def seat(self, /) -> int:
        """
        The agent's seat.
        """
    @property
    def seed(self, /) -> int:
        """
        The source of everything random that the agent does in this game.
        """
    @property
    def time(self, /) -> float | None:
        """
        The seconds for the move; None if they are not limited.
        """

@final
class Game:
    """
    The rules of a game, with its settings. It never changes.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Any]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    @property
    def agents(self, /) -> tuple[str, ...]:
        """
        The names of the agents that can play it.
        """
    @property
    def evals(self, /) -> tuple[str, ...]:
        """
        The names of its evaluations of positions. The first is the default.
        """
    @property
    def name(self, /) -> str:
        """
        The name in specs.
        """
    def position(self, /, text: str) -> Position:
        """
        Reads a position in any of the game's notations.
        """
    @property
    def seats(self, /) -> tuple[str, ...]:
        """
        The names of the seats, in order: a seat is a number from 0.
        """
    @property
    def spec(self, /) -> str:
        """
        The name with all settings, as in ``connect4:columns=7,rows=6,goal=4``.
        """
    def start(self, /, seed: SupportsIndex = 0) -> Position:
        """
        The position that the game with this seed starts from.
        """
    @property
    def title(self, /) -> str:
        """
        The name in prose.
        """

@final
class Position:
    """
    A position of a game. It never changes: playing a move gives a new one.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Game, Any]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def features(self, /, eval: str | None = None, seat: SupportsIndex | str | None = None) -> dict[str, float]:
        """
        The terms of an evaluation by name, for a seat: their sum is the value. By default the game's first evaluation,
        and the seat to move.
        """
    @property
    def game(self, /) -> Game:
        """
        The game it is a position of.
        """
    @property
    def legal(self, /) -> tuple[str, ...]:
        """
        The legal moves, in the game's order; at a roll of dice, its outcomes. Empty if the game is over.
        """
    @property
    def odds(self, /) -> tuple[float, ...]:
        """
        How likely each of the legal outcomes is where dice decide, in their order; empty elsewhere.
        """
    def outcome(self, /, seat: SupportsIndex | str | None = None) -> str | None:
        """
        How the finished game ended for a seat, by default the first: ``"win"``, ``"draw"`` or ``"loss"``; None before the
        end.
        """
    @property
    def over(self, /) -> bool:
        """
        Is the game over?
        """
    def play(self, /, move: Any) -> Position:
        """
        The position after a move. Any spelling that the game accepts will do; what is no text is played as its text.
        """
    def playout(self, /, seed: SupportsIndex = 0, *, moves: SupportsIndex | None = None) -> Position:
        """
        The position after random moves, at the end of the game or after that many moves.
        """
    def playouts(self, /, count: SupportsIndex, *, seed: SupportsIndex = 0, moves: SupportsIndex | None = None) -> tuple[list[float], int, int]:
        """
        Plays `count` random games from here: the mean utility of each seat in those that end within `moves` moves, how many
        those are, and the number of all moves.
        """
    @property
    def report(self, /) -> Any:
        """
        The facts of the position, as a dictionary.
        """
    def roll(self, /, seed: SupportsIndex = 0) -> str | None:
        """
        A random outcome of the dice, drawn with that seed; None unless dice decide.
        """
    @property
    def state(self, /) -> Any | None:
        """
        The state as the game's own methods see it, in a game that is written in Python; None in the others.
        """
    @property
    def text(self, /) -> str:
        """
        The position, on one line; `Game.position` reads it.
        """
    @property
    def turn(self, /) -> int | Literal["chance"] | None:
        """
        Who moves next: a seat, ``"chance"`` where dice decide, or None if the game is over.
        """
    def utility(self, /, seat: SupportsIndex | str | None = None) -> float | None:
        """
        What the finished game is worth to a seat, by default the first; None before the end.
        """

@final
class RootMove:
    """
    A move that was evaluated at the root of a search.
    """
    def __repr__(self, /) -> str: ...
    @property
    def move(self, /) -> str:
        """
        The move.
        """
    @property
    def reply(self, /) -> str | None:
        """
        The expected reply, or the one that refutes the move.
        """
    @property
    def value(self, /) -> Value:
        """
        Its value, or a bound on it.
        """

@final
class Solution:
    """
    A solved position: what it and every move is worth under perfect play.
    """
    def __repr__(self, /) -> str: ...
    @property
    def best(self, /) -> tuple[str, ...]:
        """
        The best moves, in the game's order.
        """
    @property
    def moves(self, /) -> dict[str, Value]:
        """
        What each legal move is worth to the seat to move.
        """
    @property
    def value(self, /) -> Value:
        """
        What the position is worth to the seat to move.
        """

@final
class Thought:
    """
    The decision of an agent, and its reasons.
    """
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def agent(self, /) -> str:
        """
        The agent, by its spec.
        """
    @property
    def cuts(self, /) -> int:
        """
        The nodes whose remaining moves were pruned.
        """
    @property
    def depth(self, /) -> int:
        """
        The depth that was reached.
        """
    @property
    def eval(self, /) -> str | None:
        """
        The evaluation that it applies to positions, if any.
        """
    @property
    def leaves(self, /) -> int:
        """
        Of those, the positions that were evaluated.
        """
    @property
    def line(self, /) -> tuple[str, ...]:
        """
        The moves that the agent expects, its own first: the principal variation.
        """
    @property
    def move(self, /) -> str:
        """
        The move that the agent chooses.
        """
    @property
    def moves(self, /) -> tuple[RootMove, ...]:
        """
        Every move that was evaluated, in the game's order, as `RootMove`.
        """
    @property
    def nodes(self, /) -> int:
        """
        The positions that were visited; for Monte Carlo tree search, the simulations.
        """
    @property
    def note(self, /) -> str | None:
        """
        What the agent says about its move, in its own words.
        """
    @property
    def seconds(self, /) -> float:
        """
        How long it took.
        """
    @property
    def value(self, /) -> Value | None:
        """
        What the agent thinks it is worth, if it says so.
        """

@final
class Tree:
    """
    A search as it was observed: the important nodes, the rest counted. It draws itself in notebooks.
    """
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def dot(self, /, nodes: SupportsIndex = ...) -> str:
        """
        The tree for Graphviz, with at most that many nodes.
        """
    def svg(self, /, nodes: SupportsIndex = ...) -> str:
        """
        The tree as a picture, with at most that many nodes.
        """
    def text(self, /, nodes: SupportsIndex = ...) -> str:
        """
        The tree as text, with at most that many nodes.
        """
    @property
    def thought(self, /) -> Thought:
        """
        The decision that the search led to.
        """
    @property
    def title(self, /) -> str:
        """
        What is searched by whom.
        """
    def to_dict(self, /) -> Any:
        """
        All recorded nodes as plain data, as ``plylab tree --json`` writes them.
        """
    @property
    def visited(self, /) -> int:
        """
        The nodes below the root that were visited.
        """

@final
class Value:
    """
    What a position or a move is worth to a seat, and how certain that is. ``float(value)`` orders the values of one seat.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __float__(self, /) -> float: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def certainty(self, /) -> str:
        """
        How certain it is: ``"exact"``, a bound (``"at-least"``, ``"at-most"``), or an ``"estimate"`` from samples.
        """
    @property
    def outcome(self, /) -> str | None:
        """
        The proven result: ``"win"``, ``"draw"`` or ``"loss"``; None if it is a score.
        """
    @property
    def plies(self, /) -> int | None:
        """
        The moves until a proven win or loss, where they are known.
        """
    @property
    def points(self, /) -> int | None:
        """
        The points of a solver that counts more than wins.
        """
    @property
    def score(self, /) -> float | None:
        """
        The number of an evaluation, or the points of a finished game; None if the result is proven.
        """
    @property
    def seat(self, /) -> int:
        """
        The seat it is a value of.
        """

def agent(what: Any, *, eval: Any | None = None, name: str | None = None) -> Agent:
    """
    An agent by its spec, as in ``"alphabeta:depth=6"``, if you like with an evaluation of your own: ``eval=f``, where
    ``f(position)`` is what a position is worth to the first seat, or ``f(position, seat)`` to any. Or an agent of your
    own: a function of positions, or a class with ``act(position, budget)``.
    """

def check_game(what: Any, *, games: SupportsIndex = 20, moves: SupportsIndex = 400, seed: SupportsIndex = 2024) -> dict[str, int]:
    """
    Plays random games of your own game, a class or an object, and checks what the lab relies on: rules that never change a
    state, moves with different texts, utilities that are finite, the same game for the same seed. Returns how much was
    checked; raises `plylab.InputError` with the first promise that is broken.
    """

def experiment_text(name: str) -> str | None:
    """
    The text of a bundled experiment; None if there is none of that name.
    """

def game(what: Any) -> Game:
    """
    Opens the game that a spec names, as in ``"connect4"`` or ``"pacman:layout=trap"``; or makes a game of your own, a class
    with ``initial, turn, actions, apply, utility``.
    """

def make_budget(*, time: SupportsFloat | SupportsIndex | None, nodes: SupportsIndex | None, depth: SupportsIndex | None, seat: SupportsIndex, seed: SupportsIndex) -> Budget:
    """
    The limits of a move, for an agent that is asked from another process.
    """

def play_match(game: Game, agents: SupportsGetItem[int, Any], *, count: SupportsIndex, seed: SupportsIndex, swap: bool | None, time: SupportsFloat | SupportsIndex | None, nodes: SupportsIndex | None, moves: SupportsIndex, opening: SupportsIndex, threads: SupportsIndex, grade: bool) -> Any:
    """
    Plays a match; `plylab.match` makes objects of the answer.
    """

def restore_position(game: Game, what: Any) -> Position:
    """
    The position of a state, or of a text: how positions are unpickled.
    """

def run_command(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs the command `plylab` with those arguments, the name of the program first, and returns its exit status.
    """

def run_experiment(text: str, folder: str | PathLike[str], *, threads: SupportsIndex, quick: bool, agents: SupportsGetItem[int, Any], versions: SupportsGetItem[int, str]) -> Any:
    """
    Runs an experiment in a folder, with agents of the caller besides those by name, and returns its tables, its games and
    its report as a page.
    """

def set_interpreter(python: str) -> None:
    """
    Says how this package starts other programs: by its own interpreter.
    """

def solve(position: Position) -> Solution:
    """
    Solves a position: by the game's own solver, or, in a game of your own, by a search to the end of every line.
    """

def tournament_text(what: Any, agents: SupportsGetItem[int, Any], *, games: SupportsIndex, seed: SupportsIndex, opening: SupportsIndex, time: SupportsFloat | SupportsIndex | None) -> str:
    """
    The experiment file of a tournament.
    """

def tree(what: Any, agent: Any | None = None, *, depth: SupportsIndex | None = None, seed: SupportsIndex = 0) -> Tree:
    """
    Records the search of an agent by name: of a position, of the start of a game, or of a tree by its name or file.
    """
