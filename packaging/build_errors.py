"""Exceptions of the build scripts."""


class BuildError(Exception):
    """The build failed; the message is one sentence."""
