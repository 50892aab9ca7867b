"""Solves positions with BitBully (C++, called from Python), each with an empty table and without a book.

Reads the moves of one position per line ("-" for none), prints score, nodes, CPU time and wall-clock time in nanoseconds.

Set up once, in its own environment:
    python3 -m venv bench/target/bitbully && bench/target/bitbully/bin/pip install bitbully
Used by `plylab-bench connect4-solver --bitbully bench/target/bitbully/bin/python FILE...`.
"""

import sys
import time

from bitbully.bitbully_core import BitBullyCore, BoardCore

solver = BitBullyCore()
if solver.isBookLoaded():
    solver.resetBook()
for line in sys.stdin:
    board = BoardCore()
    for column in line.strip().replace("-", ""):
        if not board.play(int(column) - 1):
            sys.exit(f"'{line.strip()}' cannot be played")
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    processor, clock = time.process_time_ns(), time.perf_counter_ns()
    score = solver.mtdf(board, 0)
    clock, processor = time.perf_counter_ns() - clock, time.process_time_ns() - processor
    print(score, solver.getNodeCounter(), processor, clock, flush=True)
