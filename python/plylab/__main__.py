"""The command ``plylab``: ``python -m plylab`` is the same."""

from __future__ import annotations

import signal
import sys

from plylab._native import run_command


def main() -> None:
    """Run the command with the arguments of this process."""
    # Ctrl-C is for the command. Python would only take note of it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_command(["plylab", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
