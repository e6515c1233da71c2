"""What somebody prepares at a signed-out class computer, or with a password seen once, and hopes to use later."""

import pytest

from tests.factories.firebase import ELENA, SETTINGS, token
from tests.factories.passwords import PASSWORD
from tests.factories.world import Browser, World, error
from tests.server.conftest import MakeWorld

GOOGLE, TEACHER, REGISTER = "/api/auth/firebase", "/api/auth/teacher", "/api/auth/register-teacher"
PLANTED = "planted password"


def unverified() -> str:
    """Anybody makes an account at Firebase with anybody's e-mail; it says that it knows nothing."""
    return token(email_verified=False)


def enter(browser: Browser, call: str, id_token: str, **more: str) -> str:
    answer = browser.post(call, {"idToken": id_token, **more})
    assert answer.status_code in {200, 201}, answer.json()
    teacher_id: str = answer.json()["user"]["id"]
    return teacher_id


class TestAnAccountMadeInAdvance:
    @pytest.mark.spec("2.11")
    def test_its_owners_first_google_sign_in_ends_its_password_and_sessions(self, school: World) -> None:
        student = school.visitor()
        teacher_id = enter(student, REGISTER, unverified())
        assert student.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PLANTED}).status_code == 204
        owner = school.visitor()
        assert enter(owner, GOOGLE, token()) == teacher_id
        assert error(student.get("/api/classrooms")) == (401, "not_signed_in")
        answer = school.visitor().post(TEACHER, {"username": ELENA.email, "password": PLANTED})
        assert error(answer) == (401, "invalid_credentials")
        assert owner.get("/api/classrooms").status_code == 200

    def test_its_owners_first_google_sign_in_ends_its_recovery_code(self, school: World) -> None:
        student = school.visitor()
        teacher_id = enter(student, REGISTER, unverified())
        code = student.post(f"/api/teachers/{teacher_id}/recovery-code", {}).json()["code"]
        enter(school.visitor(), GOOGLE, token())
        body = {"username": ELENA.email, "code": code, "newPassword": PLANTED}
        assert error(school.visitor().post("/api/auth/recover", body)) == (401, "invalid_recovery_code")

    def test_what_the_owner_sets_then_stays(self, school: World) -> None:
        enter(school.visitor(), REGISTER, unverified())
        owner = school.visitor()
        teacher_id = enter(owner, GOOGLE, token())
        owner.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PASSWORD})
        enter(school.visitor(), GOOGLE, token())
        enter(school.visitor(), TEACHER, unverified())
        answer = school.visitor().post(TEACHER, {"username": ELENA.email, "password": PASSWORD})
        assert answer.status_code == 200
        assert owner.get("/api/classrooms").status_code == 200


class TestAPasswordSeenOnce:
    """It connected an identity of the student's own: changing it takes that away again."""

    def test_changing_it_disconnects_who_was_connected_by_it(self, school: World) -> None:
        desk = school.visitor()
        body = {"name": "Elena", "email": ELENA.email, "password": PASSWORD}
        teacher_id = desk.post(REGISTER, body).json()["user"]["id"]
        enter(school.visitor(), TEACHER, unverified(), password=PASSWORD)
        change = {"currentPassword": PASSWORD, "newPassword": "another one"}
        assert desk.put(f"/api/teachers/{teacher_id}/password", change).status_code == 204
        answer = school.visitor().post(TEACHER, {"idToken": unverified()})
        assert error(answer) == (409, "link_required")
        assert desk.get(f"/api/teachers/{teacher_id}").json()["usesIdentityProvider"] is False
        enter(school.visitor(), GOOGLE, token(), password="another one")

    def test_the_first_password_disconnects_nobody(self, school: World) -> None:
        desk = school.visitor()
        teacher_id = enter(desk, GOOGLE, token())
        desk.put(f"/api/teachers/{teacher_id}/password", {"newPassword": PASSWORD})
        assert enter(school.visitor(), GOOGLE, token()) == teacher_id


@pytest.mark.usefixtures("google")
class TestFromAnotherDevice:
    @pytest.fixture
    def world(self, make_world: MakeWorld) -> World:
        """Teachers may sign in from other devices; Elena has an account."""
        world = make_world(**SETTINGS, teacher_from_network=True)
        world.visitor().post(REGISTER, {"name": "Elena", "email": ELENA.email, "password": PASSWORD})
        return world

    @pytest.mark.parametrize(
        ("call", "refusal"), [(TEACHER, (401, "invalid_credentials")), (GOOGLE, (403, "teacher_not_allowed_here"))]
    )
    def test_who_only_says_an_email_is_theirs_learns_nothing_of_its_account(
        self, world: World, call: str, refusal: tuple[int, str]
    ) -> None:
        for email in (ELENA.email, "nobody@school.test"):
            claimed = token(ELENA.but(email=email), email_verified=False)
            assert error(world.device().post(call, {"idToken": claimed})) == refusal
            assert error(world.device().post(call, {"idToken": claimed, "password": PASSWORD})) == refusal

    def test_whose_email_it_is_connects_it_by_the_password(self, world: World) -> None:
        assert error(world.device().post(GOOGLE, {"idToken": token()})) == (409, "link_required")
        enter(world.device(), GOOGLE, token(), password=PASSWORD)


def test_a_uid_is_kept_with_its_project(school: World) -> None:
    """Whoever owns a project chooses its uids."""
    enter(school.visitor(), GOOGLE, token())
    with school.look() as db:
        kept = db.connection().exec_driver_sql("SELECT provider_uid FROM teachers").scalar()
    assert kept == f"{SETTINGS['firebase_project_id']}/{ELENA.uid}"
