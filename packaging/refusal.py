"""Error of a build."""


class BuildError(Exception):
    """The build failed; the message is one sentence."""
