"""File names of backups, and the retention policy.

Backups are retained by count, never by age, so that a clock jump can't delete good ones. Timestamps in the future come
from a wrong clock and count as the oldest. The backup that has just been written is never deleted.
"""

import logging
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, cast, get_args

from server import clock

BackupKind = Literal[
    "daily",
    "weekly",
    "before-upgrade",
    "before-deleting-class",
    "before-deleting-student",
    "before-new-term",
    "by-hand",
    "before-restore",
]
RETENTION: dict[BackupKind, int] = {
    "daily": 7,
    "weekly": 4,
    "before-upgrade": 3,
    "before-deleting-class": 10,
    "before-deleting-student": 10,
    "before-new-term": 3,
    "before-restore": 3,
}
"""Number of backups retained by kind; backups made by hand are never deleted."""

FULL_KINDS: frozenset[BackupKind] = frozenset({"daily", "weekly", "by-hand", "before-restore"})
"""Kinds that include all images."""

IMAGE_SHARING_KINDS: frozenset[BackupKind] = frozenset(
    {"daily", "weekly", "before-deleting-class", "before-deleting-student", "before-restore"}
)
"""Kinds whose images go to the shared image folder; backups made by hand are self-contained, to be taken elsewhere."""

_NAME = re.compile(rf"goalbucks-(\d{{4}}-\d\d-\d\d-\d{{6}})-({'|'.join(get_args(BackupKind))})\.backup")
_STAMP = "%Y-%m-%d-%H%M%S"
_log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One file in the backup folder, described by its name."""

    path: Path
    kind: BackupKind
    made_at: datetime
    """Time in the file name, in the computer's time zone."""


def file_name(kind: BackupKind, moment: datetime) -> str:
    """Return the file name of a backup; the time is local."""
    return f"goalbucks-{clock.local_time(moment):{_STAMP}}-{kind}.backup"


def new_backup_path(folder: Path, kind: BackupKind) -> Path:
    """Return an unused path for a new backup."""
    moment = clock.now()
    while (path := folder / file_name(kind, moment)).exists():
        moment += timedelta(seconds=1)
    return path


def find_backups(folder: Path) -> list[BackupFile]:
    """Return the backups in the folder, newest first; other files are ignored."""
    parsed = (_parse(path) for path in folder.glob("goalbucks-*.backup"))
    now = clock.now()
    return sorted(
        (each for each in parsed if each is not None),
        key=lambda each: (each.made_at <= now, each.made_at, each.path.name),  # names have seconds
        reverse=True,
    )


def list_files(folder: Path) -> Iterator[Path]:
    """Yield all files in the folder except unfinished ones, i.e. renamed backups too."""
    if folder.is_dir():
        yield from (path for path in sorted(folder.iterdir()) if path.is_file() and path.name[0] != ".")


def prune(folder: Path, written: Path, protected: Container[Path] = ()) -> None:
    """Delete surplus backups after `written` was added, except the `protected` ones.

    The oldest surplus daily backup of a week without a weekly one becomes its weekly one.
    """
    backups = find_backups(folder)
    weeks = {each.made_at.isocalendar()[:2] for each in backups if each.kind == "weekly"}
    for each in reversed(_surplus(backups, "daily", written, protected)):
        week = each.made_at.isocalendar()[:2]
        if week in weeks:
            _remove(each)
        else:
            weeks.add(week)
            each.path.replace(new_name := folder / file_name("weekly", each.made_at))
            _log.info("the daily backup %s becomes the weekly one: %s", each.path.name, new_name.name)
    backups = find_backups(folder)
    for kind in RETENTION:
        if kind != "daily":
            for each in _surplus(backups, kind, written, protected):
                _remove(each)


def _surplus(
    backups: Iterable[BackupFile], kind: BackupKind, written: Path, protected: Container[Path]
) -> Sequence[BackupFile]:
    """Return the backups of the kind beyond the number that is retained; `written` counts as the newest."""
    of_kind = sorted((each for each in backups if each.kind == kind), key=lambda each: each.path != written)
    return [each for each in of_kind[RETENTION[kind] :] if each.path not in protected]


def _remove(backup: BackupFile) -> None:
    try:
        backup.path.unlink(missing_ok=True)
    except OSError:
        # Open in another program; retried after the next backup.
        _log.warning("the old backup %s was not removed", backup.path.name, exc_info=True)


def _parse(path: Path) -> BackupFile | None:
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    try:
        made_at = datetime.strptime(match[1], _STAMP).astimezone()
    except (ValueError, OverflowError, OSError):  # no date, or one that the system can't convert
        return None
    return BackupFile(path, cast("BackupKind", match[2]), made_at)
