"""The examples of docs/course.md."""

import re
import shlex
from pathlib import Path

import pytest
from course_runs import fill, run

PAGE = Path(__file__).parents[2] / "docs" / "course.md"
EXAMPLES = re.findall(r"```console\n\$ python -m plylab\.course (.*)\n(?:\? (\d)\n)?((?:.*\n)*?)```", PAGE.read_text())


@pytest.mark.parametrize(("arguments", "status", "output"), EXAMPLES)
def test_the_page_shows_what_is_printed(tmp_path, arguments, status, output):
    done = run(fill(tmp_path, "multiAgents.py"), *shlex.split(arguments))
    assert (done.stdout + done.stderr, done.returncode) == (output, int(status or 0))


def test_the_page_has_examples():
    assert len(EXAMPLES) == 2
