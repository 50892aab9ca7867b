"""Matches, with agents of ours and in Python."""

import pytest

import plylab


def last(position):
    """Take the last move."""
    return position.legal[-1]


def test_own_agents_sit_beside_ours():
    result = plylab.match("connect4", last, "random", count=6, seed=1)
    assert [game.ending for game in result] == ["over"] * 6
    assert sum(player["wins"] + player["draws"] for player in result.players) >= 6
    assert result.games[1].seats == ("random", "last")
    assert all(game.positions[-1].text == game.end for game in result)


def test_the_games_are_the_same_for_any_number_of_threads():
    class Drawn:
        def begin(self, game, seat, seed):
            self.random = __import__("random").Random(seed)

        def act(self, position, budget):
            return self.random.choice(position.legal)

    games = [plylab.match("connect4", Drawn, "random", count=9, seed=3, threads=threads) for threads in (1, 3)]
    assert [game.moves for game in games[0]] == [game.moves for game in games[1]]


def test_endings_are_told_apart():
    def crash(position):
        raise RuntimeError("out of ideas")

    def slow(position):
        while True:
            pass

    def endings(agent, **limits):
        (game,) = plylab.match("connect4", agent, "random", **limits)
        return game.ending, game.forfeited_by

    assert endings(lambda position: "9") == ("illegal-move", 0)
    assert endings(lambda position: None) == ("illegal-move", 0)
    assert endings(crash) == ("crash", 0)
    assert endings(slow, time=0.05) == ("time-out", 0)
    assert endings(last, moves=3) == ("move-limit", None)
    (game,) = plylab.match("connect4", crash, "random")
    assert game.reason == "RuntimeError: out of ideas"
    assert "in crash" in game.logs[0] and "out of ideas" in game.logs[0]
    (game,) = plylab.match("connect4", plylab.agent("alphabeta:depth=3", eval=crash), "random")
    assert (game.ending, game.reason) == ("crash", "RuntimeError: out of ideas")


def test_results_become_tables():
    result = plylab.match("connect4", last, "random", count=2)
    assert result.rows()[0]["agent_0"] == "last"
    frame = pytest.importorskip("pandas") and result.to_pandas()
    assert list(frame["game"]) == [0, 1]
    frame = pytest.importorskip("polars") and result.to_polars()
    assert frame["ending"].to_list() == ["over", "over"]
    assert "<table>" in result._repr_html_() and result.games[0]._repr_svg_().startswith("<svg")


def test_bad_matches_are_refused():
    with pytest.raises(plylab.InputError, match="1 agent is given for 2 players"):
        plylab.match("connect4", "random")
    with pytest.raises(plylab.InputError, match="at least one game"):
        plylab.match("connect4", "random", "random", count=0)
