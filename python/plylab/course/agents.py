"""Agents by name, from the files of a course's folder and from ours."""

import importlib
import os
import sys

from plylab._errors import InputError

OURS = ("pacmanAgents", "ghostAgents", "keyboardAgents")


def find_agent(name, no_keyboard):
    """Return the agent's class from a file *gents.py in this folder or in PYTHONPATH, or from ours."""
    unreadable: list[str] = []
    for module in _modules(unreadable):
        agent = getattr(module, name, None)
        if agent is not None:
            if no_keyboard and module.__name__.endswith("keyboardAgents"):
                raise InputError(f"{name} needs the keyboard, and so a window; leave -q and -t out")
            return agent
    but = f" (of those, these could not be imported: {'; '.join(unreadable)})" if unreadable else ""
    raise InputError(f"there is no agent {name} in the files *Agents.py here{but}; name a class such as GreedyAgent")


def _modules(unreadable):
    """Every module with agents: those of the folder, then ours."""
    folders = [os.curdir, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    names = []
    for folder in filter(os.path.isdir, folders):
        names += sorted(name[:-3] for name in os.listdir(folder) if name.endswith("gents.py"))
    if os.curdir not in sys.path and "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    for name in dict.fromkeys(names):
        if name in OURS:
            continue
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            # Another file than the one that is wanted may need something that is not installed.
            unreadable.append(f"{name}.py, {error}")
        else:
            yield module
    for name in OURS:
        yield importlib.import_module(f"plylab.course.{name}")
