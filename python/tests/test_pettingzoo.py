"""The environments of PettingZoo, by its own checks."""

import doctest
import warnings

import pytest

import plylab

pettingzoo = pytest.importorskip("pettingzoo")
import numpy as np  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

import plylab.pettingzoo  # noqa: E402

GAMES = ["connect4", "sim", "tictactoe", "pacman", "grid"]


def make(name, **settings):
    return pettingzoo.make("aec", f"plylab/{name}-v0", **settings)


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_checks(name):
    with warnings.catch_warnings():
        # The classic environments of PettingZoo itself have observations with masks, too.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array|Observation space for each agent")
        # Boards are empty at the start, and agents have no moves at the end.
        warnings.filterwarnings("ignore", message=".* numpy array is all zeros")
        api_test(make(name), num_cycles=100)
        seed_test(lambda: make(name), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_it_renders(name, capsys):
    render_test(lambda **settings: make(name, **settings))
    assert capsys.readouterr().out.strip()
    env = make(name, render_mode="ansi")
    env.reset(seed=1)
    board = env.render()
    env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert env.render() != board
    env = make(name, render_mode="rgb_array")
    env.reset(seed=1)
    env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert len(np.unique(env.render().reshape(-1, 3), axis=0)) >= 3


def test_pictures_show_what_is_there():
    env = plylab.pettingzoo.raw_env("connect4", render_mode="ansi")
    env.reset(options={"position": "445"})
    assert env.render().splitlines()[:6] == [*["......."] * 4, "...o...", "...xx.."]
    env.render_mode = "rgb_array"
    picture = env.render()
    assert picture.shape == (6 * 24, 7 * 24, 3)
    middle = picture[5 * 24 + 12, 3 * 24 + 12]
    assert middle.tolist() == [227, 166, 0] and (picture[12, 12] == (244, 245, 247)).all()


def play(env, *moves):
    for move in moves:
        env.step(env.unwrapped.encoding.number(move))


def test_the_winner_gets_one_and_the_loser_minus_one():
    env = plylab.pettingzoo.raw_env("connect4")
    env.reset()
    play(env, *"445566")
    assert env.agent_selection == "player_0" and not any(env.terminations.values())
    play(env, "7")
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())


def test_rewards_of_pacman_are_changes_of_the_score():
    env = plylab.pettingzoo.raw_env("pacman")
    env.reset(seed=1)
    play(env, "West")
    assert env.rewards == {"player_0": 9.0, "player_1": -9.0, "player_2": -9.0}


def test_long_games_are_cut_off():
    env = make("pacman", max_cycles=2)
    env.reset(seed=3)
    for agent in env.agent_iter(6):
        env.step(env.action_space(agent).sample(env.last()[0]["action_mask"]))
    assert env.unwrapped.position.over or all(env.truncations.values())


def test_an_illegal_move_ends_the_game():
    env = make("tictactoe")
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1.0} and all(env.terminations.values())
    raw = plylab.pettingzoo.raw_env("tictactoe")
    raw.reset()
    raw.step(0)
    with pytest.raises(plylab.InputError, match="legal here"):
        raw.step(0)


def test_bad_settings_are_refused():
    with pytest.raises(plylab.InputError, match="there is no game 'chess'"):
        plylab.pettingzoo.env("chess")
    with pytest.raises(plylab.InputError, match="render_mode='film' is unknown"):
        plylab.pettingzoo.env("sim", render_mode="film")
    with pytest.raises(plylab.InputError, match="nobody is to move"):
        plylab.pettingzoo.raw_env("connect4").reset(options={"position": "1212121"})


def test_the_example_of_the_module_does_what_it_says():
    assert doctest.testmod(plylab.pettingzoo).failed == 0
