"""Account pre-hijacking: accounts and identities that an attacker registered or linked with the owner's e-mail."""

import pytest

from tests.factories.firebase import ELENA, SETTINGS, token
from tests.factories.passwords import PASSWORD
from tests.factories.world import Browser, World, error
from tests.server.conftest import MakeWorld

GOOGLE, TEACHER, REGISTER = "/api/auth/firebase", "/api/auth/teacher", "/api/auth/register-teacher"
PLANTED = "planted password"


def unverified_token() -> str:
    """Return a token whose e-mail Firebase hasn't verified, which anybody can get for any e-mail."""
    return token(email_verified=False)


def sign_in(browser: Browser, call: str, id_token: str, **more: str) -> str:
    answer = browser.post(call, {"idToken": id_token, **more})
    assert answer.status_code in {200, 201}, answer.json()
    teacher_id: str = answer.json()["user"]["id"]
    return teacher_id


class TestPlantedAccount:
    @pytest.mark.spec("2.11")
    def test_the_email_owners_first_google_sign_in_ends_a_planted_password_and_its_sessions(
        self, school: World
    ) -> None:
        student = school.visitor()
        teacher_id = sign_in(student, REGISTER, unverified_token())
        assert student.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PLANTED}).status_code == 204
        owner = school.visitor()
        assert sign_in(owner, GOOGLE, token()) == teacher_id
        assert error(student.get("/api/classrooms")) == (401, "not_signed_in")
        answer = school.visitor().post(TEACHER, {"username": ELENA.email, "password": PLANTED})
        assert error(answer) == (401, "invalid_credentials")
        assert owner.get("/api/classrooms").status_code == 200

    def test_the_email_owners_first_google_sign_in_ends_a_planted_recovery_code(self, school: World) -> None:
        student = school.visitor()
        teacher_id = sign_in(student, REGISTER, unverified_token())
        code = student.post(f"/api/teachers/{teacher_id}/recovery-code", {}).json()["code"]
        sign_in(school.visitor(), GOOGLE, token())
        body = {"username": ELENA.email, "code": code, "newPassword": PLANTED}
        assert error(school.visitor().post("/api/auth/recover", body)) == (401, "invalid_recovery_code")

    def test_a_password_set_by_the_email_owner_stays_after_later_sign_ins(self, school: World) -> None:
        sign_in(school.visitor(), REGISTER, unverified_token())
        owner = school.visitor()
        teacher_id = sign_in(owner, GOOGLE, token())
        owner.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PASSWORD})
        sign_in(school.visitor(), GOOGLE, token())
        sign_in(school.visitor(), TEACHER, unverified_token())
        answer = school.visitor().post(TEACHER, {"username": ELENA.email, "password": PASSWORD})
        assert answer.status_code == 200
        assert owner.get("/api/classrooms").status_code == 200


class TestSeenPassword:
    """A student has seen the teacher's password and linked an identity of their own with it."""

    def test_changing_a_seen_password_unlinks_the_identity_that_it_linked(self, school: World) -> None:
        desk = school.visitor()
        body = {"name": "Elena", "email": ELENA.email, "password": PASSWORD}
        teacher_id = desk.post(REGISTER, body).json()["user"]["id"]
        sign_in(school.visitor(), TEACHER, unverified_token(), password=PASSWORD)
        change = {"currentPassword": PASSWORD, "newPassword": "another one"}
        assert desk.put(f"/api/teachers/{teacher_id}/password", change).status_code == 204
        answer = school.visitor().post(TEACHER, {"idToken": unverified_token()})
        assert error(answer) == (409, "link_required")
        assert desk.get(f"/api/teachers/{teacher_id}").json()["usesIdentityProvider"] is False
        sign_in(school.visitor(), GOOGLE, token(), password="another one")

    def test_setting_a_first_password_keeps_the_identity_linked(self, school: World) -> None:
        desk = school.visitor()
        teacher_id = sign_in(desk, GOOGLE, token())
        desk.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PASSWORD})
        assert sign_in(school.visitor(), GOOGLE, token()) == teacher_id


@pytest.mark.usefixtures("google")
class TestRemoteClients:
    @pytest.fixture
    def world(self, make_world: MakeWorld) -> World:
        """Teachers may sign in from other devices; Elena has an account."""
        world = make_world(**SETTINGS, teacher_from_network=True)
        world.visitor().post(REGISTER, {"name": "Elena", "email": ELENA.email, "password": PASSWORD})
        return world

    @pytest.mark.parametrize(
        ("call", "refusal"), [(TEACHER, (401, "invalid_credentials")), (GOOGLE, (403, "teacher_not_allowed_here"))]
    )
    def test_a_remote_client_with_an_unverified_email_learns_nothing_about_its_account(
        self, world: World, call: str, refusal: tuple[int, str]
    ) -> None:
        for email in (ELENA.email, "nobody@school.test"):
            claimed = token(ELENA.but(email=email), email_verified=False)
            assert error(world.device().post(call, {"idToken": claimed})) == refusal
            assert error(world.device().post(call, {"idToken": claimed, "password": PASSWORD})) == refusal

    def test_a_remote_client_with_a_verified_email_links_it_by_the_password(self, world: World) -> None:
        assert error(world.device().post(GOOGLE, {"idToken": token()})) == (409, "link_required")
        sign_in(world.device(), GOOGLE, token(), password=PASSWORD)


def test_a_uid_is_stored_with_its_project(school: World) -> None:
    """A uid is unique only within its project, whose owner may choose it."""
    sign_in(school.visitor(), GOOGLE, token())
    with school.look() as db:
        stored_uid = db.connection().exec_driver_sql("SELECT provider_uid FROM teachers").scalar()
    assert stored_uid == f"{SETTINGS['firebase_project_id']}/{ELENA.uid}"
