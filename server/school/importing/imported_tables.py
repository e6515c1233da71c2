"""Tables and rows to import, and their columns that reference teachers."""

from collections.abc import Collection

from sqlalchemy import Column, ColumnElement, Table, select

from server.database.base import Base
from server.domain.activity.models import ActivityRecord
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup, StudentGroupMember
from server.domain.members.models import ClassMember
from server.domain.no_school_days.models import NoSchoolDays
from server.domain.reports.models import FamilyComment
from server.domain.savings.models import SavingsGoal
from server.domain.series.models import GoalSeries, SeriesDay, SeriesStudent
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from server.domain.terms.models import Term
from server.security.recovery_codes import RecoveryCode
from server.security.substitutions import Substitution

IMPORTED_MODELS: tuple[type[Base], ...] = (
    Teacher,
    Classroom,
    ClassMember,
    Student,
    Balance,
    LedgerEntry,
    NoSchoolDays,
    GoalSeries,
    SeriesStudent,
    SeriesDay,
    Goal,
    StoreItem,
    Purchase,
    SavingsGoal,
    Submission,
    GoalSuggestion,
    StudentGroup,
    StudentGroupMember,
    Term,
    ClassGoal,
    ClassGoalGift,
    Substitution,
    FamilyComment,
    ActivityRecord,
    RecoveryCode,
)
"""Models of the tables to import; a test names the reason for each of the others."""

OWNER_COLUMNS = ("student_id", "classroom_id", "teacher_id")
"""A student's rows belong to the owner of the class, a class's to its owner, whoever else they name."""

TEACHER_COLUMNS = {
    "classrooms": ("teacher_id",),
    "class_members": ("teacher_id",),
    "no_school_days": ("teacher_id",),
    "goalbuck_entries": ("created_by",),
    "purchases": ("fulfilled_by",),
    "submissions": ("reviewed_by",),
    "goal_suggestions": ("teacher_id",),
    "activity": ("teacher_id", "who_id"),
}
"""Columns that may contain a teacher's ID, by table; the IDs of merged teachers are replaced in them."""


def imported_tables() -> list[Table]:
    """Return the tables to import, referenced tables before those with the foreign keys."""
    names = {model.__tablename__ for model in IMPORTED_MODELS}
    return [table for table in Base.metadata.sorted_tables if table.name in names]


def primary_key(table: Table) -> Column[str]:
    """Return the table's single primary key column."""
    (column,) = table.primary_key.columns
    return column


def owned_by(table: Table, teachers: Collection[str]) -> ColumnElement[bool]:
    """Return the condition for rows that belong to one of these teachers, following the first of `OWNER_COLUMNS`."""
    if table is Teacher.__table__:
        return table.c.id.in_(teachers)
    foreign_key = next(table.c[name] for name in OWNER_COLUMNS if name in table.c and table.c[name].foreign_keys)
    (reference,) = foreign_key.foreign_keys
    parent = reference.column.table
    return foreign_key.in_(select(parent.c.id).where(owned_by(parent, teachers)))
