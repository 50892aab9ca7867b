"""The environments of Gymnasium, by its own checker."""

import doctest
import warnings

import pytest

import plylab

gymnasium = pytest.importorskip("gymnasium")
import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import plylab.gymnasium  # noqa: E402


@pytest.mark.parametrize("name", ["connect4", "sim", "tictactoe", "pacman", "grid"])
def test_it_passes_the_checker(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"plylab/{name}-v0").unwrapped)


def finished(env, seed, policy):
    """Play a game, and give the sum of its rewards."""
    _, info = env.reset(seed=seed)
    total, over, cut = 0.0, False, False
    while not (over or cut):
        assert info["action_mask"].any()
        _, reward, over, cut, info = env.step(policy(info["action_mask"]))
        total += reward
    return total


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["connect4", "sim", "tictactoe", "pacman", "grid"])
def test_rewards_add_up_to_the_utility(name, seat):
    env = gymnasium.make(f"plylab/{name}-v0", seat=seat, max_episode_steps=100_000)
    random = np.random.default_rng(5)
    total = finished(env, 2, lambda mask: random.choice(np.flatnonzero(mask)))
    assert total == env.unwrapped.position.utility(seat)


def test_the_opponent_is_an_agent_by_name_or_your_own():
    first = lambda mask: int(np.argmax(mask))  # noqa: E731
    env = gymnasium.make("plylab/connect4-v0", opponent="alphabeta:depth=4")
    assert finished(env, 1, first) == -1
    env = gymnasium.make("plylab/connect4-v0", opponent=lambda position: position.legal[-1], seat=1)
    _, info = env.reset(seed=1)
    assert info["position"].endswith("......x")
    env = plylab.gymnasium.Env("pacman", opponent=["first", "random"])
    env.reset(seed=1)
    assert not env.step(env.encoding.number("West"))[2]


def test_the_same_seed_gives_the_same_game():
    env = gymnasium.make("plylab/connect4-v0", opponent="random")
    texts = []
    for seed in (7, 7, 8):
        env.reset(seed=seed)
        for action in (0, 1, 2):
            info = env.step(action)[4]
        texts.append(info["position"])
    assert texts[0] == texts[1] != texts[2]


def test_an_illegal_move_ends_the_game():
    env = plylab.gymnasium.Env("tictactoe", opponent="first", illegal_reward=-3)
    env.reset(seed=1)
    env.step(4)
    _, reward, over, cut, _ = env.step(4)
    assert (reward, over, cut) == (-3, True, False)
    with pytest.raises(plylab.InputError, match="call reset"):
        env.step(5)


def test_bad_settings_are_refused():
    with pytest.raises(plylab.InputError, match="no seat 2; its seats are 0 to 1"):
        plylab.gymnasium.Env("connect4", seat=2)
    with pytest.raises(plylab.InputError, match="is not an agent"):
        plylab.gymnasium.Env("connect4", opponent=3)
    with pytest.raises(plylab.InputError, match="is an empty list"):
        plylab.gymnasium.Env("connect4", opponent=[])


def test_the_example_of_the_module_does_what_it_says():
    assert doctest.testmod(plylab.gymnasium).failed == 0
