"""Moving folders, one after the other: each folder's rows in one transaction, so that a class is there whole or not.

First the images, which nobody sees without their rows; then all rows, compared before they are kept; then the images
once more. The school's database remembers which folders have moved, so that the same command may be given again at any
time: what is done isn't done twice, and what the school changed or deleted since stays as it is there.
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
"""The connection of a move that was killed takes a moment to go."""


@dataclass(frozen=True, slots=True)
class Past:
    """A round whose rows are at the school: when they came, and when all was compared."""

    name: str
    """What it is called there."""
    round: Round
    moved_at: datetime
    finished_at: datetime | None


@dataclass(slots=True)
class Outcome:
    """What became of one round of a folder."""

    plan: Plan
    past: Past
    before: bool = False
    """The rows came with an earlier run: they are the school's now, and were left alone."""
    used_since: bool = False
    """Somebody has worked on the laptop after the rows had moved; that stays there."""
    comparison: Comparison = field(default_factory=Comparison)
    pictures: Pictures = field(default_factory=Pictures)

    @property
    def is_good(self) -> bool:
        """Whether all that the laptop has of it is at the school."""
        return not (self.used_since or self.pictures.different)


class School:
    """The school's database and images, while this program alone moves classes into them."""

    def __init__(self, engine: Engine, media: MediaStore, lock: Connection) -> None:
        self._engine = engine
        self._media = media
        self._lock = lock

    def past(self, folder: Path) -> list[Past]:
        """What came of this folder, and how."""
        identity = relocation_marker.read_identity(folder)
        if identity is None:
            return []
        names = {identity.name(number): each for number, each in enumerate(identity.rounds)}
        query = select(Move.source, Move.created_at, Move.finished_at).where(Move.source.in_(names))
        with self._engine.connect() as connection:
            found = {name: (moved_at, finished_at) for name, moved_at, finished_at in connection.execute(query)}
        return [Past(name, each, *found[name]) for name, each in names.items() if name in found]

    def plan(self, laptops: Sequence[Laptop], answers: Answers) -> tuple[list[Clash], list[Plan]]:
        """What somebody has to say first, and what happens then. `CopyMovedError`, `NobodyThereError`."""
        with self._engine.connect() as connection:
            return clashes_and_plans(laptops, connection, answers)

    def require_place(self) -> None:
        """Unless the images go where the school's server looks: `PlaceUnknownError`, `WrongPlaceError`."""
        with self._engine.connect() as connection:
            media_location.require_of_school(connection, self._media)

    def move(self, plan: Plan, rounds: Sequence[Round], address: str, tell: Tell) -> Outcome:
        """Move what isn't there yet, after the `rounds` that are."""
        folder = plan.source.folder
        address = address or _address(folder)
        media_copy.copy(plan, self._media, tell)
        identity = relocation_marker.identify(folder, rounds=(*rounds, plan.as_round()))
        past = Past(identity.name(len(rounds)), identity.rounds[-1], clock.now(), None)
        with _telling(), self._engine.begin() as connection:
            comparison = _move_rows(plan, past, connection, tell)
            self._require_alone()
            # Once this is kept nobody may go on working on the laptop; if it isn't, the next run begins anew.
            relocation_marker.keep_mark(folder, Mark(address, None))
        return self._finish(Outcome(plan, past, comparison=comparison), address, tell)

    def finish(self, source: Source, past: Past, address: str, tell: Tell) -> Outcome:
        """Go on with a round whose rows are there; what the school made of them is its own."""
        plan = plan_before(source, past.round)
        outcome = Outcome(plan, past, before=True, used_since=newest_of(plan) > past.round.newest)
        address = address or _address(source.folder)
        if past.finished_at is None:
            return self._finish(outcome, address, tell)
        if not outcome.used_since:
            relocation_marker.keep_mark(source.folder, Mark(address, past.moved_at))
        return outcome

    def _require_alone(self) -> None:
        """Whose connection was cut has lost the lock with it, and somebody else may be at work."""
        self._lock.scalar(select(1))
        self._lock.rollback()

    def _finish(self, outcome: Outcome, address: str, tell: Tell) -> Outcome:
        outcome.pictures = media_copy.compare(outcome.plan, self._media, tell)
        if outcome.pictures.different:
            return outcome
        outcome.past = replace(outcome.past, finished_at=clock.now())
        finished = update(Move).where(Move.source == outcome.past.name).values(finished_at=outcome.past.finished_at)
        with _telling(), self._engine.begin() as connection:
            connection.execute(finished)
        if not outcome.used_since:
            relocation_marker.keep_mark(outcome.plan.source.folder, Mark(address, outcome.past.moved_at))
        return outcome


def _move_rows(plan: Plan, past: Past, connection: Connection, tell: Tell) -> Comparison:
    connection.execute(insert(Move), {"id": new_id(), "created_at": past.moved_at, "source": past.name})
    total = sum(rows.counts(plan).values())
    rows.write(plan, connection, total, tell)
    found = rows.compare(plan, connection, total, tell)
    if found.differences:
        raise MovedOtherwiseError(f"{MovedOtherwiseError.sentence} {' '.join(found.differences)}")
    _tell_the_school(plan, connection)
    return found


@contextmanager
def school(url: str, media: MediaStore) -> Iterator[School]:
    """The school's database, for this program alone. It has to have this program's schema, and an answer.

    `SchemaBehindError`, `SchoolNewerError`, `MoveUnderWayError`, `SchoolUnreachableError`, `PicturesUnreachableError`.
    """
    engine = open_single(url)
    try:
        with _telling():
            _require_schema(url)
            media.require_reachable()
        with _telling(), _alone(engine) as lock:
            yield School(engine, media, lock)
    finally:
        engine.dispose()


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        for left in reversed(range(PATIENCE_SECONDS)):
            with only_one(connection, Lock.MOVE) as got:
                if got:
                    yield connection
                    return
            if left:
                time.sleep(1)
    raise MoveUnderWayError


def _require_schema(url: str) -> None:
    try:
        require_schema(url)
    except NewerDatabaseError as error:
        raise SchoolNewerError from error


@contextmanager
def _telling() -> Iterator[None]:
    """What the school's database and its place of images raise, in words; the laptop's own troubles pass."""
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
        raise SchoolUnreachableError if is_unavailable(error) else _of_conflict(error) from error


def _of_conflict(error: DBAPIError) -> type[DomainError]:
    taken = isinstance(error.orig, (UniqueViolation, ForeignKeyViolation))
    return ChangedMeanwhileError if taken else RowRefusedError


def _tell_the_school(plan: Plan, connection: Connection) -> None:
    """Whoever has the school's pages open sees the classes that came; new ids there come after those of the laptop."""
    own = select(Classroom.id, Classroom.teacher_id).where(Classroom.teacher_id.in_(plan.teachers & plan.merged.keys()))
    came = plan.source.rows.execute(own)
    changes = tuple(Change("classrooms", plan.merged[teacher], classroom, None) for classroom, teacher in came)
    with Session(connection) as db:
        send_out_of_date(db)
        if changes:
            send(db, News(changes, sessions_ended=False))


def _address(folder: Path) -> str:
    known = relocation_marker.read_mark(folder)
    return known.address if known else ""
