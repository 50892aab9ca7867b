"""Who has which seat where one is a learner's or a person's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plylab._errors import InputError
from plylab._native import Agent, Game, Position, agent


def mover(position: Position) -> int:
    """Give the seat that is to move."""
    if not isinstance(position.turn, int):
        raise InputError(f"nobody is to move at {position.text!r}")
    return position.turn


def opponents_of(seat: int, game: Game, opponents: Sequence[Agent | str | Any]) -> dict[int, Agent]:
    """Give the other seats to the opponents in order, the last of them to all that remain; nobody if there are none."""
    seats = range(len(game.seats))
    if seat not in seats:
        raise InputError(f"{game.name} has no seat {seat}; its seats are 0 to {len(seats) - 1}")
    agents = [agent(opponent) for opponent in opponents]
    others = [other for other in seats if other != seat] if agents else []
    return {other: agents[min(index, len(agents) - 1)] for index, other in enumerate(others)}
