"""Model of the school of one run: two teachers, their classes and students, every id seen, expected stocks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from httpx2 import Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.data_protection.backups.integrity import substitute_problems
from server.database.base import Entity
from server.domain.class_goals.models import ClassGoal
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup
from server.domain.login_cards.models import LoginCard
from server.domain.members.models import ClassMember
from server.domain.members.queries import find_member
from server.domain.pictures.models import PictureClass, PictureFailure, StudentPictures
from server.domain.series.models import GoalSeries
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from server.security.permissions import ClassRole
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.calls import CALLS, method_and_path, parameters_of
from tests.factories.invariants import assert_invariants

Kind = TypeVar("Kind", bound=Entity)
RowWithStatus = TypeVar("RowWithStatus", Goal, Submission, GoalSuggestion, Purchase, ClassGoal)
RowOfClass = TypeVar("RowOfClass", Student, Goal)
ClassRow = Student | Goal | Submission | GoalSuggestion | StoreItem | Purchase | StudentGroup | GoalSeries | ClassGoal
"""A row that belongs to a class."""
SESSION = "/api/auth/session"
NOT_FOUND = "not_found"
ARCHIVED = "class_archived"
OWNER_ONLY = "owner_only"
ERROR_STATUSES = {
    NOT_FOUND: 404,
    OWNER_ONLY: 403,
    "invalid_invitation": 401,
    "too_often": 429,
    "comment_required": 422,
    "invalid": 422,
    "denial_pays_nothing": 422,
    "too_much": 422,
    "roster_duplicate": 422,
    "invalid_card": 401,
    "no_picture_sign_in": 401,
    "wrong_pictures": 401,
    "pictures_locked": 429,
}
"""Statuses by error code; those of all other codes are 409."""


class SchoolModel:
    """Rows and clients of one run.

    `seen_ids`: ids of all rows that ever existed, oldest first; some rows are deleted by now. `stock`: expected stock
    of each existing item. `saved`: class and item, None for a deleted one, by the student who saves for it.
    `card_holders`: the student's id by the code of each login card that was ever made, oldest first; `cards`: the
    valid code by student, also of deleted students. `closed_entry_ids`: ledger entries of before a new term reset
    the balance. `substitute_codes`: the valid code by class, also of deleted classes; `substitutes`: clients that have
    begun in a class. `succeeded_calls`: calls that succeeded at least once, named as in `CALLS`.
    """

    def __init__(self, test_app: RunningApp) -> None:
        self.test_app = test_app
        self.teachers: list[Teacher] = [test_app.teacher("Elena Rivera"), test_app.teacher("Tom Weber")]
        self.teacher_clients: list[ApiClient] = [test_app.client_for(teacher) for teacher in self.teachers]
        self.student_clients: dict[str, ApiClient] = {}
        self.seen_ids: dict[type[Entity], list[str]] = defaultdict(list)
        self.stock: dict[str, int | None] = {}
        self.saved: dict[str, tuple[str, str | None]] = {}
        self.card_holders: dict[str, str] = {}
        self.cards: dict[str, str] = {}
        self.substitute_codes: dict[str, str] = {}
        self.substitutes: dict[str, list[ApiClient]] = {}
        self.closed_entry_ids: set[str] = set()
        self.succeeded_calls: set[str] = set()
        self._key_count = 0
        for number, teacher_index in enumerate((0, 0, 1)):
            classroom = test_app.classroom(self.teachers[teacher_index], f"Class {number}")
            self.seen_ids[Classroom].append(classroom.id)
            item = test_app.store_item(classroom, goalbucks_cost=10, stock=3)
            self.seen_ids[StoreItem].append(item.id)
            self.seen_ids[ClassGoal].append(test_app.class_goal(classroom, goalbucks=20).id)
            students = [test_app.student(classroom, username=f"student {each * (number + 1)}") for each in range(2)]
            self._create_class_rows(classroom, students)
            for student_number, student in enumerate(students):
                if student_number == 0:
                    self.cards[student.id] = test_app.login_card(student)
                self.add_student_client(student)
                self._create_rows(student, item)
            self.stock[item.id] = 1
            if number != 1:
                test_app.switch_pictures(classroom)
        self.card_holders |= {code: student_id for student_id, code in self.cards.items()}
        self.initial_student_count = len(self.student_clients)

    def _create_class_rows(self, classroom: Classroom, students: Sequence[Student]) -> None:
        """Create a group, a series and a bulk assignment for these students of a class."""
        test_app = self.test_app
        self.seen_ids[StudentGroup].append(test_app.group(classroom, "Blue readers", *students).id)
        self.seen_ids[GoalSeries].append(test_app.series(classroom, *students).id)
        test_app.assignment(*students)
        self.seen_ids[Goal] = [goal.id for goal in self.all(Goal)]

    def _create_rows(self, student: Student, item: StoreItem) -> None:
        """Create one row of each kind, so that short runs reach states that depend on them."""
        test_app = self.test_app
        test_app.award(student, 45)
        goal = test_app.goal(student, goalbucks=20)
        self.seen_ids[Goal] += [goal.id, test_app.completed_goal(student, goalbucks=5).id]
        self.seen_ids[Submission].append(test_app.submission(goal).id)
        self.seen_ids[GoalSuggestion].append(test_app.suggestion(student).id)
        self.seen_ids[Purchase].append(test_app.purchase(student, item).id)

    def add_student_client(self, student: Student) -> None:
        """Record a new student and sign in a client for it."""
        self.seen_ids[Student].append(student.id)
        self.student_clients[student.id] = self.test_app.client_for(student)

    def sign_in(self, student: Student) -> None:
        """Sign in the student's client again, if the student may sign in."""
        if self.may_sign_in(student):
            self.test_app.client_for(student, self.student_clients[student.id])

    def may_sign_in(self, student: Student) -> bool:
        """Return whether the student isn't away and the class isn't archived: then its client has a session."""
        return student.away_since is None and student.classroom_id not in self.archived_class_ids()

    # ---- Rows and clients

    def find(self, kind: type[Kind], index: int) -> tuple[str, Kind | None]:
        """Return the id of a row that ever existed (index 0: the newest) and the row, None if it was deleted."""
        ids = self.seen_ids[kind]
        row_id = ids[-1 - index % len(ids)]
        with self.test_app.open_session() as db:
            return row_id, db.get(kind, row_id)

    def find_with_status(
        self, kind: type[RowWithStatus], index: int, *statuses: str
    ) -> tuple[str, RowWithStatus | None]:
        """Find a row with one of these statuses, else any one: for calls that undo something."""
        if found := [row for row in self.all(kind) if row.status in statuses]:
            row = found[-1 - index % len(found)]
            return row.id, row
        return self.find(kind, index)

    def all(self, kind: type[Kind]) -> Sequence[Kind]:
        """Return the existing rows, oldest first."""
        with self.test_app.open_session() as db:
            return db.scalars(select(kind).order_by(kind.id)).all()

    def submissions_of(self, goal_id: str) -> list[Submission]:
        """Return the goal's submissions, oldest first."""
        with self.test_app.open_session() as db:
            query = select(Submission).where(Submission.goal_id == goal_id)
            return list(db.scalars(query.order_by(Submission.id)))

    def count_wrong_pictures(self, student_id: str) -> int:
        """Return the number of wrong tries at the student's pictures that count."""
        with self.test_app.open_session() as db:
            query = select(func.count()).select_from(PictureFailure)
            return db.scalar(query.where(PictureFailure.student_id == student_id)) or 0

    def student_client(self, index: int, owner_id: str | None, *, other_user: bool) -> tuple[str, ApiClient] | None:
        """Return id and client of the owner, or of another student if `other_user` is set or the owner has no session.

        None: no student has one.
        """
        ids = [student.id for student in self.all(Student) if self.may_sign_in(student)]
        if not ids:
            return None
        others = [each for each in ids if each != owner_id] or ids
        chosen = owner_id if owner_id in ids and not other_user else others[-1 - index % len(others)]
        assert chosen is not None
        return chosen, self.student_clients[chosen]

    def teacher_index(self, row: Classroom | ClassRow | None) -> int:
        """Return the index of the teacher who owns the row; 0 for a deleted row."""
        if row is None:
            return 0
        with self.test_app.open_session() as db:
            classroom = row if isinstance(row, Classroom) else db.get_one(Classroom, row.classroom_id)
        return [teacher.id for teacher in self.teachers].index(classroom.teacher_id)

    def teacher_client_for(
        self,
        row: Classroom | ClassRow | None,
        *,
        other_user: bool,
        archived_too: bool = False,
        owner_only: bool = False,
    ) -> tuple[ApiClient, str | None]:
        """Return the client of the row's teacher (or the other one), and the error code expected for its access.

        `archived_too`: the call is permitted in an archived class; `owner_only`: only its owner may make it.
        """
        client = self.teacher_clients[(self.teacher_index(row) + other_user) % 2]
        if row is None:
            return client, NOT_FOUND
        class_id = row.id if isinstance(row, Classroom) else row.classroom_id
        return client, self.class_error(client, class_id, archived_too=archived_too, owner_only=owner_only)

    def role_in(self, client: ApiClient, classroom: Classroom) -> ClassRole | None:
        """Return the role of this teacher's client in the class; None for a stranger."""
        if self.teacher_clients[self.teacher_index(classroom)] is client:
            return "owner"
        return "co-teacher" if self.member_of(client, classroom.id) else None

    def member_of(self, client: ApiClient, class_id: str) -> ClassMember | None:
        """Return the membership of this teacher's client in the class."""
        teacher_id = self.teachers[self.teacher_clients.index(client)].id
        with self.test_app.open_session() as db:
            return find_member(db, class_id, teacher_id)

    def class_error(
        self, client: ApiClient, class_id: str, *, archived_too: bool = False, owner_only: bool = False
    ) -> str | None:
        """Return the error code expected when this teacher's client changes something in the class, else None.

        `owner_only`: only its owner may make the call.
        """
        with self.test_app.open_session() as db:
            classroom = db.get(Classroom, class_id)
        if classroom is None or (role := self.role_in(client, classroom)) is None:
            return NOT_FOUND
        if owner_only and role == "co-teacher":
            return OWNER_ONLY
        return None if archived_too or classroom.archived_at is None else ARCHIVED

    def first_class_error(
        self,
        client: ApiClient,
        rows: Iterable[ClassRow | None],
        *,
        archived_too: bool = False,
        owner_only: bool = False,
    ) -> str | None:
        """Return the error code expected when this teacher's client changes all these rows; None is a deleted one."""
        found = list(rows)
        class_ids = sorted({row.classroom_id for row in found if row is not None})
        permitted = {"archived_too": archived_too, "owner_only": owner_only}
        errors = [self.class_error(client, class_id, **permitted) for class_id in class_ids]
        return NOT_FOUND if None in found else next(filter(None, errors), None)

    def without_archived(self, rows: Sequence[RowOfClass]) -> Sequence[RowOfClass]:
        """Return the rows of classes that aren't archived; all if all are, so that the call is refused."""
        archived = self.archived_class_ids()
        return [row for row in rows if row.classroom_id not in archived] or rows

    def archived_class_ids(self) -> set[str]:
        """Return the ids of the archived classes."""
        with self.test_app.open_session() as db:
            return set(db.scalars(select(Classroom.id).where(Classroom.archived_at.is_not(None))))

    # ---- Calls

    def call(
        self,
        client: ApiClient,
        name: str,
        body: Any = None,
        *,
        row_id: str | tuple[str, ...] | None = None,
        key: str | None = None,
    ) -> Response:
        """Make a call of `CALLS`, which must not fail with a server error; record its name if it succeeds."""
        assert name in CALLS
        method, path = method_and_path(name)
        if row_id is not None:
            ids = (row_id,) if isinstance(row_id, str) else row_id
            path = path.format(**dict(zip(parameters_of(name), ids, strict=True)))
        headers = {} if key is None else {"Idempotency-Key": key}
        response = client.http.request(method, path, json=body, headers=headers)
        assert response.status_code < 500, response.text
        if response.is_success:
            self.succeeded_calls.add(name)
        return response

    def call_twice(self, client: ApiClient, name: str, body: Any, *, row_id: str | None = None) -> Response:
        """Send a request and repeat it with the same idempotency key, as after a lost response."""
        self._key_count += 1
        key = f"key {self._key_count}"
        first = self.call(client, name, body, row_id=row_id, key=key)
        second = self.call(client, name, body, row_id=row_id, key=key)
        assert (second.status_code, second.json()) == (first.status_code, first.json())
        return first

    def check(self) -> None:
        """Check the invariants of all rows, the stock of each item, login cards and pictures."""
        with self.test_app.open_session() as db:
            assert_invariants(db)
            assert self._stored_stock(db) == self.stock
            self._check_cards_and_pictures(db)
            assert substitute_problems(db) == []

    def _check_cards_and_pictures(self, db: Session) -> None:
        """Check who has a login card, and that every student of a class with picture sign-in has pictures."""
        students = set(db.scalars(select(Student.id)))
        assert set(db.scalars(select(LoginCard.student_id))) == self.cards.keys() & students
        in_picture_class = Student.classroom_id.in_(select(PictureClass.classroom_id))
        with_pictures = set(db.scalars(select(StudentPictures.student_id)))
        assert set(db.scalars(select(Student.id).where(in_picture_class))) <= with_pictures

    def _stored_stock(self, db: Session) -> dict[str, int | None]:
        stock = {item.id: item.stock for item in db.scalars(select(StoreItem))}
        assert all(each is None or each >= 0 for each in stock.values())
        return stock


def assert_outcome(response: Response, *errors: str | None, status: int = 200) -> bool:
    """Assert the first expected error code that isn't None, else success with `status`; return whether it succeeded."""
    expected = next((code for code in errors if code), None)
    if expected is None:
        assert response.status_code == status, response.text
        return True
    error_status = ERROR_STATUSES.get(expected, 409)
    assert error(response) == (error_status, expected), response.text
    return False
