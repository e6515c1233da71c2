"""After an unclean stop: whether the database is whole, and what happens to one that isn't."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from server import clock
from server.backups.archive import Archive, Manifest
from server.backups.errors import SetAsideError, StoppedError
from server.backups.keeping import Kept, newest_first
from server.backups.service import FOLDER, Backups
from server.backups.snapshot import is_damage, quick_look, reading, with_company
from server.database.migrations import HEAD
from server.disk import sync_folder
from server.errors import DomainError
from server.settings import Settings, default_data_dir

MARKER = "running"
"""In the data folder while a server has it; whoever finds it at its start knows of a crash."""
DOUBT = "doubtful"
"""Beside it once SQLite has said that the database is damaged: the next start reads all of it."""
ASIDE = "damaged-"
"""How the folders begin into which damaged databases are put."""

log = logging.getLogger("goalbucks.backups")


def was_stopped_uncleanly(settings: Settings) -> bool:
    """Whether the last server on this data folder didn't come to its end, or found the database damaged."""
    return (settings.data_dir / MARKER).exists() or is_in_doubt(settings)


def is_in_doubt(settings: Settings) -> bool:
    """Whether SQLite has said that the database is damaged, and nobody has looked at all of it since."""
    return (settings.data_dir / DOUBT).exists()


def doubt(settings: Settings) -> None:
    """SQLite says that the database is damaged: the next start is to look at all of it."""
    with suppress(OSError):
        (settings.data_dir / DOUBT).touch(mode=0o600)


def trust(settings: Settings) -> None:
    """What a crash left, and every doubt, is over: another database was put in place, and no server runs."""
    (settings.data_dir / MARKER).unlink(missing_ok=True)
    doubt_no_more(settings)


def doubt_no_more(settings: Settings) -> None:
    """Another database was put in place."""
    (settings.data_dir / DOUBT).unlink(missing_ok=True)


@contextmanager
def marked(settings: Settings) -> Iterator[None]:
    """Leave word that a server runs, until it ends in order."""
    marker = settings.data_dir / MARKER
    try:
        marker.touch(mode=0o600)
        sync_folder(marker.parent)
    except OSError:
        # On a full disk a class can still be looked at.
        log.exception("a crash of this run will not be noticed")
    yield
    # Not in a `finally`: what ends with an error is looked after at the next start.
    marker.unlink(missing_ok=True)


def require_whole(backups: Backups) -> None:
    """SetAsideError when there is a database that can't be used; it is set aside then.

    All of it is read after an unclean stop, else just enough to know that it is one.
    """
    settings = backups.settings
    database = settings.database_path
    if database.exists():
        damage = _damage(database, backups, thorough=was_stopped_uncleanly(settings))
        if not damage:
            (settings.data_dir / DOUBT).unlink(missing_ok=True)
            return
        log.warning("the database is damaged: %s", "; ".join(damage))
        set_aside(database)
    aside = newest_aside(settings.data_dir)
    if aside is not None:
        _move(database, aside)  # what a crash left where it was
        (settings.data_dir / DOUBT).unlink(missing_ok=True)
        raise SetAsideError(aside)


def set_aside(database: Path) -> Path:
    """Put a damaged database, and what SQLite keeps beside it, into a folder of its own; where it is."""
    folder = database.parent / f"{ASIDE}{clock.now().astimezone():%Y-%m-%d-%H%M%S}"
    folder.mkdir(mode=0o700, exist_ok=True)
    _move(database, folder)
    log.warning("the damaged database was set aside in %s", folder)
    return folder


def _move(database: Path, folder: Path) -> None:
    # The database first: without it nobody takes what is left for a state of the class.
    for path in with_company(database):
        target = folder / path.name
        while target.exists():
            target = target.with_name(f"{target.name}-again")
        path.rename(target)
    sync_folder(folder)
    sync_folder(database.parent)


def newest_aside(data_dir: Path) -> Path | None:
    """Where the last damaged database lies, as long as nobody has taken it away."""
    return max(data_dir.glob(f"{ASIDE}*"), default=None)


def _damage(database: Path, backups: Backups, *, thorough: bool) -> tuple[str, ...]:
    if database.stat().st_size == 0 and newest_first(backups.folder):
        return ("it is empty",)
    if thorough:
        return quick_look(database)
    try:
        with closing(reading(database)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return (str(error),)
        raise
    return ()


@dataclass(frozen=True, slots=True)
class Good:
    """A backup that was proved, and what it says of itself."""

    kept: Kept
    manifest: Manifest


def newest_good(backups: Backups) -> Good | None:
    """The newest backup that can be restored without a passphrase; reads all of it, and of each newer one.

    A state that a restore replaced is the last that anybody wants back.
    """
    for kept in sorted(newest_first(backups.folder), key=lambda each: each.kind == "before-restore"):
        try:
            with backups.work_folder() as work, Archive(kept.path) as archive:
                archive.check(work / "check.db", backups.pulse)
                if archive.manifest.revision <= HEAD:
                    return Good(kept, archive.manifest)
        except StoppedError:
            raise
        except (DomainError, OSError, sqlite3.Error):
            log.warning("the backup %s can't be restored", kept.path.name, exc_info=True)
    return None


def way_out(settings: Settings, aside: Path, good: Good | None) -> str:
    """What is told in the terminal of a damaged database that was set aside."""
    said = f"{SetAsideError(aside).message} It was set aside in {aside}."
    if good is None:
        return f"{said} There is no backup in {settings.data_dir / FOLDER} that could be restored."
    where = "" if settings.data_dir == default_data_dir() else f' --data-dir "{settings.data_dir}"'
    made_at = f"{good.kept.made_at:%d %B %Y, %H:%M}"
    return (
        f"{said} The newest good backup is of {made_at}. To restore it, stop GoalBucks and give the command "
        f'goalbucks restore "{good.kept.path}"{where}'
    )
