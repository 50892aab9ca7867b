"""Agents that think."""

import pytest

import plylab


def test_a_thought_has_value_line_moves_and_nodes():
    position = plylab.game("connect4").position("444333")
    thought = plylab.agent("alphabeta:depth=4").think(position)
    assert thought.move == thought.line[0] and thought.nodes > thought.leaves > 0 and thought.depth == 4
    assert [root.move for root in thought.moves] == list(position.legal)
    assert {root.value.certainty for root in thought.moves} <= {"exact", "at-most"}
    assert float(thought.value) == max(float(root.value) for root in thought.moves)
    assert f"<b>{thought.move}</b>" in thought._repr_html_()


def test_a_proven_win_is_told_apart_from_a_score():
    value = plylab.agent("alphabeta:depth=6").think(plylab.game("connect4").position("1122336")).value
    assert value is not None and (value.seat, value.certainty) == (1, "exact")
    won = plylab.agent("alphabeta:depth=2").think(plylab.game("connect4").position("112233")).value
    assert (won.outcome, won.plies, won.score, str(won)) == ("win", 1, None, "win in 1")


def test_the_same_seed_gives_the_same_thought():
    start, agent = plylab.game("connect4").start(), plylab.agent("mcts:sims=200")
    values = [float(agent.think(start, seed=seed).value) for seed in (1, 1, 2)]
    assert values[0] == values[1] != values[2]


def test_budgets_limit_a_search():
    start = plylab.game("connect4").start()
    engine = plylab.agent("alphabeta:engine=on,table=1")
    assert engine.think(start, nodes=1000).nodes <= 1001
    assert engine.think(start, depth=3).depth == 3
    assert engine.think(start, time=0.05).nodes > 0
    with pytest.raises(plylab.InputError, match="use seconds"):
        engine.think(start, time=-1)


def test_an_agent_is_a_function_of_positions():
    start = plylab.game("connect4").start()
    assert plylab.agent("first")(start) == "1"
    assert plylab.agent(lambda position: position.legal[-1])(start) == "7"


def test_own_agents_see_the_budget_and_may_think_aloud():
    class Borrowed:
        def act(self, position, budget):
            assert (budget.seat, budget.nodes) == (0, 80) and budget.left is None and not budget.over
            return plylab.agent("alphabeta:depth=2").think(position, nodes=budget.nodes)

    thought = plylab.agent(Borrowed).think(plylab.game("connect4").start(), nodes=80)
    assert thought.agent == "Borrowed" and len(thought.moves) == 7


def test_what_an_own_agent_raises_comes_out_as_it_is():
    def broken(position):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine") as caught:
        plylab.agent(broken).think(plylab.game("connect4").start())
    assert caught.traceback[-1].name == "broken"


def test_what_is_no_agent_is_refused():
    for wrong in (3, object()):
        with pytest.raises(plylab.InputError, match="is not an agent"):
            plylab.agent(wrong)
    with pytest.raises(plylab.InputError, match="has no agent 'deep'"):
        plylab.agent("deep").think(plylab.game("connect4").start())
    with pytest.raises(plylab.InputError, match="nobody is to move here"):
        plylab.agent("random").think(plylab.game("connect4").position("1212121"))
