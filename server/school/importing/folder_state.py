"""Files in a data folder that record its import into a school: marker, import state and report.

Every start of the program reads the marker, so that this module imports nothing heavy.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from server.system.durable_files import atomic_write, sync_folder

MARKER_FILE = "moved.json"
"""The program refuses to open a folder that has this file; deleting it makes the folder's old data usable again."""
STATE_FILE = "moving.json"
FOLDER_ID_BYTES = 12
"""Together with a teacher's ID it fits into `ImportRecord.source`."""
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
class TeacherImport:
    """The import of one teacher, completed or not: the school's database records which."""

    newest: str
    """Greatest ID of the imported rows; a greater one means that the folder was used afterwards."""
    account: str
    """ID of the account at the school: the teacher's own, or the one that the teacher was merged into."""
    codes: dict[str, str]
    """Class ID to a new class code."""


@dataclass(frozen=True, slots=True)
class ImportState:
    """Progress of a folder's import; the field names are the keys of `moving.json`."""

    folder_id: str
    """Random hexadecimal ID of the folder."""
    backup: str = ""
    """Name of the backup that was made before the import."""
    backed_up: str = ""
    """Greatest row ID in that backup."""
    teachers: dict[str, TeacherImport] = field(default_factory=dict)
    """By the teacher's ID."""

    def record_name(self, teacher_id: str) -> str:
        """Return the name of the teacher's import in the school's database."""
        return f"{self.folder_id}-{teacher_id}"


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


def read_state(folder: Path) -> ImportState:
    """Read the import state; a new one if no import was tried, or the file is unreadable."""
    try:
        fields = _read_json(folder / STATE_FILE) or {}
        teachers = {teacher: TeacherImport(**each) for teacher, each in fields["teachers"].items()}
        return ImportState(**fields | {"teachers": teachers})
    except (AttributeError, KeyError, TypeError):
        # If a folder was imported, the plan still recognizes its rows at the school.
        return ImportState(secrets.token_hex(FOLDER_ID_BYTES))


def update_state(folder: Path, **changes: Any) -> ImportState:
    """Return the import state with these fields changed, and store it."""
    state = replace(read_state(folder), **changes)
    _write_json(folder / STATE_FILE, asdict(state))
    return state


def append_to_report(folder: Path, lines: list[str]) -> Path:
    """Append lines to the report file and return its path."""
    path = folder / REPORT_FILE
    earlier = [path.read_text(encoding="utf-8", errors="replace")] if path.exists() else []
    _write_durably(path, "\n".join([*earlier, *lines, ""]).encode())
    return path


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
    atomic_write(path, data)
    sync_folder(path.parent)
