"""Rules: the substitute code of a class, and what a substitute of the class does."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from tests.factories.api_client import ApiClient, error
from tests.server.stateful.machine import Machine, amounts, one_in_six, row_indexes
from tests.server.stateful.school_model import SESSION, assert_outcome


class SubstituteRules(Machine):
    """Make, replace and end codes; begin with valid and with ended ones; award as a substitute."""

    @rule(classroom=row_indexes, other_user=one_in_six, action=st.sampled_from(("make", "make", "end")))
    def change_substitute_code(self, classroom: int, action: str, *, other_user: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, owner_only=True)
        method, status = ("PUT", 200) if action == "make" else ("DELETE", 204)
        name = f"{method} /api/classrooms/{{classroom_id}}/substitute-code"
        response = self.school.call(client, name, row_id=class_id)
        if not assert_outcome(response, access_error, status=status):
            return
        old = self.school.substitute_codes.pop(class_id, None)
        if old is not None:
            assert self.begin(old) is None
        if action == "make":
            self.school.substitute_codes[class_id] = response.json()["code"]
            return
        for substitute in self.school.substitutes.pop(class_id, []):
            assert error(substitute.get(SESSION)) == (401, "not_signed_in")

    @precondition(lambda self: self.school.substitute_codes)
    @rule(number=row_indexes)
    def begin_as_substitute(self, number: int) -> None:
        class_ids = list(self.school.substitute_codes)
        class_id = class_ids[number % len(class_ids)]
        exists = any(each.id == class_id for each in self.school.all(Classroom))
        substitute = self.begin(self.school.substitute_codes[class_id])
        if not exists or class_id in self.school.archived_class_ids():
            assert substitute is None
            return
        assert substitute is not None
        self.school.substitutes.setdefault(class_id, []).append(substitute)

    @precondition(lambda self: self.school.substitutes)
    @rule(number=row_indexes, amount=amounts)
    def award_as_substitute(self, number: int, amount: int) -> None:
        class_ids = list(self.school.substitutes)
        class_id = class_ids[number % len(class_ids)]
        substitute = self.school.substitutes[class_id][-1]
        if substitute.get(SESSION).status_code == 401:
            # The class was archived or deleted, or the teacher has signed out everywhere.
            self.school.substitutes.pop(class_id)
            return
        assert [each["id"] for each in substitute.get("/api/classrooms").json()] == [class_id]
        for student in self.school.all(Student):
            body = {"classroomId": class_id, "studentIds": [student.id], "amount": amount, "reason": "Tidy desk"}
            is_own = student.classroom_id == class_id and student.away_since is None
            assert substitute.post("/api/goalbucks/award", body).status_code == (201 if is_own else 404), student.id
            break

    def begin(self, code: str) -> ApiClient | None:
        """Begin with this code on the class computer; None if it is refused."""
        browser = self.school.test_app.anonymous_client()
        body = {"code": code, "name": "Dana Cho"}
        response = self.school.call(browser, "POST /api/auth/substitute", body)
        if response.status_code == 200:
            return browser
        assert error(response) in {(401, "invalid_substitute_code"), (429, "too_often")}
        return None
