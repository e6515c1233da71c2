"""Two teachers, their classes and students, every id that was ever seen, and what each call has to answer."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

from httpx2 import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from tests.factories.app import ApiClient, TestApp, error
from tests.factories.invariants import assert_invariants

Kind = TypeVar("Kind", bound=Entity)
OfAClass = Student | Goal | Submission | GoalSuggestion | StoreItem | Purchase
NOT_FOUND = "not_found"


class School:
    """`known`: the ids of all rows that ever were, oldest first. `stock`: what each item has to have left."""

    def __init__(self, test_app: TestApp) -> None:
        self.test_app = test_app
        self.teachers: list[Teacher] = [test_app.teacher("Elena Rivera"), test_app.teacher("Tom Weber")]
        self.desks: list[ApiClient] = [test_app.client_for(teacher) for teacher in self.teachers]
        self.tablets: dict[str, ApiClient] = {}
        self.known: dict[type[Entity], list[str]] = defaultdict(list)
        self.stock: dict[str, int | None] = {}
        self.done: set[str] = set()
        """The calls that were answered with success."""
        self._keys = 0
        for number, owner in enumerate((0, 0, 1)):
            classroom = test_app.classroom(self.teachers[owner], f"Class {number}")
            self.known[Classroom].append(classroom.id)
            item = test_app.store_item(classroom, goalbucks_cost=10, stock=2)
            self.known[StoreItem].append(item.id)
            for place in range(2):
                student = test_app.student(classroom, username=f"student {place}")
                self.seat(student)
                self._begin(student, item)
            self.stock[item.id] = 0
        self.first_students = len(self.tablets)

    def _begin(self, student: Student, item: StoreItem) -> None:
        """Something of everything is there, so that a run of thirty steps gets far."""
        test_app = self.test_app
        test_app.award(student, 45)
        goal = test_app.goal(student, goalbucks=20)
        self.known[Goal] += [goal.id, test_app.completed_goal(student, goalbucks=5).id]
        self.known[Submission].append(test_app.submission(goal).id)
        self.known[GoalSuggestion].append(test_app.suggestion(student).id)
        self.known[Purchase].append(test_app.purchase(student, item).id)

    def seat(self, student: Student) -> None:
        """The student has its own client from now on."""
        self.known[Student].append(student.id)
        self.tablets[student.id] = self.test_app.client_for(student)

    # ---- Who and what

    def find(self, kind: type[Kind], back: int) -> tuple[str, Kind | None]:
        """One of the rows that ever were, 0 the newest: its id, and the row while it is there."""
        ids = self.known[kind]
        row_id = ids[-1 - back % len(ids)]
        with self.test_app.open_session() as db:
            return row_id, db.get(kind, row_id)

    def all(self, kind: type[Kind]) -> Sequence[Kind]:
        """The rows that are there, oldest first."""
        with self.test_app.open_session() as db:
            return db.scalars(select(kind).order_by(kind.id)).all()

    def pupil(self, back: int, owner_id: str | None, *, stranger: bool) -> tuple[str, ApiClient] | None:
        """The student with this id, or somebody else; None when there is nobody left."""
        ids = [student.id for student in self.all(Student)]
        if not ids:
            return None
        others = [each for each in ids if each != owner_id] or ids
        chosen = owner_id if owner_id in ids and not stranger else others[-1 - back % len(others)]
        assert chosen is not None
        return chosen, self.tablets[chosen]

    def owner_of(self, row: Classroom | OfAClass | None) -> int:
        """The place of the teacher whose row it is; of a row that is gone, the first one."""
        if row is None:
            return 0
        with self.test_app.open_session() as db:
            classroom = row if isinstance(row, Classroom) else db.get_one(Classroom, row.classroom_id)
        return [teacher.id for teacher in self.teachers].index(classroom.teacher_id)

    def desk_for(self, row: Classroom | OfAClass | None, *, stranger: bool) -> tuple[ApiClient, str | None]:
        """The owner's client or the other teacher's, and what is wrong with asking there for the row."""
        teacher_client = self.desks[(self.owner_of(row) + stranger) % 2]
        return teacher_client, NOT_FOUND if row is None or stranger else None

    # ---- Calls

    def ask(self, browser: ApiClient, call: str, path: str, body: Any = None, *, key: str | None = None) -> Response:
        """One call, noted as `call` when it succeeds; it never crashes."""
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = browser.http.request(call.partition(" ")[0], path, json=body, headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.is_success:
            self.done.add(call)
        return answer

    def ask_twice(self, browser: ApiClient, call: str, path: str, body: Any) -> Response:
        """A call whose first answer is lost: with the same key it is answered alike and done once."""
        self._keys += 1
        key = f"key {self._keys}"
        first = self.ask(browser, call, path, body, key=key)
        again = self.ask(browser, call, path, body, key=key)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
        return first

    def check(self) -> None:
        """All rows tell one story, and nothing was sold that wasn't there."""
        with self.test_app.open_session() as db:
            assert_invariants(db)
            assert self._stock(db) == self.stock

    def _stock(self, db: Session) -> dict[str, int | None]:
        left = {item.id: item.stock for item in db.scalars(select(StoreItem))}
        assert all(each is None or each >= 0 for each in left.values())
        return left


def verdict(answer: Response, *problems: str | None, status: int = 200) -> bool:
    """Whether it was done; it has to be unless there is a problem, whose code the first one's has to be."""
    expected = next((problem for problem in problems if problem), None)
    if expected is None:
        assert answer.status_code == status, answer.text
        return True
    code = {NOT_FOUND: 404, "comment_required": 422}.get(expected, 409)
    assert error(answer) == (code, expected), answer.text
    return False
