"""Runs of `python -m plylab.course` in a folder with course files that we wrote."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FILES = Path(__file__).parent / "course"
LAYOUTS = Path(__file__).parents[2] / "crates" / "games" / "layouts"
# A window would wait for somebody to look at it.
NO_WINDOW = {"PLYLAB_COURSE_WINDOW": "none"}


def fill(folder, *files):
    """Copy files of ours into a student's folder."""
    for name in files:
        shutil.copy(FILES / name, folder)
    return folder


def command(*arguments):
    """The command line that runs a program of the course on our engine."""
    return [sys.executable, "-m", "plylab.course", *map(str, arguments)]


def run(folder, *arguments, **variables):
    """Run a program in a folder and return what it did."""
    environment = {**os.environ, **NO_WINDOW, **variables}
    return subprocess.run(
        command(*arguments), cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def printed(folder, *arguments, **variables):
    """Run a program that must end well, and return what it printed."""
    done = run(folder, *arguments, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(folder, *arguments, **variables):
    """Run a program that must refuse its input, and return its one sentence."""
    done = run(folder, *arguments, **variables)
    assert (done.returncode, done.stdout) == (2, ""), done
    sentence = done.stderr.removeprefix("error: ").removesuffix("\n")
    assert "\n" not in sentence, done.stderr
    return sentence
