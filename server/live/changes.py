"""What was written, as those who look at it have to hear it; found in the flush, so that no write can forget it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Select, inspect, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import get_history

from server.database.base import Row
from server.domain.audit.models import Activity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import GoalbuckEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.security.sessions import SHUT, SignInSession

Topic = Literal[
    "classrooms",
    "students",
    "goals",
    "goalbucks",
    "submissions",
    "goal-suggestions",
    "store",
    "purchases",
    "signed-in",
    "activity",
    "network",
    "warnings",
]
"""`signed-in` is of a class and for its teacher: one of its students signed in or out. The last three are the teacher's
and of no class; `network` and `warnings` are no table's: they are about the class computer."""
TOPICS: dict[type[Row], Topic] = {
    Classroom: "classrooms",
    Student: "students",
    Goal: "goals",
    GoalbuckEntry: "goalbucks",
    Submission: "submissions",
    GoalSuggestion: "goal-suggestions",
    StoreItem: "store",
    Purchase: "purchases",
}


@dataclass(frozen=True, slots=True)
class Change:
    """Something of this topic changed in a class, of one student or of all."""

    topic: Topic
    teacher_id: str
    classroom_id: str | None
    student_id: str | None


@dataclass(frozen=True, slots=True)
class News:
    """What one transaction did: its changes, and whether sessions may have ended with it."""

    changes: tuple[Change, ...]
    sessions_ended: bool
    whose: tuple[str, ...] = ()
    """Of these people alone, where that is known: else every open page would ask whether it is meant."""


class Gathering:
    """What one transaction does, gathered flush by flush; each class and student is looked up once."""

    def __init__(self, db: Session) -> None:
        self._db = db
        self._changes: dict[Change, None] = {}
        self._ended: dict[str | None, None] = {}
        """Whose sessions did; None: of more than one."""
        self._teachers: dict[str, str | None] = {}
        self._classrooms: dict[str, str | None] = {}

    def add(self, rows: Collection[object]) -> None:
        """Note what the writing of these rows means to those who look. Called while their history is still known."""
        self._changes.update((change, None) for row in rows for change in self._of(row))
        self._ended.update((_owner_of(row), None) for row in rows if self._ends_sessions(row))

    def _ends_sessions(self, row: object) -> bool:
        # A deleted account's sessions go by the cascade.
        gone = isinstance(row, (SignInSession, Student, Classroom)) and row in self._db.deleted
        return gone or (isinstance(row, SignInSession) and row.expires_at == SHUT)

    def news(self) -> News | None:
        """All of it; None when nobody sees it."""
        if self._changes or self._ended:
            whose = () if None in self._ended else tuple(each for each in self._ended if each is not None)
            return News(tuple(self._changes), bool(self._ended), whose)
        return None

    def _of(self, row: object) -> Iterator[Change]:
        if isinstance(row, Activity):
            yield Change("activity", row.teacher_id, None, None)
            return
        if isinstance(row, SignInSession):
            yield from self._presence_changes(row)
            return
        topic = TOPICS.get(type(row)) if isinstance(row, Row) else None
        if topic is None or _shows_nothing(row):
            return
        if isinstance(row, Classroom):
            # Who handed it over has it no more: its pages hear of that, too.
            for teacher_id in (row.teacher_id, *(get_history(row, "teacher_id").deleted or ())):
                yield Change(topic, teacher_id, row.id, None)
            return
        student_id = row.id if isinstance(row, Student) else getattr(row, "student_id", None)
        for classroom_id in self._classrooms_of(row):
            teacher_id = self._teacher_of(classroom_id)
            if teacher_id is not None:
                yield Change(topic, teacher_id, classroom_id, student_id)

    def _presence_changes(self, session: SignInSession) -> Iterator[Change]:
        """The class only, not the student: the sign-ins of a whole class make one event."""
        classroom_id = self._classroom_of(session.student_id) if session.student_id is not None else None
        teacher_id = self._teacher_of(classroom_id) if classroom_id is not None else None
        if teacher_id is not None:
            yield Change("signed-in", teacher_id, classroom_id, None)

    def _classrooms_of(self, row: object) -> Iterator[str]:
        if isinstance(row, GoalbuckEntry):
            if found := self._classroom_of(row.student_id):
                yield found
        elif isinstance(row, (Student, Goal, Submission, GoalSuggestion, StoreItem, Purchase)):
            yield row.classroom_id
            yield from get_history(row, "classroom_id").deleted or ()

    def _ask(self, query: Select[str]) -> str | None:
        # On the connection: the session is flushing.
        return self._db.connection().scalar(query)

    def _classroom_of(self, student_id: str) -> str | None:
        if student_id not in self._classrooms:
            self._classrooms[student_id] = self._ask(select(Student.classroom_id).where(Student.id == student_id))
        return self._classrooms[student_id]

    def _teacher_of(self, classroom_id: str) -> str | None:
        if classroom_id not in self._teachers:
            self._teachers[classroom_id] = self._ask(select(Classroom.teacher_id).where(Classroom.id == classroom_id))
        return self._teachers[classroom_id]


def _owner_of(row: object) -> str | None:
    """The only person whose sessions go with this row."""
    if isinstance(row, SignInSession):
        return row.student_id or row.teacher_id
    return row.id if isinstance(row, Student) else None


def _shows_nothing(row: object) -> bool:
    """A new password alone is seen by nobody."""
    return isinstance(row, Student) and {each.key for each in inspect(row).attrs if each.history.has_changes()} == {
        "password_hash"
    }
