"""Usernames, editing, moving, deleting and listing students."""

import pytest
from sqlalchemy import func, select

from server.domain.goals.models import Goal
from server.domain.students import queries, service
from server.domain.students.models import Student
from server.domain.students.service import StudentFields, UsernameTakenError, username_key
from server.errors import NotFoundError
from server.security import throttle
from server.security.sessions import SignInSession, create_session
from server.security.throttle import SignInAttempt
from tests.unit.school import School, actor_of

SAME = ["amara.o", "AMARA.O", "  amara.o", "amara.o \t", "\u00a0AMARA.O\n", "\uff41mara.o"]
"""Typed differently and still `amara.o`; the last one begins with a full-width letter."""


def fields(username: str, password_hash: str | None = None) -> StudentFields:
    return StudentFields("Noor", "Ali", username, password_hash)


class TestUsernames:
    @pytest.mark.spec("5.2")
    @pytest.mark.parametrize(
        ("one", "other"),
        [*(("amara.o", each) for each in SAME), ("Straße", "STRASSE"), ("ÉMILE", "émile"), ("İstanbul", "i̇stanbul")],
    )
    def test_usernames_are_compared_without_case_form_and_blanks_around_them(self, one: str, other: str) -> None:
        assert username_key(one) == username_key(other)

    @pytest.mark.parametrize("other", ["amara o", "amara.o2", "amara", "ámara.o", ""])
    def test_other_differences_count(self, other: str) -> None:
        assert username_key(other) != username_key("amara.o")

    @pytest.mark.parametrize("username", SAME)
    def test_a_new_student_cannot_take_a_classmates_username(self, school: School, username: str) -> None:
        school.add_student(username="amara.o")
        with pytest.raises(UsernameTakenError):
            school.add_student(username=username)

    @pytest.mark.parametrize("username", SAME)
    def test_a_renamed_student_cannot_take_a_classmates_username(self, school: School, username: str) -> None:
        school.add_student(username="amara.o")
        before = school.student.username
        with pytest.raises(UsernameTakenError):
            service.edit(school.db, school.as_teacher, school.student.id, fields(username))
        assert school.student.username == before

    def test_a_student_keeps_the_own_username_in_other_letters(self, school: School) -> None:
        student = school.add_student(username="amara.o")
        service.edit(school.db, school.as_teacher, student.id, fields("AMARA.O"))
        assert student.username == "AMARA.O"

    def test_another_class_may_have_the_username(self, school: School) -> None:
        school.add_student(username="amara.o")
        school.add_student(school.add_classroom(), username="amara.o")
        school.elsewhere().add_student(username="amara.o")

    def test_the_username_of_a_deleted_student_is_free_again(self, school: School) -> None:
        service.delete(school.db, school.as_teacher, school.add_student(username="amara.o"))
        school.add_student(username="amara.o")


class TestEditing:
    def test_a_student_joins_a_class_of_the_teacher_alone(self, school: School) -> None:
        with pytest.raises(NotFoundError):
            service.create(school.db, school.as_teacher, school.elsewhere().classroom.id, fields("noor", "hash"))

    def test_without_a_new_password_sessions_and_password_stay(self, school: School) -> None:
        create_session(school.db, "student", school.student.id, is_local=False, previous_token=None)
        service.edit(school.db, school.as_teacher, school.student.id, fields("noor"))
        assert (school.student.full_name, school.student.password_hash) == ("Noor Ali", "hash")
        assert len(school.db.scalars(select(SignInSession)).all()) == 1

    def test_a_new_password_ends_the_students_sessions_and_forgets_failed_sign_ins(self, school: School) -> None:
        create_session(school.db, "student", school.student.id, is_local=False, previous_token=None)
        account = throttle.account_identifier("student", school.student.id)
        throttle.record_failure(school.db, SignInAttempt(account, "192.0.2.1", None))
        service.edit(school.db, school.as_teacher, school.student.id, fields("noor", "another hash"))
        assert school.student.password_hash == "another hash"
        assert school.db.scalars(select(SignInSession)).all() == []
        assert throttle.reset_failures(school.db, account) is False
        assert school.events()[-1].kind == "student_password_changed"


class TestMoving:
    def test_a_moved_student_takes_goals_and_balance_along(self, school: School) -> None:
        school.add_completed_goal(goalbucks=25)
        school.submit(school.add_goal())
        to = school.add_classroom("Room 13")
        service.move(school.db, school.as_teacher, school.student, to.id)
        assert school.student.classroom_id == to.id
        assert set(school.db.scalars(select(Goal.classroom_id))) == {to.id}
        assert school.balance == 25
        assert (school.events()[-1].kind, school.events()[-1].about) == ("student_moved", "Room 13")

    def test_a_class_that_has_the_username_does_not_take_the_student(self, school: School) -> None:
        to = school.add_classroom()
        school.add_student(to, username=school.student.username.upper())
        with pytest.raises(UsernameTakenError):
            service.move(school.db, school.as_teacher, school.student, to.id)
        assert school.student.classroom_id == school.classroom.id

    def test_moving_into_the_present_class_does_nothing(self, school: School) -> None:
        before = len(school.events())
        service.move(school.db, school.as_teacher, school.student, school.classroom.id)
        assert len(school.events()) == before

    def test_a_student_cannot_be_moved_to_another_teachers_class(self, school: School) -> None:
        with pytest.raises(NotFoundError):
            service.move(school.db, school.as_teacher, school.student, school.elsewhere().classroom.id)


def test_a_deleted_student_leaves_nothing_but_the_audit_event(school: School) -> None:
    school.submit(school.add_goal())
    school.add_completed_goal()
    service.delete(school.db, school.as_teacher, school.student)
    assert school.db.scalar(select(func.count()).select_from(Student)) == 0
    assert school.db.scalar(select(func.count()).select_from(Goal)) == 0
    assert school.events()[-1].kind == "student_deleted"


class TestFinding:
    def test_students_are_listed_by_last_and_first_name_without_case_and_accents(self, school: School) -> None:
        service.delete(school.db, school.as_teacher, school.student)
        for first, last in (("Zoë", "Ångström"), ("amy", "angstrom"), ("Ben", "Zorn"), ("Élise", "okafor")):
            school.add_student(None, first, last)
        listed = queries.students_of(school.db, school.classroom)
        assert [student.first_name for student in listed] == ["amy", "Zoë", "Élise", "Ben"]

    def test_a_student_is_found_by_its_teacher_and_itself_alone(self, school: School) -> None:
        classmate, elsewhere = school.add_student(), school.elsewhere()
        for actor in (school.as_teacher, school.as_student):
            assert queries.get_visible_student(school.db, actor, school.student.id) is school.student
        for actor in (actor_of(classmate), elsewhere.as_teacher, elsewhere.as_student):
            with pytest.raises(NotFoundError):
                queries.get_visible_student(school.db, actor, school.student.id)

    def test_a_student_sees_the_own_class_alone(self, school: School) -> None:
        assert queries.enrolled_classroom(school.db, school.as_student, school.classroom.id) is school.classroom
        with pytest.raises(NotFoundError):
            queries.enrolled_classroom(school.db, school.as_student, school.add_classroom().id)

    def test_several_students_are_found_only_when_all_are_of_the_class(self, school: School) -> None:
        classmate, other = school.add_student(), school.add_student(school.add_classroom())
        ids = [school.student.id, classmate.id]
        found = queries.get_owned_students(school.db, school.classroom, ids * 2)
        assert [student.id for student in found] == ids
        with pytest.raises(NotFoundError):
            queries.get_owned_students(school.db, school.classroom, [*ids, other.id])
