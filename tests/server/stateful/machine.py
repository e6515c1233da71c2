"""What all rules share: the school of one run, and what is looked at after each step."""

from collections.abc import Callable, Sequence
from typing import Any

from httpx2 import Response
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from server.database.base import Entity
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from tests.factories.app import ApiClient, TestApp
from tests.server.stateful.school import NOT_FOUND, School
from tests.server.stateful.sight import look_around

back = st.integers(0, 5)
"""Which of the rows that ever were: 0 the newest."""
amounts = st.integers(1, 30)
coin = st.booleans()
rarely = st.sampled_from((False, False, False, False, False, True))


class Machine(RuleBasedStateMachine):
    """One run: a school of its own; `finished` hears of it at the end."""

    def __init__(self, test_app: TestApp, finished: Callable[[School], None]) -> None:
        super().__init__()
        self.school = School(test_app)
        self._finished = finished
        self._steps = 0

    @invariant()
    def it_all_agrees_and_nobody_sees_what_is_somebody_elses(self) -> None:
        self._steps += 1
        self.school.check()
        look_around(self.school, self._steps)

    def teardown(self) -> None:
        try:
            look_around(self.school, None)
        finally:
            self._finished(self.school)

    def pay(self, teacher_client: ApiClient, call: str, path: str, body: dict[str, Any], *, twice: bool) -> Response:
        """A call that pays or assigns; `twice`: its first answer is lost."""
        return (self.school.ask_twice if twice else self.school.ask)(teacher_client, call, path, body)

    def learn(self, kind: type[Entity]) -> None:
        """Know the rows that a call made without telling their ids."""
        known = self.school.known[kind]
        known += [row.id for row in self.school.all(kind) if row.id not in known]

    def class_for(self, student: Student | None, *, wrong: bool) -> str:
        """The student's class, or another one that ever was."""
        ids = self.school.known[Classroom]
        if student is None:
            return ids[-1]
        return next((each for each in ids if each != student.classroom_id), ids[0]) if wrong else student.classroom_id

    def chosen(self, students: Sequence[int], *, stranger: bool) -> tuple[list[str], str, ApiClient, str | None]:
        """The ids of students, the class of the first one, a teacher's client, and what is wrong with it all."""
        found = [self.school.find(Student, each) for each in students]
        first = found[0][1]
        teacher_client, problem = self.school.desk_for(first, stranger=stranger)
        class_id = self.class_for(first, wrong=False)
        if any(row is None or row.classroom_id != class_id for _, row in found):
            problem = NOT_FOUND
        return [student_id for student_id, _ in found], class_id, teacher_client, problem
