"""Sign-in of teachers with e-mail and password, and from which devices (specification 2.6, 2.13)."""

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters

from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.factories.response_fields import TEACHER_USER
from tests.server.conftest import MakeTestApp

CALL = "/api/auth/teacher"
REQUIRED = "Username and password are required."


@pytest.mark.spec("1.2", "2.6", "13.9")
def test_a_teacher_signs_in_with_email_and_password(test_app: RunningApp) -> None:
    teacher = test_app.teacher()
    browser = test_app.anonymous_client()
    response = browser.post(CALL, {"username": teacher.email, "password": PASSWORD})
    assert response.status_code == 200
    user = response.json()["user"]
    assert set(user) == TEACHER_USER
    assert user == {
        "id": teacher.id,
        "username": teacher.email,
        "role": "teacher",
        "name": teacher.name,
        "language": None,
        "isSample": False,
        "membership": None,
    }
    assert browser.get("/api/auth/session").json()["user"] == user


@pytest.mark.spec("2.6", "2.16")
@pytest.mark.parametrize(("stored", "typed"), [("'", "\u2019"), ("\u2019", "'")])
def test_a_teacher_signs_in_with_either_apostrophe(test_app: RunningApp, stored: str, typed: str) -> None:
    body = {"name": "Bo O'Neil", "email": "o'neil@school.test", "password": f"don{stored}t tell"}
    assert test_app.anonymous_client().post("/api/auth/register-teacher", body).status_code == 201
    sign_in = {"username": f"o{typed}neil@school.test", "password": f"don{typed}t tell"}
    assert test_app.anonymous_client().post(CALL, sign_in).status_code == 200


@pytest.mark.spec("2.17")
def test_a_wrong_password_and_an_unknown_email_get_the_same_response(test_app: RunningApp) -> None:
    teacher = test_app.teacher()
    wrong = test_app.anonymous_client().post(CALL, {"username": teacher.email, "password": "wrong"})
    unknown = test_app.anonymous_client().post(CALL, {"username": "nobody@school.org", "password": "wrong"})
    assert wrong.json() == unknown.json()
    assert wrong.json() == {
        "error": "Incorrect e-mail or password.",
        "code": "invalid_credentials",
        "key": "invalid_teacher_credentials",
    }
    assert wrong.headers.keys() == unknown.headers.keys()


@pytest.mark.spec("2.17")
@pytest.mark.usefixtures("production_hashing")
def test_one_hash_is_verified_whether_or_not_the_account_exists(
    test_app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is that of argon2id, which runs once either way with the same parameters."""
    verified: list[Parameters] = []
    verify = PasswordHasher.verify

    def record(hasher: PasswordHasher, hashed: str, password: str) -> bool:
        verified.append(extract_parameters(hashed))
        return verify(hasher, hashed, password)

    monkeypatch.setattr(PasswordHasher, "verify", record)
    browser = test_app.anonymous_client()
    registered = {"name": "Elena Rivera", "email": "elena@school.org", "password": PASSWORD}
    browser.post("/api/auth/register-teacher", registered)
    for email in ("elena@school.org", "nobody@school.org"):
        assert error(browser.post(CALL, {"username": email, "password": "wrong"})) == (401, "invalid_credentials")
    existing, unknown = verified
    assert existing == unknown


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"username", "password"}),
        ({"username": "e@school.org"}, {"password"}),
        ({"username": "  ", "password": "x"}, {"username"}),
        ({"idToken": None}, {"username", "password"}),
    ],
)
def test_a_missing_or_empty_email_or_password_is_422(
    read_only_classroom: PreparedClassroom, body: dict[str, object], fields: set[str]
) -> None:
    response = read_only_classroom.test_app.anonymous_client().post(CALL, body)
    assert error(response) == (422, "invalid")
    assert response.json()["error"] == REQUIRED
    assert set(response.json()["fields"]) == fields


@pytest.mark.parametrize("body", [{}, {"idToken": None}])
def test_a_google_sign_in_without_a_token_is_422(
    read_only_classroom: PreparedClassroom, body: dict[str, object]
) -> None:
    response = read_only_classroom.test_app.anonymous_client().post("/api/auth/firebase", body)
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"idToken"}


class TestRemoteClients:
    """Teachers sign in on the computer itself, unless a preference or a school's server allows other devices."""

    @pytest.mark.spec("1.5", "2.13")
    @pytest.mark.parametrize(
        ("options", "device", "allowed", "registration"),
        [
            pytest.param({}, "anonymous_client", True, True, id="the computer itself"),
            pytest.param({}, "lan_client", False, False, id="another device"),
            pytest.param({"teacher_from_network": True}, "anonymous_client", True, True, id="the computer, switch on"),
            pytest.param({"teacher_from_network": True}, "lan_client", True, False, id="another device, switch on"),
            pytest.param({"school": True}, "lan_client", True, True, id="a school's server"),
        ],
    )
    def test_the_config_says_where_teachers_may_sign_in_and_register(
        self, make_test_app: MakeTestApp, options: dict[str, bool], device: str, *, allowed: bool, registration: bool
    ) -> None:
        test_app = make_test_app(**options)
        teacher = test_app.teacher()
        browser: ApiClient = getattr(test_app, device)()
        assert browser.get("/api/auth/config").json() == {
            "identityProvider": None,
            "teacherSignInAllowed": allowed,
            "registrationAllowed": registration,
            "school": "school" in options,
            "setupNeeded": False,
            "pictures": False,
            "substituteCode": False,
            "language": None,
        }
        response = browser.post(CALL, {"username": teacher.email, "password": PASSWORD})
        assert response.status_code == (200 if allowed else 403)
        assert browser.get("/api/classrooms").status_code == (200 if allowed else 401)
        new = {"name": "New Teacher", "email": "new@school.org", "password": PASSWORD}
        made = registration and "school" not in options  # where it needs an invite code too
        assert browser.post("/api/auth/register-teacher", new).status_code == (201 if made else 403)

    @pytest.mark.parametrize("device", [("::1", 1), ("127.0.0.8", 1)])
    def test_every_loopback_address_is_local(self, test_app: RunningApp, device: tuple[str, int]) -> None:
        browser = test_app.client(base_url="http://localhost:8080", client_address=device)
        assert browser.get("/api/auth/config").json()["teacherSignInAllowed"]

    def test_the_computers_own_network_address_is_not_local(self, test_app: RunningApp) -> None:
        browser = test_app.client(base_url="http://192.168.1.20:8080", client_address=("192.168.1.20", 1))
        assert not browser.get("/api/auth/config").json()["teacherSignInAllowed"]
