"""Changing the own password: the present one proves who asks (specification 2.27)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from argon2 import PasswordHasher
from httpx2 import Response

from server.domain.accounts import routes, service
from server.domain.auth.sign_in import ClientContext
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.security.actor import Actor
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE, TooManyAttemptsError
from tests.factories.at_once import at_once
from tests.factories.bad_values import NOT_TEXT, without
from tests.factories.passwords import PASSWORD, PASSWORD_HASH
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored, stored
from tests.factories.world import Browser, error
from tests.server.conftest import Hands

NEW = "a better one"
WRONG = (422, "wrong_password")
BRAKED = (429, "too_many_attempts")
BODY = {"currentPassword": PASSWORD, "newPassword": NEW}


@dataclass(frozen=True)
class Account:
    """A teacher's or student's own account; `browser` is signed in to it."""

    room: Room
    person: Teacher | Student
    browser: Browser
    path: str

    def change(self, browser: Browser | None = None, **other: object) -> Response:
        return (browser or self.browser).put(self.path, BODY | other)

    def another_browser(self) -> Browser:
        return self.room.world.signed_in(self.person)

    def signs_in(self, password: str, browser: Browser | None = None) -> int:
        if isinstance(self.person, Teacher):
            body = {"username": self.person.email, "password": password}
            return (browser or self.room.world.visitor()).post("/api/auth/teacher", body).status_code
        code = self.room.classroom.class_code
        body = {"username": self.person.username, "password": password, "classCode": code}
        return (browser or self.room.world.device()).post("/api/auth/student", body).status_code


@pytest.fixture(params=["teacher", "student"])
def account(request: pytest.FixtureRequest, room: Room) -> Account:
    return account_of(room, request.param)


def account_of(room: Room, role: str) -> Account:
    if role == "teacher":
        return Account(room, room.teacher, room.desk, f"/api/teachers/{room.teacher.id}/password")
    return Account(room, room.student, room.tablet, f"/api/students/{room.student.id}/password")


def is_in(browser: Browser) -> bool:
    return browser.get("/api/auth/session").status_code == 200


class TestChanging:
    def test_the_new_one_counts_and_the_old_one_no_longer(self, account: Account) -> None:
        answer = account.change()
        assert (answer.status_code, answer.content) == (204, b"")
        assert account.signs_in(NEW) == 200
        assert account.signs_in(PASSWORD) == 401

    @pytest.mark.spec("2.27")
    def test_other_sessions_end_and_the_own_stays(self, account: Account) -> None:
        others = [account.another_browser() for _ in range(2)]
        account.change()
        assert is_in(account.browser)
        assert [is_in(other) for other in others] == [False, False]

    def test_nobody_else_is_signed_out(self, account: Account) -> None:
        others = [account.room.world.signed_in(account.room.world.student(account.room.classroom))]
        others += [account.room.elsewhere().desk, account.room.elsewhere().tablet]
        others += [account.room.tablet if account.browser is account.room.desk else account.room.desk]
        account.change()
        assert all(is_in(other) for other in others)

    def test_only_an_argon2id_hash_of_it_is_kept(self, account: Account) -> None:
        account.change()
        kept = repr(stored(account.room.world))
        assert NEW not in kept
        with account.room.world.look() as db:
            person = db.merge(account.person, load=True)
            db.refresh(person)
            found = person.password_hash
        assert found is not None
        assert PasswordHasher().verify(found, NEW)

    def test_it_may_be_the_same_again(self, account: Account) -> None:
        assert account.change(newPassword=PASSWORD).status_code == 204
        assert account.signs_in(PASSWORD) == 200

    def test_blanks_around_it_count(self, account: Account) -> None:
        account.change(newPassword=f" {NEW} ")
        assert account.signs_in(NEW) == 401
        assert account.signs_in(f" {NEW} ") == 200


class TestAWrongPresentOne:
    def test_a_right_guess_among_many_at_once_counts_only_while_the_brake_is_off(self, room: Room) -> None:
        """What is looked at at the same moment has passed the brake before any of it was counted."""
        itself = Actor(room.student.id, "student", "")
        device = ClientContext("192.168.1.77", None, None, is_local=False, address_failure_limit=300)
        transactions = room.world.transactions
        with transactions.reading() as db:
            candidate = service.find_login_candidate(db, itself)
        for _ in range(10):
            with transactions.writing() as db:
                service.record_wrong_password(db, device, candidate)
        with pytest.raises(TooManyAttemptsError), transactions.writing() as db:
            service.change_password(db, itself, device, "the new one's hash")
        account = account_of(room, "student")
        assert account.signs_in(PASSWORD, room.world.device("10.0.0.1")) == 200

    @pytest.mark.spec("2.27")
    def test_it_is_422_and_the_session_stays(self, account: Account) -> None:
        answer = account.change(currentPassword="wrong")
        assert error(answer) == WRONG
        assert answer.json()["error"] == "This is not your current password."
        assert set(answer.json()["fields"]) == {"currentPassword"}
        assert is_in(account.browser)
        assert account.signs_in(PASSWORD) == 200

    @pytest.mark.parametrize("wrong", ["", " ", PASSWORD.upper(), f"{PASSWORD} ", NEW, "x" * 1000, "a\0b"])
    def test_whatever_it_is(self, room: Room, wrong: str) -> None:
        assert error(account_of(room, "student").change(currentPassword=wrong)) == WRONG

    def test_nothing_changes_but_that_the_failure_is_counted(self, account: Account) -> None:
        before = stored(account.room.world)
        account.change(currentPassword="wrong")
        after = stored(account.room.world)
        assert len(after.pop("sign_in_failures")) == 1
        assert before.pop("sign_in_failures") == []
        assert [row[3] for row in after.pop("activity")[len(before.pop("activity")) :]] == ["sign_in_failed"]
        assert after == before

    def test_the_eleventh_is_429_and_so_is_the_right_one(self, account: Account, hands: Hands) -> None:
        for _ in range(10):
            assert error(account.change(currentPassword="wrong")) == WRONG
        for password in ("wrong", PASSWORD):
            answer = account.change(currentPassword=password)
            assert error(answer) == BRAKED
            assert answer.headers["retry-after"] == "300"
        assert is_in(account.browser)
        hands.move(minutes=5)
        assert account.change().status_code == 204

    @pytest.mark.spec("2.27")
    def test_they_are_counted_with_those_of_sign_in(self, account: Account) -> None:
        for _ in range(5):
            assert error(account.change(currentPassword="wrong")) == WRONG
            assert account.signs_in("wrong") == 401
        assert error(account.change()) == BRAKED
        assert account.signs_in(PASSWORD) == 429

    def test_a_browser_that_is_known_to_the_account_is_counted_for_itself(self, account: Account) -> None:
        known = account.room.world.visitor() if account.browser is account.room.desk else account.room.world.device()
        assert account.signs_in(PASSWORD, known) == 200
        assert BROWSER_COOKIE in known.http.cookies
        for _ in range(10):
            assert error(account.change(known, currentPassword="wrong")) == WRONG
        assert error(account.change(known)) == BRAKED
        assert account.change().status_code == 204  # the account's other browser

    @pytest.mark.postgresql
    def test_of_many_at_once_no_more_than_ten_are_looked_at(self, room: Room) -> None:
        account = account_of(room, "student")
        browsers = [account.another_browser() for _ in range(14)]
        answers = at_once(*(partial(account.change, browser, currentPassword="wrong") for browser in browsers))
        assert sorted(error(answer) for answer in answers) == [WRONG] * 10 + [BRAKED] * 4
        assert count(room.world, "sign_in_failures") == 10


class TestWhatIsNoPassword:
    def refused(self, account: Account, body: dict[str, Any], field: str) -> None:
        with nothing_stored(account.room.world):
            answer = account.browser.put(account.path, body)
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {field}

    @pytest.mark.parametrize("new", ["", "12345", "x" * 129, None])
    def test_a_teachers_has_6_to_128_characters(self, untouched: Room, new: str | None) -> None:
        self.refused(account_of(untouched, "teacher"), BODY | {"newPassword": new}, "newPassword")

    @pytest.mark.parametrize("new", ["", "123", "x" * 129, None])
    def test_a_students_has_4_to_128_characters(self, untouched: Room, new: str | None) -> None:
        self.refused(account_of(untouched, "student"), BODY | {"newPassword": new}, "newPassword")

    @pytest.mark.parametrize(("role", "new"), [("teacher", "123456"), ("teacher", "🔑" * 128), ("student", "1234")])
    def test_the_shortest_and_the_longest_do(self, room: Room, role: str, new: str) -> None:
        account = account_of(room, role)
        assert account.change(newPassword=new).status_code == 204
        assert account.signs_in(new) == 200

    @pytest.mark.parametrize("role", ["teacher", "student"])
    @pytest.mark.parametrize("field", BODY)
    def test_a_missing_or_wrong_field(self, untouched: Room, role: str, field: str) -> None:
        account = account_of(untouched, role)
        self.refused(account, without(BODY, field), field)
        for value in NOT_TEXT:
            self.refused(account, BODY | {field: value.values[0]}, field)
        self.refused(account, BODY | {field: "x" * 1001}, field)


class TestNobodyElses:
    def test_another_account_is_404(self, room: Room) -> None:
        elsewhere = room.elsewhere()
        classmate = room.world.student(room.classroom)
        for browser, path in (
            (room.desk, f"/api/teachers/{elsewhere.teacher.id}/password"),
            (room.tablet, f"/api/students/{classmate.id}/password"),
            (room.tablet, f"/api/students/{elsewhere.student.id}/password"),
        ):
            with nothing_stored(room.world):
                assert error(browser.put(path, BODY)) == (404, "not_found")

    def test_a_teacher_sets_a_students_in_manage_students_not_here(self, room: Room) -> None:
        with nothing_stored(room.world):
            assert error(room.desk.put(f"/api/students/{room.student.id}/password", BODY)) == (403, "wrong_role")


class TestMeanwhile:
    """What happens while the password is being checked, which takes a while."""

    @pytest.fixture
    def meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
        """Do this between the check of the present password and the writing of the new one."""

        def arrange(action: Callable[[], object]) -> None:
            async def hash_password(_password: str) -> str:
                action()
                return PASSWORD_HASH

            monkeypatch.setattr(routes, "hash_password", hash_password)

        return arrange

    def test_a_student_that_was_deleted_is_signed_out_and_nothing_is_left(
        self, room: Room, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        def delete() -> None:
            with room.world.transactions.writing() as db:
                db.delete(db.get_one(Student, room.student.id))

        meanwhile(delete)
        assert error(account_of(room, "student").change()) == (401, "not_signed_in")
        assert room.student.id not in repr(stored(room.world))

    def test_what_the_teacher_set_stays_set(
        self, room: Room, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        def reset() -> None:
            with room.world.transactions.writing() as db:
                db.get_one(Student, room.student.id).password_hash = "the teacher's"
                db.connection().exec_driver_sql("DELETE FROM sessions")

        meanwhile(reset)
        assert error(account_of(room, "student").change()) == (401, "not_signed_in")
        with room.world.look() as db:
            assert db.get_one(Student, room.student.id).password_hash == "the teacher's"


def test_a_stolen_session_ends_with_the_change(account: Account) -> None:
    thief = account.another_browser()
    token = thief.http.cookies[SESSION_COOKIE]
    account.change()
    again = account.room.world.visitor()
    again.http.cookies.set(SESSION_COOKIE, token)
    assert not is_in(again)
