"""Why nothing was built."""


class BuildError(Exception):
    """One clear sentence, for whoever builds."""
