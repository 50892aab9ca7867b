"""The ghosts. They draw their moves from Python's own random numbers, which the student's agent shares."""

from plylab.course.game import Actions, Agent, Directions
from plylab.course.util import Counter, chooseFromDistribution, manhattanDistance


class GhostAgent(Agent):
    """A ghost that draws its moves: a subclass says how likely each one is."""

    def __init__(self, index):
        self.index = index

    def getAction(self, state):
        """Draw a move; stop where there is none."""
        distribution = self.getDistribution(state)
        return chooseFromDistribution(distribution) if distribution else Directions.STOP

    def getDistribution(self, state):
        """Return a Counter of the probabilities of the legal actions."""
        raise NotImplementedError("a ghost must say how likely its moves are: getDistribution(state)")


class RandomGhost(GhostAgent):
    """A ghost that makes every legal move with the same probability."""

    def getDistribution(self, state):
        """Return the same probability for every legal action."""
        distribution = Counter(dict.fromkeys(state.getLegalActions(self.index), 1.0))
        distribution.normalize()
        return distribution


class DirectionalGhost(GhostAgent):
    """A ghost that mostly heads for Pac-Man, or away from him while it is scared."""

    def __init__(self, index, prob_attack=0.8, prob_scaredFlee=0.8):
        super().__init__(index)
        self.prob_attack = prob_attack
        self.prob_scaredFlee = prob_scaredFlee

    def getDistribution(self, state):
        """Share most of the probability among the best moves, and the rest among all."""
        ghost = state.getGhostState(self.index)
        legal = state.getLegalActions(self.index)
        (x, y), target = ghost.getPosition(), state.getPacmanPosition()
        scared = ghost.scaredTimer > 0
        distances = {}
        for action in legal:
            dx, dy = Actions.directionToVector(action, 0.5 if scared else 1.0)
            distances[action] = manhattanDistance((x + dx, y + dy), target)
        aim, share = (max, self.prob_scaredFlee) if scared else (min, self.prob_attack)
        wanted = aim(distances.values()) if distances else None
        best = [action for action in legal if distances[action] == wanted]
        distribution = Counter()
        for action in best:
            distribution[action] = share / len(best)
        for action in legal:
            distribution[action] += (1 - share) / len(legal)
        distribution.normalize()
        return distribution
