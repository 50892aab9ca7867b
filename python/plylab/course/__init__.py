"""Course code on Plylab's engine.

`python -m plylab.course pacman.py ...` and `python -m plylab.course autograder.py ...` run a program of a course's
folder with the modules of this package in the place of the course's engine. `install()` does the same inside a program.
"""

import importlib
import importlib.machinery
import os
import sys
import types

from plylab._errors import InputError

__all__ = ["MODULES", "InputError", "install"]

MODULES = (
    "util",
    "game",
    "layout",
    "pacman",
    "ghostAgents",
    "pacmanAgents",
    "keyboardAgents",
    "textDisplay",
    "graphicsDisplay",
    "graphicsUtils",
)


def install(folder=None):
    """Let `import pacman`, `import game` and so on find the modules of this package.

    Names that ours lack are looked for in the file of the same name in `folder`, so that a ghost that somebody added to
    ghostAgents.py is found.
    """
    for name in MODULES:
        module = importlib.import_module(f"plylab.course.{name}")
        vars(module)["__getattr__"] = _Rest(name, folder or os.getcwd())
        sys.modules[name] = module


class _Rest:
    """The names that a module of the course has and ours has not."""

    def __init__(self, name, folder):
        self._name, self._path, self._names = name, os.path.join(folder, f"{name}.py"), None

    def __call__(self, attribute):
        # Names with underscores are those that Python itself asks for.
        names = {} if attribute.startswith("_") else self._load()
        if attribute in names:
            return names[attribute]
        raise AttributeError(f"module {self._name!r} has no attribute {attribute!r}")

    def _load(self):
        if self._names is None and os.path.isfile(self._path):
            module = types.ModuleType(self._name)
            module.__file__ = self._path
            importlib.machinery.SourceFileLoader(self._name, self._path).exec_module(module)
            self._names = vars(module)
        return self._names or {}
