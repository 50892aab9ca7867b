"""The examples of the documents, run in order."""

import doctest
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/python.md"])
def test_examples_do_what_they_say(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parent), *sys.path])
    names = {"__name__": "example"}
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    assert blocks
    for block in blocks:
        kind, code = block.groups()
        line = text.count("\n", 0, block.start()) + 1
        if kind == "python":
            exec(compile(code, f"{name}:{line}", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(code, names, name, name, line)
        runner = doctest.DocTestRunner(verbose=False)
        said = []
        runner.run(test, out=said.append, clear_globs=False)
        assert runner.summarize(verbose=False).failed == 0, "".join(said)
        names.update(test.globs)
