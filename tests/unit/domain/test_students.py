"""Usernames, editing, moving, deleting and listing students."""

from dataclasses import replace
from importlib import import_module

import pytest
from sqlalchemy import func, select

from server.database.base import Base
from server.domain.goals.models import Goal
from server.domain.students import queries, service
from server.domain.students.models import Student
from server.domain.students.moving import MAX_NAMED, ExternalIdsTakenError, UsernamesTakenError, move_many
from server.domain.students.service import ExternalIdTakenError, StudentFields, UsernameTakenError, username_key
from server.errors import NotFoundError
from server.security import throttle
from server.security.sessions import SigningInBrowser, SignInSession, create_session
from server.security.throttle import SignInAttempt
from tests.unit.row_builder import RowBuilder, actor_of

SAME = ["amara.o", "AMARA.O", "  amara.o", "amara.o \t", "\u00a0AMARA.O\n", "\uff41mara.o"]
"""Typed differently and still `amara.o`; the last one begins with a full-width letter."""


APOSTROPHES = ["'", *"\u2018\u2019\u201b\u02bc\u02bb\u02b9\u2032\u00b4`\uff07"]


def fields(username: str, password_hash: str | None = None) -> StudentFields:
    return StudentFields("Noor", "Ali", username, password_hash)


class TestUsernames:
    @pytest.mark.spec("2.5", "5.2")
    @pytest.mark.parametrize(
        ("one", "other"),
        [*(("amara.o", each) for each in SAME), ("Straße", "STRASSE"), ("ÉMILE", "émile"), ("İstanbul", "i̇stanbul")],
    )
    def test_usernames_are_compared_without_case_form_and_blanks_around_them(self, one: str, other: str) -> None:
        assert username_key(one) == username_key(other)

    @pytest.mark.spec("2.5")
    @pytest.mark.parametrize("apostrophe", APOSTROPHES)
    def test_all_apostrophes_are_one_character(self, apostrophe: str) -> None:
        assert username_key(f"O{apostrophe}Neil.b") == username_key("o'neil.b")

    def test_a_letter_that_contains_an_apostrophe_is_spelled_out(self) -> None:
        assert username_key("\u0149eil") == username_key("'neil")

    @pytest.mark.parametrize("typed", ["o'neil", "o\u2019neil"])
    def test_a_student_is_found_by_either_apostrophe(self, rows: RowBuilder, typed: str) -> None:
        for username in ("o\u2019neil", "d'arcy"):
            rows.add_student(username=username)
        found = service.find_by_username(rows.db, rows.classroom.id, typed)
        assert found is not None
        assert found.username == "o\u2019neil"

    def test_of_two_students_with_different_apostrophes_each_is_found_by_its_own(self, rows: RowBuilder) -> None:
        """Earlier versions allowed such usernames in one class; the migration keeps both."""
        straight, curly = rows.add_student(username="o'neil"), rows.add_student(username="noor")
        curly.username = curly.username_key = "o\u2019neil"
        rows.db.flush()
        for student in (straight, curly):
            assert service.find_by_username(rows.db, rows.classroom.id, student.username) is student
            service.edit(rows.db, rows.as_teacher, student.id, fields(student.username))
        with pytest.raises(UsernameTakenError):
            rows.add_student(username="o\u02bcneil")

    @pytest.mark.parametrize("other", ["amara o", "amara.o2", "amara", "ámara.o", ""])
    def test_usernames_with_other_differences_are_different(self, other: str) -> None:
        assert username_key(other) != username_key("amara.o")

    @pytest.mark.parametrize("username", SAME)
    def test_a_new_student_cannot_take_a_classmates_username(self, rows: RowBuilder, username: str) -> None:
        rows.add_student(username="amara.o")
        with pytest.raises(UsernameTakenError):
            rows.add_student(username=username)

    @pytest.mark.parametrize("username", SAME)
    def test_a_renamed_student_cannot_take_a_classmates_username(self, rows: RowBuilder, username: str) -> None:
        rows.add_student(username="amara.o")
        before = rows.student.username
        with pytest.raises(UsernameTakenError):
            service.edit(rows.db, rows.as_teacher, rows.student.id, fields(username))
        assert rows.student.username == before

    def test_a_student_can_change_the_case_of_its_own_username(self, rows: RowBuilder) -> None:
        student = rows.add_student(username="amara.o")
        service.edit(rows.db, rows.as_teacher, student.id, fields("AMARA.O"))
        assert student.username == "AMARA.O"

    def test_another_class_may_have_the_username(self, rows: RowBuilder) -> None:
        rows.add_student(username="amara.o")
        rows.add_student(rows.add_classroom(), username="amara.o")
        rows.for_other_teacher().add_student(username="amara.o")

    def test_the_username_of_a_deleted_student_is_free_again(self, rows: RowBuilder) -> None:
        service.delete(rows.db, rows.as_teacher, rows.add_student(username="amara.o"))
        rows.add_student(username="amara.o")


class TestEditing:
    @pytest.mark.spec("5.5")
    def test_without_a_new_password_sessions_and_password_stay(self, rows: RowBuilder) -> None:
        create_session(rows.db, "student", rows.student.id, SigningInBrowser(is_local=False))
        service.edit(rows.db, rows.as_teacher, rows.student.id, fields("noor"))
        assert (rows.student.full_name, rows.student.password_hash) == ("Noor Ali", "hash")
        assert len(rows.db.scalars(select(SignInSession)).all()) == 1

    @pytest.mark.spec("2.23")
    def test_a_new_password_ends_the_students_sessions_and_deletes_failed_sign_ins(self, rows: RowBuilder) -> None:
        create_session(rows.db, "student", rows.student.id, SigningInBrowser(is_local=False))
        account_key = throttle.account_key("student", rows.student.id)
        throttle.record_failure(rows.db, SignInAttempt(account_key, "192.0.2.1", None))
        service.edit(rows.db, rows.as_teacher, rows.student.id, fields("noor", "another hash"))
        assert rows.student.password_hash == "another hash"
        assert rows.db.scalars(select(SignInSession)).all() == []
        assert throttle.reset_failures(rows.db, "student", rows.student.id) is False
        assert rows.events()[-1].kind == "student_password_changed"


class TestExternalIds:
    """The identifiers of the school's lists."""

    @pytest.fixture
    def classmate(self, rows: RowBuilder) -> Student:
        student = rows.add_student()
        service.set_external_id(rows.db, student, "417")
        return student

    @pytest.mark.usefixtures("classmate")
    def test_a_new_student_cannot_have_a_classmates_identifier(self, rows: RowBuilder) -> None:
        with pytest.raises(ExternalIdTakenError):
            service.create(rows.db, rows.classroom, StudentFields("N", "A", "noor", "hash", "417"))

    @pytest.mark.usefixtures("classmate")
    def test_a_student_cannot_get_a_classmates_identifier(self, rows: RowBuilder) -> None:
        with pytest.raises(ExternalIdTakenError):
            service.edit(rows.db, rows.as_teacher, rows.student.id, StudentFields("N", "A", "noor", None, "417"))
        with pytest.raises(ExternalIdTakenError):
            service.set_external_id(rows.db, rows.student, "417")

    @pytest.mark.usefixtures("classmate")
    def test_a_student_cannot_be_moved_to_a_class_with_the_same_identifier(self, rows: RowBuilder) -> None:
        other = rows.add_student(rows.add_classroom())
        service.set_external_id(rows.db, other, "417")
        with pytest.raises(ExternalIdTakenError) as refused:
            service.move(rows.db, rows.as_teacher, other, rows.classroom)
        assert refused.value.code == "external_id_taken"

    def test_editing_without_an_identifier_keeps_it(self, rows: RowBuilder, classmate: Student) -> None:
        service.edit(rows.db, rows.as_teacher, classmate.id, fields("noor"))
        assert classmate.external_id == "417"
        service.edit(rows.db, rows.as_teacher, classmate.id, StudentFields("N", "A", "noor", None, "417"))

    def test_a_violated_constraint_raises_the_error_of_its_column(
        self, rows: RowBuilder, classmate: Student, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A concurrent transaction may take the username or the identifier after both were found to be free."""
        monkeypatch.setattr(service, "find_by_username", lambda *_: None)
        monkeypatch.setattr(service, "_require_free_external_id", lambda *_: None)
        for same, error in (
            (fields(classmate.username, "hash"), UsernameTakenError),
            (StudentFields("N", "A", "external_id", "hash", "417"), ExternalIdTakenError),
        ):
            with pytest.raises(error), rows.db.begin_nested():
                service.create(rows.db, rows.classroom, same)


def test_unlocking_is_recorded_only_if_there_were_failures(rows: RowBuilder) -> None:
    before = len(rows.events())
    service.unlock(rows.db, rows.as_teacher, rows.student)
    service.unlock_class(rows.db, rows.as_teacher, rows.classroom)
    assert len(rows.events()) == before
    throttle.record_failure(rows.db, SignInAttempt(throttle.account_key("student", rows.student.id), "192.0.2.1", None))
    service.unlock(rows.db, rows.as_teacher, rows.student)
    assert [event.kind for event in rows.events()[before:]] == ["student_unlocked"]
    assert throttle.reset_failures(rows.db, "student", rows.student.id) is False


NOT_MOVED = {
    "activity": "past events keep the class in which they happened",
    "balances": "it is of no class",
    "goal_series_students": "deleted by `series.service.leave_all`",
    "family_comments": "they are of no class",
    "goalbuck_entries": "they are of no class",
    "login_cards": "they are of no class",
    "picture_failures": "they are of no class",
    "sessions": "they are of no class, and the student stays signed in",
    "student_pictures": "moved by `pictures.move`, or replaced if they are taken in the new class",
}
"""Tables with a `student_id` that moving a student doesn't update."""


class TestAway:
    @pytest.mark.spec("5.18")
    def test_becoming_away_ends_the_sessions_and_is_recorded_once(self, rows: RowBuilder) -> None:
        create_session(rows.db, "student", rows.student.id, SigningInBrowser(is_local=False))
        for _ in range(2):
            service.set_away(rows.db, rows.as_teacher, rows.student, away=True)
        assert rows.db.scalar(select(func.count()).select_from(SignInSession)) == 0
        assert [event.kind for event in rows.events()[1:]] == ["student_away"]

    @pytest.mark.spec("5.18")
    def test_being_back_is_recorded_once(self, rows: RowBuilder) -> None:
        for away in (False, True, False, False):
            service.set_away(rows.db, rows.as_teacher, rows.student, away=away)
        assert rows.student.away_since is None
        assert [event.kind for event in rows.events()[1:]] == ["student_away", "student_back"]


class TestMoving:
    def test_a_moved_student_keeps_goals_and_balance(self, rows: RowBuilder) -> None:
        rows.add_completed_goal(goalbucks=25)
        rows.submit(rows.add_goal())
        classmate, to = rows.add_student(), rows.add_classroom("Room 13")
        rows.add_goal(classmate)
        service.move(rows.db, rows.as_teacher, rows.student, to)
        assert rows.student.classroom_id == to.id
        goals = rows.db.execute(select(Goal.student_id, Goal.classroom_id).distinct()).all()
        assert set(goals) == {(rows.student.id, to.id), (classmate.id, rows.classroom.id)}
        assert rows.balance == 25
        assert (rows.events()[-1].kind, rows.events()[-1].about) == ("student_moved", "Room 13")

    def test_every_table_with_a_student_moves_along_ends_or_stays_for_a_reason(self) -> None:
        import_module("server.app")
        import_module("server.school.importing.models")
        with_student = {name for name, table in Base.metadata.tables.items() if "student_id" in table.c}
        assert with_student == {*service.MOVED_TABLES, *service.ENDED_TABLES, *NOT_MOVED}

    def test_rows_of_another_class_than_the_old_one_stay_in_theirs(self, rows: RowBuilder) -> None:
        third = rows.add_classroom()
        goal = rows.add_goal()
        goal.classroom_id = third.id
        service.move(rows.db, rows.as_teacher, rows.student, rows.add_classroom())
        rows.db.expire_all()
        assert goal.classroom_id == third.id

    def test_past_events_keep_the_class_in_which_they_happened(self, rows: RowBuilder) -> None:
        rows.add_completed_goal()
        before = {event.id: event.classroom_id for event in rows.events()}
        assert rows.classroom.id in before.values()
        to = rows.add_classroom("Room 13")
        service.move(rows.db, rows.as_teacher, rows.student, to)
        rows.db.expire_all()
        assert {event.id: event.classroom_id for event in rows.events()[:-1]} == before
        assert (rows.events()[-1].kind, rows.events()[-1].classroom_id) == ("student_moved", to.id)

    def test_a_student_cannot_be_moved_to_a_class_with_the_same_username(self, rows: RowBuilder) -> None:
        to = rows.add_classroom()
        rows.add_student(to, username=rows.student.username.upper())
        with pytest.raises(UsernameTakenError):
            service.move(rows.db, rows.as_teacher, rows.student, to)
        assert rows.student.classroom_id == rows.classroom.id

    def test_moving_to_the_current_class_changes_nothing(self, rows: RowBuilder) -> None:
        before = len(rows.events())
        service.move(rows.db, rows.as_teacher, rows.student, rows.classroom)
        assert len(rows.events()) == before


class TestMovingSeveral:
    def test_students_of_several_classes_move_at_once_and_those_there_already_stay(self, rows: RowBuilder) -> None:
        to, third = rows.add_classroom("Room 13"), rows.add_classroom()
        there, elsewhere = rows.add_student(to), rows.add_student(third)
        ids = [rows.student.id, there.id, elsewhere.id, rows.student.id]
        before = len(rows.events())
        assert move_many(rows.db, rows.as_teacher, ids, to) == 2
        assert {student.id for student in queries.students_of(rows.db, to)} == set(ids)
        moved = [(event.kind, event.student_id, event.about) for event in rows.events()[before:]]
        assert moved == [("student_moved", each.id, "Room 13") for each in (rows.student, elsewhere)]

    def test_all_whose_usernames_are_taken_are_named(self, rows: RowBuilder) -> None:
        to = rows.add_classroom("Room 13")
        rows.add_student(to, username="amara")
        taken = [rows.add_student(first_name=name, username=name) for name in ("Amara", "Noor")]
        same = rows.add_student(rows.add_classroom(), "Noor", "Ali", username="NOOR")
        ids = [each.id for each in (rows.student, *taken, same)]
        with pytest.raises(UsernamesTakenError) as raised:
            move_many(rows.db, rows.as_teacher, ids, to)
        assert raised.value.message == (
            "Nobody was moved, because Room 13 would have these usernames twice: Amara Okafor (@Amara), "
            "Noor Ali (@NOOR). Please change them in Manage Students first."
        )

    def test_all_whose_identifiers_are_taken_are_named(self, rows: RowBuilder) -> None:
        to = rows.add_classroom("Room 13")
        for student in (rows.add_student(to), rows.student):
            service.set_external_id(rows.db, student, "417")
        with pytest.raises(ExternalIdsTakenError, match=f"twice: Amara Okafor .@{rows.student.username}.. They may"):
            move_many(rows.db, rows.as_teacher, [rows.student.id], to)

    def test_as_many_students_are_named_as_a_class_has(self, rows: RowBuilder) -> None:
        to = rows.add_classroom()
        students = [rows.add_student(username=f"s{number}") for number in range(MAX_NAMED + 1)]
        for student in students:
            rows.add_student(to, username=student.username)
        with pytest.raises(UsernamesTakenError) as raised:
            move_many(rows.db, rows.as_teacher, [student.id for student in students], to)
        assert raised.value.message.count("@") == MAX_NAMED
        assert "(@s39), …." in raised.value.message

    def test_a_username_that_is_taken_meanwhile_is_named(
        self, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        to = rows.add_classroom()
        rows.add_student(to, username=rows.student.username)
        monkeypatch.setattr(service, "find_by_username", lambda *_: None)
        with pytest.raises(UsernamesTakenError), rows.db.begin_nested():
            move_many(rows.db, rows.as_teacher, [rows.student.id, rows.add_student().id], to)

    def test_students_of_another_teacher_are_not_found(self, rows: RowBuilder) -> None:
        stranger = rows.for_other_teacher().student
        with pytest.raises(NotFoundError):
            move_many(rows.db, rows.as_teacher, [rows.student.id, stranger.id], rows.add_classroom())
        with pytest.raises(NotFoundError):
            move_many(rows.db, rows.as_teacher, ["unknown"], rows.classroom)


@pytest.mark.spec("5.10")
def test_a_deleted_student_leaves_no_session_and_nothing_but_the_event(rows: RowBuilder) -> None:
    create_session(rows.db, "student", rows.student.id, SigningInBrowser(is_local=False))
    rows.submit(rows.add_goal())
    rows.add_completed_goal()
    service.delete(rows.db, rows.as_teacher, rows.student)
    for table in (Student, SignInSession, Goal):
        assert rows.db.scalar(select(func.count()).select_from(table)) == 0
    assert rows.events()[-1].kind == "student_deleted"


class TestFinding:
    def test_students_are_listed_by_last_and_first_name_without_case_and_accents(self, rows: RowBuilder) -> None:
        service.delete(rows.db, rows.as_teacher, rows.student)
        for first, last in (("Zoë", "Ångström"), ("amy", "angstrom"), ("Ben", "Zorn"), ("Élise", "okafor")):
            rows.add_student(None, first, last)
        listed = queries.students_of(rows.db, rows.classroom)
        assert [student.first_name for student in listed] == ["amy", "Zoë", "Élise", "Ben"]

    def test_a_student_is_found_only_by_its_teacher_and_itself(self, rows: RowBuilder) -> None:
        classmate, other_rows = rows.add_student(), rows.for_other_teacher()
        for actor in (rows.as_teacher, rows.as_student):
            assert queries.lock_visible_student(rows.db, actor, "view", rows.student.id) is rows.student
        for actor in (actor_of(classmate), other_rows.as_teacher, other_rows.as_student):
            with pytest.raises(NotFoundError):
                queries.lock_visible_student(rows.db, actor, "view", rows.student.id)

    def test_a_student_sees_only_its_own_class(self, rows: RowBuilder) -> None:
        assert queries.enrolled_classroom(rows.db, rows.as_student, rows.classroom.id).id == rows.classroom.id
        with pytest.raises(NotFoundError):
            queries.enrolled_classroom(rows.db, rows.as_student, rows.add_classroom().id)

    def test_students_are_found_only_if_all_are_of_the_class(self, rows: RowBuilder) -> None:
        classmate, other = rows.add_student(), rows.add_student(rows.add_classroom())
        ids = [rows.student.id, classmate.id]
        found = queries.get_owned_students(rows.db, rows.classroom, ids * 2)
        assert [student.id for student in found] == ids
        with pytest.raises(NotFoundError):
            queries.get_owned_students(rows.db, rows.classroom, [*ids, other.id])


@pytest.mark.spec("2.20")
def test_a_new_password_makes_the_students_browsers_unknown(rows: RowBuilder) -> None:
    attempt = SignInAttempt(throttle.account_key("student", rows.student.id), "192.0.2.1", None)
    known = replace(attempt, browser_token=throttle.record_success(rows.db, attempt))
    service.edit(rows.db, rows.as_teacher, rows.student.id, fields("amara"))
    assert throttle.is_known_browser(rows.db, known)
    service.edit(rows.db, rows.as_teacher, rows.student.id, fields("amara", "another hash"))
    assert not throttle.is_known_browser(rows.db, known)
