"""Games that are written in Python."""

import pickle

import pytest
from games import Coin, Nim, Othello

import plylab


def test_a_game_of_a_few_lines_is_a_game_of_the_lab():
    start = plylab.game(Nim).start()
    assert start.state == ((3, 4, 5), 0) and len(start.legal) == 12 and start.turn == 0
    after = start.play((0, 2))
    assert after == start.play("(0, 2)") and after.state == ((1, 4, 5), 1)
    assert pickle.loads(pickle.dumps(after)) == after and len({after, start.play((0, 2))}) == 1
    assert start.playout(1).over


@pytest.mark.parametrize(
    "agent", ["minimax:depth=3", "alphabeta:depth=3,table=1", "mcts:sims=200", "expectimax", "reflex"]
)
def test_all_agents_play_it(agent):
    result = plylab.match(Nim, agent, "random", count=4, seed=2)
    assert [game.ending for game in result] == ["over"] * 4


def test_perfect_play_of_nim_is_the_sum_without_carry():
    for heaps in [(1, 2, 3), (1, 2, 2), (0, 2, 2), (1, 1, 3)]:

        class Small(Nim):
            def initial(self, heaps=heaps):
                return heaps, 0

        solved = plylab.solve(plylab.game(Small).start())
        wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0
        assert solved.value.outcome == ("win" if wins else "loss"), heaps


def test_dice_and_seeds():
    start = plylab.game(Coin).start(3)
    toss = start.play("toss")
    assert (toss.turn, toss.legal, toss.odds) == ("chance", ("heads", "tails"), (0.75, 0.25))
    thought = plylab.agent("expectimax:depth=2").think(start)
    assert float(thought.value) == pytest.approx(0.5)


def test_othello_has_its_known_numbers_of_moves():
    counts, positions = [], [plylab.game(Othello).start()]
    for _ in range(4):
        positions = [position.play(move) for position in positions for move in position.legal]
        counts.append(len(positions))
    assert counts == [4, 12, 56, 244]


def test_othello_is_searched_written_and_drawn():
    start = plylab.game(Othello).start()
    assert start.features() == {"stones": 0.0, "corners": 0.0}
    thought = plylab.agent("alphabeta:depth=2").think(start)
    assert thought.move in start.legal and thought.eval == "features"
    assert plylab.game(Othello).position(start.text) == start
    assert "xo" in start._repr_svg_() and "max" in plylab.tree(start, depth=2).text()


@pytest.mark.parametrize("game", [Nim, Othello, Coin])
def test_good_games_pass_the_suite(game):
    checked = plylab.check_game(game, games=2, moves=30)
    assert checked["positions"] > 5


def test_more_than_64_actions_are_no_problem():
    class Wide(Nim):
        def initial(self):
            return (500,), 0

    start = plylab.game(Wide).start()
    assert len(start.legal) == 500
    assert plylab.match(Wide, "mcts:sims=50", "random").games[0].ending == "over"


@pytest.mark.parametrize("method", ["turn", "actions", "apply", "utility"])
def test_what_a_game_raises_comes_out_and_nothing_is_left_broken(method):
    broken = True

    def fail(self, *args):
        if broken:
            raise ZeroDivisionError(method)
        return getattr(Nim, method)(self, *args)

    game = plylab.game(type("Broken", (Nim,), {method: fail}))
    for work in (
        lambda: plylab.agent("alphabeta:depth=30").think(game.start()),
        lambda: plylab.match(game, "random", "random", count=3, threads=2),
        lambda: plylab.tree(game.start(), depth=30),
        lambda: game.start().playout(1).utility(0),
    ):
        with pytest.raises(ZeroDivisionError, match=method) as caught:
            work()
        assert caught.traceback[-1].name == "fail"
    broken = False
    assert plylab.agent("alphabeta:depth=2").think(game.start()).move


def test_games_with_mistakes_are_told_what_is_wrong():
    def changed(**methods):
        return plylab.game(type("Wrong", (Nim,), methods))

    with pytest.raises(plylab.InputError, match="turn returned 7; return a seat from 0 to 1"):
        _ = changed(turn=lambda self, state: 7).start().turn
    with pytest.raises(plylab.InputError, match="actions returned no moves"):
        _ = changed(actions=lambda self, state: []).start().legal
    with pytest.raises(plylab.InputError, match="apply returned None"):
        changed(apply=lambda self, state, action: None).start().play((0, 1))
    with pytest.raises(TypeError, match="unhashable"):
        changed(initial=lambda self: [3, 4, 5]).start()
    with pytest.raises(plylab.InputError, match="int is not a game: it has no method 'initial'"):
        plylab.game(3)
    with pytest.raises(plylab.InputError, match="'7 7' cannot be read; give the game a method read"):
        plylab.game(Nim).position("7 7")


def test_the_suite_finds_rules_that_differ_from_call_to_call():
    class Moody(Nim):
        calls = 0

        def utility(self, state, seat):
            Moody.calls += 1
            return Moody.calls % 3

    with pytest.raises(plylab.InputError, match="broken"):
        plylab.check_game(Moody, games=5)
