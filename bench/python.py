"""Measures the Python package, beside OpenSpiel where that is installed.

    pip install .                    # the wheel as it is published
    pip install open_spiel           # for the comparison
    python bench/python.py

Random play asks for the legal moves, picks one and plays it, move by move. Native playouts play whole games in Rust;
`connect4-random` of the benchmarks in Rust is the figure to compare with. The overhead of an evaluation is the time of
a leaf less that of a call of the same function with a position that is there already.
"""

import random
import statistics
import time

import plylab

ROUNDS = 5


def ours(games):
    """Play random games with positions of ours; count the moves."""
    start, choice, moves = plylab.game("connect4").start(), random.Random(1).choice, 0
    for _ in range(games):
        position = start
        while legal := position.legal:
            position = position.play(choice(legal))
            moves += 1
    return moves


def openspiel(games):
    """Play random games with states of OpenSpiel; count the moves."""
    import pyspiel

    game, choice, moves = pyspiel.load_game("connect_four"), random.Random(1).choice, 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves


def native(games):
    """Play random games in Rust; count the moves."""
    return plylab.game("connect4").start().playouts(games, seed=1)[2]


def rates(contenders, games):
    """Measure in turn; print the best and the median rate of each."""
    seen = {name: [] for name in contenders}
    for play in contenders.values():
        play(games // 10)
    for _ in range(ROUNDS):
        for name, play in contenders.items():
            began = time.process_time()
            moves = play(games)
            seen[name].append(moves / (time.process_time() - began))
    for name, figures in seen.items():
        print(f"{name:24} best {max(figures):12,.0f}  median {statistics.median(figures):12,.0f} moves/s")
    return {name: max(figures) for name, figures in seen.items()}


def overhead():
    """Measure what a leaf costs beyond the call of the evaluation."""

    def nothing(position):
        return 0.0

    start = plylab.game("connect4").start()
    agent = plylab.agent("minimax:depth=7", eval=nothing)
    plain = plylab.agent("minimax:depth=7,eval=tuned")
    leaves = agent.think(start).leaves
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        agent.think(start)
        whole = time.process_time() - began
        began = time.process_time()
        plain.think(start)
        search = time.process_time() - began
        began = time.process_time()
        for _ in range(leaves):
            nothing(start)
        call = time.process_time() - began
        spent.append(((whole - call) / leaves, search / leaves))
    leaf, search = (min(figures) * 1e6 for figures in zip(*spent, strict=True))
    print(f"{'evaluation':24} {leaf:.3f} us a leaf beyond the call, search included; with ours in all {search:.3f} us")


def main():
    """Run all."""
    contenders = {"plylab": ours}
    try:
        import pyspiel  # noqa: F401

        contenders["OpenSpiel"] = openspiel
    except ImportError:
        print("OpenSpiel is not installed")
    best = rates(contenders, 20_000)
    if "OpenSpiel" in best:
        print(f"plylab / OpenSpiel: {best['plylab'] / best['OpenSpiel']:.2f}")
    rates({"native playouts": native}, 500_000)
    overhead()


if __name__ == "__main__":
    main()
