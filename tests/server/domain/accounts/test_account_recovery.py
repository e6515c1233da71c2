"""Recovery codes for teachers' forgotten passwords (specification 2.28)."""

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


def request_code(room: Room, password: str | None = PASSWORD) -> Response:
    body = {} if password is None else {"currentPassword": password}
    return room.desk.post(f"/api/teachers/{room.teacher.id}/recovery-code", body)


def create_code(room: Room) -> str:
    answer = request_code(room)
    assert answer.status_code == 201
    code: str = answer.json()["code"]
    return code


def recover(browser: Browser, room: Room, code: str, new_password: str = NEW) -> Response:
    return browser.post(RECOVER, {"username": room.teacher.email, "code": code, "newPassword": new_password})


def can_sign_in(room: Room, password: str) -> bool:
    body = {"username": room.teacher.email, "password": password}
    return room.world.visitor().post("/api/auth/teacher", body).status_code == 200


def is_signed_in(browser: Browser) -> bool:
    return browser.get("/api/auth/session").status_code == 200


def code_created_at(room: Room) -> str | None:
    answer: str | None = room.desk.get(f"/api/teachers/{room.teacher.id}").json()["recoveryCodeMadeAt"]
    return answer


class TestCreatingACode:
    @pytest.mark.spec("2.28")
    def test_a_recovery_code_is_shown_once_and_stored_as_a_hash(self, room: Room) -> None:
        assert code_created_at(room) is None
        answer = request_code(room).json()
        assert re.fullmatch(r"([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}", answer["code"])
        assert code_created_at(room) == answer["madeAt"]
        ((_, code_hash, _),) = stored(room.world)["recovery_codes"]
        assert code_hash.startswith("$argon2id$")
        everything = repr(stored(room.world))
        assert answer["code"] not in everything
        assert answer["code"].replace("-", "") not in everything

    def test_creating_a_code_needs_the_current_password(self, room: Room) -> None:
        assert error(request_code(room, "wrong")) == (422, "wrong_password")
        refused = request_code(room, None)
        assert (error(refused), refused.json()["fields"]) == ((422, "invalid"), {"currentPassword": "is required"})
        assert count(room.world, "recovery_codes") == 0

    def test_wrong_passwords_for_a_new_code_are_throttled_like_sign_ins(self, room: Room) -> None:
        for _ in range(10):
            assert error(request_code(room, "wrong")) == (422, "wrong_password")
        assert error(request_code(room)) == (429, "too_many_attempts")

    def test_a_new_code_replaces_the_previous_one(self, room: Room) -> None:
        old, new = create_code(room), create_code(room)
        assert error(recover(room.world.visitor(), room, old)) == INVALID
        assert recover(room.world.visitor(), room, new).status_code == 200

    def test_a_code_for_another_teachers_account_is_404(self, room: Room) -> None:
        other = room.elsewhere()
        path = f"/api/teachers/{other.teacher.id}/recovery-code"
        assert room.desk.post(path, {"currentPassword": PASSWORD}).status_code == 404
        assert count(room.world, "recovery_codes") == 0

    def test_the_21st_code_within_an_hour_is_429(self, room: Room) -> None:
        for _ in range(20):
            create_code(room)
        assert error(request_code(room)) == (429, "too_often")

    def test_creating_a_code_without_a_password_needs_a_session_of_at_most_10_minutes(
        self, room: Room, hands: Hands
    ) -> None:
        with room.world.transactions.writing() as db:
            db.get_one(Teacher, room.teacher.id).password_hash = None
        hands.move(minutes=9)
        assert request_code(room, None).status_code == 201
        hands.move(minutes=2)
        with nothing_stored(room.world):
            assert error(request_code(room, None)) == (403, "sign_in_again")


class TestRecovering:
    @pytest.mark.spec("2.28")
    def test_the_code_sets_a_new_password_and_signs_in(self, room: Room) -> None:
        code, browser = create_code(room), room.world.visitor()
        answer = recover(browser, room, code)
        assert (answer.status_code, answer.json()["user"]["id"]) == (200, room.teacher.id)
        assert is_signed_in(browser)
        assert can_sign_in(room, NEW)
        assert not can_sign_in(room, PASSWORD)

    def test_a_code_works_once(self, room: Room) -> None:
        code = create_code(room)
        assert recover(room.world.visitor(), room, code).status_code == 200
        assert count(room.world, "recovery_codes") == 0
        assert error(recover(room.world.visitor(), room, code, "yet another")) == INVALID
        assert can_sign_in(room, NEW)

    @pytest.mark.postgresql
    def test_of_concurrent_recoveries_with_one_code_one_succeeds(self, room: Room) -> None:
        code = create_code(room)
        passwords = [f"password {number}" for number in range(4)]
        calls = [partial(recover, room.world.visitor(), room, code, each) for each in passwords]
        statuses = [answer.status_code for answer in at_once(*calls)]
        assert sorted(statuses) == [200, 401, 401, 401]
        assert can_sign_in(room, passwords[statuses.index(200)])

    @pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", " "), lambda code: f"  {code}\n"])
    def test_a_code_is_compared_without_case_dashes_and_whitespace(
        self, room: Room, change: Callable[[str], str]
    ) -> None:
        assert recover(room.world.visitor(), room, change(create_code(room))).status_code == 200

    def test_recovery_ends_other_sessions_linked_identities_and_known_browsers(self, room: Room) -> None:
        left_open = room.world.visitor()
        left_open.post("/api/auth/teacher", {"username": room.teacher.email, "password": PASSWORD})
        with room.world.transactions.writing() as db:
            db.get_one(Teacher, room.teacher.id).provider_uid = "an attacker's"
        code = create_code(room)
        browser = room.world.visitor()
        assert recover(browser, room, code).status_code == 200
        assert [is_signed_in(each) for each in (room.desk, left_open, browser)] == [False, False, True]
        ((known, _),) = [row[2:] for row in stored(room.world)["known_browsers"]]
        assert known
        assert browser.http.cookies[BROWSER_COOKIE] != left_open.http.cookies[BROWSER_COOKIE]
        account = browser.get(f"/api/teachers/{room.teacher.id}").json()
        assert (account["usesIdentityProvider"], account["recoveryCodeMadeAt"]) == (False, None)

    @pytest.mark.spec("2.28")
    def test_every_failed_recovery_gets_the_same_response(self, room: Room) -> None:
        code = create_code(room)
        wrong_email = {"username": "nobody@school.test", "code": code, "newPassword": NEW}
        answers = [
            recover(room.world.visitor(), room, recovery_codes.generate_recovery_code()),
            room.world.visitor().post(RECOVER, wrong_email),
            recover(room.world.visitor(), room.elsewhere(), code),
        ]
        assert {answer.text for answer in answers} == {answers[0].text}
        assert error(answers[0]) == INVALID
        assert can_sign_in(room, PASSWORD)

    def test_a_hash_is_computed_whether_or_not_a_code_exists(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str | None] = []

        async def check(hashed: str | None, typed: str) -> bool:
            del typed
            asked.append(hashed)
            return False

        monkeypatch.setattr("server.domain.auth.secret_verification.check_password", check)
        recover(room.world.visitor(), room, "AAAAA")
        room.world.visitor().post(RECOVER, {"username": "nobody@school.test", "code": "x", "newPassword": NEW})
        assert asked == [None, None]

    def test_failed_recoveries_and_sign_ins_count_toward_one_limit(self, room: Room) -> None:
        code = create_code(room)
        for _ in range(5):
            assert not can_sign_in(room, "wrong")
            assert error(recover(room.world.visitor(), room, "wrong")) == INVALID
        limited = recover(room.world.visitor(), room, code)
        assert error(limited) == (429, "too_many_attempts")
        assert int(limited.headers["retry-after"]) > 0

    def test_recovery_needs_a_new_password_of_at_least_six_characters(self, room: Room) -> None:
        code = create_code(room)
        refused = recover(room.world.visitor(), room, code, "short")
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["newPassword"])
        assert recover(room.world.visitor(), room, code).status_code == 200

    def test_recovery_from_another_device_is_403(self, room: Room) -> None:
        code = create_code(room)
        refused = recover(room.world.device(), room, code)
        assert error(refused) == (403, "teacher_not_allowed_here")
        assert recover(room.world.visitor(), room, code).status_code == 200

    def test_recovery_is_recorded_in_the_activity_log(self, room: Room) -> None:
        code = create_code(room)
        recover(room.world.visitor(), room, "wrong")
        browser = room.world.visitor()
        recover(browser, room, code)
        kinds = [row["kind"] for row in browser.get("/api/activity?limit=4").json()]
        assert kinds == ["sign_in", "recovery_code_used", "recovery_code_failed", "recovery_code_made"]


@pytest.mark.spec("2.28")
def test_changing_the_password_deletes_the_recovery_code(room: Room) -> None:
    code = create_code(room)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert room.desk.put(f"/api/teachers/{room.teacher.id}/password", body).status_code == 204
    assert code_created_at(room) is None
    assert error(recover(room.world.visitor(), room, code)) == INVALID
