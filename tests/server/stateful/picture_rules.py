"""Rules: picture sign-in of classes, and signing in with pictures."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy import select

from server.domain.classrooms.models import Classroom
from server.domain.pictures.models import PictureClass, StudentPictures
from server.domain.pictures.service import MAX_FAILURES_AT_ADDRESS
from server.domain.students.models import Student
from tests.server.stateful.machine import Machine, one_in_six, row_indexes
from tests.server.stateful.school_model import SESSION, assert_outcome

Pictures = list[str] | None
WRONG_PICTURES = ["cat", "cat", "cat"]
"""Nobody's pictures, because they are the same."""


class PictureRules(Machine):
    """Switch picture sign-in, renew and choose pictures; sign in with right and with wrong ones."""

    @rule(
        students=st.lists(row_indexes, min_size=1, max_size=3),
        other_user=one_in_six,
        action=st.sampled_from(("on", "on", "off", "renew", "choose")),
        chosen=st.sampled_from((None, ["cat", "sun", "turtle"], ["fish", "moon", "car"])),
    )
    def change_pictures(self, students: list[int], action: str, *, other_user: bool, chosen: Pictures) -> None:
        if action == "renew":
            self.renew_pictures(students, other_user=other_user)
        elif action == "choose":
            self.choose_pictures(students[0], other_user=other_user, chosen=chosen)
        else:
            self.switch_pictures(students[0], other_user=other_user, on=action == "on")

    def switch_pictures(self, classroom: int, *, other_user: bool, on: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        before = self.pictures_in(class_id)
        response = self.school.call(client, "PUT /api/classrooms/{classroom_id}/pictures", {"on": on}, row_id=class_id)
        if assert_outcome(response, access_error):
            assert response.json()["on"] == on
            self.assert_shown(response.json(), class_id)
            assert before.items() <= self.pictures_in(class_id).items()

    def renew_pictures(self, students: list[int], *, other_user: bool) -> None:
        ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        before = self.pictures_in(class_id)
        call = "POST /api/classrooms/{classroom_id}/pictures/renew"
        response = self.school.call(client, call, {"studentIds": ids}, row_id=class_id)
        if assert_outcome(response, access_error):
            self.assert_shown(response.json(), class_id)
            after = self.pictures_in(class_id)
            for student_id in ids:
                assert after[student_id] not in {None, before.get(student_id)}
                assert self.school.count_wrong_pictures(student_id) == 0
            assert {each: after[each] for each in after if each not in ids} == {
                each: before[each] for each in before if each not in ids
            }

    def choose_pictures(self, student: int, *, other_user: bool, chosen: Pictures) -> None:
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        sequence = ",".join(chosen) if chosen else None
        others = self.pictures_in(row.classroom_id) if row else {}
        others.pop(student_id, None)
        taken_error = "pictures_taken" if sequence and sequence in others.values() else None
        call = "PUT /api/students/{student_id}/pictures"
        response = self.school.call(client, call, {"pictures": chosen}, row_id=student_id)
        if assert_outcome(response, access_error, taken_error, status=204) and row is not None:
            assert self.pictures_in(row.classroom_id) == others | {student_id: sequence}
            assert self.school.count_wrong_pictures(student_id) == 0

    def pictures_in(self, class_id: str) -> dict[str, str | None]:
        """Return the pictures of the class's students who have any or had them taken away."""
        with self.school.test_app.open_session() as db:
            query = select(StudentPictures.student_id, StudentPictures.sequence)
            rows = db.execute(query.where(StudentPictures.classroom_id == class_id))
            return {row.student_id: row.sequence for row in rows}

    def assert_shown(self, body: Any, class_id: str) -> None:
        """Assert that the response has the stored pictures of all students of the class, and says which are locked."""
        stored = self.pictures_in(class_id)
        expected = {}
        for student in self.school.all(Student):
            if student.classroom_id == class_id:
                sequence = stored.get(student.id)
                expected[student.id] = (sequence.split(",") if sequence else None, self.is_locked(student.id))
        assert {
            each["studentId"]: (each["pictures"], each["lockedAfter"] is not None) for each in body["students"]
        } == expected

    def is_locked(self, student_id: str) -> bool:
        """Return whether wrong tries have locked the student's pictures; all tries come from one address."""
        return self.school.count_wrong_pictures(student_id) >= MAX_FAILURES_AT_ADDRESS

    # ---- Signing in

    @rule(student=row_indexes, wrong_tries=st.integers(0, 3))
    def sign_in_with_pictures(self, student: int, wrong_tries: int) -> None:
        """Choose a name and try wrong pictures, then the right ones if there are any."""
        student_id, row = self.school.find(Student, student)
        with self.school.test_app.open_session() as db:
            classroom = db.get_one(Classroom, row.classroom_id) if row else self.school.all(Classroom)[0]
            is_on = db.scalar(select(PictureClass.id).where(PictureClass.classroom_id == classroom.id)) is not None
            away = set(db.scalars(select(Student.id).where(Student.away_since.is_not(None))))
        is_on = is_on and classroom.archived_at is None
        off_error = None if is_on else "no_picture_sign_in"
        stored = {each: own for each, own in self.pictures_in(classroom.id).items() if each not in away}
        class_code = {"classCode": classroom.class_code}
        names = self.school.call(self.new_browser(), "POST /api/auth/pictures/names", class_code)
        if assert_outcome(names, off_error):
            assert {each["studentId"] for each in names.json()} == {each for each in stored if stored[each]}
        # Tries at a class without pictures are limited by address, wrong pictures by student and address.
        browser = self.school.test_app.lan_client() if is_on else self.new_browser()
        body = class_code | {"studentId": student_id}
        for _ in range(wrong_tries):
            locked_before = self.is_locked(student_id)
            count = self.school.count_wrong_pictures(student_id)
            response = self.school.call(browser, "POST /api/auth/pictures", body | {"pictures": WRONG_PICTURES})
            may_try = is_on and row is not None and student_id not in away
            assert self.school.count_wrong_pictures(student_id) == count + (may_try and not locked_before)
            is_locked = may_try and self.is_locked(student_id)
            assert_outcome(response, off_error, "pictures_locked" if is_locked else "wrong_pictures")
        if own := stored.get(student_id):
            response = self.school.call(browser, "POST /api/auth/pictures", body | {"pictures": own.split(",")})
            if assert_outcome(response, off_error, "pictures_locked" if self.is_locked(student_id) else None):
                assert response.json()["user"]["id"] == browser.get(SESSION).json()["user"]["id"] == student_id
