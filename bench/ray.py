"""Measures experiments on Ray beside `plylab run` on the same cores, and prints the table of docs/scale.md.

    pip install '.[ray]'             # the wheel as it is published
    python bench/ray.py              # or with --seconds 10, for a first look

It starts Ray on this machine, with nodes that are processes of their own, and ends them. Each figure is the best of
some rounds, and what is compared runs in turn. Times are those of whole commands, start and end included, as people
wait for them; `--seconds` is about how long each run takes. "while playing" leaves out the start: from the first game
stored to the last.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "python" / "tests"))
from rays import Rays, stored

SHORT = ("mcts:sims=150", "mcts:sims=150")
LONG = ("mcts:sims=2000", "mcts:sims=2000")


def experiment(game, players, games):
    """Write an experiment file of one cell."""
    listed = ", ".join(f'"{player}"' for player in players)
    Path("bench.toml").write_text(
        f'title = "Bench"\n[[sweep]]\nname = "bench"\ngame = "{game}"\nplayers = [{listed}]\n'
        f'start = "fixed"\nopening = 2\ngames = {games}\n'
    )


class Timed:
    """A run, with its duration and the rate while it plays."""

    def __init__(self, arguments, environment):
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            self.path, self.seen, self.over = Path(folder) / "out", [], threading.Event()
            watcher = threading.Thread(target=self.watch)
            watcher.start()
            began = time.monotonic()
            done = subprocess.run(
                [sys.executable, "-m", *arguments, "--out", self.path],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, **environment},
            )
            self.seconds = time.monotonic() - began
            self.over.set()
            watcher.join()
            assert done.returncode == 0, done.stderr
            self.games = stored(self.path)
        first = next((moment for moment in self.seen if moment[1] > 0), (began, 0))
        last = next((moment for moment in self.seen if moment[1] == self.games), (began + self.seconds, self.games))
        self.rate = (last[1] - first[1]) / max(last[0] - first[0], 1e-3)

    def watch(self):
        """Note how many games are stored, now and then."""
        while not self.over.wait(0.2):
            self.seen.append((time.monotonic(), stored(self.path)))


def local(threads):
    """Play on this machine."""
    return Timed(["plylab", "run", "bench.toml", "--threads", str(threads)], {})


def on(rays):
    """Play on a cluster."""
    return Timed(["plylab.ray", "run", "bench.toml", "--address", rays.address], rays.environment)


def row(what, figure):
    """Print a row of the table."""
    print(f"| {what} | {figure} |", flush=True)


def compare(name, players, seconds, rounds, rays, cores):
    """Measure games of one kind on the same cores, with and without Ray."""
    experiment("connect4", players, 200)
    pilot = local(1)
    each = 1 / pilot.rate if pilot.rate < 1e5 else pilot.seconds / pilot.games
    games = max(200, int(seconds * cores / max(each, pilot.seconds / pilot.games / 2)))
    experiment("connect4", players, games)
    runs = [(local(cores), on(rays)) for _ in range(rounds)]
    here, there = (min(run.seconds for run in side) for side in zip(*runs, strict=True))
    rates = [max(run.rate for run in side) for side in zip(*runs, strict=True)]
    row(f"{name}: {games} games of {1e3 * cores / rates[0]:.0f} ms, `plylab run --threads {cores}`", f"{here:.1f} s")
    row(f"{name}: the same on one node with {cores} slots", f"{there:.1f} s, {100 * (there / here - 1):+.0f} %")
    row(f"{name}: overhead while playing", f"{100 * (rates[0] / rates[1] - 1):+.0f} %")


def main():
    """Measure everything."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--rounds", type=int, default=3)
    options = options.parse_args()
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        os.chdir(folder)
        print("| | |\n|---|---:|")
        rays = Rays(cpus=cores)
        try:
            compare("short games", SHORT, options.seconds, options.rounds, rays, cores)
            compare("long games", LONG, options.seconds, options.rounds, rays, cores)
            experiment("tictactoe", ("random", "random"), int(20_000 * options.seconds / 10))
            row("the writer: games per second that take no time", f"{on(rays).rate:,.0f}")
            row("the same, `plylab run`", f"{local(cores).rate:,.0f}")
            jobs(rays)
            experiment("connect4", ("random", "random"), 1)
            row("start-up: one game, on a cluster that runs", f"{min(on(rays).seconds for _ in range(3)):.1f} s")
            row("the same, `plylab run`", f"{min(local(1).seconds for _ in range(3)):.1f} s")
        finally:
            rays.end()
        scaling(options)


def jobs(rays):
    """Measure how many jobs that do nothing go through one driver."""
    code = f"""
import logging, time, ray
ray.init(address={rays.address!r}, log_to_driver=False, logging_level=logging.CRITICAL)
task = ray.remote(num_cpus=1, max_retries=0)(lambda job: job)
ray.get([task.remote(b"") for _ in range(200)])
began = time.monotonic()
ray.get([task.remote(bytes(1000)) for _ in range(3000)])
print(3000 / (time.monotonic() - began))
"""
    environment = {**os.environ, **rays.environment}
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    row("Ray: jobs per second through one driver", f"{float(shown.stdout):,.0f}")


def scaling(options):
    """Measure one node with one slot, and two of them."""
    experiment("connect4", LONG, 200)
    games = max(200, int(200 * options.seconds / local(1).seconds))
    experiment("connect4", LONG, games)
    rates = []
    for nodes in (1, 2):
        rays = Rays(cpus=1)
        try:
            for _ in range(nodes - 1):
                rays.join()
            rates.append(max(on(rays).rate for _ in range(options.rounds)))
        finally:
            rays.end()
    row("one node with one slot, games per second", f"{rates[0]:.1f}")
    row("two such nodes", f"{rates[1]:.1f}, {rates[1] / rates[0]:.2f} times as many")


if __name__ == "__main__":
    main()
