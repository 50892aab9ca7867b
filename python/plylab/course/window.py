"""Where a game is shown: in the browser, in the terminal, or nowhere."""

import os
import sys
import time
import webbrowser

from plylab._errors import InputError

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


def kind():
    """Return where games are shown: page, terminal or none."""
    kind = os.environ.get(VARIABLE) or _best_kind()
    if kind not in KINDS:
        raise InputError(f"{VARIABLE} is {kind}; use {', '.join(KINDS)}")
    return kind


def need_keys():
    """Refuse to go on where nobody can see the game and press keys."""
    if kind() == "none":
        raise InputError("there is no browser and no terminal to play in; name an agent with -p")


def _open(zoom):
    chosen = kind()
    if chosen == "page":
        from plylab.course.page import Page

        return Page(zoom)
    if chosen == "terminal":
        from plylab.course.terminal import Terminal

        return Terminal()
    print("There is no browser and no terminal, so the game is not shown; -t prints it as text.", file=sys.stderr)
    return Nowhere()


def _best_kind():
    desktop = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if desktop and _has_browser():
        return "page"
    return "terminal" if sys.stdout.isatty() else "none"


def _has_browser():
    try:
        return not isinstance(webbrowser.get(), webbrowser.GenericBrowser)
    except webbrowser.Error:
        return False


class Keys:
    """The keys of a window; a subclass reads those pressed since it was last asked."""

    _held = ()

    def read_keys(self):
        """Return the keys pressed since the last call."""
        raise NotImplementedError

    def take_keys(self):
        """Return the keys that no move was made of yet."""
        held, self._held = self._held, ()
        return [*held, *self.read_keys()]

    def pause(self, seconds):
        """Wait for some time, or for a key if the time is below 0."""
        if seconds < 0:
            self.wait_for_key()
        else:
            time.sleep(seconds)

    def wait_for_key(self):
        """Wait for a key. The next move may be made of it too."""
        pressed = self.read_keys()
        while not pressed:
            time.sleep(0.02)
            pressed = self.read_keys()
        self._held = pressed
        return pressed


class Nowhere:
    """Shows nothing, and has no keys."""

    def show(self, state):
        """Show nothing."""

    def pause(self, seconds):
        """Return at once: nobody is looking."""

    def wait_for_key(self):
        """Return at once: no key will ever be pressed."""
        return []

    def take_keys(self):
        """Return none: no key will ever be pressed."""
        return []
