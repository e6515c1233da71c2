"""What an identity provider's token proves: Firebase's real checks, with certificates of the tests' own."""

import base64
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial

import jwt
import pytest
from httpx2 import Response

from server.security import identity_provider
from server.security.fair_queue import MAX_TOKENS_PER_ADDRESS
from tests.factories.fields import TEACHER_USER
from tests.factories.firebase import ELENA, KEY_ID, PROJECT, SETTINGS, CertificateServer, Saying, token, unsigned
from tests.factories.passwords import PASSWORD
from tests.factories.stored import count, nothing_stored
from tests.factories.world import World, error
from tests.server.conftest import Hands, MakeWorld

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
def nobody_gets_in(world: World) -> Iterator[None]:
    """No account, no session, no trace."""
    with nothing_stored(world):
        yield
    assert count(world, "teachers") == 0
    assert count(world, "sessions") == 0


def refused(world: World, id_token: str, call: str = GOOGLE) -> tuple[int, str, str]:
    """Status, code and sentence; nothing may come of it."""
    with nobody_gets_in(world):
        answer = world.visitor().post(call, {"idToken": id_token})
    assert "set-cookie" not in answer.headers
    return (*error(answer), answer.json()["error"])


def accepted(world: World, id_token: str) -> Response:
    answer = world.visitor().post(GOOGLE, {"idToken": id_token})
    assert answer.status_code == 200, answer.json()
    return answer


@pytest.mark.spec("2.9")
def test_a_token_that_firebase_signed_is_a_teacher(school: World) -> None:
    browser = school.visitor()
    answer = browser.post(GOOGLE, {"idToken": token()})
    assert answer.status_code == 200
    user = answer.json()["user"]
    assert set(user) == TEACHER_USER
    assert (user["username"], user["name"], user["role"]) == (ELENA.email, ELENA.name, "teacher")
    assert browser.get("/api/auth/session").json()["user"] == user


def swapped_payload() -> str:
    """The signature of one sign-in under somebody else's."""
    header, _, signature = token().split(".")
    return f"{header}.{token(ELENA.but(uid='somebody', email='head@school.test')).split('.')[1]}.{signature}"


def hmac_signed() -> str:
    claims = jwt.decode(token(), options={"verify_signature": False})
    return jwt.encode(claims, "the certificate, which everybody has", "HS256", {"kid": KEY_ID})


BAD: dict[str, tuple[Callable[[], str], str]] = {
    "expired": (lambda: token(iat=moment() - HOUR, exp=moment() - 90), EXPIRED),
    "not yet valid": (lambda: token(iat=moment() + 600, exp=moment() + HOUR), WRONG_CLOCK),
    "signed in in the future": (lambda: token(auth_time=moment() + 600), WRONG_CLOCK),
    "forged": (lambda: token(signer="somebody"), UNVERIFIED),
    "forged, with a key that nobody knows": (lambda: token(signer="somebody", key_id="their own"), UNVERIFIED),
    "of another key": (lambda: token(key_id="the key of last year"), UNVERIFIED),
    "changed after it was signed": (swapped_payload, UNVERIFIED),
    "not signed": (unsigned, UNVERIFIED),
    "not signed, with the key's name": (lambda: unsigned(headers={"kid": KEY_ID}), UNVERIFIED),
    "signed with the certificate as a password": (hmac_signed, UNVERIFIED),
    "for another project": (lambda: token(aud="somebody-elses"), UNVERIFIED),
    "from another project": (lambda: token(iss="https://securetoken.google.com/somebody-elses"), UNVERIFIED),
    "Google's own, not Firebase's": (lambda: token(aud="1.apps", iss="https://accounts.google.com"), UNVERIFIED),
    "of nobody": (lambda: token(sub=""), UNVERIFIED),
    "without an e-mail": (lambda: token(email=None), UNVERIFIED),
    "with an empty e-mail": (lambda: token(email=""), UNVERIFIED),
    "with an endless e-mail": (lambda: token(email=f"{'x' * 320}@school.test"), UNVERIFIED),
    "without the moment of the sign-in": (lambda: token(auth_time=None), UNVERIFIED),
    "no token": (lambda: "no token", UNVERIFIED),
    "three times nothing": (lambda: "a.b.c", UNVERIFIED),
    "in nobody's alphabet": (lambda: "é.ü.\0", UNVERIFIED),
    "no JSON": (lambda: "YQ.YQ.YQ", UNVERIFIED),
    "no text": (lambda: "_w._w._w", UNVERIFIED),
    "a list": (lambda: jwt.api_jws.encode(b'["x"]', "x" * 32, "HS256", {"kid": KEY_ID}), UNVERIFIED),
}


@pytest.mark.spec("2.9")
@pytest.mark.parametrize("case", BAD)
def test_a_token_proves_nothing_when_it_is(school: World, case: str) -> None:
    made, sentence = BAD[case]
    for call in CALLS:
        assert refused(school, made(), call) == (401, "invalid_token", sentence)


@pytest.mark.parametrize("bad", ["", "x" * 8193, 5, ["x"], {"a": "token"}])
def test_what_can_be_no_token_is_422(school: World, bad: object) -> None:
    for call in CALLS:
        with nobody_gets_in(school):
            answer = school.visitor().post(call, {"idToken": bad})
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {"idToken"}


class TestTheClocks:
    """A school's clocks differ: 60 seconds are allowed, on both sides of each border."""

    @pytest.fixture
    def now(self, hands: Hands) -> int:
        """The computer's clock stands at this second."""
        hands.now = datetime.fromtimestamp(moment(), UTC)
        return int(hands.now.timestamp())

    @pytest.mark.spec("2.9")
    def test_a_sign_in_counts_for_5_minutes(self, school: World, now: int) -> None:
        accepted(school, token(auth_time=now - 5 * 60 - 60))

    @pytest.mark.spec("2.9")
    def test_a_second_later_it_is_over(self, school: World, now: int) -> None:
        stale = token(auth_time=now - 5 * 60 - 61)
        assert refused(school, stale) == (401, "invalid_token", EXPIRED)

    def test_a_fresh_token_of_an_old_sign_in_is_over_too(self, school: World, now: int) -> None:
        renewed = token(iat=now, exp=now + HOUR, auth_time=now - HOUR)
        assert refused(school, renewed) == (401, "invalid_token", EXPIRED)

    def test_a_clock_that_is_a_minute_behind_is_right_enough(self, school: World, now: int) -> None:
        accepted(school, token(auth_time=now + 60, iat=now + 30))

    def test_one_that_is_further_behind_is_wrong(self, school: World, now: int) -> None:
        assert refused(school, token(auth_time=now + 61)) == (401, "invalid_token", WRONG_CLOCK)

    def test_one_that_is_a_little_ahead_is_right_enough(self, school: World, now: int) -> None:
        accepted(school, token(iat=now - HOUR, exp=now - 20))

    @pytest.mark.parametrize("ahead", [HOUR, 24 * HOUR])
    def test_one_that_is_far_ahead_finds_every_sign_in_too_old(self, school: World, hands: Hands, ahead: int) -> None:
        hands.move(seconds=ahead)
        assert refused(school, token()) == (401, "invalid_token", EXPIRED)


NOT_GOOGLE = [
    Saying.page,
    Saying.failure,
    *(partial(Saying.something_else, text) for text in (b'["no"]', b"null", b"5", b'{"keys": 5}', b'{"keys": [5]}')),
]


class TestTheInternet:
    @pytest.mark.parametrize("says", NOT_GOOGLE)
    def test_what_answers_is_not_google(
        self, school: World, google: CertificateServer, says: Callable[[], Saying]
    ) -> None:
        google.says = says()
        assert refused(school, token()) == (503, "identity_provider_unreachable", OFFLINE)

    @pytest.mark.parametrize("says", NOT_GOOGLE)
    def test_once_it_is_google_again_the_next_sign_in_works(
        self,
        school: World,
        google: CertificateServer,
        says: Callable[[], Saying],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(identity_provider, "UNREACHABLE_BACKOFF_SECONDS", 0)
        google.says = says()
        refused(school, token())
        google.says = Saying.certificates()
        accepted(school, token())

    def test_those_who_come_right_after_do_not_wait_for_it_again(
        self, school: World, google: CertificateServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(identity_provider, "UNREACHABLE_BACKOFF_SECONDS", 3600)
        google.says = Saying.failure()
        for _ in range(3):
            assert refused(school, token()) == (503, "identity_provider_unreachable", OFFLINE)
        assert google.asked == 1

    def test_nobody_answers(self, school: World, google: CertificateServer) -> None:
        google.unplug()
        assert refused(school, token()) == (503, "identity_provider_unreachable", OFFLINE)

    def test_certificates_that_were_fetched_are_kept(self, school: World, google: CertificateServer) -> None:
        accepted(school, token())
        accepted(school, token())
        assert google.asked == 1
        google.unplug()
        accepted(school, token())

    def test_a_broken_token_asks_nobody(self, school: World, google: CertificateServer) -> None:
        for broken in ("a.b.c", unsigned(), token(aud="somebody-elses")):
            refused(school, broken)
        assert google.asked == 0

    @pytest.mark.parametrize("claims", ['{"v": 0, "d": 5}', '{"a": ' + "[" * 2900 + "]" * 2900 + "}", "5", "null", "{"])
    @pytest.mark.parametrize("header", ['{"alg": "HS256"}', '{"alg": "RS256", "kid": "x"}', "[]"])
    def test_what_stumbles_the_check_is_the_tokens_fault_and_takes_no_certificates_away(
        self, school: World, google: CertificateServer, header: str, claims: str
    ) -> None:
        accepted(school, token())
        parts = (base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in (header, claims, "signed"))
        assert error(school.visitor().post(GOOGLE, {"idToken": ".".join(parts)})) == (401, "invalid_token")
        accepted(school, token())
        assert google.asked == 1

    def test_passwords_do_not_wait_behind_tokens(self, school: World) -> None:
        queues = school.services.queues
        with ExitStack() as waiting:
            for _ in range(MAX_TOKENS_PER_ADDRESS):
                waiting.enter_context(queues.token_slot("127.0.0.1"))
            assert refused(school, token())[:2] == (429, "too_many_waiting")
            teacher = school.teacher()
            body = {"username": teacher.email, "password": PASSWORD}
            assert school.visitor().post("/api/auth/teacher", body).status_code == 200
        accepted(school, token())


def test_while_none_is_set_up_no_token_is_looked_at(world: World, google: CertificateServer) -> None:
    sentence = "Firebase authentication is not configured. Please set up Firebase credentials."
    for call in CALLS:
        assert refused(world, token(), call) == (503, "identity_provider_not_configured", sentence)
    assert google.asked == 0


class TestConfig:
    """What the login screen is told; all of it is public."""

    def test_none_is_set_up(self, world: World) -> None:
        assert world.visitor().get("/api/auth/config").json()["identityProvider"] is None

    def test_a_projects_own_domain_is_the_default(self, school: World) -> None:
        for browser in (school.visitor(), school.device()):
            assert browser.get("/api/auth/config").json()["identityProvider"] == {
                "projectId": PROJECT,
                "apiKey": "any-key",
                "authDomain": f"{PROJECT}.firebaseapp.com",
                "emulatorUrl": None,
            }

    def test_a_school_may_have_its_own(self, make_world: MakeWorld) -> None:
        world = make_world(**SETTINGS, firebase_auth_domain="signin.school.example")
        config = world.visitor().get("/api/auth/config").json()
        assert config["identityProvider"]["authDomain"] == "signin.school.example"
