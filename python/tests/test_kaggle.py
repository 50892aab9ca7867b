"""Submissions for Kaggle's ConnectX play as they are."""

import textwrap

import pytest

import plylab
from plylab.kaggle import Struct, agent, load


def last(position):
    """Take the last move."""
    return position.legal[-1]


@pytest.fixture
def submission(tmp_path):
    def write(text, name="submission.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    return write


def test_the_agent_sees_the_board_as_the_competition_shows_it(submission):
    path = submission("""
        def helper(board, column):
            return board[column] == 0

        def my_agent(observation, configuration):
            assert observation.board == observation["board"] and len(observation.board) == 42
            assert (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4)
            assert configuration.actTimeout == 2 and observation.remainingOverageTime == 60
            print("step", observation.step, "mark", observation.mark, observation.board[-7:])
            return next(c for c in range(configuration.columns) if helper(observation.board, c))
    """)
    (game,) = plylab.match("connect4", agent(path), last, moves=4)
    assert game.seats == ("submission", "last") and game.moves == ("1", "7", "1", "7")
    assert game.logs[0].splitlines() == [
        "step 0 mark 1 [0, 0, 0, 0, 0, 0, 0]",
        "step 2 mark 1 [1, 0, 0, 0, 0, 0, 2]",
    ]
    (game,) = plylab.match("connect4", last, agent(path), moves=2)
    assert game.logs[1] == "step 1 mark 2 [0, 0, 0, 0, 0, 0, 1]\n"


def test_the_last_callable_is_the_agent_and_gets_what_it_takes(submission):
    path = submission("""
        import os
        from random import choice
        NAME = os.path.basename(__file__)

        def no_agent(a, b, c):
            raise RuntimeError

        def agent(observation):
            assert NAME == "submission.py"
            return 3
    """)
    assert load(path)(Struct(board=[])) == 3
    assert plylab.match("connect4", agent(path), "first", moves=1).games[0].moves == ("4",)
    assert plylab.agent(agent(lambda: 6, act_timeout=1)).think(plylab.game("connect4").start()).move == "7"


def test_every_game_starts_anew_and_files_beside_it_are_found(submission):
    submission("FIRST = 2", "beside_the_submission.py")
    path = submission("""
        from beside_the_submission import FIRST
        calls = []

        def agent(obs, config):
            calls.append(1)
            return FIRST if len(calls) == 1 else 5
    """)
    result = plylab.match("connect4", agent(path), "first", count=2, moves=3, swap=False, threads=2)
    assert [game.moves for game in result] == [("3", "1", "6")] * 2


def test_other_sizes_are_told(submission):
    path = submission("def agent(obs, config): return config.columns * (config.rows == 5) * (config.inarow == 3) - 1")
    assert plylab.match("connect4:columns=8,rows=5,connect=3", agent(path), "first", moves=1).games[0].moves == ("8",)


def test_the_time_over_the_limit_is_taken_from_the_overage(submission):
    path = submission("""
        import time
        left = []

        def agent(obs, config):
            left.append(obs.remainingOverageTime)
            print(len(left), left[-1] < 5)
            until = time.monotonic() + 0.05
            while time.monotonic() < until:
                pass
            return 0
    """)
    (game,) = plylab.match("connect4", agent(path, act_timeout=0.01, overage=5), last, moves=3)
    assert game.logs[0] == "1 False\n2 True\n"


@pytest.mark.parametrize("waiting", ["pass", "time.sleep(0.01)"])
def test_an_agent_without_time_forfeits(submission, waiting):
    path = submission(f"""
        import time

        def agent(obs, config):
            while True:
                {waiting}
    """)
    (game,) = plylab.match("connect4", agent(path, act_timeout=0.02, overage=0.05), "first")
    assert (game.ending, game.forfeited_by) == ("time-out", 0)


def test_endings_are_told_apart(submission):
    def ending(text):
        (game,) = plylab.match("connect4", agent(submission(text)), "first")
        return game.ending, game.forfeited_by

    assert ending("def agent(obs, config): return 9") == ("illegal-move", 0)
    assert ending("def agent(obs, config): return None") == ("illegal-move", 0)
    assert ending("def agent(obs, config): return 1 / 0") == ("crash", 0)
    assert ending("def agent(obs, config: oops") == ("crash", 0)
    assert ending("nothing = 3") == ("crash", 0)


def test_a_submission_plays_in_a_process_of_its_own(submission, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    submission("""
        def agent(obs, config):
            print("mark", obs.mark)
            return 5
    """)
    (game,) = plylab.match("connect4", "first", "py:submission.py#kaggle", moves=4)
    assert game.moves == ("1", "6", "1", "6") and game.logs[1] == "mark 2\nmark 2\n"


def test_what_is_no_submission_is_refused(submission, tmp_path):
    with pytest.raises(plylab.InputError, match="cannot be read"):
        load(tmp_path / "nowhere.py")
    with pytest.raises(plylab.InputError, match="defines no agent"):
        load(submission("x = 1"))
    with pytest.raises(plylab.InputError, match="play connect4, not sim"):
        plylab.agent(agent(lambda obs, config: 0)).think(plylab.game("sim").start())
