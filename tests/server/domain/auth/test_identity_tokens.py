"""Verification of ID tokens by the Firebase library, with certificates that the tests serve (specification 2.9)."""

import base64
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import product

import jwt
import pytest
from httpx2 import Response

from server.requests.fair_queue import MAX_TOKENS_PER_ADDRESS
from server.security import identity_provider
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.fake_clock import FakeClock
from tests.factories.firebase import (
    ELENA,
    KEY_ID,
    PROJECT,
    SETTINGS,
    CertificateResponse,
    CertificateServer,
    make_id_token,
    make_unsigned_id_token,
)
from tests.factories.passwords import PASSWORD
from tests.factories.response_fields import TEACHER_USER
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp

GOOGLE = "/api/auth/firebase"
CALLS = (GOOGLE, "/api/auth/teacher", "/api/auth/register-teacher")
UNVERIFIED = "The sign-in could not be verified. Please sign in again."
EXPIRED = "This sign-in has expired. Please sign in again. If that doesn't help, check this computer's date and time."
WRONG_CLOCK = "This computer's clock seems to be wrong. Set its date and time, then sign in again."
OFFLINE = "This computer can't reach Google to check the sign-in. Please check its internet connection."
HOUR = 3600


def moment() -> int:
    return int(time.time())


@contextmanager
def nothing_created(test_app: RunningApp) -> Iterator[None]:
    """Require that the block stores nothing: no account, no session, no event."""
    with assert_unchanged(test_app):
        yield
    assert count_rows(test_app, "teachers") == 0
    assert count_rows(test_app, "sessions") == 0


def send_invalid_token(test_app: RunningApp, id_token: str, call: str = GOOGLE) -> tuple[int, str, str]:
    """Send the token, require that nothing is stored, and return status, code and sentence."""
    with nothing_created(test_app):
        response = test_app.anonymous_client().post(call, {"idToken": id_token})
    assert "set-cookie" not in response.headers
    return (*error(response), response.json()["error"])


def send_valid_token(test_app: RunningApp, id_token: str) -> Response:
    response = test_app.anonymous_client().post(GOOGLE, {"idToken": id_token})
    assert response.status_code == 200, response.json()
    return response


@pytest.mark.spec("2.9")
def test_a_token_signed_by_firebase_signs_in_a_teacher(firebase_app: RunningApp) -> None:
    browser = firebase_app.anonymous_client()
    response = browser.post(GOOGLE, {"idToken": make_id_token()})
    assert response.status_code == 200
    user = response.json()["user"]
    assert set(user) == TEACHER_USER
    assert (user["username"], user["name"], user["role"]) == (ELENA.email, ELENA.name, "teacher")
    assert browser.get("/api/auth/session").json()["user"] == user


def swapped_payload() -> str:
    """Return a token with the signature of one account and the claims of another."""
    header, _, signature = make_id_token().split(".")
    claims = make_id_token(ELENA.with_changes(uid="somebody", email="head@school.test")).split(".")[1]
    return f"{header}.{claims}.{signature}"


def hmac_signed() -> str:
    claims = jwt.decode(make_id_token(), options={"verify_signature": False})
    return jwt.encode(claims, "the certificate, which everybody has", "HS256", {"kid": KEY_ID})


INVALID_TOKENS: dict[str, tuple[Callable[[], str], str]] = {
    "expired": (lambda: make_id_token(iat=moment() - HOUR, exp=moment() - 90), EXPIRED),
    "not yet valid": (lambda: make_id_token(iat=moment() + 600, exp=moment() + HOUR), WRONG_CLOCK),
    "signed in in the future": (lambda: make_id_token(auth_time=moment() + 600), WRONG_CLOCK),
    "forged": (lambda: make_id_token(signer="attacker"), UNVERIFIED),
    "forged, with an unknown key": (lambda: make_id_token(signer="attacker", key_id="their own"), UNVERIFIED),
    "with an unknown key id": (lambda: make_id_token(key_id="the key of last year"), UNVERIFIED),
    "changed after signing": (swapped_payload, UNVERIFIED),
    "not signed": (make_unsigned_id_token, UNVERIFIED),
    "not signed, with the key's name": (lambda: make_unsigned_id_token(headers={"kid": KEY_ID}), UNVERIFIED),
    "signed with the certificate as a password": (hmac_signed, UNVERIFIED),
    "for another project": (lambda: make_id_token(aud="another-project"), UNVERIFIED),
    "from another project": (lambda: make_id_token(iss="https://securetoken.google.com/another-project"), UNVERIFIED),
    "Google's own, not Firebase's": (
        lambda: make_id_token(aud="1.apps", iss="https://accounts.google.com"),
        UNVERIFIED,
    ),
    "without a subject": (lambda: make_id_token(sub=""), UNVERIFIED),
    "without an e-mail": (lambda: make_id_token(email=None), UNVERIFIED),
    "with an empty e-mail": (lambda: make_id_token(email=""), UNVERIFIED),
    "with an overlong e-mail": (lambda: make_id_token(email=f"{'x' * 320}@school.test"), UNVERIFIED),
    "without the time of the sign-in": (lambda: make_id_token(auth_time=None), UNVERIFIED),
    "no token": (lambda: "no token", UNVERIFIED),
    "three parts without content": (lambda: "a.b.c", UNVERIFIED),
    "outside the alphabet of base64": (lambda: "é.ü.\0", UNVERIFIED),
    "no JSON": (lambda: "YQ.YQ.YQ", UNVERIFIED),
    "no UTF-8": (lambda: "_w._w._w", UNVERIFIED),
    "a list": (lambda: jwt.api_jws.encode(b'["x"]', "x" * 32, "HS256", {"kid": KEY_ID}), UNVERIFIED),
}


@pytest.mark.spec("2.9")
def test_an_invalid_token_is_401_and_signs_nobody_in(firebase_app: RunningApp) -> None:
    for case, (made, sentence) in INVALID_TOKENS.items():
        assert send_invalid_token(firebase_app, made()) == (401, "invalid_token", sentence), case
    for call in CALLS:
        forged = make_id_token(signer="attacker")
        assert send_invalid_token(firebase_app, forged, call) == (401, "invalid_token", UNVERIFIED)


def test_a_value_that_cannot_be_a_token_is_422(firebase_app: RunningApp) -> None:
    for bad in ("", "x" * 8193, 5, ["x"], {"a": "token"}):
        for call in CALLS:
            with nothing_created(firebase_app):
                response = firebase_app.anonymous_client().post(call, {"idToken": bad})
                assert error(response) == (422, "invalid")
                assert set(response.json()["fields"]) == {"idToken"}


class TestClockSkew:
    """A clock skew of 60 seconds is tolerated at both ends of a token's validity."""

    @pytest.fixture
    def now(self, clock_from_now: FakeClock) -> int:
        """Set the server's clock to the current second, and return it."""
        clock_from_now.now = datetime.fromtimestamp(moment(), UTC)
        return int(clock_from_now.now.timestamp())

    @pytest.mark.spec("2.9")
    def test_a_sign_in_of_6_minutes_ago_is_accepted(self, firebase_app: RunningApp, now: int) -> None:
        send_valid_token(firebase_app, make_id_token(auth_time=now - 5 * 60 - 60))

    @pytest.mark.spec("2.9")
    def test_a_sign_in_a_second_older_than_6_minutes_is_401(self, firebase_app: RunningApp, now: int) -> None:
        stale = make_id_token(auth_time=now - 5 * 60 - 61)
        assert send_invalid_token(firebase_app, stale) == (401, "invalid_token", EXPIRED)

    def test_a_fresh_token_of_an_old_sign_in_is_401(self, firebase_app: RunningApp, now: int) -> None:
        renewed = make_id_token(iat=now, exp=now + HOUR, auth_time=now - HOUR)
        assert send_invalid_token(firebase_app, renewed) == (401, "invalid_token", EXPIRED)

    def test_a_clock_a_minute_behind_is_tolerated(self, firebase_app: RunningApp, now: int) -> None:
        send_valid_token(firebase_app, make_id_token(auth_time=now + 60, iat=now + 30))

    def test_a_clock_more_than_a_minute_behind_is_reported(self, firebase_app: RunningApp, now: int) -> None:
        assert send_invalid_token(firebase_app, make_id_token(auth_time=now + 61)) == (
            401,
            "invalid_token",
            WRONG_CLOCK,
        )

    def test_a_clock_20_seconds_ahead_is_tolerated(self, firebase_app: RunningApp, now: int) -> None:
        send_valid_token(firebase_app, make_id_token(iat=now - HOUR, exp=now - 20))

    @pytest.mark.parametrize("ahead", [HOUR, 24 * HOUR])
    def test_with_a_clock_an_hour_ahead_every_sign_in_has_expired(
        self, firebase_app: RunningApp, clock_from_now: FakeClock, ahead: int
    ) -> None:
        clock_from_now.advance(seconds=ahead)
        assert send_invalid_token(firebase_app, make_id_token()) == (401, "invalid_token", EXPIRED)


FOREIGN_RESPONSES = [
    CertificateResponse.captive_portal_page,
    CertificateResponse.server_error,
    *(
        partial(CertificateResponse.invalid_certificates, text)
        for text in (b'["no"]', b"null", b"5", b'{"keys": 5}', b'{"keys": [5]}')
    ),
]


class TestCertificates:
    @pytest.mark.parametrize("says", FOREIGN_RESPONSES)
    def test_sign_in_works_again_once_google_responds(
        self,
        firebase_app: RunningApp,
        google: CertificateServer,
        says: Callable[[], CertificateResponse],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(identity_provider, "UNREACHABLE_BACKOFF_SECONDS", 0)
        google.response = says()
        assert send_invalid_token(firebase_app, make_id_token()) == (503, "identity_provider_unreachable", OFFLINE)
        google.response = CertificateResponse.valid()
        send_valid_token(firebase_app, make_id_token())

    def test_after_a_failed_request_google_is_not_asked_again_during_the_backoff(
        self, firebase_app: RunningApp, google: CertificateServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(identity_provider, "UNREACHABLE_BACKOFF_SECONDS", 3600)
        google.response = CertificateResponse.server_error()
        for _ in range(3):
            assert send_invalid_token(firebase_app, make_id_token()) == (503, "identity_provider_unreachable", OFFLINE)
        assert google.request_count == 1

    def test_an_unreachable_google_is_503(self, firebase_app: RunningApp, google: CertificateServer) -> None:
        google.stop()
        assert send_invalid_token(firebase_app, make_id_token()) == (503, "identity_provider_unreachable", OFFLINE)

    def test_fetched_certificates_are_cached(self, firebase_app: RunningApp, google: CertificateServer) -> None:
        send_valid_token(firebase_app, make_id_token())
        send_valid_token(firebase_app, make_id_token())
        assert google.request_count == 1
        google.stop()
        send_valid_token(firebase_app, make_id_token())

    def test_a_malformed_token_is_401_without_a_request_to_google(
        self, firebase_app: RunningApp, google: CertificateServer
    ) -> None:
        for broken in ("a.b.c", make_unsigned_id_token(), make_id_token(aud="another-project")):
            send_invalid_token(firebase_app, broken)
        assert google.request_count == 0

    def test_a_token_that_crashes_the_verification_is_401_and_keeps_the_cached_certificates(
        self, firebase_app: RunningApp, google: CertificateServer
    ) -> None:
        headers = ('{"alg": "HS256"}', '{"alg": "RS256", "kid": "x"}', "[]")
        all_claims = ('{"v": 0, "d": 5}', '{"a": ' + "[" * 2900 + "]" * 2900 + "}", "5", "null", "{")
        send_valid_token(firebase_app, make_id_token())
        for token in product(headers, all_claims, ["signed"]):
            parts = (base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in token)
            refused = firebase_app.anonymous_client().post(GOOGLE, {"idToken": ".".join(parts)})
            assert error(refused) == (401, "invalid_token"), token
            send_valid_token(firebase_app, make_id_token())
        assert google.request_count == 1

    def test_password_sign_ins_do_not_wait_for_token_verifications(self, firebase_app: RunningApp) -> None:
        queues = firebase_app.services.queues
        with ExitStack() as waiting:
            for _ in range(MAX_TOKENS_PER_ADDRESS):
                waiting.enter_context(queues.token_slot("127.0.0.1"))
            assert send_invalid_token(firebase_app, make_id_token())[:2] == (429, "too_many_waiting")
            teacher = firebase_app.teacher()
            body = {"username": teacher.email, "password": PASSWORD}
            assert firebase_app.anonymous_client().post("/api/auth/teacher", body).status_code == 200
        send_valid_token(firebase_app, make_id_token())


def test_a_token_without_a_configured_provider_is_503_without_being_verified(
    test_app: RunningApp, google: CertificateServer
) -> None:
    sentence = "Firebase authentication is not configured. Please set up Firebase credentials."
    for call in CALLS:
        assert send_invalid_token(test_app, make_id_token(), call) == (
            503,
            "identity_provider_not_configured",
            sentence,
        )
    assert google.request_count == 0


class TestConfig:
    """The public configuration of the login screen."""

    def test_the_config_has_no_identity_provider_by_default(self, test_app: RunningApp) -> None:
        assert test_app.anonymous_client().get("/api/auth/config").json()["identityProvider"] is None

    def test_the_default_auth_domain_is_the_firebase_projects(self, firebase_app: RunningApp) -> None:
        for browser in (firebase_app.anonymous_client(), firebase_app.lan_client()):
            assert browser.get("/api/auth/config").json()["identityProvider"] == {
                "projectId": PROJECT,
                "apiKey": "any-key",
                "authDomain": f"{PROJECT}.firebaseapp.com",
                "emulatorUrl": None,
            }

    def test_the_auth_domain_can_be_configured(self, make_test_app: MakeTestApp) -> None:
        test_app = make_test_app(**SETTINGS, firebase_auth_domain="signin.school.example")
        config = test_app.anonymous_client().get("/api/auth/config").json()
        assert config["identityProvider"]["authDomain"] == "signin.school.example"
