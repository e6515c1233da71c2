"""Rules: login cards, and signing in with them."""

from collections.abc import Iterable

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from sqlalchemy import select

from server.domain.classrooms.models import Classroom
from server.domain.login_cards.models import LoginCard
from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.server.stateful.machine import Machine, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import SESSION, assert_outcome


class CardRules(Machine):
    """Make, replace and end cards; sign in with valid and with ended ones."""

    @rule(
        students=st.lists(row_indexes, min_size=1, max_size=3),
        other_user=one_in_six,
        action=st.sampled_from(("make", "make", "end")),
        twice=booleans,
    )
    def change_cards(self, students: list[int], action: str, *, other_user: bool, twice: bool) -> None:
        if action == "make":
            self.make_cards(students, other_user=other_user, twice=twice)
        else:
            self.end_cards(students, other_user=other_user)

    def make_cards(self, students: list[int], *, other_user: bool, twice: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        call, body = "POST /api/classrooms/{classroom_id}/login-cards", {"studentIds": ids}
        key = f"cards {self.step_count}"
        response = self.school.call(client, call, body, row_id=class_id, key=key)
        if assert_outcome(response, access_error, status=201):
            codes = {each["studentId"]: each["code"] for each in response.json()}
            assert codes.keys() == set(ids)
            self.school.cards |= codes
            self.school.card_holders |= {code: student_id for student_id, code in codes.items()}
            self.assert_sessions_ended(codes)
            if twice:
                repeated = self.school.call(client, call, body, row_id=class_id, key=key)
                assert_outcome(repeated, "already_made")

    def end_cards(self, students: list[int], *, other_user: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        call = "POST /api/classrooms/{classroom_id}/login-cards/end"
        response = self.school.call(client, call, {"studentIds": ids}, row_id=class_id)
        if assert_outcome(response, access_error, status=204):
            ended = {each for each in ids if self.school.cards.pop(each, None)}
            self.assert_sessions_ended(ended)
            for student in self.school.all(Student):
                if student.id in set(ids) - ended and self.school.may_sign_in(student):
                    assert self.school.student_clients[student.id].get(SESSION).status_code == 200

    def assert_sessions_ended(self, student_ids: Iterable[str]) -> None:
        """Assert that these students' sessions have ended, then sign in their clients again."""
        for student_id in student_ids:
            client = self.school.student_clients[student_id]
            assert error(client.get(SESSION)) == (401, "not_signed_in")
            with self.school.test_app.open_session() as db:
                student = db.get_one(Student, student_id)
            self.school.sign_in(student)

    @precondition(lambda self: self.school.card_holders)
    @rule(index=row_indexes)
    def sign_in_with_card(self, index: int) -> None:
        """Use one of the codes that were ever made; refused if it was replaced or ended, or nobody may use it."""
        codes = list(self.school.card_holders)
        code = codes[-1 - index % len(codes)]
        student_id = self.school.card_holders[code]
        with self.school.test_app.open_session() as db:
            holder = db.get(Student, student_id) if self.school.cards.get(student_id) == code else None
            class_name = db.get_one(Classroom, holder.classroom_id).name if holder else None
        if holder is not None and not self.school.may_sign_in(holder):
            holder = None
        card_error = None if holder else "invalid_card"
        browser = self.new_browser()
        shown = self.school.call(browser, "POST /api/auth/card/look", {"code": code})
        if assert_outcome(shown, card_error) and holder is not None:
            assert shown.json() == {"firstName": holder.first_name, "className": class_name}
        response = self.school.call(browser, "POST /api/auth/card", {"code": code})
        if assert_outcome(response, card_error):
            assert response.json()["user"]["id"] == browser.get(SESSION).json()["user"]["id"] == student_id
            with self.school.test_app.open_session() as db:
                assert db.scalars(select(LoginCard.last_used_at).where(LoginCard.student_id == student_id)).one()
