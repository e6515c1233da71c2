"""Read from the shim's trace: what is not safe from a power cut yet when an answer leaves."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

LOG = "goalbucks.db-wal"
DATABASE = "goalbucks.db"
_OF_NO_WEIGHT = ("logs", "temporary-", "running", "goalbucks.db-shm", "instance.")
"""What may be gone after a power cut: all of it is made anew."""


@dataclass(frozen=True, slots=True)
class Unsafe:
    """A file's content or, if it was made or renamed, its name: that is its folder's to sync."""

    path: str
    is_name: bool = False

    @property
    def folder(self) -> str:
        """As the trace names it."""
        return str(PurePosixPath(self.path).parent)

    def __str__(self) -> str:
        return f"the name {self.path}" if self.is_name else self.path


class Trace:
    """`unsafe`: what was written and not synced since."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read = 0
        self.unsafe: set[Unsafe] = set()
        self.synced = 0
        """How often what had been written was synced."""
        self.overtaken = False
        """Whether the log was begun anew before what it held was safe in the database."""

    def until_the_answer(self) -> set[str]:
        """What was unsafe when the next answer left."""
        with self._file.open(encoding="utf-8") as lines:
            lines.seek(self._read)
            while line := lines.readline():
                what, _, about = line.rstrip("\n").partition(" ")
                self._note(what, about)
                if what == "answer":
                    break
            else:
                raise AssertionError("no answer was seen")
            self._read = lines.tell()
        return {str(each) for each in self.unsafe if not each.path.startswith(_OF_NO_WEIGHT)}

    def _note(self, what: str, about: str) -> None:
        if what == "sync":
            self.synced += Unsafe(about) in self.unsafe
            self.unsafe.discard(Unsafe(about))
            self.unsafe -= {each for each in self.unsafe if each.is_name and each.folder == about}
        elif what == "write":
            self.overtaken |= about == LOG and Unsafe(DATABASE) in self.unsafe
            self.unsafe.add(Unsafe(about))
        elif what == "create":
            self.unsafe.add(Unsafe(about, is_name=True))
        elif what == "rename":
            new, old = about.split("|")
            if Unsafe(old) in self.unsafe:
                self.unsafe.add(Unsafe(new))
            self.unsafe -= {Unsafe(old), Unsafe(old, is_name=True)}
            self.unsafe.add(Unsafe(new, is_name=True))
        elif what == "unlink":
            self.unsafe -= {Unsafe(about), Unsafe(about, is_name=True)}
