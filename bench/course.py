"""Measures course code on our engine, and on the course's own where PLYLAB_COURSE names a folder with its files.

`python bench/course.py` needs the package plylab in this Python. Times are processor time: the best of seven rounds,
in which the engines take turns, so that a slow moment of the machine affects both. The search is the plain alpha-beta
of python/tests/course, the same for both engines. The autograder grades the agents in the course's folder.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 7
LAYOUTS = ("small", "medium")


def seconds(work, times):
    """Return the processor time of one call."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def random_play(start, moves):
    """Play games of random moves, all agents in turn."""
    done = 0
    while done < moves:
        state, agent = start, 0
        while legal := state.getLegalActions(agent):
            state = state.generateSuccessor(agent, random.choice(legal))
            agent = (agent + 1) % state.getNumAgents()
            done += 1


def measure(times):
    """Measure one round, by the modules of whichever engine is found; cheap work is done `times` times."""
    import layout
    import multiAgents
    import pacman

    random.seed(1)
    results = {}
    for name in LAYOUTS:
        start = pacman.GameState()
        start.initialize(layout.getLayout(name), 2)
        agent = multiAgents.AlphaBetaAgent(depth=3)
        results |= measure_state(name, start, agent, times)
    print(json.dumps(results))


def measure_state(name, start, agent, times):
    """Measure what is done to one state."""
    action, moves = start.getLegalActions(0)[0], 10 * times
    return {
        f"generateSuccessor, {name}, us": seconds(lambda: start.generateSuccessor(0, action), times) * 1e6,
        f"getFood().asList(), {name}, us": seconds(lambda: start.getFood().asList(), times) * 1e6,
        f"hash, {name}, us": seconds(lambda: hash(start), times) * 1e6,
        f"a move of random play, {name}, us": seconds(lambda: random_play(start, moves), 1) / moves * 1e6,
        f"alpha-beta, depth 3, {name}, ms": seconds(lambda: agent.getAction(start), 1 + times // 1000) * 1e3,
    }


def run(arguments, folder):
    """Run a program; return what it printed and its processor time."""
    before = os.times()
    done = subprocess.run(arguments, cwd=folder, check=True, capture_output=True, text=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout, used


def contest(course):
    """Let the engines take turns; return the best result of each by work."""
    engines = {"ours": [sys.executable, "-m", "plylab.course"]}
    if course:
        engines["course"] = [sys.executable]
    best = {engine: {} for engine in engines}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            for engine, python in engines.items():
                workplace = Path(folder, engine)
                if not workplace.exists():
                    furnish(workplace, course if engine == "course" else None)
                times = "2000" if engine == "course" else "50000"
                results = json.loads(run([*python, "course.py", times], workplace)[0])
                if course:
                    grade = [*python, "autograder.py", "--no-graphics"]
                    results["the autograder, s"] = run(grade, copy_of(course, folder))[1]
                for work, result in results.items():
                    best[engine][work] = min(result, best[engine].get(work, result))
    return best


def copy_of(course, folder):
    """Return a copy of the course's folder, to be written to."""
    copy = Path(folder, "autograder")
    if not copy.exists():
        shutil.copytree(course, copy)
    return copy


def furnish(workplace, course):
    """Make a folder with the layouts, the agents and this program."""
    if course:
        shutil.copytree(course, workplace)
    (workplace / "layouts").mkdir(parents=True, exist_ok=True)
    for name in LAYOUTS:
        shutil.copy(ROOT / "crates" / "games" / "layouts" / f"{name}.lay", workplace / "layouts")
    shutil.copy(ROOT / "python" / "tests" / "course" / "multiAgents.py", workplace)
    shutil.copy(__file__, workplace)


def main():
    """Print the table."""
    course = os.environ.get("PLYLAB_COURSE")
    best = contest(course)
    print("| work | ours | the course's engine | times as fast |\n|---|---:|---:|---:|")
    for work in best["course" if course else "ours"]:
        ours = best["ours"][work]
        theirs = best["course"][work] if course else None
        rest = f"{theirs:.3g} | {theirs / ours:.0f}" if theirs else "not measured | "
        print(f"| {work} | {ours:.3g} | {rest} |")


if __name__ == "__main__":
    # With a number this is one round, in a folder that has the modules of an engine.
    measure(int(sys.argv[1])) if len(sys.argv) > 1 else main()
