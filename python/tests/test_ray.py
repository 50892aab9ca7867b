"""Experiments on a real Ray cluster of several nodes, some of which die, come late, or have another version."""

import fcntl
import os
import pty
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import threading
import uuid

import pytest

pytest.importorskip("ray", reason="Ray is not installed: nothing is tested on a cluster")

from rays import LONGEST, Rays, processes, stored, until

import plylab

EXPERIMENT = """
title = "On many machines"
seed = 3

[[sweep]]
name = "ours"
game = "connect4"
players = ["alphabeta:depth={depth}", "mcts:sims=3000"]
vary = { depth = [4, 6] }
start = "alternate"
games = 100

[[sweep]]
name = "theirs"
game = "connect4"
players = ["{whose}", "random"]
vary = { whose = { class = "py:agents/MARK.py#Mine", lines = 'exec:"python3 agents/MARK-lines.py"', named = "named" } }
games = 12

[[sweep]]
name = "a maze"
game = "pacman:layout=small-MARK.lay"
players = ["left-turn", "random"]
games = 10

[[tournament]]
name = "which is stronger"
game = "connect4"
agents = ["alphabeta:depth=3", "random"]
games = 300
sprt = { elo0 = 0, elo1 = 200 }
"""

MAZE = """%%%%%%%
%P.  .%
% %%% %
%.   G%
%%%%%%%
"""

# Agents that take their time, so that a run is never over before something happens to it, however quick the machine.
MINE = """
import random
import time

class Mine:
    def begin(self, game, seat, seed):
        self.random = random.Random(seed)

    def act(self, position, budget):
        time.sleep(0.03)
        return self.random.choice(position.legal)
"""

LINES = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "wants": ["text"], "reset": True}), flush=True)
    elif message["type"] == "move":
        time.sleep(0.03)
        print(json.dumps({"id": message["id"], "action": message["legal"][len(message["moves"]) % 3 - 1]}), flush=True)
"""

NAMES = """
[agents.named]
command = ["./run"]
folder = "named"
env = { WHICH = "MARK" }
"""


@pytest.fixture(scope="module")
def rays():
    cluster = Rays(apart=True)
    yield cluster
    assert cluster.end() == []


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Make a folder with an experiment. Its agents have a mark, so that none of their processes is missed."""
    monkeypatch.chdir(tmp_path)
    mark = f"mark{uuid.uuid4().hex[:12]}"
    (tmp_path / "agents").mkdir()
    (tmp_path / "named").mkdir()
    files = {
        "mine.toml": EXPERIMENT,
        "small-MARK.lay": MAZE,
        "agents/MARK.py": MINE,
        "agents/MARK-lines.py": LINES,
        "plylab.toml": NAMES,
        "named/run": "#!/bin/sh\nexec python3 lines.py $WHICH\n",
        "named/lines.py": LINES,
    }
    for name, text in files.items():
        (tmp_path / name.replace("MARK", mark)).write_text(text.replace("MARK", mark))
    (tmp_path / "named" / "run").chmod(0o755)
    return tmp_path, mark


class Watched:
    """A command whose notes and progress go to a terminal, as people see them."""

    def __init__(self, rays, *arguments):
        ours, its = pty.openpty()
        # Large enough for tables and progress.
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
        environment = {**os.environ, **rays.environment}
        self.process = subprocess.Popen(
            [*rays.inside, sys.executable, "-m", *arguments, "--address", rays.address],
            stdout=subprocess.PIPE,
            stderr=its,
            text=True,
            env=environment,
        )
        os.close(its)
        self.seen = ""
        self.reader = threading.Thread(target=self.read, args=(ours,), daemon=True)
        self.reader.start()

    def read(self, ours):
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:
                some = b""
            if not some:
                os.close(ours)
                return
            self.seen += some.decode(errors="replace")

    def end(self):
        """Wait for the end, and return the exit status with standard output and what the terminal has shown."""
        out, _ = self.process.communicate(timeout=LONGEST)
        self.reader.join(LONGEST)
        return self.process.returncode, out, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.seen)


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "plylab", *arguments], capture_output=True, text=True, check=False, timeout=LONGEST
    )


def export(folder):
    shown = command("results", "export", str(folder))
    assert shown.returncode == 0, shown.stderr
    return shown.stdout


def columns(folder):
    """Give everything in a store that is the same on every machine, as it is stored: all but times and logs."""
    same = """cell, number, swapped, plies, digest, json_remove(record, '$.logs',
        '$.efforts[0].seconds', '$.efforts[1].seconds', '$.efforts[2].seconds')"""
    with sqlite3.connect(f"{folder}/results.sqlite") as store:
        games = store.execute(f"SELECT {same} FROM games ORDER BY cell, number").fetchall()
        return games, store.execute("SELECT * FROM cells ORDER BY id").fetchall()


def test_nodes_come_and_go_and_the_results_are_those_of_one_machine(rays, place):
    folder, mark = place
    here = command("run", "mine.toml", "--out", "here")
    assert here.returncode == 0, here.stderr
    doomed = rays.join()
    run = Watched(rays, "plylab.ray", "run", "mine.toml", "--out", "there")
    until(lambda: run.process.poll() is not None or stored(folder / "there") >= 30, "the first games")
    assert run.process.poll() is None, run.end()
    rays.kill(doomed)
    gone = "is gone; its games are played elsewhere"
    until(lambda: gone in run.seen, "the loss of a node")
    before = stored(folder / "there")
    until(lambda: stored(folder / "there") > before and "1 node with 1 processor" in run.seen, "the next games")
    # A node that joins in mid-run plays, too, until its network is cut.
    alone = len(run.seen)
    late = rays.join()
    until(lambda: "2 nodes with 2 processors" in run.seen[alone:], "the node that joins")
    assert run.process.poll() is None, run.end()
    rays.cut(late)
    until(lambda: gone in run.seen[alone:], "the loss of a node without a network")
    before = stored(folder / "there")
    assert run.process.poll() is None, run.end()
    run.process.send_signal(signal.SIGINT)
    status, out, seen = run.end()
    assert status == 130, (out, seen)
    assert "stopped; run the same command to continue" in seen
    assert re.search(r"[\d.]+ games/s, \d+ (s|min) left, 2 nodes with 2 processors", seen), seen[-3000:]
    kept = stored(folder / "there")
    assert before <= kept < stored(folder / "here")
    # The same command goes on, by its other name, and a new node helps.
    rays.join()
    again = Watched(rays, "plylab", "run", "mine.toml", "--out", "there", "--on", "ray")
    status, out, seen = again.end()
    assert status == 0, (out, seen)
    total = stored(folder / "here")
    assert f"{total - kept} games played, {total} of {total} stored in there" in out
    assert "2 nodes with 2 processors" in seen
    assert export("there") == export("here")
    assert columns("there") == columns("here")
    assert command("results", "check", "there").returncode == 0
    # The node that was cut off still waits for orders, until its network is back.
    rays.mend()
    assert until(lambda: not processes([mark]), "the end of agents")


def test_a_node_with_another_version_or_none_is_refused(rays, place):
    folder, _ = place
    others = []
    for name, text in {"older": '__version__ = "0.0.1"\n', "without": "raise ImportError(__name__)\n"}.items():
        (folder / name / "plylab").mkdir(parents=True)
        (folder / name / "plylab" / "__init__.py").write_text(text)
        others.append(rays.join(PYTHONPATH=str(folder / name)))
    (folder / "short.toml").write_text(
        'title = "x"\nlimits = { time-per-move = 20 }\n[[sweep]]\nname = "timed"\ngame = "connect4"\n'
        'players = ["alphabeta", "random"]\ngames = 3\n'
    )
    status, out, seen = Watched(rays, "plylab.ray", "run", "short.toml", "--out", "short").end()
    assert (status, "3 games played and stored in short" in out) == (0, True), (out, seen)
    ours = plylab.__version__
    older = rf"note: node [^\n]+ is not used: it has plylab 0\.0\.1, and this is {ours}; install plylab {ours} there"
    without = rf"note: node [^\n]+ is not used: its Python has no plylab; install plylab {ours} there"
    assert len(re.findall(older, seen)) == 1 and len(re.findall(without, seen)) == 1, seen
    timed = "'timed' limits the time per move: its games depend on the speed of the machines that play them"
    assert timed in seen
    for node in others:
        rays.kill(node)
        node.wait(LONGEST)


def test_a_cluster_that_cannot_play_is_refused_and_nothing_is_written(place):
    folder, _ = place
    (folder / "other" / "plylab").mkdir(parents=True)
    (folder / "other" / "plylab" / "__init__.py").write_text('__version__ = "0.0.1"\n')
    cluster = Rays(cpus=0)
    try:
        cluster.join(PYTHONPATH=str(folder / "other"))
        status, _, seen = Watched(cluster, "plylab.ray", "run", "mine.toml", "--out", "none").end()
        assert status == 2, seen
        assert "error: no node of the cluster can be used; the notes above say why" in seen
        assert not (folder / "none").exists()
    finally:
        assert cluster.end() == []


def test_no_cluster_and_no_ray_are_told_in_one_sentence(place, monkeypatch):
    folder, _ = place
    wrong = subprocess.run(
        [sys.executable, "-m", "plylab.ray", "run", "mine.toml", "--address", "127.0.0.1:1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    assert wrong.returncode == 2, wrong.stderr
    assert "error: there is no Ray cluster at '127.0.0.1:1' (" in wrong.stderr
    (folder / "shadow" / "ray").mkdir(parents=True)
    (folder / "shadow" / "ray" / "__init__.py").write_text("raise ModuleNotFoundError('none', name='ray')\n")
    monkeypatch.setenv("PYTHONPATH", str(folder / "shadow"))
    wrong = command("run", "mine.toml", "--on", "ray")
    assert wrong.returncode == 2
    assert "error: plylab.ray needs the package ray; install it with: pip install 'plylab[ray]'" in wrong.stderr
    assert not (folder / "results").exists()
