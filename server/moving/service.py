"""Moving folders, one after the other: each folder's rows in one transaction, so that a class is there whole or not.

First the images, which nobody sees without their rows; then all rows, compared before they are kept; then the images
once more. The school's database remembers which folders have moved, so that the same command may be given again at any
time: what is done isn't done twice, and what the school changed or deleted since stays as it is there.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import psycopg
from psycopg.errors import ForeignKeyViolation, UniqueViolation
from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from server import clock
from server.classrooms.models import Classroom
from server.database.base import new_id
from server.database.migrate import require_schema
from server.database.postgresql import DatabaseUnavailableError, Lock, is_unavailable, only_one, open_single
from server.live.changes import Change, News
from server.live.exchange import send, send_out_of_date
from server.media import MediaStore
from server.moving import mark, pictures, rows
from server.moving.errors import (
    ChangedMeanwhileError,
    MovedOtherwiseError,
    MoveUnderWayError,
    RowRefusedError,
    SchoolUnreachableError,
)
from server.moving.mark import Mark
from server.moving.models import Move
from server.moving.pictures import Pictures
from server.moving.plan import Answers, Clash, Plan, clashes_and_plans
from server.moving.rows import Comparison, Tell
from server.moving.source import Source

PATIENCE_SECONDS = 10
"""The connection of a move that was killed takes a moment to go."""


@dataclass(frozen=True, slots=True)
class Past:
    """When the rows of a folder came, and when all was compared."""

    moved_at: datetime
    finished_at: datetime | None


@dataclass(slots=True)
class Outcome:
    """What became of one folder."""

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
        """Whether all that the laptop has is at the school."""
        return not (self.used_since or self.pictures.different)


class School:
    """The school's database and images, while this program alone moves classes into them."""

    def __init__(self, engine: Engine, media: MediaStore) -> None:
        self._engine = engine
        self._media = media

    def past(self, folder: Path) -> Past | None:
        """Of this folder; None as long as its rows aren't there."""
        identity = mark.read_identity(folder)
        if identity is None:
            return None
        query = select(Move.created_at, Move.finished_at).where(Move.source == identity.source)
        with self._engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return found and Past(*found)

    def plan(self, sources: Sequence[Source], answers: Answers) -> tuple[list[Clash], list[Plan]]:
        """What somebody has to say first, and what happens then. `CopyMovedError`."""
        with self._engine.connect() as connection:
            return clashes_and_plans(sources, connection, answers)

    def move(self, plan: Plan, address: str, tell: Tell) -> Outcome:
        """Move a folder whose rows aren't there yet."""
        pictures.copy(plan, self._media, tell)
        outcome = Outcome(plan, Past(clock.now(), None))
        with _telling(), self._engine.begin() as connection:
            outcome.comparison = self._move_rows(plan, connection, outcome.past.moved_at, tell)
            # Once this is kept nobody may go on working on the laptop; if it isn't, the next run begins anew.
            mark.keep_mark(plan.source.folder, Mark(address, None))
        return self._finish(outcome, address, tell)

    def finish(self, plan: Plan, past: Past, address: str, tell: Tell) -> Outcome:
        """Go on with a folder whose rows are there; what the school made of them is its own."""
        source = plan.source
        used_since = source.newest > mark.identify(source.folder).newest
        outcome = Outcome(plan, past, before=True, used_since=used_since)
        if past.finished_at is None and not used_since:
            return self._finish(outcome, address, tell)
        if not outcome.used_since:
            mark.keep_mark(source.folder, Mark(address or _address(source.folder), past.moved_at))
        return outcome

    @staticmethod
    def _move_rows(plan: Plan, connection: Connection, moved_at: datetime, tell: Tell) -> Comparison:
        decided = {"merged": plan.merged, "emails": plan.emails, "codes": plan.codes}
        identity = mark.identify(
            plan.source.folder, newest=plan.source.newest, left_out=tuple(sorted(plan.left_out)), **decided
        )
        move = {"id": new_id(), "created_at": moved_at, "source": identity.source}
        connection.execute(insert(Move), move)
        total = sum(rows.counts(plan).values())
        rows.write(plan, connection, total, tell)
        found = rows.compare(plan, connection, total, tell)
        if found.differences:
            raise MovedOtherwiseError(f"{MovedOtherwiseError.sentence} {' '.join(found.differences)}")
        _tell_the_school(plan, connection)
        return found

    def _finish(self, outcome: Outcome, address: str, tell: Tell) -> Outcome:
        folder = outcome.plan.source.folder
        outcome.pictures = pictures.compare(outcome.plan, self._media, tell)
        if outcome.pictures.different:
            return outcome
        outcome.past = Past(outcome.past.moved_at, clock.now())
        source = mark.identify(folder).source
        with _telling(), self._engine.begin() as connection:
            connection.execute(update(Move).where(Move.source == source).values(finished_at=outcome.past.finished_at))
        mark.keep_mark(folder, Mark(address or _address(folder), outcome.past.moved_at))
        return outcome


def plan_before(source: Source) -> Plan:
    """What an earlier run did with a folder whose rows are there."""
    known = mark.identify(source.folder)
    return Plan(source, frozenset(known.left_out), known.merged, known.emails, known.codes)


@contextmanager
def school(url: str, media: MediaStore) -> Iterator[School]:
    """The school's database, for this program alone. It has to have this program's schema, and an answer.

    `SchemaBehindError`, `NewerDatabaseError`, `MoveUnderWayError`, `SchoolUnreachableError`, ImageStoreError.
    """
    with _telling():
        require_schema(url)
    media.require_reachable()
    engine = open_single(url)
    try:
        with _telling(), _alone(engine):
            yield School(engine, media)
    finally:
        engine.dispose()


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    with engine.connect() as connection:
        for left in reversed(range(PATIENCE_SECONDS)):
            with only_one(connection, Lock.MOVE) as got:
                if got:
                    yield
                    return
            if left:
                time.sleep(1)
    raise MoveUnderWayError


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except (UniqueViolation, ForeignKeyViolation) as error:
        raise ChangedMeanwhileError from error
    except psycopg.OperationalError as error:
        raise SchoolUnreachableError from error
    except psycopg.Error as error:
        raise RowRefusedError from error
    except DatabaseUnavailableError as error:
        raise SchoolUnreachableError from error
    except DBAPIError as error:
        raise SchoolUnreachableError if is_unavailable(error) else RowRefusedError from error


def _tell_the_school(plan: Plan, connection: Connection) -> None:
    """Whoever has the school's pages open sees the classes that came; new ids there come after those of the laptop."""
    own = select(Classroom.id, Classroom.teacher_id).where(Classroom.teacher_id.in_(plan.merged))
    came = plan.source.rows.execute(own)
    changes = tuple(Change("classrooms", plan.merged[teacher], classroom, None) for classroom, teacher in came)
    with Session(connection) as db:
        send_out_of_date(db)
        if changes:
            send(db, News(changes, sessions_ended=False))


def _address(folder: Path) -> str:
    known = mark.read_mark(folder)
    return known.address if known else ""
