"""Agents of our own in the form that courses ask for."""

import random

import util
from game import Agent, Directions
from pacman import GameState
from util import manhattanDistance


class WanderAgent(Agent):
    """Draws his moves from the random numbers that the ghosts use too."""

    def getAction(self, gameState: GameState):
        legal = gameState.getLegalActions()
        if len(legal) > 1:
            legal.remove(Directions.STOP)
        return random.choice(legal)


class CarefulAgent(Agent):
    """Draws one of the moves after which no ghost is near, the nearest food first."""

    def registerInitialState(self, state):
        self.moves = 0

    def getAction(self, gameState):
        self.moves += 1
        values = [
            (self.value(gameState.generatePacmanSuccessor(action)), action) for action in gameState.getLegalActions()
        ]
        best = max(value for value, _ in values)
        return random.choice([action for value, action in values if value == best])

    def value(self, state):
        here, food = state.getPacmanPosition(), state.getFood().asList() + state.getCapsules()
        near = min((manhattanDistance(here, cell) for cell in food), default=0)
        ghosts = [g for g in state.getGhostStates() if g.scaredTimer == 0]
        danger = sum(manhattanDistance(here, ghost.getPosition()) < 2 for ghost in ghosts)
        return state.getScore() - near - 300 * danger


def scoreEvaluationFunction(state):
    return state.getScore()


class AlphaBetaAgent(Agent):
    """Plain alpha-beta, as the benchmark searches with it: depth in rounds, strict cuts."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth, -float("inf"), float("inf"))[1]

    def search(self, state, agent, rounds, alpha, beta):
        if rounds == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        following = agent + 1
        if following == state.getNumAgents():
            following, rounds = 0, rounds - 1
        best, move = None, None
        for action in state.getLegalActions(agent):
            value, _ = self.search(state.generateSuccessor(agent, action), following, rounds, alpha, beta)
            if agent == 0:
                if best is None or value > best:
                    best, move = value, action
                if best > beta:
                    break
                alpha = max(alpha, best)
            else:
                if best is None or value < best:
                    best, move = value, action
                if best < alpha:
                    break
                beta = min(beta, best)
        return best, move
