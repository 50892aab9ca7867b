"""The native state of Pac-Man as course code uses it."""

import copy
import pickle

import pytest

import plylab
from plylab.course import game, pacman
from plylab.course.layout import Layout, getLayout

ROWS = ["%%%%%%%%", "%P .o G%", "%.%%%%.%", "%  2 ..%", "%%%%%%%%"]


def start(rows=ROWS, ghosts=1000):
    state = pacman.GameState()
    state.initialize(Layout(rows), ghosts)
    return state


def played(state, *moves):
    for index, action in moves:
        state = state.generateSuccessor(index, action)
    return state


def test_a_state_tells_what_course_code_asks():
    state = start()
    assert (state.getNumAgents(), state.getPacmanPosition(), state.getGhostPositions()) == (3, (1, 3), [(6, 3), (3, 1)])
    assert (state.getNumFood(), state.getCapsules(), state.getScore()) == (5, [(4, 3)], 0.0)
    assert state.getFood().asList() == [(1, 2), (3, 3), (5, 1), (6, 1), (6, 2)]
    assert state.hasFood(1, 2) and not state.hasFood(1, 3) and state.hasWall(0, 0) and not state.hasWall(1, 1)
    assert state.getLegalActions() == state.getLegalPacmanActions() == ["Stop", "East", "South"]
    assert state.getLegalActions(1) == ["West", "South"]
    after = state.generatePacmanSuccessor("South")
    assert (after.getScore(), after.getNumFood(), after.getPacmanState().getDirection()) == (9.0, 4, "South")
    assert isinstance(after.getScore(), float)
    assert state.getScore() == 0, "a state never changes"


def test_locations_are_whole_numbers_until_a_ghost_moves():
    state = start()
    assert [type(number) for number in state.getGhostPosition(1)] == [int, int]
    moved = played(state, (1, "West"), (0, "Stop"))
    assert [type(number) for number in moved.getGhostPosition(1)] == [float, float]
    assert [type(number) for number in moved.getPacmanPosition()] == [int, int]
    scared = played(moved, *[(0, "East")] * 2, (2, "West"))
    assert not scared.isLose()


def test_a_scared_ghost_goes_half_cells_and_snaps_back_to_whole_numbers():
    state = played(start(["%%%%%%%", "%P o .%", "%%%%%%%", "%G    %", "%%%%%%%"]), (0, "East"), (0, "East"))
    assert state.getGhostState(1).scaredTimer == 40
    state = played(state, (1, "East"))
    assert (state.getGhostPosition(1), state.getLegalActions(1)) == ((1.5, 1.0), ["East"])
    while state.getGhostState(1).scaredTimer > 1:
        state = state.generateSuccessor(1, state.getLegalActions(1)[0])
    state = state.generateSuccessor(1, state.getLegalActions(1)[0])
    assert [type(number) for number in state.getGhostPosition(1)] == [int, int]


def test_any_agent_moves_at_any_time_and_the_turn_is_not_part_of_a_state():
    one = played(start(), (2, "West"), (1, "South"))
    other = played(start(), (1, "South"), (2, "West"))
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != start() and one != None and one != 3  # noqa: E711  course code compares like that


def test_explored_states_are_counted_after_the_first_reset():
    pacman.GameState.getAndResetExplored()
    state = start()
    assert pacman.GameState.explored == set()
    after = state.generateSuccessor(0, "East")
    state.generateSuccessor(0, "East")
    assert pacman.GameState.explored == {state, after}
    assert pacman.GameState.getAndResetExplored() == {state, after}
    assert pacman.GameState.getAndResetExplored() == set()


def test_a_finished_game_has_no_moves_until_it_is_copied():
    state = start(["%%%%%%", "%P G.%", "%%%%%%"])
    lost = played(state, (0, "East"), (1, "West"))
    assert lost.isLose() and not lost.isWin() and lost.getLegalActions() == [] and lost.getScore() == -501
    with pytest.raises(Exception, match="the game is over, so there is no successor"):
        lost.generateSuccessor(0, "Stop")
    for again in (lost.deepCopy(), pacman.GameState(lost)):
        assert not again.isLose() and again == lost and again.getLegalActions() == ["West", "Stop", "East"]


def test_copies_and_pickles_are_equal_and_keep_what_was_added():
    class Marked(pacman.GameState):
        def __init__(self, previous, mark):
            super().__init__(previous)
            self.mark = mark

    state = played(start(), (0, "South"), (1, "South"), (2, "East"))
    state.note = ["mine"]
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and hash(other) == hash(state) and str(other) == str(state)
        assert other.note == ["mine"] and other.data._agentMoved == 2
    assert copy.deepcopy(state).note is not state.note
    marked = Marked(state, 7)
    assert (marked == state, marked.mark, type(copy.deepcopy(marked)), copy.copy(marked).mark) == (True, 7, Marked, 7)
    assert type(marked.generateSuccessor(0, "Stop")) is pacman.GameState
    lost = played(start(["%%%%%%", "%P G.%", "%%%%%%"]), (0, "East"), (1, "West"))
    assert pickle.loads(pickle.dumps(lost)).isLose() and copy.deepcopy(lost).isLose()


def test_a_state_is_drawn_as_text_and_as_svg():
    state = played(start(), (0, "East"))
    assert str(state) == "%%%%%%%%\n% <.o G%\n%.%%%%.%\n%  G ..%\n%%%%%%%%\nScore: -1\n"
    assert state._repr_svg_().startswith("<svg")


def test_the_data_of_a_state_tells_the_last_move():
    state = played(start(), (0, "East"), (0, "East"), (0, "East"))
    data = state.data
    assert (data.score, data.scoreChange, data._agentMoved, data._capsuleEaten, data._foodEaten) == (
        7,
        -1,
        0,
        (4, 3),
        None,
    )
    assert [agent.scaredTimer for agent in data.agentStates] == [0, 40, 40]
    assert data.capsules == [] and data.food.count() == 4 and str(data.layout) == "\n".join(ROWS)
    data = played(state, (1, "West"), (1, "West"), (1, "West")).data
    assert (data.scoreChange, data._eaten) == (200, [False, True, False])
    assert data.agentStates[1].getPosition() == (6, 3) and data == data.deepCopy()


def test_agents_of_a_state_can_be_copied_compared_and_changed():
    ghost = start().getGhostState(1)
    assert str(ghost) == "Ghost: (x,y)=(6, 3), Stop" and str(start().getPacmanState()) == "Pacman: (x,y)=(1, 3), Stop"
    assert ghost == start().getGhostState(1) and hash(ghost) == hash(ghost.copy()) and ghost != start().getGhostState(2)
    assert ghost.start == game.Configuration((6, 3), "Stop") and not ghost.isPacman
    other = pickle.loads(pickle.dumps(ghost))
    other.scaredTimer = 5
    assert ghost.scaredTimer == 0 and ghost != other
    other.configuration = game.Configuration((2, 2), "North")
    assert (other.getPosition(), other.getDirection()) == ((2, 2), "North")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            lambda state: state.generateSuccessor(0, "North"),
            "North is not legal for agent 0; legal actions: Stop, East, South",
        ),
        (lambda state: state.generateSuccessor(1, None), "None is not legal for agent 1; legal actions: West, South"),
        (lambda state: state.getLegalActions(3), "there is no agent 3; this game has 3 agents"),
        (lambda state: state.getGhostState(0), "0 is no ghost; ghosts have the indices 1 to 2"),
        (lambda state: state.getGhostPosition(9), "9 is no ghost; ghosts have the indices 1 to 2"),
        (lambda state: state.hasWall(99, 0), r"\(99, 0\) is not in the maze"),
        (lambda state: pacman.GameState().getScore(), r"the state is empty; call initialize\(layout\) first"),
    ],
)
def test_mistakes_are_explained(wrong, sentence):
    with pytest.raises(Exception, match=f"^{sentence}$"):
        wrong(start())


def test_a_maze_that_cannot_be_played_is_refused():
    with pytest.raises(plylab.InputError, match=r"^there are 0 Pac-Men; place one P$"):
        start(["%%%%", "%..%", "%%%%"])


def test_the_number_of_ghosts_is_limited():
    assert start(ghosts=1).getNumAgents() == 2 and start(ghosts=0).getGhostStates() == []
    assert start(ghosts=1) != start(ghosts=2)


def test_a_grid_is_lists_of_columns():
    grid = game.Grid(3, 2)
    grid[1][0] = True
    assert (str(grid), grid.asList(), grid.count(), grid.count(False)) == ("FFF\nFTF", [(1, 0)], 1, 5)
    assert grid.asList(False) == [(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)] and grid.data[1] == [True, False]
    assert list(grid) == [[False, False], [True, False], [False, False]] and grid[-1] == [False, False]
    other = grid.copy()
    assert other == grid and hash(other) == hash(grid)
    other[0][0] = True
    assert other != grid and grid.shallowCopy().data is grid.data and grid.deepCopy() == grid
    assert pickle.loads(pickle.dumps(grid)) == grid and copy.deepcopy(grid) == grid
    assert game.Grid(2, 2, True).count() == 4 and game.Grid(2, 2, True) != game.Grid(2, 2)
    with pytest.raises(IndexError):
        grid[3]
    with pytest.raises(AttributeError):
        grid.width = 9
    with pytest.raises(Exception, match="the grid has no data, so it cannot be read"):
        grid.__setstate__({"width": 3, "height": 2})
    with pytest.raises(Exception, match="a grid cannot be filled with 5; use True or False"):
        game.Grid(2, 2, 5)


def test_the_grids_of_a_state_agree_with_it():
    state = start()
    food, walls = state.getFood(), state.getWalls()
    assert food is state.getFood() and walls is state.getWalls()
    for x in range(food.width):
        for y in range(food.height):
            assert (food[x][y], walls[x][y]) == (state.hasFood(x, y), state.hasWall(x, y))
    # What was bits became lists above, and still says the same.
    assert food == start().getFood() and food.asList() == start().getFood().asList() and food.count() == 5
    food[1][2] = False
    assert state.hasFood(1, 2) and state.getNumFood() == 5, "the state itself never changes"


def test_layouts_know_what_is_in_them():
    layout = Layout(ROWS)
    assert layout.agentPositions == [(True, (1, 3)), (False, (6, 3)), (False, (3, 1))]
    assert (layout.width, layout.height, layout.numGhosts, layout.totalFood) == (8, 5, 2, 5)
    assert layout.capsules == [(4, 3)] and layout.isWall((0, 0)) and str(layout.deepCopy()) == str(layout)
    assert layout.getFurthestCorner((1, 1)) == (6, 3) and layout.getRandomCorner() in [(1, 1), (1, 3), (6, 1), (6, 3)]
    assert not layout.isWall(layout.getRandomLegalPosition())


def test_layouts_are_found_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert getLayout("nowhere") is None and getLayout("trappedClassic").numGhosts == 2
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "mine.lay").write_text("\n".join(ROWS))
    (tmp_path / "inner").mkdir()
    assert str(getLayout("mine")) == str(getLayout("mine.lay")) == "\n".join(ROWS)
    monkeypatch.chdir(tmp_path / "inner")
    assert getLayout("mine", 0) is None and getLayout("mine", 1) is not None
