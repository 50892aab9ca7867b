"""Ray clusters on this machine: every node is a raylet of its own, started and ended by its process."""

import contextlib
import os
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# A dead node is noticed within seconds, and work has the priority of everything else.
QUICKLY = {
    "RAY_worker_niceness": "0",
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "3",
    "RAY_USAGE_STATS_ENABLED": "0",
}
LONGEST = 120


def until(condition, what):
    """Wait until a condition holds, and return what it gives."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} takes too long")


def processes(marks):
    """List the processes of which a word of the command line, or the session, is one of `marks`."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            with contextlib.suppress(OSError):
                command = (process / "cmdline").read_bytes().decode(errors="replace")
                stat = (process / "stat").read_text().rpartition(")")[2].split()
                if stat[0] != "Z" and any(mark in command or mark == f"session {stat[3]}" for mark in marks):
                    found.append(f"{process.name}: {command}")
    return found


def stored(folder):
    """Count the games in a store, also while it is written to."""
    try:
        with sqlite3.connect(f"file:{folder}/results.sqlite?mode=ro", uri=True) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


class Rays:
    """A cluster."""

    def __init__(self, cpus=1):
        # Ray puts sockets there, whose paths must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="rays-", dir="/tmp"))
        # Nobody else gets in, and no token of the user is touched.
        token = self.folder / "token"
        token.write_text(secrets.token_hex(32))
        self.environment = {**QUICKLY, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(token)}
        self.nodes = []
        head = self.start(["--head", "--port=0", "--include-dashboard=false", f"--temp-dir={self.folder}"], cpus)
        current = self.folder / "ray_current_cluster"
        until(lambda: self.raylet(head) and current.exists() and current.read_text(), "the start of Ray")
        self.address = current.read_text().strip()

    def start(self, arguments, cpus, **environment):
        """Start a node in a session of its own."""
        node = subprocess.Popen(
            [
                *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"),
                *("--node-ip-address=127.0.0.1", f"--num-cpus={cpus}", "--object-store-memory=80000000"),
                *("--min-worker-port=0", "--max-worker-port=0", *arguments),
            ],
            env={**os.environ, **self.environment, **environment},
            stdout=(self.folder / f"node-{len(self.nodes)}.log").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.nodes.append(node)
        return node

    def join(self, cpus=1, **environment):
        """Let another node join, and wait until it has."""
        node = self.start([f"--address={self.address}"], cpus, **environment)
        until(lambda: self.raylet(node), "the start of a node")
        return node

    def raylet(self, node):
        """Give the number of the process of a node's raylet, once there is one."""
        assert node.poll() is None, (self.folder / f"node-{self.nodes.index(node)}.log").read_text()
        for line in processes([f"session {node.pid}"]):
            number, _, command = line.partition(": ")
            if "/raylet" in command.split("\0")[0]:
                return int(number)
        return None

    def kill(self, node):
        """Kill a node's raylet at once, as if its machine had lost power."""
        os.kill(self.raylet(node), signal.SIGKILL)

    def end(self):
        """End all nodes, the head last, and return what is left of them."""
        marks = [f"session {node.pid}" for node in self.nodes]
        for node in reversed(self.nodes):
            if node.poll() is None:
                node.terminate()
            node.wait(LONGEST)
        with contextlib.suppress(AssertionError):
            until(lambda: not processes(marks), "the end of Ray")
        shutil.rmtree(self.folder, ignore_errors=True)
        return processes(marks)
