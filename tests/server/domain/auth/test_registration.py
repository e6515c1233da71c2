"""Registration of teachers (specification 2.7, 2.14)."""

from functools import partial

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from server.domain.teachers.models import Teacher
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.response_fields import TEACHER_USER
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp

CALL = "/api/auth/register-teacher"
ELENA = {"name": "Elena Rivera", "email": "elena@school.org", "password": "secret7"}


@pytest.mark.spec("1.2", "1.3", "2.7", "11.2")
def test_registering_returns_the_teacher_and_signs_in(test_app: RunningApp) -> None:
    browser = test_app.anonymous_client()
    ignored = {"id": "mine", "role": "admin", "createdAt": "2000-01-01", "x": [1]}
    response = browser.post(CALL, ELENA | ignored)
    assert response.status_code == 201
    assert set(response.json()) == {"user"}
    user = response.json()["user"]
    assert set(user) == TEACHER_USER
    assert (user["username"], user["role"], user["name"]) == ("elena@school.org", "teacher", "Elena Rivera")
    assert browser.get("/api/auth/session").json()["user"] == user
    assert browser.get("/api/classrooms").json() == []


@pytest.mark.spec("2.16", "13.1")
@pytest.mark.usefixtures("production_hashing")
def test_the_password_is_stored_as_an_argon2id_hash_and_never_returned(test_app: RunningApp) -> None:
    response = test_app.anonymous_client().post(CALL, ELENA)
    with test_app.open_session() as db:
        teacher = db.get_one(Teacher, response.json()["user"]["id"])
    assert teacher.password_hash
    parameters = extract_parameters(teacher.password_hash)
    assert (parameters.type, parameters.memory_cost, parameters.time_cost) == (
        Type.ID,
        19 * 1024,
        2,
    )  # OWASP
    assert PasswordHasher().verify(teacher.password_hash, ELENA["password"])
    assert ELENA["password"] not in response.text
    assert "argon2" not in response.text


def test_name_and_email_are_trimmed_but_not_the_password(test_app: RunningApp) -> None:
    typed = {"name": "  Elena Rivera ", "email": " elena@school.org\t", "password": "  secret7  "}
    user = test_app.anonymous_client().post(CALL, typed).json()["user"]
    assert (user["name"], user["username"]) == ("Elena Rivera", "elena@school.org")
    wrong = test_app.anonymous_client().post(
        "/api/auth/teacher", {"username": "elena@school.org", "password": "secret7"}
    )
    assert error(wrong) == (401, "invalid_credentials")
    right = test_app.anonymous_client().post(
        "/api/auth/teacher", {"username": "elena@school.org", "password": "  secret7  "}
    )
    assert right.status_code == 200


@pytest.mark.postgresql
@pytest.mark.spec("2.8")
def test_of_concurrent_registrations_of_one_email_one_succeeds(test_app: RunningApp) -> None:
    browsers = [test_app.anonymous_client() for _ in range(4)]
    responses = run_concurrently(*(partial(browser.post, CALL, ELENA) for browser in browsers))
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    assert (count_rows(test_app, "teachers"), count_rows(test_app, "sessions")) == (1, 1)


@pytest.mark.spec("2.7")
def test_all_invalid_fields_are_named_together(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        browser = read_only_classroom.test_app.anonymous_client()
        response = browser.post(CALL, {"name": "E", "email": "elena@school", "password": "12345"})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == set(ELENA)
    assert response.json()["fields"]["name"] == "must have at least 2 character(s)"
    assert "12345" not in response.json()["error"]


def test_missing_fields_are_named(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.test_app.anonymous_client().post(CALL, {})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == dict.fromkeys(ELENA, "is required")


@pytest.mark.spec("2.16")
def test_the_shortest_and_the_longest_password_sign_in(test_app: RunningApp) -> None:
    for number, password in enumerate(("123456", "🔑" * 128)):
        sign_in = {"username": f"{number}@school.org", "password": password}
        body = ELENA | {"email": sign_in["username"], "password": password}
        assert test_app.anonymous_client().post(CALL, body).status_code == 201
        assert test_app.anonymous_client().post("/api/auth/teacher", sign_in).status_code == 200


@pytest.mark.spec("2.14")
def test_registering_on_a_schools_server_without_its_invite_code_is_403(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(school=True)
    with assert_unchanged(test_app):
        for browser in (test_app.anonymous_client(), test_app.lan_client()):
            for body in (ELENA, ELENA | {"inviteCode": "guess"}, {"idToken": "a token"}):
                assert error(browser.post(CALL, body)) == (403, "registration_closed")


@pytest.mark.spec("2.14")
def test_registering_from_another_device_is_403_even_with_remote_sign_in(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(teacher_from_network=True)
    with assert_unchanged(test_app):
        assert error(test_app.lan_client().post(CALL, ELENA)) == (403, "teacher_not_allowed_here")


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])
def test_registering_through_a_proxy_is_403(read_only_classroom: PreparedClassroom, header: str) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.test_app.anonymous_client().post(CALL, ELENA, headers={header: "127.0.0.1"})
    assert error(response) == (403, "teacher_not_allowed_here")


def test_registering_from_a_device_with_a_localhost_host_header_is_403(read_only_classroom: PreparedClassroom) -> None:
    device = read_only_classroom.test_app.client(client_address=("192.168.1.77", 50000))
    assert error(device.post(CALL, ELENA)) == (403, "teacher_not_allowed_here")


@pytest.mark.spec("2.15")
def test_the_config_says_on_every_device_that_setup_is_needed_until_the_first_account(test_app: RunningApp) -> None:
    def needed() -> list[bool]:
        return [
            each.get("/api/auth/config").json()["setupNeeded"]
            for each in (test_app.anonymous_client(), test_app.lan_client())
        ]

    assert needed() == [True, True]
    assert test_app.anonymous_client().post(CALL, ELENA).status_code == 201
    assert needed() == [False, False]


@pytest.mark.spec("1.5")
def test_the_config_of_a_schools_server_never_asks_for_setup(make_test_app: MakeTestApp) -> None:
    assert make_test_app(school=True).anonymous_client().get("/api/auth/config").json()["setupNeeded"] is False
