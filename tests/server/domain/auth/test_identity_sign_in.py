"""Sign-in, registration and linking with a verified identity (specification 2.9 to 2.11)."""

import pytest
from httpx2 import Response

from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.app import RunningApp
from tests.factories.fake_clock import FakeClock
from tests.factories.firebase import ELENA, SETTINGS, CertificateServer, make_id_token
from tests.factories.passwords import PASSWORD
from tests.factories.response_fields import TEACHER_USER
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp

GOOGLE = "/api/auth/firebase"
TEACHER = "/api/auth/teacher"
REGISTER = "/api/auth/register-teacher"
SIGN_INS = (GOOGLE, TEACHER)
LINK_REQUIRED = "There is already an account with this e-mail here. Enter its password to connect the two."


def send_token(browser: ApiClient, call: str = GOOGLE, id_token: str | None = None, **more: str) -> Response:
    return browser.post(call, {"idToken": id_token or make_id_token(), **more})


def user_of(response: Response) -> dict[str, str]:
    assert response.status_code in {200, 201}, response.json()
    user: dict[str, str] = response.json()["user"]
    assert set(user) == TEACHER_USER
    return user


def local_teacher(test_app: RunningApp, email: str = ELENA.email) -> dict[str, str]:
    """Register a local account, as before the Firebase project was configured."""
    body = {"name": "Elena from before", "email": email, "password": PASSWORD}
    return user_of(test_app.anonymous_client().post(REGISTER, body))


class TestAccount:
    """An account is found by the provider's uid: an e-mail may pass to another person."""

    @pytest.mark.spec("2.9")
    def test_the_first_google_sign_in_creates_the_account_and_the_second_finds_it(
        self, firebase_app: RunningApp
    ) -> None:
        first = user_of(send_token(firebase_app.anonymous_client()))
        assert user_of(send_token(firebase_app.anonymous_client())) == first
        assert count_rows(firebase_app, "teachers") == 1


class TestRegistration:
    @pytest.mark.spec("2.7")
    def test_registering_an_identity_returns_the_teacher_and_signs_in(self, firebase_app: RunningApp) -> None:
        browser = firebase_app.anonymous_client()
        response = send_token(browser, REGISTER)
        assert response.status_code == 201
        assert user_of(response)["name"] == ELENA.name
        assert is_signed_in(browser)

    @pytest.mark.spec("2.10")
    def test_signing_in_by_email_with_an_unregistered_identity_is_401(self, firebase_app: RunningApp) -> None:
        with assert_unchanged(firebase_app):
            response = send_token(firebase_app.anonymous_client(), TEACHER)
        assert error(response) == (401, "invalid_credentials")
        assert response.json()["error"] == "There is no account for this e-mail here yet. Choose Create Account."


class TestRemoteClients:
    """Accounts are created on the class computer itself; remote sign-in allows only existing ones."""

    def test_a_token_from_another_device_is_403_without_being_verified(
        self, firebase_app: RunningApp, google: CertificateServer
    ) -> None:
        send_token(firebase_app.anonymous_client())
        request_count = google.request_count
        with assert_unchanged(firebase_app):
            for call in (GOOGLE, TEACHER, REGISTER):
                assert error(send_token(firebase_app.lan_client(), call)) == (403, "teacher_not_allowed_here")
        assert google.request_count == request_count

    @pytest.mark.usefixtures("google")
    def test_remote_sign_in_accepts_existing_teachers_and_creates_none(
        self,
        make_test_app: MakeTestApp,
    ) -> None:
        test_app = make_test_app(**SETTINGS, teacher_from_network=True)
        with assert_unchanged(test_app):
            assert error(send_token(test_app.lan_client())) == (403, "teacher_not_allowed_here")
            assert error(send_token(test_app.lan_client(), REGISTER)) == (403, "teacher_not_allowed_here")
            assert error(send_token(test_app.lan_client(), TEACHER)) == (401, "invalid_credentials")
        known = user_of(send_token(test_app.anonymous_client()))
        for call in SIGN_INS:
            assert user_of(send_token(test_app.lan_client(), call)) == known


class TestLinking:
    """Linking an identity to the local account with its e-mail needs that account's password, once."""

    @pytest.mark.spec("2.11")
    def test_an_email_with_a_local_account_requires_linking(self, firebase_app: RunningApp) -> None:
        local_teacher(firebase_app)
        browser = firebase_app.anonymous_client()
        with assert_unchanged(firebase_app):
            response = send_token(browser)
        assert (error(response), response.json()["error"]) == ((409, "link_required"), LINK_REQUIRED)
        assert not is_signed_in(browser)

    @pytest.mark.spec("2.11")
    def test_the_local_accounts_password_links_the_identity_and_signs_in(self, firebase_app: RunningApp) -> None:
        known = local_teacher(firebase_app)
        browser = firebase_app.anonymous_client()
        assert user_of(send_token(browser, password=PASSWORD)) == known
        assert is_signed_in(browser)
        for again in SIGN_INS:
            assert user_of(send_token(firebase_app.anonymous_client(), again)) == known
        account = browser.get(f"/api/teachers/{known['id']}").json()
        assert (account["hasPassword"], account["usesIdentityProvider"]) == (True, True)

    def test_a_link_password_without_a_local_account_is_ignored(self, firebase_app: RunningApp) -> None:
        assert user_of(send_token(firebase_app.anonymous_client(), password="whatever"))["username"] == ELENA.email

    def test_a_recreated_google_account_is_linked_by_the_local_password_again(self, firebase_app: RunningApp) -> None:
        """The school deleted and recreated the Google account, which has another uid."""
        known = local_teacher(firebase_app)
        send_token(firebase_app.anonymous_client(), password=PASSWORD)
        renewed = make_id_token(ELENA.with_changes(uid="made anew"))
        assert error(send_token(firebase_app.anonymous_client(), id_token=renewed)) == (409, "link_required")
        assert user_of(send_token(firebase_app.anonymous_client(), id_token=renewed, password=PASSWORD)) == known


class TestLocalPassword:
    """A password of the identity's account, for sign-in without an internet connection."""

    @pytest.mark.spec("2.27")
    def test_a_local_password_signs_in_while_the_identity_provider_is_unreachable(
        self, firebase_app: RunningApp, google: CertificateServer
    ) -> None:
        teacher_client = firebase_app.anonymous_client()
        known = user_of(send_token(teacher_client))
        path = f"/api/teachers/{known['id']}"
        own: dict[str, object] = {"id": known["id"], "name": ELENA.name, "email": ELENA.email}
        own |= {"recoveryCodeMadeAt": None, "usesIdentityProvider": True}
        own |= {"username": ELENA.email, "createdAt": teacher_client.get(path).json()["createdAt"]}
        assert teacher_client.get(path).json() == own | {"hasPassword": False}
        assert teacher_client.put(f"{path}/password", {"newPassword": "for this one"}).status_code == 204
        assert teacher_client.get(path).json() == own | {"hasPassword": True}
        google.stop()
        offline = firebase_app.anonymous_client()
        assert user_of(offline.post(TEACHER, {"username": ELENA.email, "password": "for this one"})) == known
        assert is_signed_in(offline)

    def test_a_forgotten_password_can_be_replaced_within_10_minutes_of_a_google_sign_in(
        self, firebase_app: RunningApp, clock_from_now: FakeClock
    ) -> None:
        teacher_client = firebase_app.anonymous_client()
        path = f"/api/teachers/{user_of(send_token(teacher_client))['id']}/password"
        teacher_client.put(path, {"newPassword": "for this one"})
        assert error(teacher_client.put(path, {"currentPassword": "a guess", "newPassword": "another"})) == (
            422,
            "wrong_password",
        )
        clock_from_now.advance(minutes=10, seconds=1)
        assert error(teacher_client.put(path, {"newPassword": "another"})) == (403, "sign_in_again")
        send_token(teacher_client, id_token=make_id_token(auth_time=int(clock_from_now.now.timestamp())))
        assert teacher_client.put(path, {"newPassword": "another"}).status_code == 204
        assert user_of(firebase_app.anonymous_client().post(TEACHER, {"username": ELENA.email, "password": "another"}))

    def test_a_local_account_always_needs_its_current_password_to_change_it(self, firebase_app: RunningApp) -> None:
        known = local_teacher(firebase_app)
        teacher_client = firebase_app.anonymous_client()
        teacher_client.post(TEACHER, {"username": ELENA.email, "password": PASSWORD})
        response = teacher_client.put(f"/api/teachers/{known['id']}/password", {"newPassword": "for this one"})
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"currentPassword"}
