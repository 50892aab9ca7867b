"""What the package says of itself."""

from importlib.metadata import version

import plylab


def test_the_version_is_that_of_the_wheel():
    assert plylab.__version__ == version("plylab")
