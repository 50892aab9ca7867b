"""Run an experiment on a Ray cluster.

``python -m plylab.ray run mine.toml --address 10.0.0.1:6379`` takes the arguments of ``plylab run``, plays the games on
all machines of the cluster, and writes the same results. Without an address it uses the cluster that Ray finds, or else
starts Ray on this machine for as long as it takes. See docs/scale.md.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import plylab
from plylab._native import run_on_cluster
from plylab._optional import need


class Cluster:
    """A Ray cluster, as the lab sees it: machines that get jobs, and answers that come back."""

    def __init__(self, address: str | None) -> None:
        self.ray = need("ray", "ray")
        self.strategies = need("ray.util.scheduling_strategies", "ray")
        # What there is to say about machines the lab says itself.
        logging.getLogger("ray").setLevel(logging.CRITICAL)
        try:
            _reach(address)
            self.ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.CRITICAL)
        except Exception as error:
            where = f"at '{address}'" if address else "on this machine"
            raise plylab.InputError(f"there is no Ray cluster {where} ({_line(error)}); see docs/scale.md") from error
        # It comes back to the lab if it is lost: another machine may do it.
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(_make_task())
        self.pack: tuple[str, list[Any]] = ("", [])
        self.jobs: dict[Any, tuple[int, str]] = {}

    def nodes(self) -> list[tuple[str, str, int]]:
        """List the machines that are alive: number, name for people, and how many jobs they do at once."""
        found = []
        for node in self.ray.nodes():
            if node["Alive"]:
                name = f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']}:{node['NodeManagerPort']})"
                found.append((node["NodeID"], name, int(node["Resources"].get("CPU", 0))))
        return found

    def offer(self, name: str, pack: bytes) -> None:
        """Keep what an experiment needs where every machine can fetch it."""
        # In a list, Ray fetches it only when somebody asks.
        self.pack = (name, [self.ray.put(pack)])

    def send(self, ticket: int, node: str, job: bytes) -> None:
        """Send a job to a machine, and nowhere else."""
        there = self.strategies.NodeAffinitySchedulingStrategy(node, soft=False)
        name, pack = self.pack
        ref = self.task.options(scheduling_strategy=there).remote(plylab.__version__, name, pack, job)
        self.jobs[ref] = (ticket, node)

    def wait(self, seconds: float) -> list[tuple[int, str, bytes]]:
        """Wait for answers: the ticket, what became of the job, and what it says."""
        if not self.jobs:
            time.sleep(seconds)
            return []
        ready, _ = self.ray.wait(list(self.jobs), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self.ray.wait(list(self.jobs), num_returns=len(self.jobs), timeout=0)
        return [self._fate(ref, *self.jobs.pop(ref)) for ref in ready]

    def _fate(self, ref: Any, ticket: int, node: str) -> tuple[int, str, bytes]:
        try:
            return ticket, "done", self.ray.get(ref)
        except self.ray.exceptions.RayError as error:
            alive = any(known == node for known, _, _ in self.nodes())
            lost = (self.ray.exceptions.NodeDiedError, self.ray.exceptions.TaskUnschedulableError)
            if not alive or isinstance(error, lost):
                return ticket, "gone", b""
            return ticket, "crashed", _line(error).encode()

    def close(self) -> None:
        """Leave the cluster. Jobs in progress end."""
        self.ray.shutdown()


def _reach(address: str | None) -> None:
    """Raise an error if nobody listens at an address: Ray would try for minutes."""
    host, _, port = (address or "").rpartition(":")
    if host and port.isdigit() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()


def _line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def _make_task() -> Callable[..., bytes]:
    # A function inside another goes to machines as code, so that one with another plylab, or none, can say so.
    def task(version: str, name: str, pack: list[Any], job: bytes) -> bytes:
        import json

        import ray

        try:
            import plylab
        except ImportError:
            return json.dumps({"type": "stranger", "version": None}).encode()
        if plylab.__version__ != version:
            return json.dumps({"type": "stranger", "version": plylab.__version__}).encode()
        from plylab._native import do_job

        return do_job(name, lambda: ray.get(pack[0]), job)

    return task


def main(arguments: list[str]) -> int:
    """Run the command with these arguments, and return its exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    # Ctrl-C is for the command. Python would only take note of it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_on_cluster(["plylab", *arguments, "--on", "ray"], Cluster)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
