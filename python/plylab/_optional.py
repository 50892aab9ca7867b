"""Packages that parts of this one use, and that are not installed with it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def need(package: str, extra: str) -> ModuleType:
    """Import a package that an extra of plylab installs."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:
            raise
        wrong = f"plylab.{extra} needs the package {error.name}; install it with: pip install 'plylab[{extra}]'"
        raise ModuleNotFoundError(wrong, name=error.name) from None
