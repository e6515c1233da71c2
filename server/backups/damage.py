"""After an unclean stop: whether the database is whole, and what happens to one that isn't."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server import clock
from server.backups.archive import Archive
from server.backups.errors import DatabaseDamagedError
from server.backups.keeping import Kept, newest_first
from server.backups.service import Backups
from server.backups.snapshot import is_damage, quick_look, reading, with_company
from server.disk import sync_folder
from server.errors import DomainError
from server.settings import Settings, default_data_dir

MARKER = "running"
"""In the data folder while a server has it; whoever finds it at its start knows of a crash."""
ASIDE = "damaged-"
"""How the folders begin into which damaged databases are put."""

log = logging.getLogger("goalbucks.backups")


def was_stopped_uncleanly(settings: Settings) -> bool:
    """Whether the last server on this data folder didn't come to its end."""
    return (settings.data_dir / MARKER).exists()


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
    """DatabaseDamagedError, with what to do, when there is a database that can't be used; it is set aside then.

    All of it is read after an unclean stop, else just enough to know that it is one.
    """
    settings = backups.settings
    database = settings.database_path
    if database.exists():
        damage = _damage(database, backups, thorough=was_stopped_uncleanly(settings))
        if not damage:
            return
        log.warning("the database is damaged: %s", "; ".join(damage))
        set_aside(database)
    aside = _newest_aside(settings.data_dir)
    if aside is not None:
        _move(database, aside)  # what a crash left where it was
        raise DatabaseDamagedError(_sentence(backups, aside))


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


def _newest_aside(data_dir: Path) -> Path | None:
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


def _sentence(backups: Backups, aside: Path) -> str:
    data_dir = backups.settings.data_dir
    said = f"the class's database is damaged. It was set aside in {aside}, and nothing was deleted."
    good = _newest_good(backups)
    if good is None:
        return f"{said} There is no backup in {backups.folder}; to begin anew, move {aside} to another place."
    where = "" if data_dir == default_data_dir() else f' --data-dir "{data_dir}"'
    made_at = f"{good.made_at:%d %B %Y, %H:%M}"
    return f'{said} The newest good backup is of {made_at}. To restore it: goalbucks restore "{good.path}"{where}'


def _newest_good(backups: Backups) -> Kept | None:
    for kept in newest_first(backups.folder):
        try:
            with backups.work_folder() as work, Archive(kept.path) as archive:
                archive.check(work / "check.db", backups.pulse)
        except (DomainError, OSError, sqlite3.Error):
            continue
        return kept
    return None
