"""How callables that users bring are called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def takes_two(call: Callable[..., Any]) -> bool:
    """Tell whether a callable needs a second positional argument."""
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # A callable of C without a signature.
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [each for each in parameters if each.kind in positional and each.default is inspect.Parameter.empty]
    return len(needed) >= 2
