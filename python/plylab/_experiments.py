"""Experiments and tournaments."""

from __future__ import annotations

import csv
import hashlib
import inspect
import os
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from plylab._errors import InputError
from plylab._native import Game, experiment_text, run_experiment, tournament_text
from plylab._tables import Tabular, html_table


@dataclass(frozen=True)
class ReportTable(Tabular):
    """A table of a report. Numbers are numbers, and what is missing is None."""

    section: str
    title: str
    csv: str = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """Give the rows as plain dictionaries."""
        return [{name: _value(text) for name, text in row.items()} for row in csv.DictReader(self.csv.splitlines())]

    def _repr_html_(self) -> str:
        return html_table(self.rows(), self.title)


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


@dataclass(frozen=True)
class Results(Tabular):
    """The results of an experiment: the tables of its report, its games, and the report as a page."""

    title: str
    folder: Path | None
    tables: tuple[ReportTable, ...]
    games: tuple[dict[str, Any], ...] = field(repr=False)
    html: str = field(repr=False)

    def __iter__(self) -> Iterator[ReportTable]:
        return iter(self.tables)

    def rows(self) -> list[dict[str, Any]]:
        """Give one row per game."""
        return [_row(game) for game in self.games]

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables)


def _row(game: dict[str, Any]) -> dict[str, Any]:
    ending = game["ending"]
    row = {"key": game["key"], "game": game["game"], "seed": game["seed"]}
    row["ending"] = ending.get("reason", ending["code"])
    row["forfeited_by"] = ending.get("agent")
    row["moves"] = len(game["moves"])
    for seat, agent in enumerate(game["seats"]):
        row[f"agent_{seat}"] = agent
        row[f"outcome_{seat}"] = game["outcomes"][seat] if game["outcomes"] else None
        row[f"utility_{seat}"] = game["utilities"][seat] if game["utilities"] else None
    return row


class Experiment:
    """An experiment: bundled, by its name, or in a file."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def __repr__(self) -> str:
        return f"plylab.experiment({self.name!r})"

    def run(
        self,
        *,
        threads: int | None = None,
        quick: bool = False,
        folder: str | os.PathLike[str] | None = None,
        games: Sequence[Any] = (),
        agents: Sequence[Any] = (),
    ) -> Results:
        """Play the games that are missing in `folder`, and report.

        Games are kept there as they end, by default in ``results/NAME``, as `plylab run` does: after Ctrl-C the same
        call goes on where it was. `quick` plays only a few games of each setting. Layouts and trees that the file
        names are found beside it, or else in the current folder. `games` and `agents` are your own, which the file
        can then name.
        """
        stem = Path(self.name).stem + ("-quick" if quick else "")
        place = Path(folder) if folder is not None else Path("results") / stem
        return _run(self.text, place, threads, quick, agents, games, file=self.name)


def experiment(name: str | os.PathLike[str]) -> Experiment:
    """Read an experiment: a bundled one, such as ``"report-c"``, or a file."""
    text = experiment_text(os.fspath(name))
    if text is None:
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"there is no experiment '{os.fspath(name)}' ({error}); use a bundled one, as in 'report-c', or a file"
            ) from error
    return Experiment(os.fspath(name), text)


def tournament(
    what: Game | str | Any,
    agents: Sequence[Any],
    *,
    games: int = 2,
    seed: int = 0,
    opening: int = 0,
    time: float | None = None,
    threads: int | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Results:
    """Let every agent meet every other, and rank them.

    The game and the agents are specs or your own, as in `plylab.match`; `games` is the number per pair, half of them
    with swapped seats. With a `folder` the games are kept there, and the same call again plays only what is missing,
    or whose game or agent has changed.
    """
    if len(agents) < 2:
        raise InputError(f"{len(agents)} agents are not enough for a tournament; name at least two")
    text = tournament_text(what, list(agents), games=games, seed=seed, opening=opening, time=time)
    own = () if isinstance(what, str) or (isinstance(what, Game) and what.rules is None) else (what,)
    if folder is not None:
        return _run(text, Path(folder), threads, False, agents, own)
    with tempfile.TemporaryDirectory(prefix="plylab-") as place:
        return replace(_run(text, Path(place) / "tournament", threads, False, agents, own), folder=None)


def _run(
    text: str,
    folder: Path,
    threads: int | None,
    quick: bool,
    agents: Sequence[Any],
    games: Sequence[Any],
    file: str = "",
) -> Results:
    answer = run_experiment(
        text,
        folder,
        file=file,
        threads=threads if threads is not None else os.cpu_count() or 1,
        quick=quick,
        games=list(games),
        game_versions=[_rules_version(each) for each in games],
        agents=list(agents),
        versions=[_version(agent) for agent in agents],
    )
    tables = tuple(ReportTable(table["section"], table["title"], table["csv"]) for table in answer["tables"])
    return Results(answer["title"], folder, tables, tuple(answer["games"]), answer["html"])


def _rules_version(what: Any) -> int:
    """Identify the code of a game, with all classes that it is made of."""
    rules = what.rules if isinstance(what, Game) else what
    classes = (rules if inspect.isclass(rules) else type(rules)).__mro__[:-1]
    return int(hashlib.sha256("".join(_version(each) for each in classes).encode()).hexdigest()[:8], 16)


def _version(agent: Any) -> str:
    """Identify the code of an agent; code that cannot be read is never the same again."""
    try:
        source = inspect.getsource(agent if inspect.isclass(agent) or inspect.isroutine(agent) else type(agent))
    except (OSError, TypeError):
        return uuid.uuid4().hex
    return hashlib.sha256(source.encode()).hexdigest()[:32]
