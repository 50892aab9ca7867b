"""OpenSpiel: our games there, its bots here. Part of the long tests."""

import doctest

import pytest

import plylab

pyspiel = pytest.importorskip("pyspiel")
import numpy as np  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import plylab.openspiel  # noqa: E402
from plylab.openspiel import Bot, bot_agent, register  # noqa: E402

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["connect4", "sim", "tictactoe", "pacman", "grid"])
def test_our_games_pass_the_random_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"plylab_{name}"), num_sims=3, serialize=False, verbose=False)


def test_its_solver_knows_that_tic_tac_toe_is_a_draw():
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("plylab_tictactoe"))
    assert value == 0


def test_our_games_are_the_same_as_its_own():
    random = np.random.default_rng(1)
    for ours, theirs in (("plylab_connect4", "connect_four"), ("plylab_tictactoe", "tic_tac_toe")):
        for _ in range(20):
            states = [pyspiel.load_game(name).new_initial_state() for name in (ours, theirs)]
            while not states[1].is_terminal():
                legal = [state.legal_actions() for state in states]
                assert legal[0] == legal[1] and states[0].current_player() == states[1].current_player()
                action = int(random.choice(legal[0]))
                for state in states:
                    state.apply_action(action)
            assert states[0].is_terminal() and states[0].returns() == states[1].returns()


def test_observations_are_planes():
    game = pyspiel.load_game("plylab_connect4")
    state = game.new_initial_state()
    state.apply_action(3)
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert observation.dict["observation"].shape == (2, 6, 7)
    assert np.argwhere(observation.dict["observation"]).tolist() == [[1, 5, 3]]
    assert observation.string_from(state, 0) == state.position.text


def its_mcts(game, seat, seed):
    rollouts = mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(seed), max_length=200)
    return mcts.MCTSBot(game, 2, 30, rollouts, random_state=np.random.RandomState(seed))


def test_its_bots_play_here():
    agent = bot_agent(its_mcts, name="their-mcts")
    result = plylab.match("connect4", agent, "random", count=2, seed=1, threads=1)
    assert [game.ending for game in result] == ["over", "over"]
    (game,) = plylab.match("pacman:layout=tiny", agent, "random", moves=12)
    assert game.ending in ("over", "move-limit") and game.forfeited_by is None
    uniform = bot_agent(lambda game, seat, seed: pyspiel.make_uniform_random_bot(seat, seed))
    games = [plylab.match("sim", uniform, "first", seed=3).games[0].moves for _ in range(2)]
    assert games[0] == games[1]


def test_our_agents_play_there():
    game = pyspiel.load_game("plylab_connect4")
    bots = [Bot("alphabeta:depth=4"), Bot("random", seed=5)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random)
    assert list(returns) == [1, -1]
    with pytest.raises(plylab.InputError, match="is not a game of Plylab"):
        Bot("random").step(pyspiel.load_game("tic_tac_toe").new_initial_state())


def test_any_game_with_a_board_can_be_registered():
    name = register("connect4:columns=5,rows=4", name="small_connect4")
    assert pyspiel.load_game(name).num_distinct_actions() == 5
    with pytest.raises(plylab.InputError, match="knows a game 'small_connect4' already"):
        register("connect4", name="small_connect4")


def test_the_example_of_the_module_does_what_it_says():
    assert doctest.testmod(plylab.openspiel).failed == 0
