"""Plylab: games, agents that search them, solvers, trees, matches and experiments."""

from plylab._native import VERSION as __version__

__all__ = ["__version__"]
