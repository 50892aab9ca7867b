"""The course's own files, where PLYLAB_COURSE names a folder with them: the autograder and recorded games."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from course_runs import FILES, command, fill

COURSE = os.environ.get("PLYLAB_COURSE")
pytestmark = pytest.mark.skipif(not COURSE, reason="PLYLAB_COURSE names no folder with the course's files")

# A tree of our own: strict alpha-beta does not look at the last leaf.
TREE = '''class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "1"
num_agents: "2"
start_state: "A"
win_states: "D E F G"
lose_states: ""
successors: """
A Left B
A Right C
B Left D
B Right E
C Left F
C Right G
"""
evaluation: """
D 5.0
E 9.0
F 4.0
G 8.0
"""
diagram: """
A
"""
'''
SOLUTION = 'action: "Left"\ngenerated: "A B C D E F"\n'


@pytest.fixture
def folder(tmp_path):
    """A copy of the course's folder with our agents."""
    target = tmp_path / "course"
    shutil.copytree(COURSE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return fill(target, "multiAgents.py", "trace.py")


def output(folder, arguments):
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
    return done.stdout


def both(folder, *arguments):
    """What a program prints on the course's engine, and on ours."""
    return output(folder, [sys.executable, *arguments]), output(folder, command(*arguments))


def grades(text):
    return re.findall(r"^(?:Question (\w+)|Total): (\d+/\d+)$", text, re.MULTILINE)


def wrong(folder, right, changed):
    text = (FILES / "multiAgents.py").read_text()
    assert right in text
    (folder / "multiAgents.py").write_text(text.replace(right, changed))


def test_the_autograder_gives_the_same_grades(folder):
    theirs, ours = both(folder, "autograder.py", "--no-graphics")
    assert grades(ours) == grades(theirs) and ("q3", "5/5") in grades(ours)


@pytest.mark.parametrize(
    ("right", "changed"),
    [
        ("best > beta", "best >= beta"),
        ("rounds == 0", "rounds == 1"),
        ("state.getLegalActions(agent)", "reversed(state.getLegalActions(agent))"),
        ("return best, move\n", "return best, 'Sideways'\n"),
    ],
)
def test_wrong_solutions_lose_the_same_points(folder, right, changed):
    wrong(folder, right, changed)
    theirs, ours = both(folder, "autograder.py", "-q", "q3", "--no-graphics")
    assert grades(ours) == grades(theirs) and ("q3", "5/5") not in grades(ours)


def test_a_tree_of_our_own_is_graded(folder):
    case = folder / "test_cases" / "q3" / "0-our-own-tree"
    case.with_suffix(".test").write_text(TREE)
    case.with_suffix(".solution").write_text(SOLUTION)
    arguments = ["autograder.py", "-t", "test_cases/q3/0-our-own-tree", "--no-graphics"]
    theirs, ours = both(folder, *arguments)
    assert "PASS" in ours and ("FAIL" in ours) == ("FAIL" in theirs)
    wrong(folder, "best < alpha", "best < alpha - 99")
    theirs, ours = both(folder, *arguments)
    assert "FAIL" in ours and "FAIL" in theirs


def test_states_and_games_are_the_same_in_the_courses_mazes(folder):
    names = sorted(path.stem for path in Path(folder, "layouts").glob("*.lay"))
    for name in names:
        theirs, ours = both(folder, "trace.py", name)
        assert ours == theirs and ours, name
    for agent in ("WanderAgent", "CarefulAgent"):
        theirs, ours = both(folder, "pacman.py", "-q", "-f", "-n", "3", "-g", "DirectionalGhost", "-p", agent)
        assert ours == theirs and "Record:" in ours


def test_games_that_the_course_recorded_are_replayed(folder):
    record = "import layout, pickle\nlay = layout.getLayout('smallClassic')\n"
    record += "pickle.dump({'layout': lay, 'actions': [(0, 'West'), (1, 'East')]}, open('recorded', 'wb'))\n"
    (folder / "record.py").write_text(record)
    output(folder, [sys.executable, "record.py"])
    shown = output(folder, command("pacman.py", "--replay", "recorded", "-t", "--frameTime", "0"))
    assert [line for line in shown.splitlines() if "Score:" in line] == ["Score: 0", "Score: 9"]
