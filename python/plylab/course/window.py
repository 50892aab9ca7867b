"""Where a game is shown: in the browser, in the terminal, or nowhere."""

import os
import sys
import webbrowser

from plylab.course.errors import CourseError

# For a machine where the choice below is not the right one.
VARIABLE = "PLYLAB_COURSE_WINDOW"
KINDS = ("page", "terminal", "none")

_current = None


def current(zoom=1.0):
    """Return the window of this program; it is opened by the first call."""
    global _current
    if _current is None:
        _current = _open(zoom)
    return _current


def _open(zoom):
    kind = os.environ.get(VARIABLE) or _kind()
    if kind not in KINDS:
        raise CourseError(f"{VARIABLE} is {kind}; use {', '.join(KINDS)}")
    if kind == "page":
        from plylab.course.page import Page

        return Page(zoom)
    if kind == "terminal":
        from plylab.course.terminal import Terminal

        return Terminal()
    print("There is no browser and no terminal, so the game is not shown; -t prints it as text.", file=sys.stderr)
    return Nowhere()


def _kind():
    desktop = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if desktop and _has_browser():
        return "page"
    return "terminal" if sys.stdout.isatty() else "none"


def _has_browser():
    try:
        return not isinstance(webbrowser.get(), webbrowser.GenericBrowser)
    except webbrowser.Error:
        return False


class Nowhere:
    """Shows nothing, and has no keys."""

    def show(self, state):
        """Show nothing."""

    def wait_for_key(self):
        """Return at once: no key will ever be pressed."""
        return []

    def take_keys(self):
        """Refuse: somebody who plays must see the game."""
        raise CourseError("there is no browser and no terminal to play in; name an agent with -p")
