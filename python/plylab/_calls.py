"""How callables that users bring are called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def takes_two(call: Callable[..., Any]) -> bool:
    """Tell whether a callable needs a second positional argument."""
    return _needed(call) >= 2


def takes_one(call: Callable[..., Any]) -> bool:
    """Tell whether a callable needs a positional argument."""
    return _needed(call) >= 1


def _needed(call: Callable[..., Any]) -> int:
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # A callable of C without a signature.
        return 0
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in positional and each.default is inspect.Parameter.empty for each in parameters)
