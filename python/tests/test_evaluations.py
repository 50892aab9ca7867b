"""Evaluations in Python at the leaves of our searches."""

import pytest

import plylab


def middle(position):
    """Count stones in the middle column."""
    column = [row[3] for row in position.text.split("/")]
    return {"own": column.count("x"), "other": -column.count("o")}


@pytest.mark.parametrize("agent", ["minimax:depth=3", "alphabeta:depth=3", "expectimax:depth=2", "reflex"])
def test_every_search_uses_it(agent):
    seen = []

    def counted(position):
        seen.append(position)
        return sum(middle(position).values())

    thought = plylab.agent(agent, eval=counted).think(plylab.game("connect4").start())
    assert thought.eval == "counted" and len(seen) >= thought.leaves > 0


def test_a_dictionary_is_the_sum_of_its_terms_and_says_the_same_as_a_number():
    position = plylab.game("connect4").position("12")
    terms = plylab.agent("alphabeta:depth=3", eval=middle).think(position)
    number = plylab.agent("alphabeta:depth=3", eval=lambda p: sum(middle(p).values())).think(position)
    assert (terms.move, float(terms.value), terms.nodes) == (number.move, float(number.value), number.nodes)


def test_the_value_of_the_first_seat_is_turned_round_for_the_other():
    position = plylab.game("connect4").position("1")
    alone = plylab.agent("minimax:depth=2", eval=lambda p: sum(middle(p).values())).think(position)
    seated = plylab.agent(
        "minimax:depth=2", eval=lambda p, seat: sum(middle(p).values()) * (1 if seat == 0 else -1)
    ).think(position)
    assert (alone.move, float(alone.value)) == (seated.move, float(seated.value))


def test_it_gives_the_same_search_as_ours():
    position = plylab.game("tictactoe").start()
    ours = plylab.agent("alphabeta:depth=4").think(position)
    name = plylab.game("tictactoe").evals[0]
    theirs = plylab.agent("alphabeta:depth=4", eval=lambda p, seat: sum(p.features(name, seat).values())).think(
        position
    )
    assert (ours.move, ours.nodes, float(ours.value)) == (theirs.move, theirs.nodes, float(theirs.value))


def test_what_it_raises_comes_out_and_the_next_search_works():
    def broken(position):
        return 1 / 0

    start = plylab.game("connect4").start()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            plylab.agent("alphabeta:depth=4", eval=broken).think(start)
        assert caught.traceback[-1].name == "broken"
    with pytest.raises(plylab.InputError, match="returned nan"):
        plylab.agent("alphabeta:depth=4", eval=lambda p: float("nan")).think(start)
    assert plylab.agent("alphabeta:depth=4", eval=middle).think(start).move


def test_only_agents_by_name_take_one():
    with pytest.raises(plylab.InputError, match="only an agent by name takes eval="):
        plylab.agent(lambda p: p.legal[0], eval=middle)
