"""Recovery codes for teachers' forgotten passwords (specification 2.28)."""

import re
from functools import partial

import pytest
from httpx2 import Response

from server.domain.accounts.account_recovery import RECOVERY_CODE_LIMIT
from server.requests import rate_limit
from server.security import recovery_codes
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import count_rows, take_snapshot

RECOVER = "/api/auth/recover"
NEW = "a new password"
INVALID = (401, "invalid_recovery_code")


def request_code(classroom: PreparedClassroom, password: str | None = PASSWORD) -> Response:
    body = {} if password is None else {"currentPassword": password}
    return classroom.teacher_client.post(f"/api/teachers/{classroom.teacher.id}/recovery-code", body)


def create_code(classroom: PreparedClassroom) -> str:
    response = request_code(classroom)
    assert response.status_code == 201
    code: str = response.json()["code"]
    return code


def recover(browser: ApiClient, classroom: PreparedClassroom, code: str, new_password: str = NEW) -> Response:
    return browser.post(RECOVER, {"username": classroom.teacher.email, "code": code, "newPassword": new_password})


def can_sign_in(classroom: PreparedClassroom, password: str) -> bool:
    return classroom.sign_in_teacher(classroom.test_app.anonymous_client(), password).status_code == 200


def code_created_at(classroom: PreparedClassroom) -> str | None:
    account = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}").json()
    created_at: str | None = account["recoveryCodeMadeAt"]
    return created_at


class TestCreatingACode:
    @pytest.mark.spec("2.28")
    def test_a_recovery_code_is_shown_once_and_stored_as_a_hash(self, classroom: PreparedClassroom) -> None:
        assert code_created_at(classroom) is None
        body = request_code(classroom).json()
        assert re.fullmatch(r"([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}", body["code"])
        assert code_created_at(classroom) == body["madeAt"]
        ((_, code_hash, _),) = take_snapshot(classroom.test_app)["recovery_codes"]
        assert code_hash.startswith("$argon2id$")
        everything = repr(take_snapshot(classroom.test_app))
        assert body["code"] not in everything
        assert body["code"].replace("-", "") not in everything

    def test_creating_a_code_needs_the_current_password(self, classroom: PreparedClassroom) -> None:
        assert error(request_code(classroom, "wrong")) == (422, "wrong_password")
        refused = request_code(classroom, None)
        assert (error(refused), refused.json()["fields"]) == ((422, "invalid"), {"currentPassword": "is required"})
        assert count_rows(classroom.test_app, "recovery_codes") == 0

    def test_the_21st_code_within_an_hour_is_429(self, classroom: PreparedClassroom) -> None:
        with classroom.test_app.transactions.writing() as db:
            rate_limit.record(db, RECOVERY_CODE_LIMIT.for_key(classroom.teacher.id), 19)
        create_code(classroom)
        assert error(request_code(classroom)) == (429, "too_often")


class TestRecovering:
    @pytest.mark.spec("2.28")
    def test_the_code_sets_a_new_password_and_signs_in(self, classroom: PreparedClassroom) -> None:
        code, browser = create_code(classroom), classroom.test_app.anonymous_client()
        response = recover(browser, classroom, code)
        assert (response.status_code, response.json()["user"]["id"]) == (200, classroom.teacher.id)
        assert is_signed_in(browser)
        assert can_sign_in(classroom, NEW)
        assert not can_sign_in(classroom, PASSWORD)

    @pytest.mark.postgresql
    def test_of_concurrent_recoveries_with_one_code_one_succeeds(self, classroom: PreparedClassroom) -> None:
        code = create_code(classroom)
        passwords = [f"password {number}" for number in range(4)]
        calls = [partial(recover, classroom.test_app.anonymous_client(), classroom, code, each) for each in passwords]
        statuses = [response.status_code for response in run_concurrently(*calls)]
        assert sorted(statuses) == [200, 401, 401, 401]
        assert can_sign_in(classroom, passwords[statuses.index(200)])

    @pytest.mark.spec("2.28")
    def test_every_failed_recovery_gets_the_same_response(self, classroom: PreparedClassroom) -> None:
        code = create_code(classroom)
        wrong_email = {"username": "nobody@school.test", "code": code, "newPassword": NEW}
        responses = [
            recover(classroom.test_app.anonymous_client(), classroom, recovery_codes.generate_recovery_code()),
            classroom.test_app.anonymous_client().post(RECOVER, wrong_email),
            recover(classroom.test_app.anonymous_client(), classroom.other_teachers_classroom(), code),
        ]
        assert {response.text for response in responses} == {responses[0].text}
        assert error(responses[0]) == INVALID
        assert can_sign_in(classroom, PASSWORD)

    def test_a_hash_is_computed_whether_or_not_a_code_exists(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        verified: list[str | None] = []

        async def check(hashed: str | None, typed: str) -> bool:
            del typed
            verified.append(hashed)
            return False

        monkeypatch.setattr(classroom.test_app.services.password_hasher, "check", check)
        recover(classroom.test_app.anonymous_client(), classroom, "AAAAA")
        classroom.test_app.anonymous_client().post(
            RECOVER, {"username": "nobody@school.test", "code": "x", "newPassword": NEW}
        )
        assert verified == [None, None]

    def test_failed_recoveries_and_sign_ins_count_toward_one_limit(self, classroom: PreparedClassroom) -> None:
        code = create_code(classroom)
        for _ in range(5):
            assert not can_sign_in(classroom, "wrong")
            assert error(recover(classroom.test_app.anonymous_client(), classroom, "wrong")) == INVALID
        limited = recover(classroom.test_app.anonymous_client(), classroom, code)
        assert error(limited) == (429, "too_many_attempts")
        assert int(limited.headers["retry-after"]) > 0

    def test_recovery_needs_a_new_password_of_at_least_six_characters(self, classroom: PreparedClassroom) -> None:
        code = create_code(classroom)
        refused = recover(classroom.test_app.anonymous_client(), classroom, code, "short")
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["newPassword"])
        assert recover(classroom.test_app.anonymous_client(), classroom, code).status_code == 200
