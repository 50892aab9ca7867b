"""Ray clusters on this machine: every node is a raylet of its own, started and ended by its process.

Where it is allowed, nodes have networks of their own, joined by wires that can be cut, as machines have.
"""

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


class Network:
    """Network namespaces: one for the head and the command, with a switch, and one on it for every other node."""

    def __init__(self):
        self.name = f"plylab-{secrets.token_hex(3)}"
        self.spaces = []
        try:
            self.head = self.space()
            self.ip("-n", self.head, "link", "add", "switch", "type", "bridge")
            self.ip("-n", self.head, "addr", "add", "10.213.0.1/24", "dev", "switch")
            self.ip("-n", self.head, "link", "set", "switch", "up")
        except BaseException:
            self.end()
            raise

    @staticmethod
    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True, capture_output=True)

    @classmethod
    def where_allowed(cls):
        """Make a network, or None where only the administrator may."""
        try:
            return cls()
        except (OSError, subprocess.CalledProcessError):
            return None

    def space(self):
        name = f"{self.name}-{len(self.spaces)}"
        self.ip("netns", "add", name)
        self.spaces.append(name)
        self.ip("-n", name, "link", "set", "lo", "up")
        return name

    def join(self):
        """Add a namespace on the switch, and give its name and address."""
        name = self.space()
        number = len(self.spaces)
        self.ip("-n", self.head, "link", "add", f"wire{number}", "type", "veth", "peer", "eth0", "netns", name)
        self.ip("-n", self.head, "link", "set", f"wire{number}", "master", "switch", "up")
        self.ip("-n", name, "addr", "add", f"10.213.0.{number}/24", "dev", "eth0")
        self.ip("-n", name, "link", "set", "eth0", "up")
        return name, f"10.213.0.{number}"

    def cut(self, name):
        """Cut the wire of a node."""
        self.ip("-n", name, "link", "set", "eth0", "down")

    def mend(self):
        """Mend all wires."""
        for name in self.spaces[1:]:
            self.ip("-n", name, "link", "set", "eth0", "up")

    def end(self):
        for name in self.spaces:
            self.ip("netns", "del", name)


class Rays:
    """A cluster; `apart` means with networks of their own, where that is allowed."""

    def __init__(self, cpus=1, apart=False):
        self.network = Network.where_allowed() if apart else None
        self.places = {}
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

    @property
    def inside(self):
        """How a command begins that runs on the first machine."""
        return ["ip", "netns", "exec", self.network.head] if self.network else []

    def start(self, arguments, cpus, **environment):
        """Start a node in a session of its own."""
        place, address, inside = None, "127.0.0.1", self.inside
        if self.network:
            place, address = self.network.join() if self.nodes else (self.network.head, "10.213.0.1")
            inside = ["ip", "netns", "exec", place]
        node = subprocess.Popen(
            [
                *(*inside, sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"),
                *(f"--node-ip-address={address}", f"--num-cpus={cpus}", "--object-store-memory=80000000"),
                *("--min-worker-port=0", "--max-worker-port=0", *arguments),
            ],
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.environment, **environment},
            stdout=(self.folder / f"node-{len(self.nodes)}.log").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.nodes.append(node)
        self.places[node.pid] = place
        return node

    def join(self, cpus=1, **environment):
        """Let another node join, and wait until it has."""
        node = self.start([f"--address={self.address}"], cpus, **environment)
        log = self.log(node)
        # It says so when the others know of it; its process is there some time before that.
        until(lambda: self.raylet(node) and "Ray runtime started" in log.read_text(), "the start of a node")
        return node

    def log(self, node):
        """Give the file with what a node has said."""
        return self.folder / f"node-{self.nodes.index(node)}.log"

    def raylet(self, node):
        """Give the number of the process of a node's raylet, once there is one."""
        assert node.poll() is None, self.log(node).read_text()
        for line in processes([f"session {node.pid}"]):
            number, _, command = line.partition(": ")
            if "/raylet" in command.split("\0")[0]:
                return int(number)
        return None

    def kill(self, node):
        """Kill a node's raylet at once, as if its machine had lost power."""
        os.kill(self.raylet(node), signal.SIGKILL)

    def cut(self, node):
        """Cut the network of a node, if it has one of its own; else kill it."""
        if self.network:
            self.network.cut(self.places[node.pid])
        else:
            self.kill(node)

    def mend(self):
        """Mend the network. Nodes that were cut off learn that they are given up, and end."""
        if self.network:
            self.network.mend()

    def end(self):
        """End all nodes, the head last, and return what is left of them."""
        marks = [f"session {node.pid}" for node in self.nodes]
        self.mend()
        for node in reversed(self.nodes):
            if node.poll() is None:
                node.terminate()
            node.wait(LONGEST)
        with contextlib.suppress(AssertionError):
            until(lambda: not processes(marks), "the end of Ray")
        if self.network:
            self.network.end()
        shutil.rmtree(self.folder, ignore_errors=True)
        return processes(marks)
