"""Why a start was refused: each a sentence that a teacher can act on, printed instead of a trace.

Who double-clicked the program sees it in a window, under a title and with what to do, one thing after the other.
"""

from typing import ClassVar


class LaunchError(Exception):
    """GoalBucks can't start. The message is the whole sentence that the person reads."""

    title: ClassVar[str] = "GoalBucks can't start"
    summary: ClassVar[str] = ""
    """What a window shows in place of a message with paths, ports or options; that one is its details then."""
    exit_code: int = 1
    """The program's; NEEDS_ACTION where the same start can't go well before somebody has acted."""
    steps: tuple[str, ...] = ()
    """What to do, besides what the sentence says."""
    leads_to: str = ""
    """An address to open in place of this one."""
    may_try_again: ClassVar[bool] = True
    """Whether the same start may go well."""

    @property
    def shown(self) -> str:
        """The sentence above the steps."""
        return self.summary or str(self)

    @property
    def details(self) -> str:
        """What whoever looks after the computer needs besides, or empty."""
        return str(self) if self.summary else ""


NEEDS_ACTION = 78
"""`EX_CONFIG` of sysexits.h; the unit in packaging/school isn't started again after it."""
CANNOT_TELL = 3
"""Exit code of a status that neither the folder nor the options let it find out."""


class MovedError(LaunchError):
    """The folder's classes are at the school's server."""

    title = "These classes have moved"
    may_try_again = False

    def __init__(self, sentence: str, steps: tuple[str, ...], *, details: str, leads_to: str = "") -> None:
        # A terminal shows neither steps nor details.
        super().__init__(" ".join((sentence, *steps, details)))
        self._sentence = sentence
        self._details = details
        self.steps = steps
        self.leads_to = leads_to

    @property
    def shown(self) -> str:
        """See LaunchError."""
        return self._sentence

    @property
    def details(self) -> str:
        """See LaunchError."""
        return self._details


class PerhapsMovedError(MovedError):
    """They were about to, when something stopped it."""

    title = "These classes may have moved"


class BadOptionError(LaunchError):
    """An option, or its environment variable, has a value that can't be used."""

    title = "A setting of GoalBucks can't be used"
    summary = "GoalBucks was set up on this computer with a setting that it doesn't understand. Nothing was changed."
    steps = ("Show the details to whoever set up GoalBucks on this computer.",)


class BadDataFolderError(LaunchError):
    """The data folder can't be made or written."""

    title = "GoalBucks can't save in its folder"
    summary = "GoalBucks keeps everything in one folder, and this computer doesn't let it save there now."
    steps = (
        "Nothing was changed, and nothing that was saved is lost.",
        "If the folder is on a USB stick or a network drive, check that it is connected and not write-protected.",
        "Then choose Try again.",
        "If that doesn't help, show the details to whoever looks after this computer.",
    )


class DiskFullError(LaunchError):
    """There is no room for what a start has to write."""

    title = "The disk is full"
    summary = "There is no room left on the disk on which GoalBucks keeps your classes."
    steps = (
        "Nothing that was saved is lost.",
        "Empty the recycle bin, or move large files such as videos to another disk.",
        "Then choose Try again.",
    )


class DiskFailingError(LaunchError):
    """The disk itself, or the way to it."""

    title = "The disk can't be read"
    summary = "The disk on which GoalBucks keeps your classes could not be read or written."
    steps = (
        "If GoalBucks's folder is on a USB stick or a network drive, check that it is connected.",
        "Restart the computer, then start GoalBucks again.",
        "If this goes on, the disk may be failing: copy the folder with the backups to another one soon.",
    )


class DatabaseLockedError(LaunchError):
    """Another program holds the database."""

    title = "Another program is using the class's database"
    steps = (
        "Nothing was changed.",
        "Close every program that may have opened goalbucks.db, such as a database viewer, a sync or a backup program.",
        "Then choose Try again. If that doesn't help, restart the computer.",
    )


class DatabaseNewerError(LaunchError):
    """A newer version has written the database."""

    exit_code = NEEDS_ACTION
    title = "This class needs a newer GoalBucks"
    steps = (
        "Nothing was changed, and nothing is lost.",
        "If the newer GoalBucks is on this computer already, close this window and start that one.",
    )


class AlreadyRunningError(LaunchError):
    """Another GoalBucks has this data folder; `address` is where it answers, when it has said so already."""

    title = "GoalBucks is running already"
    summary = "GoalBucks is open on this computer already, but it doesn't answer."
    steps = (
        "Look for its window, or its symbol among the running programs.",
        "If there is none, restart the computer, then start GoalBucks again.",
    )

    def __init__(self, sentence: str, address: str | None) -> None:
        super().__init__(sentence)
        self.address = address


class OlderOneRunsError(LaunchError):
    """The GoalBucks that has this data folder is of an earlier version than the one that was started."""

    title = "An older GoalBucks is still running"
    steps = (
        "Close the window of the older one. Students reconnect by themselves.",
        "Then choose Try again.",
    )


class PortTakenError(LaunchError):
    """Another program listens there already."""

    title = "Another program is in the way"
    summary = "A program on this computer uses the connection that GoalBucks needs for your students' devices."
    steps = (
        "Close the programs that you don't need, then choose Try again.",
        "If that doesn't help, restart the computer, then start GoalBucks again.",
        "If this goes on, show the details to whoever looks after this computer.",
    )


class BadAddressError(LaunchError):
    """The address isn't one that this computer can listen at."""

    title = "GoalBucks can't be reached like this"
    summary = "GoalBucks was set up with a network connection that this computer doesn't have, or may not use."
    steps = ("Show the details to whoever set up GoalBucks on this computer.",)


class ServerDidNotStartError(LaunchError):
    """The server refused to start, for example because its data can't be read."""

    summary = "Something unexpected stopped GoalBucks while it was starting."
    steps: tuple[str, ...] = (
        "Choose Try again, or restart the computer.",
        "If that doesn't help, show the details to whoever looks after this computer.",
    )


class SchemaNotReadyError(ServerDidNotStartError):
    """A school's database has to be upgraded by `goalbucks migrate` first."""

    summary = "The school's database isn't ready for this version of GoalBucks."
    steps = ("Show the details to whoever looks after the school's GoalBucks.",)
    exit_code = NEEDS_ACTION
