"""`python -m plylab.course pacman.py ...`: run a program of a course on Plylab's engine."""

import importlib
import os
import runpy
import sys

from plylab.course import MODULES, InputError, install

USAGE = """\
Run the programs of a course's folder on Plylab's engine.

  python -m plylab.course pacman.py -p MinimaxAgent -a depth=3 -l minimaxClassic -q -n 10
  python -m plylab.course autograder.py -q q2 --no-graphics
  python -m plylab.course pacman.py --help

The folder has the course's files, or only the student's multiAgents.py."""


def main(argv):
    """Run a program; return the exit status."""
    if argv[:1] in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    try:
        run(argv)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def run(argv):
    """Run `argv[0]`, a program of the course, with the other arguments."""
    if not argv:
        raise InputError("a program is missing; write python -m plylab.course pacman.py ... or autograder.py ...")
    program = argv[0]
    folder, file = os.path.split(program)
    name = file.removesuffix(".py")
    sys.argv = list(argv)
    # As if Python ran the program itself: its folder comes first, not the one that -m put there.
    sys.path[0] = os.path.abspath(folder or os.curdir)
    install(sys.path[0])
    if name in MODULES:
        module = importlib.import_module(name)
        if "main" not in vars(module):
            raise InputError(f"{file} is a part of the engine; run pacman.py or autograder.py")
        module.main(argv[1:])
    elif os.path.isfile(program):
        runpy.run_path(program, run_name="__main__")
    else:
        raise InputError(f"there is no file {program}; run pacman.py, or a program that is in this folder")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
