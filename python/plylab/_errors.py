"""The exceptions of the package."""

from __future__ import annotations

import ctypes


class InputError(ValueError):
    """What was given is wrong: one sentence says what, where, and what would be right."""


class Overdue(BaseException):
    """Interrupts an agent that overruns its time. Agents need not catch it."""


def _interrupt(thread: int) -> None:
    """Raise `Overdue` in the code that runs in that thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Overdue))


def _calm(thread: int) -> None:
    """Take back an `Overdue` that was not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)
