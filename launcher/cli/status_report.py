"""Report of `goalbucks status`: its content, as text for a terminal and as JSON for another program."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from launcher.cli.status_database import DatabaseStatus
from launcher.exit_codes import StatusExitCode
from server import clock
from server.data_protection.backups.retention import BackupFile
from server.database.migrations import HEAD
from server.settings import program_version
from server.texts.translatable import ByteCount

LABEL_WIDTH = 15
State = Literal["running", "not_responding", "stopped"]


@dataclass(frozen=True, slots=True)
class Status:
    """Content of the report."""

    data_dir: Path
    state: State
    live: dict[str, Any]
    """Report of the running program (launcher/serving/live_status.py); empty when it is older or doesn't answer."""
    address: str | None
    running_version: str | None
    database: DatabaseStatus
    uses_sqlite: bool
    """Whether GoalBucks makes the backups; PostgreSQL has its own."""
    free_bytes: int | None
    newest_backup: BackupFile | None
    photos: str
    warnings: dict[str, str] = field(default_factory=dict)
    """Sentences by code."""

    @property
    def exit_code(self) -> StatusExitCode:
        """The exit code of the command."""
        if self.state == "stopped":
            return StatusExitCode.NOT_RUNNING
        return StatusExitCode.WARNING if self.warnings else StatusExitCode.HEALTHY


def as_text(status: Status) -> Iterator[str]:
    """Format the report as lines: the facts, then the warnings."""
    yield f"GoalBucks {program_version()}"
    for label, value in _facts(status):
        yield f"{label:<{LABEL_WIDTH}}{value}"
    for sentence in status.warnings.values():
        yield f"WARNING: {sentence}"


def as_json(status: Status) -> str:
    """Format the report as JSON: times in ISO 8601, sizes in bytes, null for unknown."""
    live, backup = status.live, status.newest_backup
    failure = live.get("backup_failure")
    report: dict[str, Any] = {
        "version": program_version(),
        "state": status.state,
        "runningVersion": status.running_version,
        "startedAt": live.get("started_at"),
        "address": status.address,
        "studentsAddress": live.get("students_address"),
        "processes": live.get("processes"),
        "students": live.get("students"),
        "devices": live.get("devices"),
        "dataFolder": str(status.data_dir),
        "freeBytes": status.free_bytes,
        "database": status.database.location,
        "schema": status.database.schema,
        "schemaCurrent": status.database.is_current,
        "photos": status.photos,
        "newestBackup": None
        if backup is None
        else {"file": str(backup.path), "kind": backup.kind, "madeAt": backup.made_at.astimezone(UTC).isoformat()},
        "lastBackupFailure": failure,
        "warnings": [{"code": code, "sentence": sentence} for code, sentence in status.warnings.items()],
    }
    return json.dumps(report, indent=2, ensure_ascii=False)


def _facts(status: Status) -> Iterator[tuple[str, str]]:
    live = status.live
    yield "State", _state(status)
    if status.address is not None:
        students = f", for students {live['students_address']}" if live.get("students_address") else ""
        yield "Address", f"{status.address}{students}"
    if "students" in live:
        yield "Connected", f"students: {live['students']}, devices: {live['devices']}"
    free = "" if status.free_bytes is None else f" ({ByteCount(status.free_bytes)} free)"
    yield "Data folder", f"{status.data_dir}{free}"
    yield "Database", f"{status.database.location}, {_schema(status)}"
    yield "Photos", status.photos
    if not status.uses_sqlite:
        yield "Newest backup", "made with PostgreSQL's own tools (pg_dump)"
    elif status.newest_backup is None:
        yield "Newest backup", "none"
    else:
        yield "Newest backup", f"{_local_time(status.newest_backup.made_at)}, {status.newest_backup.path}"
    if failure := live.get("backup_failure"):
        yield "Last failure", f"{_local_time(datetime.fromisoformat(failure['at']))}: {failure['sentence']}"


def _state(status: Status) -> str:
    if status.state == "stopped":
        return "not running"
    text = "running" if status.state == "running" else "not responding"
    if "started_at" in status.live:
        text += f" since {_local_time(datetime.fromisoformat(status.live['started_at']))}"
    if status.live.get("processes", 1) > 1:
        text += f", {status.live['processes']} processes"
    if status.running_version not in {None, program_version()}:
        text += f", version {status.running_version}"
    return text


def _schema(status: Status) -> str:
    if status.database.schema is None:
        return "no schema yet" if not status.database.warning else "not readable"
    return f"schema {status.database.schema}" + ("" if status.database.is_current else f" (this version needs {HEAD})")


def _local_time(time: datetime) -> str:
    return f"{clock.local_time(time):%d %B %Y, %H:%M}".lstrip("0")
