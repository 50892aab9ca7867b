"""Positions as arrays and moves as numbers."""

import doctest
import subprocess
import sys

import pytest

import plylab

np = pytest.importorskip("numpy")
import plylab.encoding  # noqa: E402
from plylab.encoding import Encoding, returns  # noqa: E402


def planes(spec, text, seat=0):
    encoding = Encoding(spec)
    array = encoding.observe(encoding.game.position(text), seat)
    assert array.shape == encoding.shape and array.dtype == np.float32
    return {name: array[..., index] for index, name in enumerate(encoding.planes)}


def test_stones_are_own_or_others_for_the_seat_that_looks():
    for seat, (mine, theirs) in enumerate((("own", "other"), ("other", "own"))):
        seen = planes("connect4", "44", seat)
        assert np.argwhere(seen[mine]).tolist() == [[5, 3]] and np.argwhere(seen[theirs]).tolist() == [[4, 3]]
    seen = planes("tictactoe", "a3 c1")
    assert (np.argwhere(seen["own"]).tolist(), np.argwhere(seen["other"]).tolist()) == ([[0, 0]], [[2, 2]])


def test_the_stones_of_a_winning_row_are_still_stones():
    seen = planes("connect4", "4455667")
    assert seen["own"].sum() == 4 and seen["other"].sum() == 3


def test_the_edges_of_sim_are_matrices():
    seen = planes("sim", "AB CD")
    assert np.argwhere(seen["own"]).tolist() == [[0, 1], [1, 0]]
    assert np.argwhere(seen["other"]).tolist() == [[2, 3], [3, 2]]


def test_a_maze_has_walls_food_agents_and_what_they_do():
    text = "score=9 turn=1 pacman=9,1,E ghost1=8.5,5,W,7 ghost2=11,5"
    seen = planes("pacman", text)
    assert seen["wall"][0].all() and seen["dot"].sum() == 99 and seen["big-dot"].sum() == 2
    assert np.argwhere(seen["own"]).tolist() == [[9, 9]]
    assert seen["other-1"][5, 8:10].tolist() == [0.5, 0.5] and seen["other-2"][5, 11] == 1
    assert seen["count"].sum() == 7 and seen["west"][5, 8] == 0.5 and seen["east"][9, 9] == 1
    ghost = planes("pacman", text, seat=2)
    assert (ghost["own"] == seen["other-2"]).all() and (ghost["other-1"] == seen["own"]).all()
    assert (ghost["other-2"] == seen["other-1"]).all()


@pytest.mark.parametrize("spec", ["connect4", "connect4:columns=8,rows=5", "sim", "tictactoe", "pacman", "grid"])
def test_every_game_that_is_played_at_random_fits(spec):
    encoding = Encoding(spec)
    high = encoding.high
    for seed in range(5):
        for moves in (0, 1, 7, 60):
            position = encoding.game.start(seed).playout(seed, moves=moves)
            for seat in range(len(encoding.game.seats)):
                array = encoding.observe(position, seat)
                assert (array >= 0).all() and (array <= high).all()
            legal = [encoding.moves[number] for number in encoding.legal(position)]
            assert sorted(legal) == sorted(position.legal)
            assert encoding.mask(position).sum() == len(position.legal)


def test_what_each_has_got_adds_up_to_the_utility():
    position = plylab.game("pacman").start()
    assert returns(position) == [0, 0, 0]
    later = position.playout(1, moves=10)
    assert returns(later)[0] == later.report["score"] == -returns(later)[1]
    end = position.playout(1)
    assert returns(end) == [end.utility(seat) for seat in range(3)]


def test_games_that_do_not_say_enough_are_refused():
    with pytest.raises(plylab.InputError, match="no board and no graph"):
        Encoding("tree")
    with pytest.raises(plylab.InputError, match="'9' is not among the moves"):
        Encoding("connect4").number("9")


@pytest.mark.parametrize(
    ("package", "extra"),
    [
        ("numpy", "encoding"),
        ("pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium"),
        ("pyspiel", "openspiel"),
        ("anywidget", "widget"),
    ],
)
def test_a_package_that_is_missing_is_named(package, extra):
    pytest.importorskip("numpy")
    code = f"import sys; sys.modules[{package!r}] = None; import plylab; import plylab.{extra}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    wanted = f"plylab.{extra} needs the package {package}; install it with: pip install 'plylab[{extra}]'"
    assert done.stderr.strip().endswith(wanted)


def test_the_example_of_the_module_does_what_it_says():
    assert doctest.testmod(plylab.encoding).failed == 0
