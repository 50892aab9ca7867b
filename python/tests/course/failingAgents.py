"""Agents that fail, each in its own way."""

import time

from game import Agent


class CrashingAgent(Agent):
    def getAction(self, gameState):
        raise RuntimeError("no idea where to go")


class SlowAgent(Agent):
    def getAction(self, gameState):
        while True:
            time.sleep(0.01)


class IllegalAgent(Agent):
    def getAction(self, gameState):
        return "Sideways"


class LearningAgent(Agent):
    """Counts the games that it was trained with."""

    def __init__(self, numTraining=0, name="", flag=0):
        self.training, self.name, self.flag, self.games = int(numTraining), name, flag, 0

    def observationFunction(self, state):
        return state

    def getAction(self, gameState):
        return gameState.getLegalActions()[0] if self.games < self.training else gameState.getLegalActions()[-1]

    def final(self, state):
        self.games += 1
        print(f"{self.name} {self.flag}: game {self.games} of {self.training} for training, {state.getScore()} points")
