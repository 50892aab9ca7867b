"""Games of course code: the same moves and scores as on the course's own engine."""

import hashlib
import subprocess
import sys

import pytest
from course_runs import LAYOUTS, fill, printed

# What trace.py prints on the course's own engine, by layout.
TRACES = {
    "cross": "d38b10591c9747a7",
    "dead-ends": "b61265d712c91ac5",
    "full": "dd4a1995d7da67fe",
    "medium": "f49aa87fb1fcfa48",
    "open": "130057db80e0b5ea",
    "ring": "6d2da5bc43179823",
    "rooms": "fe05e73cd5a6fba4",
    "small": "88915d020856793c",
    "tiny": "1f423407394ef20f",
    "trap": "ceacafbc8048f56a",
}


@pytest.mark.parametrize("name", TRACES)
def test_states_say_what_the_courses_engine_says(tmp_path, name):
    trace = printed(fill(tmp_path, "trace.py"), "trace.py", name)
    assert hashlib.sha256(trace.encode()).hexdigest()[:16] == TRACES[name]


# The scores of the same games on the course's own engine.
@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ("-p WanderAgent -n 4 -l small", "-501.0, -447.0, -457.0, -501.0"),
        ("-p CarefulAgent -n 3 -l medium -g DirectionalGhost", "38.0, 164.0, 2140.0"),
        ("-p CarefulAgent -n 3 -l cross -k 1", "1527.0, 1146.0, 848.0"),
        ("-p AlphaBetaAgent -a depth=2 -n 2 -l dead-ends", "-536.0, -448.0"),
        ("-p GreedyAgent -n 3 -l full", "687.0, -10.0, 1436.0"),
        ("-p LeftTurnAgent -n 2 -l open -g DirectionalGhost", "-474.0, -475.0"),
    ],
)
def test_a_fixed_seed_gives_the_courses_games(tmp_path, options, scores):
    text = printed(fill(tmp_path, "multiAgents.py"), "pacman.py", "-q", "-f", *options.split())
    assert f"Scores:        {scores}\n" in text


def test_the_summary_is_the_courses(tmp_path):
    text = printed(fill(tmp_path, "multiAgents.py"), "pacman.py", *"-q -f -p CarefulAgent -n 3 -l medium".split())
    *games, average, scores, rate, record = text.splitlines()
    points = [float(number) for number in scores.removeprefix("Scores:").split(",")]
    won = [game.startswith("Pacman emerges victorious! Score: ") for game in games]
    assert [float(game.split(": ")[1]) for game in games] == points
    assert average == f"Average Score: {sum(points) / 3}"
    assert rate == f"Win Rate:      {sum(won)}/3 ({sum(won) / 3:.2f})"
    assert record == "Record:        " + ", ".join("Win" if game else "Loss" for game in won)


def test_files_of_the_folder_come_first(tmp_path):
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mediumClassic.lay").write_text((LAYOUTS / "tiny.lay").read_text())
    text = printed(tmp_path, "pacman.py", *"-t --frameTime 0 -f -p GreedyAgent".split())
    assert text.startswith((LAYOUTS / "tiny.lay").read_text().replace("P", "<"))


def test_agents_that_somebody_added_to_a_file_of_the_engine_are_found(tmp_path):
    ghosts = "from game import Agent\nfrom ghostAgents import GhostAgent\nimport util\n"
    ghosts += "class StillGhost(GhostAgent):\n    def getAction(self, state):\n        print('boo')\n"
    ghosts += "        return state.getLegalActions(self.index)[0]\n"
    (tmp_path / "ghostAgents.py").write_text(ghosts)
    text = printed(tmp_path, "pacman.py", *"-q -p GreedyAgent -l tiny -g StillGhost".split())
    assert text.startswith("boo\n")


def test_a_file_that_cannot_be_imported_does_not_hide_the_others(tmp_path):
    fill(tmp_path, "multiAgents.py")
    (tmp_path / "brokenAgents.py").write_text("import nothing_of_that_name\n")
    assert "Record:" in printed(tmp_path, "pacman.py", *"-q -p WanderAgent -l tiny".split())


def test_a_program_can_install_the_modules_itself(tmp_path):
    program = "import plylab.course\nplylab.course.install()\nfrom pacman import GameState\nimport multiAgents\n"
    program += "print(GameState.__module__, multiAgents.GameState is GameState)\n"
    (tmp_path / "notebook.py").write_text(program)
    fill(tmp_path, "multiAgents.py")
    done = subprocess.run([sys.executable, "notebook.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "plylab.course.pacman True\n"
