"""What a data folder knows of its own move: who it is, and where its classes are now.

Light: every start of the program looks here first.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from server.disk import TEMPORARY_SUFFIX, sync_folder, write_whole

MARK = "moved.json"
"""Whoever deletes it has the laptop's own GoalBucks back, with the data of that day."""
IDENTITY = "moving.json"
REPORT = "moved.txt"
"""In sentences; the new class codes are in it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The folder's classes are at the school, or on their way."""

    address: str
    """The school's, for browsers; empty when nobody named it."""
    moved_at: datetime | None
    """None: it is not known whether the move came to its end."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one command moved, or was about to: the school's database knows whether it did."""

    teachers: tuple[str, ...]
    newest: str = ""
    """The newest id of their rows then: whoever used them here since has newer ones."""
    merged: dict[str, str] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    """What became of whom, as in a Plan."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which folder this is, to the school's database."""

    source: str
    backup: str = ""
    """The name of the backup that was made for the move."""
    backed_up: str = ""
    """The newest row's id in it."""
    rounds: tuple[Round, ...] = ()
    """The first, and one for each time that somebody followed who had been left out."""

    def name(self, number: int) -> str:
        """What a round is called at the school."""
        return f"{self.source}-{number}" if number else self.source


def read_mark(folder: Path) -> Mark | None:
    """Where the folder's classes are; None as long as they are here."""
    kept = _read(folder / MARK)
    if kept is None:
        return None
    try:
        moved_at = datetime.fromisoformat(str(kept.get("moved_at")))
    except ValueError:
        moved_at = None
    return Mark(str(kept.get("address", "")), moved_at)


def keep_mark(folder: Path, mark: Mark) -> None:
    """From now on the folder's GoalBucks leads to the school; on the disk when this returns."""
    moved_at = mark.moved_at and mark.moved_at.isoformat()
    _write(folder / MARK, {"address": mark.address, "moved_at": moved_at})


def read_identity(folder: Path) -> Identity | None:
    """None for a folder that nobody has tried to move."""
    try:
        kept = _read(folder / IDENTITY)
        return Identity(**kept | {"rounds": tuple(_round(each) for each in kept["rounds"])}) if kept else None
    except (KeyError, TypeError):
        return None  # it has moved or not: the ids of its rows tell


def identify(folder: Path, **known: Any) -> Identity:
    """The folder's identity, with what is `known` from now on; made when it has none."""
    before = read_identity(folder) or Identity(secrets.token_hex(16))
    identity = replace(before, **known)
    if identity != read_identity(folder):
        _write(folder / IDENTITY, asdict(identity))
    return identity


def add_to_report(folder: Path, lines: list[str]) -> Path:
    """Keep the sentences, after those of earlier rounds; where."""
    path = folder / REPORT
    before = [path.read_text(encoding="utf-8", errors="replace")] if path.exists() else []
    _put(path, "\n".join([*before, *lines, ""]).encode())
    return path


def _round(kept: dict[str, Any]) -> Round:
    return Round(**kept | {"teachers": tuple(kept["teachers"])})


def _read(path: Path) -> dict[str, Any] | None:
    try:
        kept = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}  # whatever stands in it: that it is there means something
    return kept if isinstance(kept, dict) else {}


def _write(path: Path, content: dict[str, Any]) -> None:
    _put(path, json.dumps(content, indent=2).encode())


def _put(path: Path, data: bytes) -> None:
    path.with_suffix(TEMPORARY_SUFFIX).unlink(missing_ok=True)  # a crash's
    write_whole(path, data)
    sync_folder(path.parent)
