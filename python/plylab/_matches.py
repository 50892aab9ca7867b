"""Matches between agents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plylab._native import Agent, Game, Position, game, play_match
from plylab._tables import Tabular, html_table


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match.

    `ending` is ``"over"``, a result by the rules, or ``"move-limit"``, ``"stopped"``, or the reason of a forfeit:
    ``"illegal-move"``, ``"time-out"``, ``"crash"``, ``"garbage"``, ``"no-start"``, ``"resigned"``. Only a game that
    is over has `outcomes` and `utilities`.
    """

    game: Game
    number: int
    seed: int
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    ending: str
    forfeited_by: int | None
    reason: str | None
    outcomes: tuple[str, ...]
    utilities: tuple[float, ...]
    nodes: int
    end: str
    logs: tuple[str, ...]

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the end."""
        positions = [self.game.start(self.seed)]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    def _repr_svg_(self) -> str:
        return self.positions[-1]._repr_svg_()


@dataclass(frozen=True)
class MatchResult(Tabular):
    """A match that was played: its games, and the totals as `plylab match --json` writes them."""

    game: Game
    games: tuple[PlayedGame, ...]
    totals: dict[str, Any]

    def __iter__(self) -> Iterator[PlayedGame]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)

    @property
    def players(self) -> list[dict[str, Any]]:
        """The totals of each player: wins, draws, losses, rates with intervals, forfeits by reason."""
        players: list[dict[str, Any]] = self.totals["players"]
        return players

    def rows(self) -> list[dict[str, Any]]:
        """Give one row per game."""
        return [self._row(game) for game in self.games]

    def _row(self, game: PlayedGame) -> dict[str, Any]:
        row: dict[str, Any] = {"game": game.number, "seed": game.seed, "ending": game.ending}
        row["forfeited_by"] = game.forfeited_by
        row["moves"] = len(game.moves)
        row["nodes"] = game.nodes
        for seat, agent in enumerate(game.seats):
            row[f"agent_{seat}"] = agent
            row[f"outcome_{seat}"] = game.outcomes[seat] if game.outcomes else None
            row[f"utility_{seat}"] = game.utilities[seat] if game.utilities else None
        return row

    def _standings(self) -> list[dict[str, Any]]:
        names = ("name", "agent", "wins", "draws", "losses")
        standings = []
        for player in self.players:
            row = {name: player[name] for name in names if name in player}
            row["forfeits"] = sum(player["forfeits"].values())
            standings.append(row)
        return standings

    def __repr__(self) -> str:
        players = "; ".join(
            f"{player['agent']}: {player['wins']} won, {player['draws']} drawn, {player['losses']} lost"
            for player in self.players
        )
        return f"<MatchResult {self.game.name}, {len(self.games)} games: {players}>"

    def _repr_html_(self) -> str:
        return html_table(self._standings(), f"{self.game.title}: {len(self.games)} games")


def match(
    what: Game | str | Any,
    *agents: Agent | str | Any,
    count: int = 1,
    seed: int = 0,
    swap: bool | None = None,
    time: float | None = None,
    nodes: int | None = None,
    moves: int = 10_000,
    opening: int = 0,
    threads: int | None = None,
    grade: bool = False,
) -> MatchResult:
    """Play agents against each other.

    Agents take the seats in order; the last of several takes all that remain. They are specs, such as
    ``"alphabeta:depth=4"``, or your own: functions of positions, or classes with ``act(position, budget)``,
    of which every game gets a new object. Two agents swap sides after every game where the seats are alike,
    unless `swap` says otherwise.

    `time` is in seconds and `nodes` in nodes, per move; `moves` limits a game, and `opening` is the number of
    random moves it begins with. The games are the same for any number of `threads`, which is one by default
    where time is limited, and else one per processor.
    """
    rules = game(what)
    if threads is None:
        threads = 1 if time is not None else os.cpu_count() or 1
    answer = play_match(
        rules,
        list(agents),
        count=count,
        seed=seed,
        swap=swap,
        time=time,
        nodes=nodes,
        moves=moves,
        opening=opening,
        threads=threads,
        grade=grade,
    )
    return MatchResult(rules, tuple(_played(rules, record) for record in answer["games"]), answer["totals"])


def _played(rules: Game, record: dict[str, Any]) -> PlayedGame:
    ending = record["ending"]
    return PlayedGame(
        game=rules,
        number=record["number"],
        seed=record["seed"],
        seats=tuple(record["seats"]),
        moves=tuple(record["moves"]),
        ending=ending.get("reason", ending["code"]),
        forfeited_by=ending.get("agent"),
        reason=record["reason"],
        outcomes=tuple(record["outcomes"]),
        utilities=tuple(record["utilities"]),
        nodes=record["nodes"],
        end=record["end"],
        logs=tuple(record["logs"]),
    )
