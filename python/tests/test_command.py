"""The command, agents in files, and Ctrl-C."""

import os
import signal
import subprocess
import sys

import pytest

import plylab

AGENT = """
import plylab

class Mine:
    def begin(self, game, seat, seed):
        self.game = game

    def act(self, position, budget):
        print("thinking aloud")
        assert position.game == self.game
        return plylab.agent("alphabeta:depth=2").think(position)

def last(position):
    return position.legal[-1]

def broken(position):
    raise KeyError("mine")
"""


def plylab_command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "plylab", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        **options,
    )


@pytest.fixture
def agents(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(AGENT)
    return tmp_path


def test_the_command_comes_with_the_package():
    shown = plylab_command("--version")
    assert (shown.returncode, shown.stdout.strip()) == (0, f"plylab {plylab.__version__}")
    wrong = plylab_command("show", "chess")
    assert wrong.returncode == 2 and "there is no game 'chess'" in wrong.stderr
    script = os.path.join(os.path.dirname(sys.executable), "plylab")
    assert os.path.exists(script)


def test_an_agent_in_a_file_plays_in_a_process_of_its_own(agents):
    (game,) = plylab.match("connect4", "py:mine.py#Mine", "py:mine.py#last", seed=1)
    assert game.ending == "over" and "thinking aloud" in game.logs[0]
    (game,) = plylab.match("connect4", "py:mine.py#broken", "random")
    assert (game.ending, game.forfeited_by) == ("crash", 0) and "KeyError" in game.logs[0]


def test_the_terminal_knows_agents_in_files(agents):
    shown = plylab_command("match", "pacman:layout=trap", "py:mine.py#last", "random", "--json")
    assert shown.returncode == 0 and '"over":1' in shown.stdout, shown.stderr
    wrong = plylab_command("match", "connect4", "py:none.py#Mine", "random")
    assert wrong.returncode == 2 and "there is no file 'none.py'; write py:mine.py#Mine" in wrong.stderr


@pytest.mark.parametrize(
    "work",
    [
        "plylab.agent('minimax:depth=30').think(start)",
        "plylab.agent('alphabeta:depth=30', eval=lambda p: 0).think(start)",
        "plylab.match('connect4', forever, 'random')",
        "plylab.match('connect4', 'mcts:sims=100000000', 'random')",
        "plylab.match('connect4', 'random', 'random', count=10**9)",
        "plylab.tree(start, 'minimax', depth=30)",
    ],
)
def test_ctrl_c_ends_everything_long(work):
    code = f"""
import threading, plylab
start = plylab.game('connect4').start()
def forever(position):
    while True:
        pass
try:
    threading.Timer(0.2, print, ['ready'], {{'flush': True}}).start()
    {work}
except KeyboardInterrupt:
    print('interrupted', plylab.agent('first').think(start).move)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert told == "interrupted 1\n"
