"""What was wrong with a command line."""


class CourseError(ValueError):
    """A mistake in the input, as one sentence."""
