"""The recovery code of a teacher who forgot the password: made in good time, used once (specification 2.28)."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from httpx2 import Response

from server.domain.teachers.models import Teacher
from server.security import recovery_codes
from server.security.throttle import BROWSER_COOKIE
from tests.factories.at_once import at_once
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored, stored
from tests.factories.world import Browser, error
from tests.server.conftest import Hands

RECOVER = "/api/auth/recover"
NEW = "a new password"
INVALID = (401, "invalid_recovery_code")


def make(room: Room, password: str | None = PASSWORD) -> Response:
    body = {} if password is None else {"currentPassword": password}
    return room.desk.post(f"/api/teachers/{room.teacher.id}/recovery-code", body)


def made(room: Room) -> str:
    answer = make(room)
    assert answer.status_code == 201
    code: str = answer.json()["code"]
    return code


def recover(browser: Browser, room: Room, code: str, new_password: str = NEW) -> Response:
    return browser.post(RECOVER, {"username": room.teacher.email, "code": code, "newPassword": new_password})


def signs_in(room: Room, password: str) -> bool:
    body = {"username": room.teacher.email, "password": password}
    return room.world.visitor().post("/api/auth/teacher", body).status_code == 200


def is_in(browser: Browser) -> bool:
    return browser.get("/api/auth/session").status_code == 200


def told(room: Room) -> str | None:
    answer: str | None = room.desk.get(f"/api/teachers/{room.teacher.id}").json()["recoveryCodeMadeAt"]
    return answer


class TestMaking:
    @pytest.mark.spec("2.28")
    def test_shows_the_code_once_and_keeps_a_hash(self, room: Room) -> None:
        assert told(room) is None
        answer = make(room).json()
        assert re.fullmatch(r"([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}", answer["code"])
        assert told(room) == answer["madeAt"]
        ((_, kept, _),) = stored(room.world)["recovery_codes"]
        assert kept.startswith("$argon2id$")
        everything = repr(stored(room.world))
        assert answer["code"] not in everything
        assert answer["code"].replace("-", "") not in everything

    def test_needs_the_present_password(self, room: Room) -> None:
        assert error(make(room, "wrong")) == (422, "wrong_password")
        refused = make(room, None)
        assert (error(refused), refused.json()["fields"]) == ((422, "invalid"), {"currentPassword": "is required"})
        assert count(room.world, "recovery_codes") == 0

    def test_has_the_brakes_of_signing_in(self, room: Room) -> None:
        for _ in range(10):
            assert error(make(room, "wrong")) == (422, "wrong_password")
        assert error(make(room)) == (429, "too_many_attempts")

    def test_a_new_one_replaces_the_old_one(self, room: Room) -> None:
        old, new = made(room), made(room)
        assert error(recover(room.world.visitor(), room, old)) == INVALID
        assert recover(room.world.visitor(), room, new).status_code == 200

    def test_is_for_the_own_account(self, room: Room) -> None:
        other = room.elsewhere()
        path = f"/api/teachers/{other.teacher.id}/recovery-code"
        assert room.desk.post(path, {"currentPassword": PASSWORD}).status_code == 404
        assert count(room.world, "recovery_codes") == 0

    def test_that_is_asked_for_all_the_time_is_refused(self, room: Room) -> None:
        for _ in range(20):
            made(room)
        assert error(make(room)) == (429, "too_often")

    def test_without_a_password_needs_a_session_of_at_most_10_minutes(self, room: Room, hands: Hands) -> None:
        with room.world.transactions.writing() as db:
            db.get_one(Teacher, room.teacher.id).password_hash = None
        hands.move(minutes=9)
        assert make(room, None).status_code == 201
        hands.move(minutes=2)
        with nothing_stored(room.world):
            assert error(make(room, None)) == (403, "sign_in_again")


class TestUsing:
    @pytest.mark.spec("2.28")
    def test_sets_the_password_and_signs_in(self, room: Room) -> None:
        code, browser = made(room), room.world.visitor()
        answer = recover(browser, room, code)
        assert (answer.status_code, answer.json()["user"]["id"]) == (200, room.teacher.id)
        assert is_in(browser)
        assert signs_in(room, NEW)
        assert not signs_in(room, PASSWORD)

    def test_is_once(self, room: Room) -> None:
        code = made(room)
        assert recover(room.world.visitor(), room, code).status_code == 200
        assert count(room.world, "recovery_codes") == 0
        assert error(recover(room.world.visitor(), room, code, "yet another")) == INVALID
        assert signs_in(room, NEW)

    @pytest.mark.postgresql
    def test_by_several_at_once_lets_one_in(self, room: Room) -> None:
        code = made(room)
        passwords = [f"password {number}" for number in range(4)]
        calls = [partial(recover, room.world.visitor(), room, code, each) for each in passwords]
        statuses = [answer.status_code for answer in at_once(*calls)]
        assert sorted(statuses) == [200, 401, 401, 401]
        assert signs_in(room, passwords[statuses.index(200)])

    @pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", " "), lambda code: f"  {code}\n"])
    def test_is_typed_without_case_dashes_and_blanks(self, room: Room, change: Callable[[str], str]) -> None:
        assert recover(room.world.visitor(), room, change(made(room))).status_code == 200

    def test_ends_what_somebody_who_knew_the_old_password_may_have_left(self, room: Room) -> None:
        left_open = room.world.visitor()
        left_open.post("/api/auth/teacher", {"username": room.teacher.email, "password": PASSWORD})
        with room.world.transactions.writing() as db:
            db.get_one(Teacher, room.teacher.id).provider_uid = "somebody else's"
        code = made(room)
        browser = room.world.visitor()
        assert recover(browser, room, code).status_code == 200
        assert [is_in(each) for each in (room.desk, left_open, browser)] == [False, False, True]
        ((known, _),) = [row[2:] for row in stored(room.world)["known_browsers"]]
        assert known
        assert browser.http.cookies[BROWSER_COOKIE] != left_open.http.cookies[BROWSER_COOKIE]
        account = browser.get(f"/api/teachers/{room.teacher.id}").json()
        assert (account["usesIdentityProvider"], account["recoveryCodeMadeAt"]) == (False, None)

    @pytest.mark.spec("2.28")
    def test_says_the_same_whatever_is_wrong(self, room: Room) -> None:
        code = made(room)
        wrong_email = {"username": "nobody@school.test", "code": code, "newPassword": NEW}
        answers = [
            recover(room.world.visitor(), room, recovery_codes.generate_recovery_code()),
            room.world.visitor().post(RECOVER, wrong_email),
            recover(room.world.visitor(), room.elsewhere(), code),
        ]
        assert {answer.text for answer in answers} == {answers[0].text}
        assert error(answers[0]) == INVALID
        assert signs_in(room, PASSWORD)

    def test_works_a_hash_out_whether_there_is_a_code_or_not(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str | None] = []

        async def check(hashed: str | None, typed: str) -> bool:
            del typed
            asked.append(hashed)
            return False

        monkeypatch.setattr("server.domain.auth.secret_verification.check_password", check)
        recover(room.world.visitor(), room, "AAAAA")
        room.world.visitor().post(RECOVER, {"username": "nobody@school.test", "code": "x", "newPassword": NEW})
        assert asked == [None, None]

    def test_shares_the_brakes_of_signing_in(self, room: Room) -> None:
        code = made(room)
        for _ in range(5):
            assert not signs_in(room, "wrong")
            assert error(recover(room.world.visitor(), room, "wrong")) == INVALID
        braked = recover(room.world.visitor(), room, code)
        assert error(braked) == (429, "too_many_attempts")
        assert int(braked.headers["retry-after"]) > 0

    def test_needs_a_password_of_six_characters(self, room: Room) -> None:
        code = made(room)
        refused = recover(room.world.visitor(), room, code, "short")
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["newPassword"])
        assert recover(room.world.visitor(), room, code).status_code == 200

    def test_is_for_the_class_computer(self, room: Room) -> None:
        code = made(room)
        refused = recover(room.world.device(), room, code)
        assert error(refused) == (403, "teacher_not_allowed_here")
        assert recover(room.world.visitor(), room, code).status_code == 200

    def test_is_told_in_the_activity_log(self, room: Room) -> None:
        code = made(room)
        recover(room.world.visitor(), room, "wrong")
        browser = room.world.visitor()
        recover(browser, room, code)
        kinds = [row["kind"] for row in browser.get("/api/activity?limit=4").json()]
        assert kinds == ["sign_in", "recovery_code_used", "recovery_code_failed", "recovery_code_made"]


@pytest.mark.spec("2.28")
def test_a_new_password_ends_a_code_that_the_old_one_may_have_made(room: Room) -> None:
    code = made(room)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert room.desk.put(f"/api/teachers/{room.teacher.id}/password", body).status_code == 204
    assert told(room) is None
    assert error(recover(room.world.visitor(), room, code)) == INVALID
