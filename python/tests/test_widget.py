"""The widgets, as the kernel sees them."""

import pytest
from games import Nim, Othello

import plylab

pytest.importorskip("anywidget")
from plylab.widget import Play, Search


def last(position):
    """Take the last move."""
    return position.legal[-1]


def tell(widget, **message):
    """Do what the page would ask for."""
    widget._handle_custom_msg(message, [])


def test_moves_of_the_page_are_played_and_answered():
    widget = Play("connect4", "first")
    assert widget.state["legal"] == list("1234567") and widget.state["status"] == "Yellow to move"
    assert widget.state["interaction"] == {"kind": "drop"} and widget.state["columns"] == list("1234567")
    before = widget.picture
    tell(widget, type="move", move="4")
    assert widget.moves == ("4", "1") and widget.position.turn == 0 and widget.picture != before
    tell(widget, type="undo")
    assert widget.moves == () and widget.picture == before
    for move in "444":
        tell(widget, type="move", move=move)
    tell(widget, type="move", move="4")
    assert widget.position.over and widget.state["status"] == "Winner: Yellow" and widget.state["legal"] == []
    tell(widget, type="restart")
    assert widget.moves == () and not widget.position.over


def test_an_opponent_who_sits_first_moves_first():
    widget = Play("connect4", last, seat=1)
    assert widget.moves == ("7",) and widget.state["status"] == "Red to move"
    tell(widget, type="undo")
    assert widget.moves == ("7",)


def test_opponents_take_the_other_seats_and_nobody_does_without_them():
    widget = Play("pacman", "first", last)
    widget.play("West")
    assert len(widget.moves) == 3 and widget.state["interaction"]["north"] == "North"
    alone = Play("sim")
    alone.play("AB")
    assert alone.moves == ("AB",) and alone.state["points"] == list("ABCDEF")


def test_games_in_python_are_played_on_their_boards():
    widget = Play(Othello, last)
    assert widget.state["interaction"] == {"kind": "cell"} and widget.state["columns"] == list("abcdefgh")
    tell(widget, type="move", move="d3")
    assert widget.moves[0] == "d3" and len(widget.moves) == 2 and widget.state["status"] == "Black to move"
    widget = Play(Nim, last)
    assert widget.state["interaction"] is None
    for move in ("(0,3)", "(1,4)"):
        tell(widget, type="move", move=move)
    assert widget.position.over and widget.state["status"].startswith("Winner: ")


def test_what_goes_wrong_is_told():
    widget = Play("connect4", "first")
    with pytest.raises(plylab.InputError):
        widget.play("9")

    def broken(position):
        raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        Play("connect4", broken).play("4")
    with pytest.raises(plylab.InputError, match="no seat 2"):
        Play("connect4", "first", seat=2)


def test_a_search_is_sent_as_a_tree_and_boards_follow():
    widget = Search(plylab.game("tree").start(), "alphabeta:depth=2")
    nodes = widget.tree["nodes"]
    assert nodes[0]["value"] == 3 and sum(node["state"] == "skipped" for node in nodes) == 2
    before = widget.picture
    tell(widget, type="look", moves=[nodes[1]["action"]])
    assert widget.picture != before


def test_large_searches_are_cut_to_what_matters():
    widget = Search(plylab.game("connect4").start(), "alphabeta:depth=6", keep=300)
    assert len(widget.tree["nodes"]) <= 300 and widget.tree["unrecorded"]


def test_simulations_are_sent_one_by_one():
    widget = Search(plylab.game("tictactoe").start(), "mcts:sims=50")
    assert len(widget.simulations) == 50
    first, final = widget.simulations[0], widget.simulations[-1]
    assert first["backed"][0] == (1, first["backed"][0][1]) and final["backed"][0][0] == 50
    assert all(len(each["backed"]) == len(each["moves"]) + 1 for each in widget.simulations)
    assert any(each["adds"] and each["playout"] for each in widget.simulations)
    # What the last simulation leaves is what the tree shows.
    root = widget.tree["nodes"][0]["samples"]
    assert (root["visits"], root["mean"]) == final["backed"][0]
    assert len(Search(plylab.game("tictactoe").start(), "mcts:sims=50", keep=20).simulations) == 20
    assert Search(plylab.game("tree").start(), "alphabeta:depth=2").simulations == []


def test_searches_that_cannot_be_shown_are_refused():
    start = plylab.game("connect4").start()
    with pytest.raises(plylab.InputError, match="shows no search"):
        Search(start, "random")
    with pytest.raises(plylab.InputError, match="only agents by name"):
        Search(start, lambda position: position.legal[0])
    with pytest.raises(plylab.InputError, match="nobody is to move here"):
        Search(plylab.game("connect4").position("1212121"), "alphabeta:depth=2")
