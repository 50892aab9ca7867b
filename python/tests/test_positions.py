"""Games and positions."""

import pickle

import pytest

import plylab


def test_a_game_is_played_move_by_move_and_no_position_changes():
    start = plylab.game("connect4").start()
    assert start.legal == ("1", "2", "3", "4", "5", "6", "7")
    assert (start.turn, start.over, start.utility(), start.outcome()) == (0, False, None, None)
    end = start
    for move in "4455667":
        end = end.play(move)
    assert (end.turn, end.over, end.legal) == (None, True, ())
    assert (end.utility(0), end.utility("Red"), end.outcome(1)) == (1.0, -1.0, "loss")
    assert start.text == "/".join(["......."] * 6)


def test_positions_are_equal_by_game_and_state_and_can_be_kept_in_sets_and_files():
    game = plylab.game("connect4")
    one, other = (game.position(moves) for moves in ("123", "321"))
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != game.start() and one != plylab.game("connect4:rows=5").position("123")
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.position(one.text) == one


@pytest.mark.parametrize("spec", ["connect4", "sim", "tictactoe", "pacman", "grid", "tree"])
def test_every_game_tells_its_facts(spec):
    position = plylab.game(spec).start()
    assert isinstance(position.report, dict)
    assert all(isinstance(term, float) for term in position.features().values())
    assert position._repr_svg_().startswith("<svg")
    assert pickle.loads(pickle.dumps(position)) == position


def test_dice_have_odds_and_are_rolled_by_seed():
    position = plylab.game("grid").start()
    while position.turn != "chance" and not position.over:
        assert position.odds == ()
        position = position.play(position.legal[0])
    if position.turn == "chance":
        assert sum(position.odds) == pytest.approx(1.0)
        assert position.roll(3) in position.legal


def test_a_playout_ends_the_game_and_follows_its_seed():
    start = plylab.game("connect4").start()
    assert start.playout(1).over and start.playout(1) == start.playout(1) != start.playout(2)
    assert start.playout(1, moves=3).text.count("x") == 2


def test_bad_input_is_an_error_with_the_sentence_of_the_terminal():
    with pytest.raises(plylab.InputError, match="there is no game 'chess'; the games are connect4"):
        plylab.game("chess")
    with pytest.raises(ValueError, match="'9' is not a column; legal here: 1 2 3"):
        plylab.game("connect4").start().play("9")
    with pytest.raises(plylab.InputError, match="has no seat '2'"):
        plylab.game("connect4").start().utility(2)
    with pytest.raises(plylab.InputError, match="is not a game"):
        plylab.game(3)
