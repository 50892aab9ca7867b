"""Plylab: games, agents that search them, solvers, trees, matches and experiments.

>>> import plylab
>>> start = plylab.game("connect4").start()
>>> plylab.agent("mcts:sims=2000").think(start).move
'4'
"""

import sys as _sys

from plylab._errors import InputError
from plylab._experiments import Experiment, ReportTable, Results, experiment, tournament
from plylab._matches import MatchResult, PlayedGame, match
from plylab._native import VERSION as __version__
from plylab._native import (
    Agent,
    Budget,
    Game,
    Position,
    RootMove,
    Solution,
    Thought,
    Tree,
    Value,
    agent,
    check_game,
    game,
    set_interpreter,
    solve,
    tree,
)

# Agents in other processes are started by this interpreter.
set_interpreter(_sys.executable)

__all__ = [
    "Agent",
    "Budget",
    "Experiment",
    "Game",
    "InputError",
    "MatchResult",
    "PlayedGame",
    "Position",
    "ReportTable",
    "Results",
    "RootMove",
    "Solution",
    "Thought",
    "Tree",
    "Value",
    "__version__",
    "agent",
    "check_game",
    "experiment",
    "game",
    "match",
    "solve",
    "tournament",
    "tree",
]
