"""Games that are written in Python."""

import pickle
import re

import pytest
from games import Coin, Nim, Othello

import plylab
from plylab._native import picture


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
    assert "max" in plylab.tree(start, depth=2).text()
    board, scene = picture(start)
    assert (board["kind"], board["width"], board["height"]) == ("board", 8, 8)
    # Rows are drawn from the top, and counted from the bottom.
    assert board["column_labels"] == list("abcdefgh") and board["row_labels"] == list("87654321")
    assert [(piece["x"], piece["y"], piece["name"]) for piece in scene["pieces"]] == [
        (3, 4, "White"),
        (4, 4, "Black"),
        (3, 3, "Black"),
        (4, 3, "White"),
    ]
    drawn = start._repr_svg_()
    assert drawn.count('class="stone blue"') == drawn.count('class="stone red"') == 2


def test_pictures_have_pieces_of_every_kind():
    class Chess(Nim):
        columns = "ab"

        def draw(self, state):
            king = {"seat": 1, "shape": "king", "label": "K", "marked": True}
            return [[king, {"label": "7", "tone": "green", "name": "seven"}], [".", "x"], "  "]

    board, scene = picture(plylab.game(Chess).start())
    assert (board["width"], board["height"], board["column_labels"]) == (2, 3, ["a", "b"])
    assert [(piece["shape"], piece["tone"], piece["label"]) for piece in scene["pieces"]] == [
        ("king", "red", "K"),
        ("token", "green", "7"),
        ("token", "white", "x"),
    ]
    assert ">K</text>" in plylab.game(Chess).start()._repr_svg_()


def test_captions_say_who_moves_and_how_it_ended():
    def facts(position):
        return [(fact["label"], fact["value"]) for fact in picture(position)[1]["facts"]]

    start = plylab.game(Nim).start()
    assert facts(start) == [("to move", "First")]
    over = start.play((0, 3)).play((1, 4)).play((2, 5))
    assert facts(over) == [("winner", "First")]
    coin = plylab.game(Coin).start()
    assert facts(coin.play("toss")) == [("to move", "chance")]

    class Points(Nim):
        result = "points"

    assert facts(plylab.game(Points).start().play((0, 3)).play((1, 4)).play((2, 5))) == [("result", "1, -1")]


@pytest.mark.parametrize(
    "draw, wrong",
    [
        (lambda self, state: 7, "draw returned 7; return a text, or a list of rows"),
        (lambda self, state: [[None], []], "rows of different lengths"),
        (lambda self, state: [[9]], "draw returned a cell 9; a cell is None, a seat, a text, or a dict"),
        (lambda self, state: [[{"colour": "red"}]], "a cell with 'colour'; a cell is"),
        (lambda self, state: [[{"tone": "mauve"}]], "the tone 'mauve'; use yellow, red"),
        (lambda self, state: [[None] * sum(state[0])], "1 rows of 11 cells, and at the start 1 rows of 12 cells"),
        (lambda self, state: [[None]] if state[1] else "text", "1 rows of 1 cells, and at the start a text"),
        (lambda self, state: "text" if state[1] else [[None]], "a text, and at the start 1 rows of 1 cells"),
    ],
)
def test_pictures_with_mistakes_are_told_what_is_wrong(draw, wrong):
    with pytest.raises(plylab.InputError, match=re.escape(wrong)):
        plylab.game(type("Wrong", (Nim,), {"draw": draw})).start().play((0, 1))._repr_svg_()


def test_labels_fit_the_board():
    wrong = type("Wrong", (Nim,), {"draw": lambda self, state: [[None]], "columns": "ab"})
    with pytest.raises(plylab.InputError, match="'columns' has 2 labels, and draw returns 1 columns"):
        plylab.game(wrong).start()._repr_svg_()


def test_boards_of_stones_are_observed():
    pytest.importorskip("numpy")
    from plylab.encoding import Encoding

    start = plylab.game(Othello).start()
    encoding = Encoding(Othello, moves=[c + r for c in "abcdefgh" for r in "12345678"] + ["pass"])
    seen = encoding.observe(start, 0)
    assert encoding.planes == ("own", "other")
    assert seen[..., 0].nonzero()[1].tolist() == [4, 3]
    assert encoding.observe(start, 1)[..., 0].tolist() == seen[..., 1].tolist()


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
