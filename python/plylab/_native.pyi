"""
What the package `plylab` is made of; use that, not this.
"""

from _typeshed import SupportsGetItem
from collections.abc import Iterator
from os import PathLike
from typing import Any, Final, Literal, SupportsFloat, SupportsIndex, final
from typing_extensions import disjoint_base

__all__ = ["VERSION", "Agent", "AgentState", "Budget", "Game", "GameState", "Grid", "Position", "RootMove", "Solution", "Thought", "Tree", "Value", "agent", "check_game", "declared", "do_job", "experiment_text", "game", "make_budget", "observe", "picture", "planes", "play_match", "restore_position", "run_command", "run_experiment", "run_on_cluster", "set_interpreter", "shipped_layout", "shipped_layouts", "solve", "tournament_text", "tree"]

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

@disjoint_base
class AgentState:
    """
    One agent in a state: Pac-Man or a ghost.
    """
    def __eq__(self, other: object, /) -> bool:
        """
        Position, direction and timer; not where it started.
        """
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, startConfiguration: Any, isPacman: bool) -> AgentState: ...
    def __reduce__(self, /) -> tuple: ...
    def __setstate__(self, /, contents: dict) -> None: ...
    def __str__(self, /) -> str: ...
    @property
    def configuration(self, /) -> Any:
        """
        Where it is and where it faces.
        """
    @configuration.setter
    def configuration(self, /, configuration: Any) -> None: ...
    def copy(self, /) -> AgentState:
        """
        The same agent, to be changed on its own.
        """
    def getDirection(self, /) -> Any:
        """
        Where it faces.
        """
    def getPosition(self, /) -> Any:
        """
        Where it is: (x, y).
        """
    @property
    def isPacman(self, /) -> bool: ...
    @isPacman.setter
    def isPacman(self, /, value: bool) -> None: ...
    @property
    def numCarrying(self, /) -> int: ...
    @numCarrying.setter
    def numCarrying(self, /, value: SupportsIndex) -> None: ...
    @property
    def numReturned(self, /) -> int: ...
    @numReturned.setter
    def numReturned(self, /, value: SupportsIndex) -> None: ...
    @property
    def scaredTimer(self, /) -> int: ...
    @scaredTimer.setter
    def scaredTimer(self, /, value: SupportsIndex) -> None: ...
    @property
    def start(self, /) -> Any:
        """
        Where it started.
        """
    @start.setter
    def start(self, /, start: Any) -> None: ...

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
    def __copy__(self, /) -> Game: ...
    def __deepcopy__(self, /, _memo: Any) -> Game: ...
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
    def rules(self, /) -> Any | None:
        """
        The class or object in Python that it is made of; None if it is a game by its spec.
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

@disjoint_base
class GameState:
    """
    A state of Pac-Man: where the agents are, what food is left, and the score. A state never changes, whatever is done to
    the lists and grids that it gives out.
    """
    explored: Final[set]
    """
    The states seen since `getAndResetExplored` was called; empty before its first call.
    """
    def __copy__(self, /) -> Any: ...
    def __deepcopy__(self, /, memo: Any) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __init__(self, /, prevState: GameState | None = None) -> None:
        """
        An empty state, or a copy in which the game goes on.
        """
    def __new__(cls, /, *_args, **_kwargs) -> GameState: ...
    def __reduce__(self, /) -> tuple: ...
    def __setstate__(self, /, contents: tuple[tuple[SupportsGetItem[int, str], SupportsIndex, str, tuple[SupportsIndex | None, bool, bool, SupportsIndex], tuple[SupportsIndex, SupportsIndex]] | None, dict]) -> None: ...
    def __str__(self, /) -> str: ...
    @property
    def _last(self, /) -> tuple[int | None, bool, bool, int, list[bool]]:
        """
        The last move: the agent, whether it ate food or a capsule, the points, and for each agent whether it was eaten since
        Pac-Man moved.
        """
    @property
    def _layout(self, /) -> Any:
        """
        The layout of the maze.
        """
    def _repr_svg_(self, /) -> str: ...
    @property
    def data(self, /) -> Any:
        """
        What the state consists of: food, capsules, agents, layout, score.
        """
    def deepCopy(self, /) -> GameState:
        """
        A copy in which the game goes on, also where it was over.
        """
    def generatePacmanSuccessor(self, /, action: Any) -> GameState:
        """
        The state after an action of Pac-Man.
        """
    def generateSuccessor(self, /, agentIndex: SupportsIndex, action: Any) -> GameState:
        """
        The state after an action of an agent.
        """
    @staticmethod
    def getAndResetExplored() -> set:
        """
        The states seen since the last call: those that `generateSuccessor` was called on, and their successors.
        """
    def getCapsules(self, /) -> list[tuple]:
        """
        The cells with a capsule.
        """
    def getFood(self, /) -> Grid:
        """
        The grid of food: state.getFood()[x][y].
        """
    def getGhostPosition(self, /, agentIndex: SupportsIndex) -> tuple:
        """
        Where a ghost is.
        """
    def getGhostPositions(self, /) -> list[tuple]:
        """
        Where the ghosts are.
        """
    def getGhostState(self, /, agentIndex: SupportsIndex) -> AgentState:
        """
        One ghost; the first has the index 1.
        """
    def getGhostStates(self, /) -> list[AgentState]:
        """
        The ghosts, in order.
        """
    def getLegalActions(self, /, agentIndex: SupportsIndex = 0) -> list:
        """
        The legal actions of an agent; none when the game is over.
        """
    def getLegalPacmanActions(self, /) -> list:
        """
        The legal actions of Pac-Man.
        """
    def getNumAgents(self, /) -> int:
        """
        The number of agents, Pac-Man included.
        """
    def getNumFood(self, /) -> int:
        """
        The number of food pellets left.
        """
    def getPacmanPosition(self, /) -> tuple:
        """
        Where Pac-Man is.
        """
    def getPacmanState(self, /) -> AgentState:
        """
        Pac-Man.
        """
    def getScore(self, /) -> float:
        """
        The score.
        """
    def getWalls(self, /) -> Grid:
        """
        The grid of walls: state.getWalls()[x][y].
        """
    def hasFood(self, /, x: SupportsIndex, y: SupportsIndex) -> bool:
        """
        Is there food in that cell?
        """
    def hasWall(self, /, x: SupportsIndex, y: SupportsIndex) -> bool:
        """
        Is that cell a wall?
        """
    def initialize(self, /, layout: Any, numGhostAgents: SupportsIndex = 1000) -> None:
        """
        Makes this the start of a game in that layout, with at most that number of ghosts.
        """
    def isLose(self, /) -> bool:
        """
        Has Pac-Man lost?
        """
    def isWin(self, /) -> bool:
        """
        Has Pac-Man won?
        """

@disjoint_base
class Grid:
    """
    Truth values by column and row: grid[x][y], with (0, 0) at the bottom left.
    """
    def __copy__(self, /) -> Grid: ...
    def __deepcopy__(self, /, _memo: Any) -> Grid: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getitem__(self, x: Any, /) -> Any: ...
    def __hash__(self, /) -> int: ...
    def __init__(self, /, width: SupportsIndex, height: SupportsIndex, initialValue: Any | None = None) -> None: ...
    def __iter__(self, /) -> Iterator: ...
    def __new__(cls, /, *_args, **_kwargs) -> Grid: ...
    def __reduce__(self, /) -> tuple: ...
    def __setitem__(self, x: Any, column: Any, /) -> None: ...
    def __setstate__(self, /, contents: dict) -> None:
        """
        Also reads what the course's engine has written into a recorded game.
        """
    def __str__(self, /) -> str:
        """
        The first letter of every cell, the top row first.
        """
    def asList(self, /, key: Any | None = None) -> list:
        """
        The cells (x, y) that are `key`, column by column.
        """
    def copy(self, /) -> Grid:
        """
        A grid of its own with the same cells.
        """
    def count(self, /, item: Any | None = None) -> int:
        """
        The number of cells that are `item`.
        """
    @property
    def data(self, /) -> Any:
        """
        The columns, as a list of lists.
        """
    @data.setter
    def data(self, /, columns: Any) -> None: ...
    def deepCopy(self, /) -> Grid: ...
    @property
    def height(self, /) -> int: ...
    def shallowCopy(self, /) -> Grid:
        """
        A grid that shares its columns with this one.
        """
    @property
    def width(self, /) -> int: ...

@final
class Position:
    """
    A position of a game. It never changes: playing a move gives a new one.
    """
    def __copy__(self, /) -> Position: ...
    def __deepcopy__(self, /, _memo: Any) -> Position: ...
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
    def simulations(self, /, most: SupportsIndex = ...) -> Any:
        """
        The simulations of Monte Carlo tree search one by one, at most that many: the moves to the last node, its playout, the
        rewards, and what each node on the way has gathered since. Empty for other searches.
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
    def to_dict(self, /, nodes: SupportsIndex = ...) -> Any:
        """
        The recorded nodes as plain data, as ``plylab tree --json`` writes them, with at most that many nodes: the upper
        levels, and below them the lines that values come from.
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

def declared(game: Game) -> Any | None:
    """
    What the game offers to people, as a dictionary; None if it is not one of the registry's.
    """

def do_job(pack: str, fetch: Any, job: bytes) -> bytes:
    """
    Does a job of the experiment with that pack, and answers it. `fetch` gives the pack, and is called if this process does not
    have it yet.
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

def observe(position: Position, seat: SupportsIndex) -> bytearray:
    """
    The position as a seat sees it: 32-bit floats of the machine, row by row from the top, all planes of a cell together.
    """

def picture(position: Position) -> tuple[Any, Any]:
    """
    The picture of a position as data: its backdrop and its scene.
    """

def planes(game: Game) -> tuple[list[str], int, int] | None:
    """
    The names of the planes of the game's observations, their rows and their columns; None if its pictures are neither boards
    nor graphs.
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

def run_experiment(text: str, folder: str | PathLike[str], *, file: str | PathLike[str], threads: SupportsIndex, quick: bool, games: SupportsGetItem[int, Any], game_versions: SupportsGetItem[int, SupportsIndex], agents: SupportsGetItem[int, Any], versions: SupportsGetItem[int, str]) -> Any:
    """
    Runs an experiment of a `file` in a folder, with games and agents of the caller besides those by name, and returns its
    tables, its games and its report as a page. Files that it names are looked for beside `file` first.
    """

def run_on_cluster(arguments: SupportsGetItem[int, str], connect: Any) -> int:
    """
    Runs the command `plylab` with those arguments, the name of the program first, and returns its exit status. What it does
    on a cluster goes through the object that `connect` makes for an address.
    """

def set_interpreter(python: str) -> None:
    """
    Says how this package starts other programs: by its own interpreter.
    """

def shipped_layout(name: str) -> str | None:
    """
    The text of the built-in layout of that name, if there is one.
    """

def shipped_layouts() -> list[str]:
    """
    The names of the built-in layouts.
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
