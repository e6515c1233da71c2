"""Imports data folders into a school's database, one after the other, each folder's rows in one transaction.

Order for each folder: copy the images, which are invisible without their rows; write all rows and verify them before
the commit; verify the images. The school's database records the imported teachers, so that a command can be repeated at
any time: completed steps are skipped, and what the school changed or deleted since stays.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

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
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.members.models import ClassMember
from server.live.changes import ChangeEvent, CommittedChanges
from server.live.pg_notify_bus import notify_changes, notify_preferences_changed
from server.media import ImageStorageError, MediaStore
from server.school.importing import folder_state, media_copy, rows
from server.school.importing.errors import (
    ConcurrentChangeError,
    ImportInProgressError,
    ImportRefusedError,
    MediaUnreachableError,
    RowRejectedError,
    SchoolUnreachableError,
    VerificationFailedError,
)
from server.school.importing.folder_state import RelocationMarker
from server.school.importing.media_copy import ImageSummary
from server.school.importing.models import ImportRecord
from server.school.importing.plan import ImportPlan, plan_imports
from server.school.importing.resolutions import Resolution
from server.school.importing.rows import ProgressCallback, RowComparison
from server.school.importing.source import SourceSnapshot
from server.school.media_location import registered_location_id

LOCK_TIMEOUT_SECONDS = 10
"""PostgreSQL may need some seconds to notice that the connection of a killed import is gone."""
SCHOOL_NEWER = (
    "The school's server has a newer GoalBucks than this computer. Please install the same version here, "
    "then run the same command again. Nothing was changed."
)
LOCATION_UNKNOWN = (
    "These classes have photos, and the school's database doesn't know yet where its server stores them: "
    "start the school's server once, then run the same command again. Nothing was changed."
)
OTHER_LOCATION = (
    "The school's server stores its photos at another location than --media-url. Use its GOALBUCKS_MEDIA_URL or, if "
    "that isn't set, the folder images of its data folder: file:///.../images. (If the server's location was changed, "
    "start it once before.) Nothing was changed."
)


@dataclass(slots=True)
class ImportResult:
    """Result of importing one folder."""

    plan: ImportPlan
    moved_at: datetime | None
    """When the rows of the last imported teachers were committed; None if no teacher is imported."""
    is_folder_used_since: bool
    """Whether the folder was used after an earlier command imported its rows; later changes aren't imported."""
    row_comparison: RowComparison = field(default_factory=RowComparison)
    images: ImageSummary = field(default_factory=ImageSummary)

    @property
    def is_complete(self) -> bool:
        """Whether all that was to be imported is at the school: the folder is unused since, and no image differs."""
        return not (self.is_folder_used_since or self.images.different)


class SchoolImporter:
    """Imports folders into the school's database and image storage, while holding the import lock."""

    def __init__(self, engine: Engine, media: MediaStore, lock: Connection) -> None:
        self._engine = engine
        self._media = media
        self._lock = lock

    def plan(
        self, sources: Sequence[SourceSnapshot], resolutions: Iterable[tuple[str, Resolution]]
    ) -> list[ImportPlan]:
        """Plan the imports; see `plan_imports`."""
        with self._engine.connect() as connection:
            return plan_imports(sources, connection, resolutions)

    def require_media_location(self) -> None:
        """Require the image storage that the school's servers use."""
        with self._engine.connect() as connection:
            expected = registered_location_id(connection)
        if expected is None:
            raise ImportRefusedError(LOCATION_UNKNOWN)
        if self._media.read_location_id() != expected:
            raise ImportRefusedError(OTHER_LOCATION)

    def import_folder(self, plan: ImportPlan, address: str, on_progress: ProgressCallback) -> ImportResult:
        """Import the new teachers' rows and images, and complete earlier imports.

        Rows of earlier imports aren't compared again, since the school may have changed them.
        """
        folder = plan.source.folder
        marker = folder_state.read_marker(folder)
        address = address or (marker.address if marker else "")
        moved_at = max((each.moved_at for each in plan.recorded.values()), default=None)
        result = ImportResult(plan, moved_at, plan.is_folder_used_since())
        if plan.new:
            self._import_new(result, address, on_progress)
        if plan.pending:
            self._verify_images(result, on_progress)
        is_marker_wanted = plan.new or not result.is_folder_used_since
        if result.moved_at and is_marker_wanted and not result.images.different:
            folder_state.write_marker(folder, RelocationMarker(address, result.moved_at))
        return result

    def _import_new(self, result: ImportResult, address: str, on_progress: ProgressCallback) -> None:
        plan, folder = result.plan, result.plan.source.folder
        media_copy.copy_images(plan, self._media, on_progress)
        state = folder_state.read_state(folder)
        state = folder_state.update_state(folder, teachers={**state.teachers, **plan.imports})
        result.moved_at = clock.now()
        records = [
            {"id": new_id(), "created_at": result.moved_at, "source": state.record_name(teacher)}
            for teacher in sorted(plan.new)
        ]
        with self._engine.begin() as connection:
            connection.execute(insert(ImportRecord), records)
            result.row_comparison = _write_rows(plan, connection, on_progress)
            self._require_lock()
            # Written before the commit: once the rows are at the school, the folder must not be used any more.
            # If the commit fails, the next command starts over.
            folder_state.write_marker(folder, RelocationMarker(address, None))

    def _verify_images(self, result: ImportResult, on_progress: ProgressCallback) -> None:
        plan = result.plan
        result.images = media_copy.verify_images(plan, self._media, on_progress)
        if result.images.different:
            return
        state = folder_state.read_state(plan.source.folder)
        records = ImportRecord.source.in_([state.record_name(teacher) for teacher in plan.pending])
        with self._engine.begin() as connection:
            connection.execute(update(ImportRecord).where(records).values(finished_at=clock.now()))

    def _require_lock(self) -> None:
        """Check that the connection with the advisory lock is alive: if it was cut, the lock is lost."""
        self._lock.scalar(select(1))
        self._lock.rollback()


def _write_rows(plan: ImportPlan, connection: Connection, on_progress: ProgressCallback) -> RowComparison:
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

    Errors of the database and of `media` are translated, in the block too. Raises `SchemaOutdatedError`,
    `ImportRefusedError` if the school's schema is newer, `ImportInProgressError`, `SchoolUnreachableError` and
    `MediaUnreachableError`.
    """
    engine = open_unpooled_engine(url)
    with _translate_school_errors():
        _require_schema(url)
        media.require_reachable()
        with _exclusive(engine) as lock:
            yield SchoolImporter(engine, media, lock)


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
        raise ImportRefusedError(SCHOOL_NEWER) from error


@contextmanager
def _translate_school_errors() -> Iterator[None]:
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
        if is_unavailable(error):
            raise SchoolUnreachableError from error
        is_conflict = isinstance(error.orig, (UniqueViolation, ForeignKeyViolation))
        raise ConcurrentChangeError if is_conflict else RowRejectedError from error


def _notify_servers(plan: ImportPlan, connection: Connection) -> None:
    """Notify the servers, at commit: open pages show the new classes, and new IDs sort after the imported ones."""
    merged_classes = select(Classroom.id, Classroom.teacher_id).where(is_owned_by(*(plan.new & plan.merged.keys())))
    imported = plan.source.connection.execute(merged_classes)
    changes = [ChangeEvent("classrooms", plan.merged[teacher], classroom, None) for classroom, teacher in imported]
    joined = select(ClassMember.classroom_id, ClassMember.teacher_id).where(ClassMember.id.in_(rows.member_ids(plan)))
    changes += [
        ChangeEvent("members", plan.merged[teacher], classroom, None)
        for classroom, teacher in plan.source.connection.execute(joined.where(ClassMember.teacher_id.in_(plan.merged)))
    ]
    with Session(connection) as db:
        notify_preferences_changed(db)
        if changes:
            notify_changes(db, CommittedChanges(tuple(changes), sessions_ended=False))
