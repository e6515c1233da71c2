"""Errors that prevent GoalBucks from starting.

Each message is a sentence that a teacher can act on. It is printed instead of a traceback. A start from the desktop
shows it in a window, with a title and the steps to take.
"""

from typing import ClassVar, Self

from launcher.exit_codes import ExitCode


class FilledText(str):
    """An English text with values; it keeps its template, by which `launcher.window.texts` translates it."""

    __slots__ = ("template", "values")
    template: str
    values: dict[str, object]

    def __new__(cls, template: str, **values: object) -> Self:
        """Return the template with the values, in English."""
        text = super().__new__(cls, template.format(**values))
        text.template, text.values = template, values
        return text


class LaunchError(Exception):
    """Base class. The message is the complete sentence for the terminal and the log."""

    title: ClassVar[str] = "GoalBucks can't start"
    summary: ClassVar[str] = ""
    """The sentence for the window if the message contains paths, ports or options; the message is then its details."""
    exit_code: int = ExitCode.FAILED
    """Exit code of the program; CONFIG_ERROR if the same start keeps failing until the cause is repaired."""
    steps: tuple[str, ...] = ()
    """Steps for the user, in addition to the message."""
    redirect_url: str = ""
    """Address to open instead of this program; empty for none."""
    is_retryable: ClassVar[bool] = True
    """Whether the same start may succeed later."""

    @property
    def display_message(self) -> str:
        """The sentence that the window shows above the steps."""
        message: str = self.args[0] if self.args else ""  # not str(self), which would lose FilledText's template
        return self.summary or message

    @property
    def details(self) -> str:
        """Technical details for an administrator, or an empty string."""
        return str(self) if self.summary else ""


class RelocatedError(LaunchError):
    """The classes of the data folder have been moved to the school's server."""

    title = "These classes have moved"
    is_retryable = False

    def __init__(self, sentence: str, steps: tuple[str, ...], *, details: str, redirect_url: str = "") -> None:
        # A terminal shows the message only, so it includes the steps and the details.
        super().__init__(" ".join((sentence, *steps, details)))
        self._sentence = sentence
        self._details = details
        self.steps = steps
        self.redirect_url = redirect_url

    @property
    def display_message(self) -> str:
        """The message without steps and details."""
        return self._sentence

    @property
    def details(self) -> str:
        """Technical details for an administrator."""
        return self._details


class RelocationUnconfirmedError(RelocatedError):
    """A move to the school's server was interrupted, and its result is unknown."""

    title = "These classes may have moved"


class BadOptionError(LaunchError):
    """An option or its environment variable has an invalid value."""

    title = "A setting of GoalBucks can't be used"
    summary = "GoalBucks was set up on this computer with a setting that it doesn't understand. Nothing was changed."
    steps = ("Show the details to whoever set up GoalBucks on this computer.",)


class BadDataFolderError(LaunchError):
    """The data folder can't be created, read or written."""

    title = "GoalBucks can't save in its folder"
    summary = "GoalBucks keeps everything in one folder, and this computer doesn't let it save there now."
    steps = (
        "Nothing was changed, and nothing that was saved is lost.",
        "If the folder is on a USB stick or a network drive, check that it is connected and not write-protected.",
        "Then choose Try again.",
        "If that doesn't help, show the details to whoever looks after this computer.",
    )


class StartupDiskFullError(LaunchError):
    """The disk has no room for the files that are written at startup."""

    title = "The disk is full"
    summary = "There is no room left on the disk on which GoalBucks keeps your classes."
    steps = (
        "Nothing that was saved is lost.",
        "Empty the recycle bin, or move large files such as videos to another disk.",
        "Then choose Try again.",
    )


class StartupDiskFailingError(LaunchError):
    """Reading or writing the disk failed with an I/O error."""

    title = "The disk can't be read"
    summary = "The disk on which GoalBucks keeps your classes could not be read or written."
    steps = (
        "If GoalBucks's folder is on a USB stick or a network drive, check that it is connected.",
        "Restart the computer, then start GoalBucks again.",
        "If this keeps happening, the disk may be failing: copy the folder with the backups to another one soon.",
    )


class DatabaseLockedError(LaunchError):
    """Another program holds a lock on the database file."""

    title = "Another program is using the class's database"
    steps = (
        "Nothing was changed.",
        "Close every program that may have opened goalbucks.db, such as a database viewer, a sync or a backup program.",
        "Then choose Try again. If that doesn't help, restart the computer.",
    )


class DatabaseNewerError(LaunchError):
    """The database was written by a newer version of GoalBucks."""

    exit_code = ExitCode.CONFIG_ERROR
    title = "This class needs a newer GoalBucks"
    steps = (
        "Nothing was changed, and nothing is lost.",
        "If the newer GoalBucks is on this computer already, close this window and start that one.",
    )


class AlreadyRunningError(LaunchError):
    """Another process uses this data folder; `address` is its URL, or None if it hasn't published one yet."""

    title = "GoalBucks is already running"
    summary = "GoalBucks is already open on this computer, but it doesn't answer."
    steps = (
        "Look for its window, or its icon among the running programs.",
        "If there is none, restart the computer, then start GoalBucks again.",
    )

    def __init__(self, sentence: str, address: str | None) -> None:
        super().__init__(sentence)
        self.address = address


class OlderVersionRunningError(LaunchError):
    """An older version of GoalBucks is running with this data folder."""

    title = "An older GoalBucks is still running"
    steps = (
        "Close the window of the older one. Students reconnect by themselves.",
        "Then choose Try again.",
    )


class PortInUseError(LaunchError):
    """Another program is listening on the port."""

    title = "Another program is in the way"
    summary = "A program on this computer uses the connection that GoalBucks needs for your students' devices."
    steps = (
        "Close the programs that you don't need, then choose Try again.",
        "If that doesn't help, restart the computer, then start GoalBucks again.",
        "If this keeps happening, show the details to whoever looks after this computer.",
    )


class BadAddressError(LaunchError):
    """This computer can't listen on the configured address."""

    title = "GoalBucks can't use its network address"
    summary = "GoalBucks was set up with a network connection that this computer doesn't have, or may not use."
    steps = ("Show the details to whoever set up GoalBucks on this computer.",)


class ServerDidNotStartError(LaunchError):
    """The server failed to start, for example because its data can't be read."""

    summary = "Something unexpected stopped GoalBucks while it was starting."
    steps: tuple[str, ...] = (
        "Choose Try again, or restart the computer.",
        "If that doesn't help, show the details to whoever looks after this computer.",
    )


class SchemaNotReadyError(ServerDidNotStartError):
    """The schema of the school's database must be upgraded with `goalbucks migrate` first."""

    summary = "The school's database isn't ready for this version of GoalBucks."
    steps = ("Show the details to whoever looks after the school's GoalBucks.",)
    exit_code = ExitCode.CONFIG_ERROR
