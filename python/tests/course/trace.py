"""Plays games by Python's random numbers and prints everything that a state says: `python trace.py LAYOUT...`.

It imports what course code imports, so that it runs on the course's own engine too.
"""

import random
import sys

import game
import ghostAgents
import layout
import pacman
import pacmanAgents
import util


def describe(agent):
    place = agent.configuration
    return (
        f"{agent} {agent.getPosition()} {agent.getDirection()} {agent.scaredTimer} {agent.isPacman} "
        f"{place.pos} {place.direction} {place.isInteger()} {agent.start}"
    )


def facts(state):
    """Everything but what is printed as the address of an object."""
    data, food, walls = state.data, state.getFood(), state.getWalls()
    yield str(state)
    yield [describe(agent) for agent in data.agentStates]
    yield [state.getLegalActions(index) for index in range(state.getNumAgents())]
    yield state.getScore(), data.score, data.scoreChange, state.isWin(), state.isLose(), state.getNumFood()
    yield food.asList(), food.asList(False)[:9], food.count(), food.count(False), food.width, food.height
    yield walls.count(), walls[0][0], walls[1][1], str(food), food == food.copy(), food == walls
    yield state.getCapsules(), data.capsules, state.getGhostPositions(), state.getPacmanPosition()
    yield data._agentMoved, data._foodEaten, data._capsuleEaten, data._eaten, data.layout.width
    yield [state.hasFood(x, 1) for x in range(food.width)], [state.hasWall(x, 2) for x in range(food.width)]
    copy = state.deepCopy()
    yield copy == state, hash(copy) == hash(state), copy.isWin(), copy.isLose(), pacman.GameState(state) == state


def play(name, ghosts, in_turn):
    """One game; `in_turn` or with agents that move whenever they like."""
    state = pacman.GameState()
    maze = layout.getLayout(name)
    state.initialize(maze, ghosts)
    yield str(maze), maze.agentPositions, maze.capsules, maze.totalFood, maze.getNumGhosts()
    agents = range(state.getNumAgents())
    directional = [None, *[ghostAgents.DirectionalGhost(index) for index in agents[1:]]]
    greedy = pacmanAgents.GreedyAgent()
    pacman.GameState.getAndResetExplored()
    for move in range(1000):
        index = move % len(agents) if in_turn else random.choice(agents)
        legal = state.getLegalActions(index)
        if not legal:
            break
        if index and random.random() < 0.5:
            action = directional[index].getAction(state)
        elif not index and random.random() < 0.4:
            action = greedy.getAction(state)
        else:
            action = random.choice(legal)
        before, state = state, state.generateSuccessor(index, action)
        yield index, action, state == before, before in {state}
        yield from facts(state)
    yield len(pacman.GameState.getAndResetExplored())
    yield [util.nearestPoint(where) for where in state.getGhostPositions()]
    walls = state.getWalls()
    yield game.Actions.getLegalNeighbors(state.getPacmanPosition(), walls)
    yield game.Actions.getPossibleActions(state.getPacmanState().configuration, walls)


for name in sys.argv[1:]:
    for number in range(12):
        random.seed(f"{name} {number}")
        for line in play(name, number % 4, number % 3 > 0):
            print(line)
