"""Files in a data folder that record its import into a school: marker, folder ID with runs, and report.

Every start of the program reads the marker, so that this module imports nothing heavy.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from server.disk import TEMPORARY_SUFFIX, sync_folder, write_whole

MARK = "moved.json"
"""The program refuses to open a folder that has this file; deleting it makes the folder's old data usable again."""
IDENTITY = "moving.json"
REPORT = "moved.txt"
"""Report for people, with the new class codes."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Marks a folder whose classes have been imported, or are being imported."""

    address: str
    """Web address of the school's server; empty if unknown."""
    moved_at: datetime | None
    """None: it is unknown whether the import was completed."""


@dataclass(frozen=True, slots=True)
class Round:
    """One import run of the folder, completed or not: the school's database records which."""

    teachers: tuple[str, ...]
    newest: str = ""
    """Greatest ID of the imported rows; a greater one means that the folder was used afterwards."""
    merged: dict[str, str] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    """`merged`, `emails` and `codes` are those of the `ImportPlan`."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Identifies the folder in the school's database; the field names are the keys of `moving.json`."""

    source: str
    """Random hexadecimal ID of the folder."""
    backup: str = ""
    """Name of the backup that was made before the import."""
    backed_up: str = ""
    """Greatest row ID in that backup."""
    rounds: tuple[Round, ...] = ()
    """The first run, and one for each later import of teachers who had been skipped."""

    def name(self, number: int) -> str:
        """Return the name of the run with this index in the school's database."""
        return f"{self.source}-{number}" if number else self.source


def read_mark(folder: Path) -> Mark | None:
    """Read the marker; None if the folder has none."""
    fields = _read_json(folder / MARK)
    if fields is None:
        return None
    try:
        moved_at = datetime.fromisoformat(str(fields.get("moved_at")))
    except ValueError:
        moved_at = None
    return Mark(str(fields.get("address", "")), moved_at)


def keep_mark(folder: Path, mark: Mark) -> None:
    """Write the marker durably; the program then sends users of this folder to the school."""
    moved_at = mark.moved_at and mark.moved_at.isoformat()
    _write_json(folder / MARK, {"address": mark.address, "moved_at": moved_at})


def read_identity(folder: Path) -> Identity | None:
    """Read the folder ID; None if no import was tried, or the file is unreadable."""
    try:
        fields = _read_json(folder / IDENTITY)
        return Identity(**fields | {"rounds": tuple(_parse_run(each) for each in fields["rounds"])}) if fields else None
    except (KeyError, TypeError):
        return None  # `_require_no_copy` still recognizes an imported folder by its rows


def identify(folder: Path, **changes: Any) -> Identity:
    """Return the folder ID with these fields changed, and store it; created if there is none."""
    current = read_identity(folder) or Identity(secrets.token_hex(16))
    identity = replace(current, **changes)
    if identity != read_identity(folder):
        _write_json(folder / IDENTITY, asdict(identity))
    return identity


def add_to_report(folder: Path, lines: list[str]) -> Path:
    """Append lines to the report file and return its path."""
    path = folder / REPORT
    earlier = [path.read_text(encoding="utf-8", errors="replace")] if path.exists() else []
    _write_durably(path, "\n".join([*earlier, *lines, ""]).encode())
    return path


def _parse_run(fields: dict[str, Any]) -> Round:
    return Round(**fields | {"teachers": tuple(fields["teachers"])})


def _read_json(path: Path) -> dict[str, Any] | None:
    try:
        fields = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}  # an unreadable file counts as present: the folder may have been imported
    return fields if isinstance(fields, dict) else {}


def _write_json(path: Path, content: dict[str, Any]) -> None:
    _write_durably(path, json.dumps(content, indent=2).encode())


def _write_durably(path: Path, data: bytes) -> None:
    path.with_suffix(TEMPORARY_SUFFIX).unlink(missing_ok=True)  # left over from a crash
    write_whole(path, data)
    sync_folder(path.parent)
