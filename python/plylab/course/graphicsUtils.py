"""The keys of the window."""

import time

from plylab.course import window


def keys_pressed():
    """Return the keys pressed since the last call."""
    return window.current().take_keys()


def keys_waiting():
    """Return the keys pressed since the last call."""
    return window.current().take_keys()


def wait_for_keys():
    """Wait for a key and return those pressed."""
    return window.current().wait_for_key()


def sleep(secs):
    """Wait."""
    time.sleep(secs)
