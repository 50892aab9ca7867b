"""The helpers of course code, and its agents and actions."""

import random
import time

import pytest

from plylab.course import game, pacman, util
from plylab.course.ghostAgents import DirectionalGhost, RandomGhost
from plylab.course.layout import Layout


def start(rows):
    state = pacman.GameState()
    state.initialize(Layout(rows))
    return state


def test_queues_give_items_in_their_order():
    stack, line = util.Stack(), util.Queue()
    for item in (1, 2, 3):
        stack.push(item)
        line.push(item)
    assert [stack.pop(), line.pop(), stack.isEmpty(), line.isEmpty()] == [3, 1, False, False]
    heap = util.PriorityQueue()
    for item, priority in [("a", 2), ("b", 1), ("c", 1)]:
        heap.push(item, priority)
    heap.update("a", 0)
    heap.update("c", 9)
    heap.update("d", 0.5)
    assert [heap.pop() for _ in range(4)] == ["a", "d", "b", "c"] and heap.isEmpty()
    heap = util.PriorityQueueWithFunction(len)
    heap.push("long")
    heap.push("a")
    assert heap.pop() == "a"


def test_a_counter_counts_what_is_missing_as_nothing():
    one, two = util.Counter({"a": 1, "b": 3}), util.Counter({"a": 2})
    one.normalize()
    assert one == {"a": 0.25, "b": 0.75} and one["c"] == 0 and "c" in one
    assert (one.argMax(), util.Counter().argMax(), one.totalCount(), one.sortedKeys()) == (
        "b",
        None,
        1.0,
        ["b", "a", "c"],
    )
    assert (one * two, (one + two)["a"], (one - two)["a"]) == (0.5, 2.25, -1.75)
    two.divideAll(2)
    two.incrementAll(["q", "r"], 3)
    assert two == {"a": 1.0, "q": 3, "r": 3} and type(two.copy()) is util.Counter


def test_draws_use_pythons_random_numbers():
    random.seed(5)
    numbers = [random.random() for _ in range(3)]
    random.seed(5)
    assert [util.sample([0.2, 0.3, 0.5], "abc") for _ in numbers] == [
        "ab"[number < 0.2] if number < 0.5 else "c" for number in numbers
    ]
    random.seed(5)
    keys = [util.chooseFromDistribution(util.Counter(b=0.7, a=0.3)) for _ in numbers]
    assert keys == ["a" if number <= 0.3 else "b" for number in numbers], "in the order of the keys"
    random.seed(5)
    assert [util.flipCoin(0.7) for _ in numbers] == [number < 0.7 for number in numbers]
    assert (
        util.chooseFromDistribution([(0.0, "x"), (1.0, "y")]) == "y"
        and util.sampleFromCounter(util.Counter(z=2)) == "z"
    )
    assert util.nSample([0.0, 1.0], [1, 2], 3) == [2, 2, 2] and util.getProbability("a", [0.2, 0.8], "ab") == 0.2
    assert util.normalize([1, 3]) == [0.25, 0.75] and util.normalize(util.Counter(a=4)) == {"a": 1.0}


def test_small_helpers():
    assert util.nearestPoint((1.5, 2.49)) == (2, 2) and (util.sign(-3), util.sign(0)) == (-1, 1)
    assert util.manhattanDistance((1, 2), (3.0, 4)) == 4.0 and util.arrayInvert([[1, 2], [3, 4]]) == [[1, 3], [2, 4]]
    assert util.matrixAsList([[True, False], [True, True]]) == [(0, 0), (1, 0), (1, 1)]
    assert util.lookup("math.pi", {}) > 3 and util.lookup("Stack", {"util": util}) is util.Stack
    assert util.lookup("here", {"here": start}) is start
    with pytest.raises(Exception, match="nothing not found as a method or class"):
        util.lookup("nothing", {"util": util})


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [
        ((1, 2), (4, 0), 5),
        ((1, 2), (3.5, 2.0), 2.5),
        ((True, 0), [0, 3], 4),
        ((10**30, 0), (0, 1), 10**30 + 1),
        ((0.1, 0.2), (0.4, 0.8), abs(0.1 - 0.4) + abs(0.2 - 0.8)),
    ],
)
def test_distances_are_those_of_pythons_arithmetic(one, two, distance):
    found = util.manhattanDistance(one, xy2=two)
    assert found == distance and type(found) is type(distance)
    with pytest.raises((TypeError, IndexError)):
        util.manhattanDistance(one, (1,))


def test_what_is_not_written_yet_ends_the_program(capsys):
    with pytest.raises(SystemExit, match="1"):
        game.Agent().getAction(None)
    assert capsys.readouterr().out.startswith("*** Method not implemented: getAction at line ")


def test_a_call_is_stopped_after_its_time():
    with pytest.raises(util.TimeoutFunctionException):
        util.TimeoutFunction(lambda: time.sleep(60), 1)()
    assert util.TimeoutFunction(lambda number: number + 1, 5)(2) == 3
    assert util.TimeoutFunction(lambda: "no limit", 0)() == "no limit"
    inner = util.TimeoutFunction(lambda: None, 30)
    with pytest.raises(util.TimeoutFunctionException):
        util.TimeoutFunction(lambda: (inner(), time.sleep(60)), 1)()


def test_printing_can_be_muted(capsys):
    util.mutePrint()
    print("unheard")
    util.unmutePrint()
    print("heard")
    assert capsys.readouterr().out == "heard\n"


def test_actions_are_vectors():
    walls = Layout(["%%%%%", "%P .%", "% %G%", "%%%%%"]).walls
    assert game.Actions.getPossibleActions(game.Configuration((1, 2), "Stop"), walls) == ["Stop", "East", "South"]
    assert game.Actions.getPossibleActions(game.Configuration((1.5, 2), "East"), walls) == ["East"]
    assert game.Actions.getLegalNeighbors((1, 2), walls) == [(1, 2), (2, 2), (1, 1)]
    assert (
        game.Actions.getSuccessor((1, 1), "North") == (1.0, 2.0) and game.Actions.vectorToDirection((0, 2)) == "North"
    )
    assert (
        game.Actions.directionToVector("West", 0.5) == (-0.5, 0.0) and game.Actions.reverseDirection("Stop") == "Stop"
    )
    place = game.Configuration((1, 1), "North")
    assert str(place) == "(x,y)=(1, 1), North" and place.isInteger() and place == game.Configuration((1.0, 1), "North")
    assert str(place.generateSuccessor((1.0, 0))) == "(x,y)=(2.0, 1), East"
    assert place.generateSuccessor((0, 0)).direction == "North"


def test_a_directional_ghost_mostly_heads_for_pacman():
    state = start(["%%%%%%%", "%P . G%", "%%%%% %", "%%%%%%%"])
    assert DirectionalGhost(1).getDistribution(state) == {"West": 0.9, "South": pytest.approx(0.1)}
    assert DirectionalGhost(1, prob_attack=0.5).getDistribution(state) == {"West": 0.75, "South": 0.25}
    assert RandomGhost(1).getDistribution(state) == {"West": 0.5, "South": 0.5}
    scared = start(["%%%%%%%", "%P o.G%", "%%%%% %", "%%%%%%%"])
    for _ in range(2):
        scared = scared.generateSuccessor(0, "East")
    assert DirectionalGhost(1).getDistribution(scared).argMax() == "South"
