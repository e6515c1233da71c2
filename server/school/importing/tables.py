"""Which tables move, which of their rows, and which columns name people."""

from collections.abc import Collection

from sqlalchemy import Column, ColumnElement, Table, select, true

from server.database.base import Base
from server.domain.audit.models import Activity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, GoalbuckEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from server.security.recovery import RecoveryCode

MOVING: tuple[type[Base], ...] = (
    Teacher,
    Classroom,
    Student,
    Balance,
    GoalbuckEntry,
    Goal,
    StoreItem,
    Purchase,
    Submission,
    GoalSuggestion,
    Activity,
    RecoveryCode,
)
STAYING = {
    "sessions": "everybody signs in again, at another address",
    "known_browsers": "a browser's token belongs to the laptop's address",
    "sign_in_failures": "they count for five minutes",
    "idempotency_keys": "they answer repeats of a day, sent to the laptop",
    "uses": "they count for minutes",
    "preferences": "the switches of one computer: the school's server has its own",
    "invites": "a laptop has none",
    "moves": "a laptop has none",
    "image_places": "a laptop has none",
}
"""The other tables, each with why."""

PEOPLE = {
    "classrooms": ("teacher_id",),
    "goalbuck_entries": ("created_by",),
    "purchases": ("fulfilled_by",),
    "submissions": ("reviewed_by",),
    "goal_suggestions": ("teacher_id",),
    "activity": ("teacher_id", "who_id"),
}
"""The columns that may name a teacher: whoever has an account at the school already has another id there."""


def moving_tables() -> list[Table]:
    """Those that move; what others refer to comes first."""
    moving = {model.__tablename__ for model in MOVING}
    return [table for table in Base.metadata.sorted_tables if table.name in moving]


def key_of(table: Table) -> Column[str]:
    """The one column by which its rows are told apart."""
    (column,) = table.primary_key.columns
    return column


def of_all_but(table: Table, staying: Collection[str]) -> ColumnElement[bool]:
    """The rows of the table that belong to no teacher who stays."""
    if not staying:
        return true()
    if table is Teacher.__table__:
        return table.c.id.not_in(staying)
    above = next(column for column in table.columns if column.foreign_keys)
    (reference,) = above.foreign_keys
    parent = reference.column.table
    return above.in_(select(parent.c.id).where(of_all_but(parent, staying)))
