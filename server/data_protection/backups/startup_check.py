"""At a start: whether the database is there and whole, and what happens to one that isn't."""

import logging
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server import clock
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import DatabaseMissingError, SetAsideError, StoppedError
from server.data_protection.backups.manifest import Manifest
from server.data_protection.backups.retention import Kept, newest_first
from server.data_protection.backups.service import FOLDER, Backups
from server.data_protection.backups.snapshot import is_damage, look_through, quick_look, with_company
from server.database.damage_flag import clear_suspect, is_suspect, was_stopped_uncleanly
from server.database.migrations import HEAD
from server.database.read_only import open_read_only
from server.disk import sync_folder
from server.errors import DomainError
from server.settings import DATABASE_FILE, Settings, default_data_dir

ASIDE = "damaged-"
"""How the folders begin into which damaged databases are put."""
FIRST_PAGE = 4096
"""Bytes of a database in which nothing was committed since its creation."""

log = logging.getLogger("goalbucks.backups")


def require_whole(backups: Backups) -> None:
    """SetAsideError when there is a database that can't be used, or none where there was one; it is set aside then.

    All of it is read after an unclean stop, else just enough to know that it is one.
    """
    settings = backups.settings
    database = settings.database_path
    _remove_empty_asides(settings.data_dir)
    if is_blank(database):
        if not has_traces_of_a_class(backups):
            return
        log.warning("the database is missing or empty, though the folder holds other data of a class")
        aside = newest_aside(settings.data_dir)
        if aside is None:
            aside = set_aside(database)
        else:
            _move(database, aside)  # what a crash left where it was
        # The mark stays: it may be all that tells the next start of a class.
        raise refusal_for(aside)
    damage = _damage(database, backups)
    if not damage:
        clear_suspect(settings)
        return
    log.warning("the database is damaged: %s", "; ".join(damage))
    aside = set_aside(database)
    clear_suspect(settings)
    raise refusal_for(aside)


def is_blank(database: Path) -> bool:
    """Return whether the file is missing, has no bytes, or has the one page of a creation that was interrupted."""
    size = database.stat().st_size if database.exists() else 0
    return size == 0 or (size <= FIRST_PAGE and _pages_before(database) == 0)


def has_traces_of_a_class(backups: Backups) -> bool:
    """Return whether a class was in this data folder, though its database is blank: anything but a first start."""
    database = backups.settings.database_path
    log_of_rows = database.with_name(f"{database.name}-wal")
    return (
        _has_other_traces(backups)
        or (log_of_rows.exists() and log_of_rows.stat().st_size > 0)
        or bool(_pages_before(database))
    )


def _has_other_traces(backups: Backups) -> bool:
    """Return whether a class was in this data folder, by what isn't its database or SQLite's."""
    settings = backups.settings
    return (
        was_stopped_uncleanly(settings)
        or newest_aside(settings.data_dir) is not None
        or bool(newest_first(backups.folder))
        or any(settings.image_dir.rglob("*.jpg"))
    )


def _pages_before(database: Path) -> int | None:
    """Return the size to which SQLite's rollback journal would take the database back; None without a journal.

    It is 0 when the journal is of the database's creation: SQLite writes the first page before it uses a write-ahead
    log.
    """
    journal = database.with_name(f"{database.name}-journal")
    if not journal.exists():
        return None
    with journal.open("rb") as file:
        return int.from_bytes(file.read(20)[16:])  # https://www.sqlite.org/fileformat.html#the_rollback_journal


def refusal_for(aside: Path) -> SetAsideError:
    """Return the error that says whether the folder holds a damaged database, or none because it went missing."""
    return DatabaseMissingError(aside) if is_blank(aside / DATABASE_FILE) else SetAsideError(aside)


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
    return max((each for each in _asides(data_dir) if SetAsideError(each).keeps_files), default=None)


def _asides(data_dir: Path) -> list[Path]:
    return [each for each in data_dir.glob(f"{ASIDE}*") if each.is_dir()]


def _remove_empty_asides(data_dir: Path) -> None:
    """Remove what an earlier start made for a missing database; files without data go along."""
    for folder in _asides(data_dir):
        if not SetAsideError(folder).keeps_files:
            shutil.rmtree(folder, ignore_errors=True)


def _damage(database: Path, backups: Backups) -> tuple[str, ...]:
    """As much as the last run gives reason to: all of it when something said that it is damaged."""
    settings = backups.settings
    if is_suspect(settings):
        damage = look_through(database).damage
    elif was_stopped_uncleanly(settings):
        damage = quick_look(database)
    else:
        damage = ()
    return damage or _without_tables(database, backups)


def _without_tables(database: Path, backups: Backups) -> tuple[str, ...]:
    try:
        with closing(open_read_only(database)) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return (str(error),)
        raise
    return ("it has no tables",) if tables == 0 and _has_other_traces(backups) else ()


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


def way_out(settings: Settings, refused: SetAsideError, good: Good | None) -> str:
    """What is told in the terminal of a database that was set aside, or is missing."""
    said = f"{refused.message} It was set aside in {refused.aside}." if refused.keeps_files else refused.message
    if good is None:
        return f"{said} There is no backup in {settings.data_dir / FOLDER} that could be restored."
    where = "" if settings.data_dir == default_data_dir() else f' --data-dir "{settings.data_dir}"'
    made_at = f"{good.kept.made_at:%d %B %Y, %H:%M}"
    return (
        f"{said} The newest good backup is of {made_at}. To restore it, stop GoalBucks and give the command "
        f'goalbucks restore "{good.kept.path}"{where}'
    )
