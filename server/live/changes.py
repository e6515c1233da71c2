"""Derives change events from the rows of a flush, so that no service has to publish its changes.

Statements that change rows without loading them, such as `update(table)`, aren't noticed. They need a loaded row that
changes with them, such as the student who moves to another class with all rows.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Select, bindparam, inspect, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import get_history

from server.database.base import Base
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.models import ActivityRecord
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup, StudentGroupMember
from server.domain.login_cards.models import LoginCard
from server.domain.members.models import ClassMember
from server.domain.pictures.models import PictureClass, StudentPictures
from server.domain.savings.models import SavingsGoal
from server.domain.series.models import GoalSeries, SeriesStudent
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.substitutes.models import SubstituteCode
from server.domain.suggestions.models import GoalSuggestion
from server.domain.terms.models import Term
from server.security.sessions import REVOKED_AT, SignInSession
from server.security.substitutions import Substitution

Topic = Literal[
    "classrooms",
    "students",
    "goals",
    "goal-series",
    "goalbucks",
    "submissions",
    "goal-suggestions",
    "store",
    "purchases",
    "savings",
    "signed-in",
    "sign-in",
    "login-cards",
    "groups",
    "terms",
    "class-goal",
    "members",
    "activity",
    "network",
    "warnings",
]
"""`signed-in`: a student of the class signed in or out; `sign-in`: a wrong sign-in may have locked a student of the
class, or somebody unlocked it; `login-cards`: cards were made, used or ended; `groups`: groups of students were made,
changed or deleted; `terms`: a term ended; `members`: a co-teacher joined or left, who receives it, too, or a substitute
code or a substitution began or ended; all for the teachers of the class. `class-goal`: a class goal or the sum of its
gifts changed, for the whole class and never with a student. `activity`, `network` and `warnings` concern a teacher and
no class; the last two are about the class computer and not derived from a table."""
Audience = Literal["log", "teachers", "student", "class"]
"""Who receives a table's changes: the teacher whose log a row is in; the teachers of its class; these and its student;
these and every student of the class."""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """The topic and the audience of a table's changes."""

    topic: Topic
    audience: Audience


LIVE_TABLES: dict[type[Base], LiveTable] = {
    ActivityRecord: LiveTable("activity", "log"),
    ClassGoal: LiveTable("class-goal", "class"),
    ClassGoalGift: LiveTable("class-goal", "class"),
    Classroom: LiveTable("classrooms", "teachers"),
    ClassMember: LiveTable("members", "teachers"),
    Goal: LiveTable("goals", "student"),
    GoalSuggestion: LiveTable("goal-suggestions", "student"),
    GoalSeries: LiveTable("goal-series", "teachers"),
    SeriesStudent: LiveTable("goal-series", "teachers"),
    LedgerEntry: LiveTable("goalbucks", "student"),
    LoginCard: LiveTable("login-cards", "teachers"),
    PictureClass: LiveTable("classrooms", "teachers"),
    Purchase: LiveTable("purchases", "student"),
    SavingsGoal: LiveTable("savings", "student"),
    SignInSession: LiveTable("signed-in", "teachers"),
    StoreItem: LiveTable("store", "class"),
    Student: LiveTable("students", "student"),
    StudentGroup: LiveTable("groups", "teachers"),
    StudentGroupMember: LiveTable("groups", "teachers"),
    StudentPictures: LiveTable("students", "student"),
    Submission: LiveTable("submissions", "student"),
    SubstituteCode: LiveTable("members", "teachers"),
    Substitution: LiveTable("members", "teachers"),
    Term: LiveTable("terms", "teachers"),
}
"""The tables whose changes are sent. Tables of one topic have the same audience, because a subscriber's role decides by
the topic. `tests/unit/test_tables.py` has the reason for each of the other tables."""
LOCKING_EVENTS: frozenset[ActivityKind] = frozenset(
    {"sign_in_failed", "pictures_failed", "student_unlocked", "student_password_changed"}
)
"""Events of students after which their sign-in may be locked, or no longer; `activity` reaches the owner alone."""
CLASS_TOPICS = frozenset(table.topic for table in LIVE_TABLES.values() if table.audience == "class")
"""The topics that every student of the class receives."""


@dataclass(frozen=True, slots=True)
class ChangeEvent:
    """A change of one topic, in one class (None: in no class) and of one student (None: of no single one)."""

    topic: Topic
    teacher_id: str
    classroom_id: str | None
    student_id: str | None


_CLASSROOM_OF_STUDENT = select(Student.classroom_id).where(Student.id == bindparam("id"))
_TEACHER_OF_CLASSROOM = select(Classroom.teacher_id).where(Classroom.id == bindparam("id"))


@dataclass(frozen=True, slots=True)
class CommittedChanges:
    """The changes of one transaction, and whether it ended sessions."""

    changes: tuple[ChangeEvent, ...]
    sessions_ended: bool
    session_owner_ids: tuple[str, ...] = ()
    """The ids of the accounts whose sessions ended; empty if unknown, which makes every stream recheck its session."""


class ChangeCollector:
    """Collects the changes of one transaction, flush by flush; looks each class and student up once."""

    def __init__(self, db: Session) -> None:
        self._db = db
        self._changes: dict[ChangeEvent, None] = {}
        self._ended: dict[str | None, None] = {}
        """The owners of ended sessions; None stands for several or unknown owners."""
        self._teachers: dict[str, str | None] = {}
        self._classrooms: dict[str, str | None] = {}

    def add(self, rows: Collection[object]) -> None:
        """Add the changes of flushed rows. Call it before the attributes' history is reset."""
        self._changes.update((change, None) for row in rows for change in self._changes_of(row))
        self._ended.update((_owner_of(row), None) for row in rows if self._ends_sessions(row))

    def _ends_sessions(self, row: object) -> bool:
        # The cascade deletes the sessions of a deleted account.
        is_deleted = isinstance(row, (SignInSession, Student, Classroom)) and row in self._db.deleted
        return is_deleted or (isinstance(row, SignInSession) and row.expires_at == REVOKED_AT)

    def collected(self) -> CommittedChanges | None:
        """Return the changes so far; None if there is nothing to publish."""
        if self._changes or self._ended:
            owners = () if None in self._ended else tuple(each for each in self._ended if each is not None)
            return CommittedChanges(tuple(self._changes), bool(self._ended), owners)
        return None

    def _changes_of(self, row: object) -> Iterator[ChangeEvent]:
        if not isinstance(row, Base) or _is_invisible(row) or (table := LIVE_TABLES.get(type(row))) is None:
            return
        if isinstance(row, ActivityRecord):
            yield ChangeEvent(table.topic, row.teacher_id, None, None)
            if row.kind in LOCKING_EVENTS and row.classroom_id is not None:
                yield ChangeEvent("sign-in", row.teacher_id, row.classroom_id, None)
            return
        if isinstance(row, Classroom):
            # The previous owner of a transferred class is notified, too.
            for teacher_id in (row.teacher_id, *(get_history(row, "teacher_id").deleted or ())):
                yield ChangeEvent(table.topic, teacher_id, row.id, None)
            if get_history(row, "store_open").deleted:
                yield ChangeEvent("store", row.teacher_id, row.id, None)  # for the students, too
            return
        if isinstance(row, ClassMember):
            # Who joins or leaves doesn't receive the changes of the class yet, or no longer.
            yield ChangeEvent(table.topic, row.teacher_id, row.classroom_id, None)
        student_id = row.id if isinstance(row, Student) else getattr(row, "student_id", None)
        for classroom_id in self._classrooms_of(row, student_id):
            teacher_id = self._teacher_of(classroom_id)
            if teacher_id is not None:
                # Without the student, the sign-ins of a whole class merge into one event.
                yield ChangeEvent(
                    table.topic, teacher_id, classroom_id, student_id if table.audience == "student" else None
                )

    def _classrooms_of(self, row: Base, student_id: str | None) -> Iterator[str]:
        if hasattr(row, "classroom_id"):
            yield row.classroom_id
            yield from get_history(row, "classroom_id").deleted or ()
        elif student_id is not None and (found := self._classroom_of(student_id)):
            yield found

    def _scalar(self, query: Select[str], row_id: str) -> str | None:
        # On the connection: the session is flushing.
        return self._db.connection().scalar(query, {"id": row_id})

    def _classroom_of(self, student_id: str) -> str | None:
        if student_id not in self._classrooms:
            self._classrooms[student_id] = self._scalar(_CLASSROOM_OF_STUDENT, student_id)
        return self._classrooms[student_id]

    def _teacher_of(self, classroom_id: str) -> str | None:
        if classroom_id not in self._teachers:
            self._teachers[classroom_id] = self._scalar(_TEACHER_OF_CLASSROOM, classroom_id)
        return self._teachers[classroom_id]


def _owner_of(row: object) -> str | None:
    """Return the id of the only actor whose sessions end with this row, or None."""
    if isinstance(row, SignInSession):
        return row.student_id or row.substitution_id or row.teacher_id
    return row.id if isinstance(row, Student) else None


def _is_invisible(row: object) -> bool:
    """Whether only a student's password hash was changed, which no page shows."""
    return isinstance(row, Student) and {each.key for each in inspect(row).attrs if each.history.has_changes()} == {
        "password_hash"
    }
