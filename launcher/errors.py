"""Why a start was refused: each a sentence that a teacher can act on, printed instead of a trace."""


class LaunchError(Exception):
    """GoalBucks can't start. The message is the whole sentence that the person reads."""


class BadOptionError(LaunchError):
    """An option, or its environment variable, has a value that can't be used."""


class BadDataFolderError(LaunchError):
    """The data folder can't be made or written."""


class AlreadyRunningError(LaunchError):
    """Another GoalBucks has this data folder; `address` is where it answers, when it has said so already."""

    def __init__(self, sentence: str, address: str | None) -> None:
        super().__init__(sentence)
        self.address = address


class PortTakenError(LaunchError):
    """Another program listens there already."""


class BadAddressError(LaunchError):
    """The address isn't one that this computer can listen at."""


class ServerDidNotStartError(LaunchError):
    """The server refused to start, for example because its data can't be read."""
