"""Experiments and tournaments."""

import pytest
from games import Nim

import plylab


def first(position):
    """Take the first move."""
    return position.legal[0]


def test_a_tournament_ranks_agents_of_ours_and_in_python(tmp_path):
    results = plylab.tournament(
        "tictactoe", ["random", "alphabeta:depth=4", first], games=4, seed=2, folder=tmp_path / "t"
    )
    assert len(results.games) == 12 and results.folder is not None
    agents = {row[f"agent_{seat}"] for row in results.rows() for seat in (0, 1)}
    assert len(agents) == 3 and "first" in agents
    assert any("alphabeta" in str(row.values()) for row in results.tables[0].rows())
    again = plylab.tournament(
        "tictactoe", ["random", "alphabeta:depth=4", first], games=4, seed=2, folder=tmp_path / "t"
    )
    assert again.games == results.games
    assert "<html" in results.html and "<table>" in results._repr_html_()


def last(position):
    """Take the last move."""
    return position.legal[-1]


def test_a_tournament_of_a_game_in_python(tmp_path):
    agents = ["random", "alphabeta:depth=20,table=1", last]
    results = plylab.tournament(Nim, agents, games=4, seed=2, folder=tmp_path / "t", threads=2)
    assert len(results.games) == 12 and {row["ending"] for row in results.rows()} == {"over"}
    again = plylab.tournament(plylab.game(Nim), agents, games=4, seed=2, folder=tmp_path / "t")
    assert again.games == results.games

    class Nim4(Nim):
        name = "nim"

        def initial(self):
            return (4, 4, 4), 0

    other = plylab.tournament(Nim4, agents, games=4, seed=2, folder=tmp_path / "t")
    assert other.games != results.games and len(other.games) == 12


def test_an_experiment_with_a_game_and_an_agent_in_python(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "Heaps"\n[[sweep]]\nname = "nim"\ngame = "nim"\nplayers = ["{who}", "random"]\n'
        'vary = { who = ["last", "alphabeta:depth=20,table=1"] }\ngames = 3\nrecord = ["moves"]\n'
    )
    results = plylab.experiment(file).run(folder=tmp_path / "out", games=[Nim], agents=[last])
    assert len(results.games) == 6 and "(2,5)" in str(results.games[0]["moves"])
    with pytest.raises(plylab.InputError, match="there is no game 'nim'"):
        plylab.experiment(file).run(folder=tmp_path / "none")
    with pytest.raises(plylab.InputError, match=r"connect4.* is a game of ours; name it by its spec"):
        plylab.experiment(file).run(folder=tmp_path / "none", games=[plylab.game("connect4")])
    with pytest.raises(plylab.InputError, match="there is already a game 'sim'; give yours another"):
        plylab.experiment(file).run(folder=tmp_path / "none", games=[type("Sim", (Nim,), {})])


def test_what_a_game_raises_in_a_tournament_comes_out():
    class Broken(Nim):
        def apply(self, state, action):
            raise ZeroDivisionError("no rules")

    with pytest.raises(ZeroDivisionError, match="no rules"):
        plylab.tournament(Broken, ["random", "first"], games=2)


def test_a_tournament_without_a_folder_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = plylab.tournament("tictactoe", ["random", "first"])
    assert len(results.games) == 2 and results.folder is None and not list(tmp_path.iterdir())
    with pytest.raises(plylab.InputError, match="not enough for a tournament"):
        plylab.tournament("tictactoe", ["random"])


def test_bundled_experiments_run_and_are_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = plylab.experiment("report-a").run(quick=True, threads=2)
    assert (tmp_path / "results" / "report-a-quick").is_dir()
    assert results.tables and len(results.to_pandas() if _has("pandas") else results.rows()) == len(results.games)


def _has(name):
    return __import__("importlib.util").util.find_spec(name) is not None


def test_a_missing_experiment_is_named():
    with pytest.raises(plylab.InputError, match="there is no experiment 'report-z'"):
        plylab.experiment("report-z")


def test_layouts_are_found_beside_the_experiment(tmp_path, monkeypatch):
    (tmp_path / "own.lay").write_text("%%%%%%\n%P .G%\n%%%%%%\n")
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "Maze"\n[[sweep]]\nname = "maze"\ngame = "pacman:layout=own.lay"\n'
        'players = ["first", "random"]\ngames = 2\nlimits = { moves = 20 }\n'
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    results = plylab.experiment(file).run(folder=tmp_path / "out")
    assert len(results.games) == 2 and "%P .G%" in results.html
    (tmp_path / "own.lay").unlink()
    with pytest.raises(plylab.InputError, match=r"it is looked for in .*, beside the experiment file"):
        plylab.experiment(file).run(folder=tmp_path / "other")
