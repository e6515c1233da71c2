"""Files in a data folder that record its import into a school: marker, folder ID with runs, and report.

Every start of the program reads the marker, so that this module imports nothing heavy.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from server.disk import TEMPORARY_SUFFIX, atomic_write, sync_folder

MARKER_FILE = "moved.json"
"""The program refuses to open a folder that has this file; deleting it makes the folder's old data usable again."""
FOLDER_ID_FILE = "moving.json"
REPORT_FILE = "moved.txt"
"""Report for people, with the new class codes."""


@dataclass(frozen=True, slots=True)
class RelocationMarker:
    """Marks a folder whose classes have been imported, or are being imported."""

    address: str
    """Web address of the school's server; empty if unknown."""
    moved_at: datetime | None
    """None: it is unknown whether the import was completed."""


@dataclass(frozen=True, slots=True)
class ImportRun:
    """One import run of the folder, completed or not: the school's database records which."""

    teachers: tuple[str, ...]
    newest: str = ""
    """Greatest ID of the imported rows; a greater one means that the folder was used afterwards."""
    merged: dict[str, str] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    """`merged`, `emails` and `codes` are those of the `ImportPlan`."""


@dataclass(frozen=True, slots=True)
class FolderId:
    """Identifies the folder in the school's database; the field names are the keys of `moving.json`."""

    source: str
    """Random hexadecimal ID of the folder."""
    backup: str = ""
    """Name of the backup that was made before the import."""
    backed_up: str = ""
    """Greatest row ID in that backup."""
    rounds: tuple[ImportRun, ...] = ()
    """The first run, and one for each later import of teachers who had been skipped."""

    def run_name(self, number: int) -> str:
        """Return the name of the run with this index in the school's database."""
        return f"{self.source}-{number}" if number else self.source


def read_marker(folder: Path) -> RelocationMarker | None:
    """Read the marker; None if the folder has none."""
    fields = _read_json(folder / MARKER_FILE)
    if fields is None:
        return None
    try:
        moved_at = datetime.fromisoformat(str(fields.get("moved_at")))
    except ValueError:
        moved_at = None
    return RelocationMarker(str(fields.get("address", "")), moved_at)


def write_marker(folder: Path, marker: RelocationMarker) -> None:
    """Write the marker durably; the program then sends users of this folder to the school."""
    moved_at = marker.moved_at and marker.moved_at.isoformat()
    _write_json(folder / MARKER_FILE, {"address": marker.address, "moved_at": moved_at})


def read_folder_id(folder: Path) -> FolderId | None:
    """Read the folder ID; None if no import was tried, or the file is unreadable."""
    try:
        fields = _read_json(folder / FOLDER_ID_FILE)
        return FolderId(**fields | {"rounds": tuple(_parse_run(each) for each in fields["rounds"])}) if fields else None
    except (KeyError, TypeError):
        return None  # `_require_no_copy` still recognizes an imported folder by its rows


def update_folder_id(folder: Path, **changes: Any) -> FolderId:
    """Return the folder ID with these fields changed, and store it; created if there is none."""
    current = read_folder_id(folder) or FolderId(secrets.token_hex(16))
    folder_id = replace(current, **changes)
    if folder_id != read_folder_id(folder):
        _write_json(folder / FOLDER_ID_FILE, asdict(folder_id))
    return folder_id


def append_to_report(folder: Path, lines: list[str]) -> Path:
    """Append lines to the report file and return its path."""
    path = folder / REPORT_FILE
    earlier = [path.read_text(encoding="utf-8", errors="replace")] if path.exists() else []
    _write_durably(path, "\n".join([*earlier, *lines, ""]).encode())
    return path


def _parse_run(fields: dict[str, Any]) -> ImportRun:
    return ImportRun(**fields | {"teachers": tuple(fields["teachers"])})


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
    atomic_write(path, data)
    sync_folder(path.parent)
