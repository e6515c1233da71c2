"""Reads the shim's trace: which writes wouldn't survive a power cut when a response is sent."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

WAL = "goalbucks.db-wal"
DATABASE = "goalbucks.db"
_DISPOSABLE = ("logs", "temporary-", "running", "goalbucks.db-shm", "instance.")
"""May be lost in a power cut: all of these are recreated."""


@dataclass(frozen=True, slots=True)
class Unsynced:
    """Something that isn't on the disk yet: a file's content or, if `is_name`, its directory entry."""

    path: str
    is_name: bool = False

    @property
    def folder(self) -> str:
        """The folder as the trace names it."""
        return str(PurePosixPath(self.path).parent)

    def __str__(self) -> str:
        return f"the name {self.path}" if self.is_name else self.path


class SyncTrace:
    """Reads the trace of the server's system calls. `unsynced`: the files and names written since their last sync."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read = 0
        self.unsynced: set[Unsynced] = set()
        self.sync_count = 0
        """Number of syncs of written data."""
        self.is_wal_reset_early = False
        """Whether the WAL was restarted before its content was synced in the database file."""

    def read_until_response(self) -> set[str]:
        """Read the trace up to the next response; return what wasn't synced to the disk when it was sent."""
        with self._file.open(encoding="utf-8") as lines:
            lines.seek(self._read)
            while line := lines.readline():
                what, _, about = line.rstrip("\n").partition(" ")
                self._apply(what, about)
                if what == "answer":
                    break
            else:
                raise AssertionError("no answer was seen")
            self._read = lines.tell()
        return {str(each) for each in self.unsynced if not each.path.startswith(_DISPOSABLE)}

    def _apply(self, what: str, about: str) -> None:
        if what == "sync":
            self.sync_count += Unsynced(about) in self.unsynced
            self.unsynced.discard(Unsynced(about))
            self.unsynced -= {each for each in self.unsynced if each.is_name and each.folder == about}
        elif what == "write":
            self.is_wal_reset_early |= about == WAL and Unsynced(DATABASE) in self.unsynced
            self.unsynced.add(Unsynced(about))
        elif what == "create":
            self.unsynced.add(Unsynced(about, is_name=True))
        elif what == "rename":
            new, old = about.split("|")
            if Unsynced(old) in self.unsynced:
                self.unsynced.add(Unsynced(new))
            self.unsynced -= {Unsynced(old), Unsynced(old, is_name=True)}
            self.unsynced.add(Unsynced(new, is_name=True))
        elif what == "unlink":
            self.unsynced -= {Unsynced(about), Unsynced(about, is_name=True)}
