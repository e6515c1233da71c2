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
from server.database.postgresql import (
    AdvisoryLock,
    DatabaseUnavailableError,
    is_unavailable,
    open_unpooled_engine,
    try_advisory_lock,
)
from server.domain.classrooms.models import Classroom
from server.errors import DomainError
from server.live.changes import ChangeEvent, CommittedChanges
from server.live.pg_notify_bus import notify_changes, notify_preferences_changed
from server.media import ImageStorageError, MediaStore
from server.school.importing import media_copy, media_location, relocation_marker, rows
from server.school.importing.errors import (
    ConcurrentChangeError,
    ImportInProgressError,
    MediaUnreachableError,
    RowRejectedError,
    SchoolUnreachableError,
    SchoolVersionNewerError,
    VerificationFailedError,
)
from server.school.importing.media_copy import ImageSummary
from server.school.importing.models import ImportRecord
from server.school.importing.plan import AccountConflict, ImportPlan, newest_row_id, plan_imports, plan_of_run
from server.school.importing.relocation_marker import ImportRun, RelocationMarker
from server.school.importing.resolutions import Resolutions, SourceFolder
from server.school.importing.rows import ProgressCallback, RowComparison
from server.school.importing.source import SourceSnapshot

LOCK_TIMEOUT_SECONDS = 10
"""PostgreSQL may need some seconds to notice that the connection of a killed import is gone."""


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """An import run whose rows are at the school; `finished_at` is None until its images are verified."""

    name: str
    """Its name in the school's database."""
    run: ImportRun
    moved_at: datetime
    finished_at: datetime | None


@dataclass(slots=True)
class ImportResult:
    """Result of one import run of a folder."""

    plan: ImportPlan
    recorded_run: RecordedRun
    is_resumed: bool = False
    """Whether an earlier command wrote the rows; they aren't compared again, since the school may have changed them."""
    is_folder_used_since: bool = False
    """Whether the folder was used after its rows were imported; later changes aren't imported."""
    row_comparison: RowComparison = field(default_factory=RowComparison)
    images: ImageSummary = field(default_factory=ImageSummary)

    @property
    def is_complete(self) -> bool:
        """Whether everything in the folder is at the school: unused since, and no image differs."""
        return not (self.is_folder_used_since or self.images.different)


class SchoolImporter:
    """Imports folders into the school's database and image storage, while holding the import lock."""

    def __init__(self, engine: Engine, media: MediaStore, lock: Connection) -> None:
        self._engine = engine
        self._media = media
        self._lock = lock

    def recorded_runs(self, folder: Path) -> list[RecordedRun]:
        """Return the runs of this folder that the school's database records, oldest first."""
        identity = relocation_marker.read_folder_id(folder)
        if identity is None:
            return []
        names = {identity.run_name(number): each for number, each in enumerate(identity.rounds)}
        query = select(ImportRecord.source, ImportRecord.created_at, ImportRecord.finished_at).where(
            ImportRecord.source.in_(names)
        )
        with self._engine.connect() as connection:
            found = {name: (moved_at, finished_at) for name, moved_at, finished_at in connection.execute(query)}
        return [RecordedRun(name, each, *found[name]) for name, each in names.items() if name in found]

    def plan(
        self, folders: Sequence[SourceFolder], resolutions: Resolutions
    ) -> tuple[list[AccountConflict], list[ImportPlan]]:
        """Return unresolved conflicts and plans; raises `CopyAlreadyImportedError` and `AccountNotFoundError`."""
        with self._engine.connect() as connection:
            return plan_imports(folders, connection, resolutions)

    def require_media_location(self) -> None:
        """Require the image storage of the school's servers; see `media_location.require_same_location`."""
        with self._engine.connect() as connection:
            media_location.require_same_location(connection, self._media)

    def import_folder(
        self, plan: ImportPlan, earlier_runs: Sequence[ImportRun], address: str, on_progress: ProgressCallback
    ) -> ImportResult:
        """Import the plan's rows and images as a new run after `rounds`, the earlier ones."""
        folder = plan.source.folder
        address = address or _known_address(folder)
        media_copy.copy_images(plan, self._media, on_progress)
        identity = relocation_marker.update_folder_id(folder, rounds=(*earlier_runs, plan.to_run()))
        recorded_run = RecordedRun(identity.run_name(len(earlier_runs)), identity.rounds[-1], clock.now(), None)
        with _translate_errors(), self._engine.begin() as connection:
            comparison = _write_rows(plan, recorded_run, connection, on_progress)
            self._require_lock()
            # Written before the commit: once the rows are at the school, the folder must not be used any more.
            # If the commit fails, the next command starts over.
            relocation_marker.write_marker(folder, RelocationMarker(address, None))
        return self._finish(ImportResult(plan, recorded_run, row_comparison=comparison), address, on_progress)

    def resume(
        self, source: SourceSnapshot, recorded_run: RecordedRun, address: str, on_progress: ProgressCallback
    ) -> ImportResult:
        """Complete a recorded run; its rows aren't compared again, since the school may have changed them."""
        plan = plan_of_run(source, recorded_run.run)
        result = ImportResult(
            plan, recorded_run, is_resumed=True, is_folder_used_since=newest_row_id(plan) > recorded_run.run.newest
        )
        address = address or _known_address(source.folder)
        if recorded_run.finished_at is None:
            return self._finish(result, address, on_progress)
        if not result.is_folder_used_since:
            relocation_marker.write_marker(source.folder, RelocationMarker(address, recorded_run.moved_at))
        return result

    def _require_lock(self) -> None:
        """Check that the connection with the advisory lock is alive: if it was cut, the lock is lost."""
        self._lock.scalar(select(1))
        self._lock.rollback()

    def _finish(self, result: ImportResult, address: str, on_progress: ProgressCallback) -> ImportResult:
        result.images = media_copy.verify_images(result.plan, self._media, on_progress)
        if result.images.different:
            return result
        result.recorded_run = replace(result.recorded_run, finished_at=clock.now())
        finished = (
            update(ImportRecord)
            .where(ImportRecord.source == result.recorded_run.name)
            .values(finished_at=result.recorded_run.finished_at)
        )
        with _translate_errors(), self._engine.begin() as connection:
            connection.execute(finished)
        if not result.is_folder_used_since:
            relocation_marker.write_marker(
                result.plan.source.folder, RelocationMarker(address, result.recorded_run.moved_at)
            )
        return result


def _write_rows(
    plan: ImportPlan, recorded_run: RecordedRun, connection: Connection, on_progress: ProgressCallback
) -> RowComparison:
    connection.execute(
        insert(ImportRecord), {"id": new_id(), "created_at": recorded_run.moved_at, "source": recorded_run.name}
    )
    total = sum(rows.count_by_table(plan).values())
    rows.write_rows(plan, connection, total, on_progress)
    comparison = rows.compare_rows(plan, connection, total, on_progress)
    if comparison.differences:
        raise VerificationFailedError(f"{VerificationFailedError.sentence} {' '.join(comparison.differences)}")
    _notify_servers(plan, connection)
    return comparison


@contextmanager
def open_importer(url: str, media: MediaStore) -> Iterator[SchoolImporter]:
    """Connect to the school's database, which needs this program's schema, and take the import lock.

    Raises `SchemaOutdatedError`, `SchoolVersionNewerError`, `ImportInProgressError`, `SchoolUnreachableError` and
    `MediaUnreachableError`.
    """
    engine = open_unpooled_engine(url)
    try:
        with _translate_errors():
            _require_schema(url)
            media.require_reachable()
        with _translate_errors(), _exclusive(engine) as lock:
            yield SchoolImporter(engine, media, lock)
    finally:
        engine.dispose()


@contextmanager
def _exclusive(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        for seconds_left in reversed(range(LOCK_TIMEOUT_SECONDS)):
            with try_advisory_lock(connection, AdvisoryLock.IMPORT) as is_locked:
                if is_locked:
                    yield connection
                    return
            if seconds_left:
                time.sleep(1)
    raise ImportInProgressError


def _require_schema(url: str) -> None:
    try:
        require_schema(url)
    except NewerDatabaseError as error:
        raise SchoolVersionNewerError from error


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate errors of the school's database and image storage; those of the folder's SQLite file pass unchanged."""
    try:
        yield
    except (UniqueViolation, ForeignKeyViolation) as error:
        raise ConcurrentChangeError from error
    except (psycopg.OperationalError, DatabaseUnavailableError) as error:
        raise SchoolUnreachableError from error
    except psycopg.Error as error:
        raise RowRejectedError from error
    except ImageStorageError as error:
        raise MediaUnreachableError from error
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise SchoolUnreachableError if is_unavailable(error) else _rejection(error) from error


def _rejection(error: DBAPIError) -> type[DomainError]:
    is_conflict = isinstance(error.orig, (UniqueViolation, ForeignKeyViolation))
    return ConcurrentChangeError if is_conflict else RowRejectedError


def _notify_servers(plan: ImportPlan, connection: Connection) -> None:
    """Notify the servers, at commit: open pages show the new classes, and new IDs sort after the imported ones."""
    merged_classes = select(Classroom.id, Classroom.teacher_id).where(
        Classroom.teacher_id.in_(plan.teachers & plan.merged.keys())
    )
    imported = plan.source.connection.execute(merged_classes)
    changes = tuple(ChangeEvent("classrooms", plan.merged[teacher], classroom, None) for classroom, teacher in imported)
    with Session(connection) as db:
        notify_preferences_changed(db)
        if changes:
            notify_changes(db, CommittedChanges(changes, sessions_ended=False))


def _known_address(folder: Path) -> str:
    marker = relocation_marker.read_marker(folder)
    return marker.address if marker else ""
