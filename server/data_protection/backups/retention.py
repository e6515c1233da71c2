"""What backups are called, and which of them are kept.

By count alone, never by age: a clock that jumps must not take good backups away. Names that lie in the future come
from a clock that was wrong, so they count as the oldest; what has just been written is never taken away.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, cast

from server import clock

Kind = Literal["daily", "weekly", "before-upgrade", "before-deleting-class", "by-hand", "before-restore"]
KEPT: dict[Kind, int] = {
    "daily": 7,
    "weekly": 4,
    "before-upgrade": 3,
    "before-deleting-class": 10,
    "before-restore": 3,
}
"""How many of each; those made by hand are the teacher's."""

WHOLE: frozenset[Kind] = frozenset({"daily", "weekly", "by-hand", "before-restore"})
"""With everything in it; the others lack images."""

SHARING: frozenset[Kind] = frozenset({"daily", "weekly", "before-deleting-class", "before-restore"})
"""Their photos are in the folder of shared photos; those made by hand are carried away, so they are whole."""

_NAME = re.compile(
    r"goalbucks-(\d{4}-\d\d-\d\d-\d{6})-(daily|weekly|before-upgrade|before-deleting-class|by-hand|before-restore)\.backup"
)
_STAMP = "%Y-%m-%d-%H%M%S"
_log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class Kept:
    """One backup in the folder."""

    path: Path
    kind: Kind
    made_at: datetime
    """By its name, in the computer's own zone."""


def name(kind: Kind, moment: datetime) -> str:
    """The file's, with the time as the teacher's clock shows it."""
    return f"goalbucks-{moment.astimezone():{_STAMP}}-{kind}.backup"


def new_path(folder: Path, kind: Kind) -> Path:
    """Where a new one goes: a name that is free."""
    moment = clock.now()
    while (path := folder / name(kind, moment)).exists():
        moment += timedelta(seconds=1)
    return path


def newest_first(folder: Path) -> list[Kept]:
    """The backups in the folder; whatever else lies there is none of ours."""
    found = (_kept(path) for path in folder.glob("goalbucks-*.backup"))
    now = clock.now()
    return sorted(
        (each for each in found if each is not None),
        key=lambda each: (each.made_at <= now, each.made_at),
        reverse=True,
    )


def files_in(folder: Path) -> Iterator[Path]:
    """All files in the folder, but for what is being written: a teacher may have renamed a backup."""
    if folder.is_dir():
        yield from (path for path in sorted(folder.iterdir()) if path.is_file() and path.name[0] != ".")


def thin(folder: Path, written: Path) -> None:
    """Take away what is too many now that `written` is there; a daily one becomes its week's first."""
    kept = newest_first(folder)
    surplus = [each for each in _of(kept, "daily", written)[KEPT["daily"] :] if each.path != written]
    weeks = {each.made_at.isocalendar()[:2] for each in _of(kept, "weekly", written)}
    for each in reversed(surplus):
        week = each.made_at.isocalendar()[:2]
        if week in weeks:
            _remove(each)
        else:
            weeks.add(week)
            each.path.replace(new_name := folder / name("weekly", each.made_at))
            _log.info("the daily backup %s is its week's: %s", each.path.name, new_name.name)
    kept = newest_first(folder)
    for kind, count in KEPT.items():
        if kind != "daily":
            for each in _of(kept, kind, written)[count:]:
                _remove(each)


def _of(kept: Iterable[Kept], kind: Kind, written: Path) -> Sequence[Kept]:
    """Those of the kind, the one just written before all others."""
    return sorted((each for each in kept if each.kind == kind), key=lambda each: each.path != written)


def _remove(kept: Kept) -> None:
    try:
        kept.path.unlink(missing_ok=True)
    except OSError:
        # Another program reads it; the next backup tries again.
        _log.warning("the old backup %s was not removed", kept.path.name, exc_info=True)


def _kept(path: Path) -> Kept | None:
    found = _NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        made_at = datetime.strptime(found[1], _STAMP).astimezone()
    except ValueError:
        return None
    return Kept(path, cast("Kind", found[2]), made_at)
