"""Account pre-hijacking: accounts and identities that an attacker registered or linked with the owner's e-mail."""

import pytest

from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.firebase import ELENA, SETTINGS, make_id_token
from tests.factories.passwords import PASSWORD
from tests.server.conftest import MakeTestApp

GOOGLE, TEACHER, REGISTER = "/api/auth/firebase", "/api/auth/teacher", "/api/auth/register-teacher"
PLANTED = "planted password"


def unverified_token() -> str:
    """Return a token whose e-mail Firebase hasn't verified, which anybody can get for any e-mail."""
    return make_id_token(email_verified=False)


def sign_in(browser: ApiClient, call: str, id_token: str, **more: str) -> str:
    response = browser.post(call, {"idToken": id_token, **more})
    assert response.status_code in {200, 201}, response.json()
    teacher_id: str = response.json()["user"]["id"]
    return teacher_id


class TestPlantedAccount:
    @pytest.mark.spec("2.11")
    def test_the_email_owners_first_google_sign_in_ends_a_planted_password_and_its_sessions(
        self, firebase_app: RunningApp
    ) -> None:
        student = firebase_app.anonymous_client()
        teacher_id = sign_in(student, REGISTER, unverified_token())
        assert student.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PLANTED}).status_code == 204
        owner = firebase_app.anonymous_client()
        assert sign_in(owner, GOOGLE, make_id_token()) == teacher_id
        assert error(student.get("/api/classrooms")) == (401, "not_signed_in")
        response = firebase_app.anonymous_client().post(TEACHER, {"username": ELENA.email, "password": PLANTED})
        assert error(response) == (401, "invalid_credentials")
        assert owner.get("/api/classrooms").status_code == 200

    def test_the_email_owners_first_google_sign_in_ends_a_planted_recovery_code(self, firebase_app: RunningApp) -> None:
        student = firebase_app.anonymous_client()
        teacher_id = sign_in(student, REGISTER, unverified_token())
        code = student.post(f"/api/teachers/{teacher_id}/recovery-code", {}).json()["code"]
        sign_in(firebase_app.anonymous_client(), GOOGLE, make_id_token())
        body = {"username": ELENA.email, "code": code, "newPassword": PLANTED}
        assert error(firebase_app.anonymous_client().post("/api/auth/recover", body)) == (401, "invalid_recovery_code")


class TestSeenPassword:
    """A student has seen the teacher's password and linked an identity of their own with it."""

    def test_changing_a_seen_password_unlinks_the_identity_that_it_linked(self, firebase_app: RunningApp) -> None:
        teacher_client = firebase_app.anonymous_client()
        body = {"name": "Elena", "email": ELENA.email, "password": PASSWORD}
        teacher_id = teacher_client.post(REGISTER, body).json()["user"]["id"]
        sign_in(firebase_app.anonymous_client(), TEACHER, unverified_token(), password=PASSWORD)
        change = {"currentPassword": PASSWORD, "newPassword": "another one"}
        assert teacher_client.put(f"/api/teachers/{teacher_id}/password", change).status_code == 204
        response = firebase_app.anonymous_client().post(TEACHER, {"idToken": unverified_token()})
        assert error(response) == (409, "link_required")
        assert teacher_client.get(f"/api/teachers/{teacher_id}").json()["usesIdentityProvider"] is False
        sign_in(firebase_app.anonymous_client(), GOOGLE, make_id_token(), password="another one")


@pytest.mark.usefixtures("google")
def test_a_remote_client_with_a_verified_email_links_it_by_the_password(make_test_app: MakeTestApp) -> None:
    test_app = make_test_app(**SETTINGS, teacher_from_network=True)
    test_app.anonymous_client().post(REGISTER, {"name": "Elena", "email": ELENA.email, "password": PASSWORD})
    assert error(test_app.lan_client().post(GOOGLE, {"idToken": make_id_token()})) == (409, "link_required")
    sign_in(test_app.lan_client(), GOOGLE, make_id_token(), password=PASSWORD)


def test_a_uid_is_stored_with_its_project(firebase_app: RunningApp) -> None:
    """A uid is unique only within its project, whose owner may choose it."""
    sign_in(firebase_app.anonymous_client(), GOOGLE, make_id_token())
    with firebase_app.open_session() as db:
        stored_uid = db.connection().exec_driver_sql("SELECT provider_uid FROM teachers").scalar()
    assert stored_uid == f"{SETTINGS['firebase_project_id']}/{ELENA.uid}"
