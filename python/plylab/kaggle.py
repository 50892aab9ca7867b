"""Agents that were written for Kaggle's ConnectX, as they are.

A submission is a file whose last callable is the agent, ``def agent(observation, configuration)``:

>>> import plylab, plylab.kaggle
>>> mine = plylab.kaggle.agent("submission.py")
>>> plylab.match("connect4", mine, "alphabeta:depth=4", count=10)

In the terminal, experiments and pages it is ``py:submission.py#kaggle``.
"""

from __future__ import annotations

import builtins
import operator
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from plylab._errors import InputError, Overdue, _calm, _interrupt
from plylab._native import Budget, Game, Position, declared
from plylab._seats import mover

#: The seconds for each move.
ACT_TIMEOUT = 2.0

#: The seconds by which all moves of a game together may exceed that.
OVERAGE = 60.0


class Struct(dict[str, Any]):
    """A dictionary whose entries are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def load(path: str | os.PathLike[str], *, log: Callable[[str], Any] | None = None) -> Callable[..., Any]:
    """Run a submission and give its agent: the last callable that the file defines or imports.

    What the file prints goes to `log`, or to standard error.
    """
    file = Path(path)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}); give the path of a submission") from None
    code = compile(source, str(file), "exec")
    # Submissions import files that lie beside them.
    if (folder := str(file.resolve().parent)) not in sys.path:
        sys.path.append(folder)
    printing = {**vars(builtins), "print": partial(_print, log or sys.stderr.write)}
    names: dict[str, Any] = {"__builtins__": printing, "__file__": str(file.resolve()), "__name__": "submission"}
    exec(code, names)
    callables = [value for name, value in names.items() if name != "__builtins__" and callable(value)]
    if not callables:
        raise InputError(f"{file} defines no agent; write def agent(observation, configuration)")
    return callables[-1]  # type: ignore[no-any-return]


def agent(
    what: str | os.PathLike[str] | Callable[..., Any],
    *,
    act_timeout: float = ACT_TIMEOUT,
    overage: float = OVERAGE,
    log: Callable[[str], Any] | None = None,
) -> type[Submission]:
    """Make an agent of a submission, a file or a function, with the time rules of the competition.

    Every game runs the file anew. What it prints goes to `log`; without one it is kept with the game.
    """
    name = getattr(what, "__name__", None) or Path(str(what)).stem
    limits = {"act_timeout": act_timeout, "overage": overage, "log": staticmethod(log) if log else None}
    # A function must not become a method.
    made_of = {"what": what if _is_path(what) else staticmethod(what), "__doc__": f"The submission {name}."}  # type: ignore[arg-type]
    return type(name, (Submission,), {**limits, **made_of})


class Submission:
    """A submission in one game. `plylab.kaggle.agent` makes classes of this kind."""

    what: Any
    act_timeout: float = ACT_TIMEOUT
    overage: float = OVERAGE
    log: Callable[[str], Any] | None = None

    def __init__(self) -> None:
        self.printed = StringIO()
        self.left = self.overage
        self.call: Callable[..., Any] | None = None if _is_path(self.what) else self.what

    def act(self, position: Position, budget: Budget) -> str:
        """Ask the submission for a column, within its time."""
        began = time.monotonic()
        try:
            column = _within(self.act_timeout + self.left, partial(self._ask, position))
        finally:
            self.left -= max(0.0, time.monotonic() - began - self.act_timeout)
        if self.left < 0:
            raise Overdue(f"a move may take {self.act_timeout} s, and all together {self.overage} s more")
        # The columns have numbers from 0 there, and from 1 here. Anything else is no legal move, and shown as it is.
        try:
            return str(operator.index(column) + 1)
        except TypeError:
            return repr(column)

    def take_log(self) -> str:
        """Give what was printed since the last time."""
        printed = self.printed.getvalue()
        self.printed = StringIO()
        return printed

    def _ask(self, position: Position) -> Any:
        configuration = self._configuration(position.game)
        if self.call is None:  # The time to start counts, too.
            self.call = load(self.what, log=self.log or self._keep)
        facts = position.report
        observation = {
            "board": [".xo".index(sign) for sign in facts["board"].replace("/", "")],
            "mark": mover(position) + 1,
            "step": facts["stones"],
            "remainingOverageTime": self.left,
        }
        arguments = [Struct(observation), Struct(configuration)]
        code = getattr(self.call, "__code__", None)
        return self.call(*arguments[: code.co_argcount if code else None])

    def _configuration(self, game: Game) -> dict[str, Any]:
        kind = declared(game)
        if kind is None or (kind["interaction"] or {}).get("kind") != "drop":
            raise InputError(f"submissions for ConnectX play connect4, not {game.name}")
        settings = dict(item.split("=") for item in game.spec.partition(":")[2].split(","))
        return {
            "columns": int(settings["columns"]),
            "rows": int(settings["rows"]),
            "inarow": int(settings["connect"]),
            "actTimeout": self.act_timeout,
            "agentTimeout": self.overage,
            "episodeSteps": 1000,
            "runTimeout": 1200,
        }

    def _keep(self, text: str) -> None:
        self.printed.write(text)


def _is_path(what: Any) -> bool:
    return isinstance(what, (str, os.PathLike))


def _print(write: Callable[[str], Any], *values: Any, file: Any = None, **settings: Any) -> None:
    """Print to a log, unless a file is named."""
    if file is not None and file is not sys.stdout:
        print(*values, file=file, **settings)
        return
    settings.pop("flush", None)
    text = StringIO()
    print(*values, file=text, **settings)
    write(text.getvalue())


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """Call it, and interrupt it with `Overdue` when the time is over."""
    thread, lock, done = threading.get_ident(), threading.Lock(), False

    def end() -> None:
        with lock:
            if not done:
                _interrupt(thread)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        return call()
    finally:
        timer.cancel()
        with lock:
            done = True
        _calm(thread)
