"""Plylab: games, agents that search them, solvers, trees, matches and experiments.

>>> import plylab
>>> start = plylab.game("connect4").start()
>>> plylab.agent("alphabeta:depth=6").think(start).move
'4'
"""

from plylab._errors import InputError
from plylab._matches import MatchResult, PlayedGame, match
from plylab._native import VERSION as __version__
from plylab._native import Agent, Budget, Game, Position, RootMove, Thought, Value, agent, game

__all__ = [
    "Agent",
    "Budget",
    "Game",
    "InputError",
    "MatchResult",
    "PlayedGame",
    "Position",
    "RootMove",
    "Thought",
    "Value",
    "__version__",
    "agent",
    "game",
    "match",
]
