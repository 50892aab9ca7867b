"""Widgets for notebooks: play a game, and step through a search. Needs anywidget.

>>> import plylab
>>> from plylab.widget import Play, Search
>>> Play("connect4", "alphabeta:depth=6")
>>> Search(plylab.game("tictactoe").start(), "alphabeta:depth=3")

They need no server: the kernel plays, and the notebook shows it.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from plylab._native import Agent, Game, Position, declared, game, picture, tree
from plylab._optional import need
from plylab._seats import mover, opponents_of

need("anywidget", "widget")

import anywidget  # noqa: E402
import traitlets  # noqa: E402


def _static(*names: str) -> str:
    return "\n".join((files("plylab") / "static" / name).read_text("utf-8") for name in names)


def _interaction(rules: Game, backdrop: dict[str, Any]) -> dict[str, Any] | None:
    """Say how the board takes moves. In a game of your own, the labels of columns and rows say it."""
    if rules.rules is None:
        declaration: dict[str, Any] = declared(rules) or {}
        return declaration.get("interaction")
    if not backdrop.get("column_labels"):
        return None
    return {"kind": "cell" if backdrop.get("row_labels") else "drop"}


class Play(anywidget.AnyWidget):
    """A game against agents: click on the board, choose a move from the list, or use the keys.

    You have `seat`; the opponents have the other seats in order, the last of them all that remain. Without an opponent
    you play all seats. `time`, in seconds, and `nodes` limit each of their moves.
    """

    _esm = _static("common.js", "play.js")
    _css = _static("widget.css")
    title = traitlets.Unicode().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        what: Game | Position | str | Any,
        *opponents: Agent | str | Any,
        seat: int = 0,
        seed: int = 0,
        time: float | None = None,
        nodes: int | None = None,
    ) -> None:
        start = what if isinstance(what, Position) else game(what).start(seed)
        self._agents = opponents_of(seat, start.game, opponents)
        self._time, self._nodes = time, nodes
        self._seed = seed
        self._played: list[tuple[Position, str]] = []
        self.position: Position = start
        self._start = start
        backdrop, _ = picture(start)
        self._board = {
            "interaction": _interaction(start.game, backdrop),
            "columns": backdrop.get("column_labels", []),
            "rows": backdrop.get("row_labels", []),
            "points": [point["label"] for point in backdrop.get("points", [])],
        }
        super().__init__(title=start.game.title)
        self.on_msg(self._told)
        self._let_others_move()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(move for _, move in self._played)

    def play(self, move: str) -> None:
        """Play a move, and let the opponents answer."""
        self._play(move)
        self._let_others_move()

    def undo(self) -> None:
        """Take back your last move, and the answers to it."""
        while self._played:
            self.position, _ = self._played.pop()
            if self._mine():
                break
        self._let_others_move()

    def restart(self) -> None:
        """Start again."""
        self.position, self._played = self._start, []
        self._let_others_move()

    def _mine(self) -> bool:
        return isinstance(self.position.turn, int) and self.position.turn not in self._agents

    def _play(self, move: str) -> None:
        after = self.position.play(move)
        self._played.append((self.position, move))
        self.position = after

    def _let_others_move(self) -> None:
        while not self.position.over and not self._mine():
            self._show(thinking=True)
            seed = self._seed + len(self._played)
            if self.position.turn == "chance":
                self._play(self.position.roll(seed) or "")
            else:
                thought = self._agents[mover(self.position)].think(
                    self.position, time=self._time, nodes=self._nodes, seed=seed
                )
                self._play(thought.move)
        self._show(thinking=False)

    def _show(self, *, thinking: bool, wrong: str = "") -> None:
        self.picture = self.position._repr_svg_()
        self.state = {
            **self._board,
            "legal": [] if thinking else list(self.position.legal),
            "thinking": thinking,
            "undo": bool(self._played),
            "status": wrong or self._status(),
            "line": " ".join(self.moves),
        }

    def _status(self) -> str:
        seats = self.position.game.seats
        if not self.position.over:
            if self.position.turn == "chance":
                return "Dice decide"
            turn = mover(self.position)
            return f"{seats[turn]} is thinking" if turn in self._agents else f"{seats[turn]} to move"
        _, scene = picture(self.position)
        if not scene["facts"]:
            return "The game is over"
        fact = scene["facts"][0]
        return f"{fact['label'].capitalize()}: {fact['value']}"

    def _told(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        """Do what the page asks for. What goes wrong is shown there."""
        try:
            if message.get("type") == "move":
                self.play(str(message.get("move")))
            elif message.get("type") == "undo":
                self.undo()
            elif message.get("type") == "restart":
                self.restart()
        except Exception as error:
            self._show(thinking=False, wrong=str(error))
            raise


def _simulation(happened: dict[str, Any]) -> dict[str, Any]:
    """Give what the page shows of a simulation. Nodes have other numbers there: it finds them by their moves."""
    told = {name: happened[name] for name in ("moves", "playout", "ended", "rewards")}
    told["adds"] = happened["expansion"] is not None
    told["backed"] = [(node["visits"], node["mean"]) for node in happened["backpropagation"]]
    return told


class Search(anywidget.AnyWidget):
    """The search of an agent, step by step: nodes that are entered, cut and left, with windows, values and boards.

    Monte Carlo tree search is shown simulation by simulation: selection, expansion, playout, and what it changes.
    At most `keep` nodes are sent to the notebook: the upper levels, and the lines that values come from. So are at
    most `keep` simulations; after them comes the end.
    """

    _esm = _static("common.js", "search.js")
    _css = _static("widget.css")
    title = traitlets.Unicode().tag(sync=True)
    tree = traitlets.Dict().tag(sync=True)
    simulations: Any = traitlets.List().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        position: Position,
        agent: Agent | str | Any = "alphabeta",
        *,
        depth: int | None = None,
        seed: int = 0,
        keep: int = 2000,
    ) -> None:
        recorded = tree(position, agent, depth=depth, seed=seed)
        self.position: Position = position
        super().__init__(
            title=recorded.title,
            tree=recorded.to_dict(keep),
            simulations=[_simulation(each) for each in recorded.simulations(keep)],
            picture=position._repr_svg_(),
        )
        self.on_msg(self._told)

    def _told(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        """Show the position that was chosen."""
        if message.get("type") == "look":
            position = self.position
            for move in message.get("moves", ()):
                position = position.play(move)
            self.picture = position._repr_svg_()
