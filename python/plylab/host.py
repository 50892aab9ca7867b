"""Run an agent that is written in Python in a process of its own: ``py:mine.py#Mine``.

``python -m plylab.host mine.py Mine`` speaks the protocol plylab-agent/1 for the class or function ``Mine`` in
``mine.py``. Without a name it is the last function or class with ``act`` that the file defines. What the agent prints
goes to standard error, which is kept with the game. ``py:submission.py#kaggle`` is a submission for ConnectX, see
`plylab.kaggle`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import plylab
from plylab import kaggle
from plylab._calls import takes_two
from plylab._native import make_budget


def load(path: str, name: str = "") -> Any:
    """Load the class or function of that name from a file; ``kaggle`` means a submission for ConnectX."""
    if name == "kaggle":
        return kaggle.agent(path, log=sys.stderr.write)
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise plylab.InputError(f"'{path}' is not a file of Python; name one that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec.loader.exec_module(module)
    if name:
        if not hasattr(module, name):
            raise plylab.InputError(f"'{path}' has no '{name}'; write py:{path}#NAME with a class or function in it")
        return getattr(module, name)
    own = [each for each in vars(module).values() if getattr(each, "__module__", None) == module.__name__]
    agents = [each for each in own if hasattr(each, "act") or inspect.isfunction(each)]
    if not agents:
        raise plylab.InputError(f"'{path}' defines no agent; write a function of positions, or a class with act")
    return agents[-1]


class Host:
    """Answers the messages of a match for one agent."""

    def __init__(self, make: Any, write: Callable[[dict[str, Any]], None]) -> None:
        self.make = make
        self.write = write
        self.game: plylab.Game | None = None
        self.agent: Any = None
        self.seat = 0
        self.seed = 0

    def take(self, message: dict[str, Any]) -> None:
        """Take one message, and answer it if it asks for something."""
        if message["type"] == "start":
            self.begin(message)
            self.write({"type": "ready", "wants": ["text"], "reset": True})
        elif message["type"] == "move":
            self.write({"id": message["id"], **self.move(message)})

    def begin(self, message: dict[str, Any]) -> None:
        """Begin a game."""
        facts = message["game"]
        self.game = plylab.game(facts.get("spec", facts["name"]))
        self.seat, self.seed = message["seat"], message["seed"]
        random.seed(self.seed)
        self.agent = self.make() if inspect.isclass(self.make) else self.make
        begin = getattr(self.agent, "begin", None)
        if begin is not None:
            begin(self.game, self.seat, self.seed)

    def move(self, message: dict[str, Any]) -> dict[str, Any]:
        """Let the agent choose."""
        assert self.game is not None
        position = self.game.position(message["position"])
        act = getattr(self.agent, "act", self.agent)
        budget = make_budget(
            time=message["time_ms"] / 1000 if message.get("time_ms") is not None else None,
            nodes=message.get("nodes"),
            depth=message.get("depth"),
            seat=self.seat,
            seed=self.seed,
        )
        answer = act(position, budget) if takes_two(act) else act(position)
        if isinstance(answer, plylab.Thought):
            return _told(answer)
        return {"action": answer if isinstance(answer, str) else repr(answer)}


def _told(thought: plylab.Thought) -> dict[str, Any]:
    told: dict[str, Any] = {"action": thought.move, "nodes": thought.nodes, "line": list(thought.line)}
    scores = {root.move: root.value.score for root in thought.moves}
    told["moves"] = {move: score for move, score in scores.items() if score is not None}
    if thought.value is not None and thought.value.score is not None:
        told["value"] = thought.value.score
    return told


def main(arguments: list[str], lines: IO[str], out: IO[str]) -> None:
    """Answer line by line until the input ends."""

    def write(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    with contextlib.redirect_stdout(sys.stderr):
        host = Host(load(*arguments), write)
        for line in lines:
            host.take(json.loads(line))


if __name__ == "__main__":
    main(sys.argv[1:], sys.stdin, sys.stdout)
