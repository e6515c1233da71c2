"""Imports data folders into a school's database, one after the other, each folder's rows in one transaction.

Order for each folder: copy the images, which are invisible without their rows; write all rows and verify them before
the commit; verify the images. The school's database records the runs, so that the same command can be repeated at any
time: completed steps are skipped, and what the school changed or deleted since stays.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import psycopg
from psycopg.errors import ForeignKeyViolation, UniqueViolation
from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from server import clock
from server.database.base import new_id
from server.database.migrate import NewerDatabaseError, require_schema
from server.database.postgresql import DatabaseUnavailableError, Lock, is_unavailable, only_one, open_single
from server.domain.classrooms.models import Classroom
from server.errors import DomainError
from server.live.changes import Change, News
from server.live.pg_notify_bus import send, send_out_of_date
from server.media import ImageStoreError, MediaStore
from server.school.importing import media_copy, media_location, relocation_marker, rows
from server.school.importing.errors import (
    ChangedMeanwhileError,
    MovedOtherwiseError,
    MoveUnderWayError,
    PicturesUnreachableError,
    RowRefusedError,
    SchoolNewerError,
    SchoolUnreachableError,
)
from server.school.importing.media_copy import Pictures
from server.school.importing.models import Move
from server.school.importing.plan import Clash, Plan, clashes_and_plans, newest_of, plan_before
from server.school.importing.relocation_marker import Mark, Round
from server.school.importing.resolutions import Answers, Laptop
from server.school.importing.rows import Comparison, Tell
from server.school.importing.source import Source

PATIENCE_SECONDS = 10
"""PostgreSQL may need some seconds to notice that the connection of a killed import is gone."""


@dataclass(frozen=True, slots=True)
class Past:
    """An import run whose rows are at the school; `finished_at` is None until its images are verified."""

    name: str
    """Its name in the school's database."""
    round: Round
    moved_at: datetime
    finished_at: datetime | None


@dataclass(slots=True)
class Outcome:
    """Result of one import run of a folder."""

    plan: Plan
    past: Past
    before: bool = False
    """Whether an earlier command wrote the rows; they aren't compared again, since the school may have changed them."""
    used_since: bool = False
    """Whether the folder was used after its rows were imported; later changes aren't imported."""
    comparison: Comparison = field(default_factory=Comparison)
    pictures: Pictures = field(default_factory=Pictures)

    @property
    def is_good(self) -> bool:
        """Whether everything in the folder is at the school: unused since, and no image differs."""
        return not (self.used_since or self.pictures.different)


class School:
    """Imports folders into the school's database and image storage, while holding the import lock."""

    def __init__(self, engine: Engine, media: MediaStore, lock: Connection) -> None:
        self._engine = engine
        self._media = media
        self._lock = lock

    def past(self, folder: Path) -> list[Past]:
        """Return the runs of this folder that the school's database records, oldest first."""
        identity = relocation_marker.read_identity(folder)
        if identity is None:
            return []
        names = {identity.name(number): each for number, each in enumerate(identity.rounds)}
        query = select(Move.source, Move.created_at, Move.finished_at).where(Move.source.in_(names))
        with self._engine.connect() as connection:
            found = {name: (moved_at, finished_at) for name, moved_at, finished_at in connection.execute(query)}
        return [Past(name, each, *found[name]) for name, each in names.items() if name in found]

    def plan(self, folders: Sequence[Laptop], resolutions: Answers) -> tuple[list[Clash], list[Plan]]:
        """Return unresolved conflicts and plans; raises `CopyAlreadyImportedError` and `AccountNotFoundError`."""
        with self._engine.connect() as connection:
            return clashes_and_plans(folders, connection, resolutions)

    def require_place(self) -> None:
        """Require the image storage of the school's servers; see `media_location.require_same_location`."""
        with self._engine.connect() as connection:
            media_location.require_of_school(connection, self._media)

    def move(self, plan: Plan, rounds: Sequence[Round], address: str, on_progress: Tell) -> Outcome:
        """Import the plan's rows and images as a new run after `rounds`, the earlier ones."""
        folder = plan.source.folder
        address = address or _known_address(folder)
        media_copy.copy(plan, self._media, on_progress)
        identity = relocation_marker.identify(folder, rounds=(*rounds, plan.as_round()))
        past = Past(identity.name(len(rounds)), identity.rounds[-1], clock.now(), None)
        with _translate_errors(), self._engine.begin() as connection:
            comparison = _write_rows(plan, past, connection, on_progress)
            self._require_lock()
            # Written before the commit: once the rows are at the school, the folder must not be used any more.
            # If the commit fails, the next command starts over.
            relocation_marker.keep_mark(folder, Mark(address, None))
        return self._finish(Outcome(plan, past, comparison=comparison), address, on_progress)

    def finish(self, source: Source, past: Past, address: str, on_progress: Tell) -> Outcome:
        """Complete a recorded run; its rows aren't compared again, since the school may have changed them."""
        plan = plan_before(source, past.round)
        result = Outcome(plan, past, before=True, used_since=newest_of(plan) > past.round.newest)
        address = address or _known_address(source.folder)
        if past.finished_at is None:
            return self._finish(result, address, on_progress)
        if not result.used_since:
            relocation_marker.keep_mark(source.folder, Mark(address, past.moved_at))
        return result

    def _require_lock(self) -> None:
        """Check that the connection with the advisory lock is alive: if it was cut, the lock is lost."""
        self._lock.scalar(select(1))
        self._lock.rollback()

    def _finish(self, result: Outcome, address: str, on_progress: Tell) -> Outcome:
        result.pictures = media_copy.compare(result.plan, self._media, on_progress)
        if result.pictures.different:
            return result
        result.past = replace(result.past, finished_at=clock.now())
        finished = update(Move).where(Move.source == result.past.name).values(finished_at=result.past.finished_at)
        with _translate_errors(), self._engine.begin() as connection:
            connection.execute(finished)
        if not result.used_since:
            relocation_marker.keep_mark(result.plan.source.folder, Mark(address, result.past.moved_at))
        return result


def _write_rows(plan: Plan, past: Past, connection: Connection, on_progress: Tell) -> Comparison:
    connection.execute(insert(Move), {"id": new_id(), "created_at": past.moved_at, "source": past.name})
    total = sum(rows.counts(plan).values())
    rows.write(plan, connection, total, on_progress)
    comparison = rows.compare(plan, connection, total, on_progress)
    if comparison.differences:
        raise MovedOtherwiseError(f"{MovedOtherwiseError.sentence} {' '.join(comparison.differences)}")
    _notify_servers(plan, connection)
    return comparison


@contextmanager
def school(url: str, media: MediaStore) -> Iterator[School]:
    """Connect to the school's database, which needs this program's schema, and take the import lock.

    Raises `SchemaBehindError`, `SchoolVersionNewerError`, `ImportInProgressError`, `SchoolUnreachableError` and
    `MediaUnreachableError`.
    """
    engine = open_single(url)
    try:
        with _translate_errors():
            _require_schema(url)
            media.require_reachable()
        with _translate_errors(), _exclusive(engine) as lock:
            yield School(engine, media, lock)
    finally:
        engine.dispose()


@contextmanager
def _exclusive(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        for seconds_left in reversed(range(PATIENCE_SECONDS)):
            with only_one(connection, Lock.MOVE) as is_locked:
                if is_locked:
                    yield connection
                    return
            if seconds_left:
                time.sleep(1)
    raise MoveUnderWayError


def _require_schema(url: str) -> None:
    try:
        require_schema(url)
    except NewerDatabaseError as error:
        raise SchoolNewerError from error


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate errors of the school's database and image storage; those of the folder's SQLite file pass unchanged."""
    try:
        yield
    except (UniqueViolation, ForeignKeyViolation) as error:
        raise ChangedMeanwhileError from error
    except (psycopg.OperationalError, DatabaseUnavailableError) as error:
        raise SchoolUnreachableError from error
    except psycopg.Error as error:
        raise RowRefusedError from error
    except ImageStoreError as error:
        raise PicturesUnreachableError from error
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise SchoolUnreachableError if is_unavailable(error) else _rejection(error) from error


def _rejection(error: DBAPIError) -> type[DomainError]:
    is_conflict = isinstance(error.orig, (UniqueViolation, ForeignKeyViolation))
    return ChangedMeanwhileError if is_conflict else RowRefusedError


def _notify_servers(plan: Plan, connection: Connection) -> None:
    """Notify the servers, at commit: open pages show the new classes, and new IDs sort after the imported ones."""
    merged_classes = select(Classroom.id, Classroom.teacher_id).where(
        Classroom.teacher_id.in_(plan.teachers & plan.merged.keys())
    )
    imported = plan.source.rows.execute(merged_classes)
    changes = tuple(Change("classrooms", plan.merged[teacher], classroom, None) for classroom, teacher in imported)
    with Session(connection) as db:
        send_out_of_date(db)
        if changes:
            send(db, News(changes, sessions_ended=False))


def _known_address(folder: Path) -> str:
    marker = relocation_marker.read_mark(folder)
    return marker.address if marker else ""
