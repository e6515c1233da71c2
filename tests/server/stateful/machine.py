"""Base class of the rules: the model of one run, strategies, and the checks after each step."""

from collections.abc import Callable, Sequence
from typing import Any

from httpx2 import Response
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from server.database.base import Entity
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.queries import balance_of
from server.domain.students.models import Student
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.server.stateful.school_model import NOT_FOUND, SESSION, SchoolModel
from tests.server.stateful.visibility import check_visibility

row_indexes = st.integers(0, 5)
"""An index for `SchoolModel.find`."""
amounts = st.integers(1, 30)
booleans = st.booleans()
one_in_six = st.sampled_from((False, False, False, False, False, True))
usernames = st.sampled_from(("student 0", " STUDENT 1", "Noor", "Ali"))
MAX_STUDENTS = 8
"""Rules that add students aren't used from this number of students on."""


class Machine(RuleBasedStateMachine):
    """One run with its own school; `on_finish` is called with the school at the end."""

    def __init__(self, test_app: RunningApp, on_finish: Callable[[SchoolModel], None]) -> None:
        super().__init__()
        self.school = SchoolModel(test_app)
        self._on_finish = on_finish
        self.step_count = 0

    @invariant()
    def invariants_and_visibility_hold(self) -> None:
        self.step_count += 1
        self.school.check()
        check_visibility(self.school, self.step_count)

    def teardown(self) -> None:
        try:
            check_visibility(self.school, None)
        finally:
            self._on_finish(self.school)

    def call_maybe_twice(
        self, client: ApiClient, name: str, body: dict[str, Any], *, row_id: str | None = None, twice: bool
    ) -> Response:
        """Make a call that takes an idempotency key, repeated with the same key if `twice`."""
        return (self.school.call_twice if twice else self.school.call)(client, name, body, row_id=row_id)

    def new_browser(self) -> ApiClient:
        """Return a client without a session, at an address of its own: no limit by address is reached."""
        return self.school.test_app.lan_client(f"192.168.2.{self.step_count}")

    def assert_signed_out(self, student_id: str) -> None:
        """Assert that the student's session has ended."""
        assert error(self.school.student_clients[student_id].get(SESSION)) == (401, "not_signed_in")

    def record_new_ids(self, kind: type[Entity]) -> None:
        """Record ids of new rows that a response doesn't contain."""
        ids = self.school.seen_ids[kind]
        ids += [row.id for row in self.school.all(kind) if row.id not in ids]

    def balances(self) -> dict[str, int]:
        """Return each student's balance."""
        with self.school.test_app.open_session() as db:
            return {student.id: balance_of(db, student.id).balance for student in self.school.all(Student)}

    def gifts_to_open_goals(self) -> dict[str, int]:
        """Return what each student gave to an open class goal and didn't get back."""
        gifts: dict[str, int] = {student.id: 0 for student in self.school.all(Student)}
        open_goals = {goal.id for goal in self.school.all(ClassGoal) if goal.status == "open"}
        for gift in self.school.all(ClassGoalGift):
            if gift.class_goal_id in open_goals and gift.returned_at is None:
                gifts[gift.student_id] += gift.amount
        return gifts

    def students_in(self, class_id: str) -> list[Student]:
        """Return the students of a class, oldest first."""
        return [student for student in self.school.all(Student) if student.classroom_id == class_id]

    def class_id_for(self, student: Student | None, *, wrong: bool) -> str:
        """Return the id of the student's class, or of another one, perhaps deleted, if `wrong`."""
        ids = self.school.seen_ids[Classroom]
        if student is None:
            return ids[-1]
        return next((each for each in ids if each != student.classroom_id), ids[0]) if wrong else student.classroom_id

    def selection(self, indexes: Sequence[int], *, other_user: bool) -> tuple[list[str], str, ApiClient, str | None]:
        """Select students: their ids, the first one's class, a teacher's client, and the expected error code."""
        found = [self.school.find(Student, index) for index in indexes]
        first = found[0][1]
        client, _ = self.school.teacher_client_for(first, other_user=other_user)
        class_id = self.class_id_for(first, wrong=False)
        access_error = self.school.class_error(client, class_id)
        if any(row is None or row.classroom_id != class_id for _, row in found):
            access_error = access_error or NOT_FOUND
        return [student_id for student_id, _ in found], class_id, client, access_error
