"""Two simple Pac-Men."""

import random

from plylab.course.game import Agent, Directions
from plylab.course.util import lookup


class LeftTurnAgent(Agent):
    """A Pac-Man that turns left wherever he can."""

    def getAction(self, state):
        """Prefer left, then straight on, then right, then back."""
        legal = state.getLegalPacmanActions()
        ahead = state.getPacmanState().getDirection()
        if ahead == Directions.STOP:
            ahead = Directions.NORTH
        left = Directions.LEFT[ahead]
        wishes = [left, ahead, Directions.RIGHT[ahead], Directions.LEFT[left]]
        return next((wish for wish in wishes if wish in legal), Directions.STOP)


class GreedyAgent(Agent):
    """A Pac-Man that takes one of the moves with the best value right after them; he never stops."""

    def __init__(self, evalFn="scoreEvaluation"):
        self.evaluationFunction = lookup(evalFn, globals())

    def getAction(self, state):
        """Draw one of the best moves."""
        legal = [action for action in state.getLegalPacmanActions() if action != Directions.STOP]
        values = {action: self.evaluationFunction(state.generateSuccessor(0, action)) for action in legal}
        best = max(values.values())
        return random.choice([action for action in legal if values[action] == best])


def scoreEvaluation(state):
    """Return the score."""
    return state.getScore()
