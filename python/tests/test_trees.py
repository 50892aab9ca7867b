"""Recorded searches and solved positions."""

import pytest

import plylab


def test_a_tree_draws_itself():
    tree = plylab.tree("textbook")
    assert tree.thought.value.score == 3 and tree._repr_svg_().startswith("<svg")
    assert tree.dot().startswith("digraph") and "value 3" in tree.text()
    assert len(tree.to_dict()["nodes"]) >= tree.visited > 5


def test_a_search_of_a_position_is_recorded():
    position = plylab.game("connect4").position("4453")
    tree = plylab.tree(position, "alphabeta", depth=3)
    assert tree.thought.move == plylab.agent("alphabeta:depth=3").think(position).move
    with pytest.raises(plylab.InputError, match="shows no search"):
        plylab.tree(position, "random")
    with pytest.raises(plylab.InputError, match="cannot be recorded"):
        plylab.tree(position, lambda position: "1")


def test_an_evaluation_in_python_is_recorded_too():
    agent = plylab.agent("alphabeta:depth=2", eval=lambda position: position.text.count("x"))
    assert plylab.tree(plylab.game("connect4").start(), agent).thought.value.score == 1


def test_solved_games_tell_the_value_of_every_move():
    position = plylab.game("connect4:columns=4,rows=4").position("112233")
    solution = plylab.solve(position)
    assert solution.value.outcome == "win" and solution.best == ("4",)
    assert set(solution.moves) == set(position.legal)
    assert plylab.solve(plylab.game("tictactoe").start()).value.outcome == "draw"
    with pytest.raises(plylab.InputError, match="cannot be graded"):
        plylab.solve(plylab.game("pacman").start())
