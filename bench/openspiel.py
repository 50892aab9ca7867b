"""Simulations per second of OpenSpiel's MCTS bot (C++, called from Python) on Connect Four from the start.

Set up once, in its own environment:
    python3 -m venv bench/target/openspiel && bench/target/openspiel/bin/pip install open_spiel
Run:
    bench/target/openspiel/bin/python bench/openspiel.py
"""

import time

import pyspiel

SIMULATIONS = 100_000
ROUNDS = 5

game = pyspiel.load_game("connect_four")
rates = []
for seed in range(ROUNDS + 1):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, 1.4, SIMULATIONS, 1000, True, seed, False, pyspiel.ChildSelectionPolicy.UCT
    )
    start = time.perf_counter()
    bot.step(game.new_initial_state())
    rates.append(SIMULATIONS / (time.perf_counter() - start))
rates = sorted(rates[1:])
print(f"OpenSpiel's MCTSBot, {SIMULATIONS} simulations per search: best {rates[-1]:,.0f}/s, median {rates[ROUNDS // 2]:,.0f}/s")
