"""The hand-off from the system's browser to the desktop window (docs/decisions/0011-google-sign-in.md)."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest

from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.firebase import ELENA, CertificateServer, make_id_token
from tests.factories.handoff import (
    HANDOFF_CALLS,
    HANDOFF_OVER,
    OTHER_ACCOUNT,
    Handoff,
    StartHandoff,
    signed_in_username,
)
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import assert_unchanged, count_rows

SENTENCE = "This sign-in is over. Choose Sign in with Google in GoalBucks again."


class TestDeliveryAndClaim:
    @pytest.mark.spec("2.12")
    def test_the_window_sees_the_delivered_identity_and_claims_a_session(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        window = firebase_app.anonymous_client()
        response = handoff.send(window, "look")
        assert (response.status_code, response.json()) == (202, None)
        handoff.deliver(firebase_app)
        response = handoff.send(window, "look")
        assert (response.status_code, response.json()) == (200, {"name": ELENA.name, "email": ELENA.email})
        assert signed_in_username(window) is None
        response = handoff.send(window, "claim")
        assert response.status_code == 200
        assert response.json()["user"]["username"] == ELENA.email
        assert signed_in_username(window) == ELENA.email

    def test_an_identity_without_a_name_is_shown_by_the_local_part_of_its_email(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        handoff.deliver(firebase_app, make_id_token(name=None))
        assert handoff.send(firebase_app.anonymous_client(), "look").json() == {"name": "elena", "email": ELENA.email}

    def test_looking_at_the_identity_does_not_use_up_the_handoff(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        handoff.deliver(firebase_app)
        assert {handoff.send(firebase_app.anonymous_client(), "look").status_code for _ in range(3)} == {200}
        assert handoff.send(firebase_app.anonymous_client(), "claim").status_code == 200

    def test_a_handoff_without_a_delivery_cannot_be_claimed(self, firebase_app: RunningApp, handoff: Handoff) -> None:
        with assert_unchanged(firebase_app):
            assert error(handoff.send(firebase_app.anonymous_client(), "claim")) == HANDOFF_OVER
        handoff.deliver(firebase_app)
        assert handoff.send(firebase_app.anonymous_client(), "claim").status_code == 200

    def test_two_handoffs_claim_their_own_identities(self, firebase_app: RunningApp, begin: StartHandoff) -> None:
        one, other = begin(), begin()
        one.deliver(firebase_app)
        other.deliver(firebase_app, make_id_token(OTHER_ACCOUNT))
        window = firebase_app.anonymous_client()
        assert one.send(window, "claim").json()["user"]["username"] == ELENA.email
        assert other.send(window, "claim").json()["user"]["username"] == OTHER_ACCOUNT.email

    @pytest.mark.parametrize("sign", ["\u202e", "\u2067", "\u200b"])
    def test_the_identitys_name_is_shown_without_format_characters(
        self, firebase_app: RunningApp, handoff: Handoff, sign: str
    ) -> None:
        handoff.deliver(firebase_app, make_id_token(name=f"Elena{sign} Rivera"))
        assert handoff.send(firebase_app.anonymous_client(), "look").json()["name"] == "Elena Rivera"


class TestSingleUse:
    @pytest.mark.spec("2.12")
    def test_a_claimed_handoff_is_410_for_every_call(self, firebase_app: RunningApp, handoff: Handoff) -> None:
        handoff.deliver(firebase_app)
        assert handoff.send(firebase_app.anonymous_client(), "claim").status_code == 200
        for call in HANDOFF_CALLS:
            response = handoff.send(firebase_app.anonymous_client(), call)
            assert (error(response), response.json()["error"]) == (HANDOFF_OVER, SENTENCE)
        assert count_rows(firebase_app, "sessions") == 1

    @pytest.mark.postgresql
    def test_of_concurrent_claims_one_gets_a_session(self, firebase_app: RunningApp, handoff: Handoff) -> None:
        handoff.deliver(firebase_app)
        windows = [firebase_app.anonymous_client() for _ in range(4)]
        responses = run_concurrently(*(partial(handoff.send, window, "claim") for window in windows))
        assert sorted(response.status_code for response in responses) == [200, 410, 410, 410]
        assert count_rows(firebase_app, "sessions") == 1

    def test_a_second_delivery_is_410_and_the_first_identity_stays(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        handoff.deliver(firebase_app)
        response = handoff.send(firebase_app.anonymous_client(), "deliver", idToken=make_id_token(OTHER_ACCOUNT))
        assert error(response) == HANDOFF_OVER
        assert handoff.send(firebase_app.anonymous_client(), "look").json()["email"] == ELENA.email

    def test_a_token_for_a_delivered_handoff_is_410_without_being_verified(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        handoff.deliver(firebase_app)
        assert error(handoff.send(firebase_app.anonymous_client(), "deliver", idToken="no token")) == HANDOFF_OVER

    @pytest.mark.postgresql
    def test_of_concurrent_deliveries_one_is_accepted(self, firebase_app: RunningApp, handoff: Handoff) -> None:
        calls = (partial(handoff.send, firebase_app.anonymous_client(), "deliver") for _ in range(4))
        assert sorted(response.status_code for response in run_concurrently(*calls)) == [204, 410, 410, 410]

    def test_an_invalid_token_does_not_use_up_the_handoff(self, firebase_app: RunningApp, handoff: Handoff) -> None:
        for bad in ("no token", make_id_token(aud="somebody-elses"), make_id_token(email=None)):
            response = handoff.send(firebase_app.anonymous_client(), "deliver", idToken=bad)
            assert error(response) == (401, "invalid_token")
        assert handoff.send(firebase_app.anonymous_client(), "look").status_code == 202
        handoff.deliver(firebase_app)

    def test_an_unreachable_identity_provider_does_not_use_up_the_handoff(
        self, firebase_app: RunningApp, handoff: Handoff, google: CertificateServer
    ) -> None:
        google.stop()
        response = handoff.send(firebase_app.anonymous_client(), "deliver")
        assert error(response) == (503, "identity_provider_unreachable")
        assert handoff.send(firebase_app.anonymous_client(), "look").status_code == 202

    @pytest.mark.sqlite_file
    def test_a_database_error_during_the_claim_does_not_use_up_the_handoff(
        self, firebase_app: RunningApp, handoff: Handoff
    ) -> None:
        handoff.deliver(firebase_app)
        window = firebase_app.anonymous_client()
        with firebase_app.transactions.engine.connect() as connection:
            connection.exec_driver_sql("ALTER TABLE sessions RENAME TO hidden")
            connection.commit()
            assert error(handoff.send(window, "claim")) == (503, "store_unavailable")
            connection.exec_driver_sql("ALTER TABLE hidden RENAME TO sessions")
            connection.commit()
        assert handoff.send(window, "claim").status_code == 200


class TestExpiry:
    @pytest.fixture
    def handoff(self, begin: StartHandoff, fake_clock: FakeClock) -> Handoff:
        """Start a hand-off when the clock shows a full second."""
        handoff = begin()
        ends_at = int(handoff.secret.split(".")[1])
        fake_clock.now = datetime.fromtimestamp(ends_at - 5 * 60, UTC)
        return handoff

    def test_a_handoff_can_be_claimed_until_five_minutes_have_passed(
        self, firebase_app: RunningApp, handoff: Handoff, fake_clock: FakeClock
    ) -> None:
        fake_clock.advance(minutes=4, seconds=58)
        handoff.deliver(firebase_app)
        fake_clock.advance(seconds=1)
        assert handoff.send(firebase_app.anonymous_client(), "look").status_code == 200
        assert handoff.send(firebase_app.anonymous_client(), "claim").status_code == 200

    @pytest.mark.spec("2.12")
    @pytest.mark.parametrize("delivered", [True, False])
    def test_a_handoff_is_410_after_five_minutes(
        self, firebase_app: RunningApp, handoff: Handoff, fake_clock: FakeClock, *, delivered: bool
    ) -> None:
        if delivered:
            handoff.deliver(firebase_app)
        fake_clock.advance(minutes=5)
        with assert_unchanged(firebase_app):
            for call in HANDOFF_CALLS:
                assert error(handoff.send(firebase_app.anonymous_client(), call)) == HANDOFF_OVER

    def test_a_handoff_with_a_changed_expiry_is_410(
        self, firebase_app: RunningApp, handoff: Handoff, fake_clock: FakeClock
    ) -> None:
        fake_clock.advance(minutes=5)
        secret, ends_at, signature = handoff.secret.split(".")
        longer = Handoff(f"{secret}.{int(ends_at) + 3600}.{signature}", handoff.verifier)
        for call in HANDOFF_CALLS:
            assert error(longer.send(firebase_app.anonymous_client(), call)) == HANDOFF_OVER


class TestLinking:
    @pytest.fixture
    def delivered(self, firebase_app: RunningApp, handoff: Handoff) -> Handoff:
        """Deliver an identity whose e-mail has a local account."""
        body = {"name": "Elena from before", "email": ELENA.email, "password": PASSWORD}
        assert firebase_app.anonymous_client().post("/api/auth/register-teacher", body).status_code == 201
        handoff.deliver(firebase_app)
        return handoff

    def test_claiming_for_an_email_with_a_local_account_needs_its_password(
        self, firebase_app: RunningApp, delivered: Handoff
    ) -> None:
        window = firebase_app.anonymous_client()
        assert error(delivered.send(window, "claim")) == (409, "link_required")
        assert signed_in_username(window) is None
        response = delivered.send(window, "claim", password=PASSWORD)
        assert response.json()["user"]["name"] == "Elena from before"
        assert signed_in_username(window) == ELENA.email

    def test_a_wrong_link_password_does_not_use_up_the_handoff(
        self, firebase_app: RunningApp, delivered: Handoff
    ) -> None:
        window = firebase_app.anonymous_client()
        assert error(delivered.send(window, "claim", password="wrong")) == (401, "invalid_credentials")
        assert delivered.send(window, "claim", password=PASSWORD).status_code == 200
        assert error(delivered.send(window, "claim", password=PASSWORD)) == HANDOFF_OVER

    @pytest.mark.postgresql
    @pytest.mark.usefixtures("delivered")
    def test_concurrent_sign_ins_with_the_link_password_all_succeed(self, firebase_app: RunningApp) -> None:
        identity = {"idToken": make_id_token(), "password": PASSWORD}
        calls = (partial(firebase_app.anonymous_client().post, "/api/auth/firebase", identity) for _ in range(3))
        assert [response.status_code for response in run_concurrently(*calls)] == [200, 200, 200]

    def test_guessing_the_link_password_is_throttled(self, firebase_app: RunningApp, delivered: Handoff) -> None:
        for _ in range(10):
            response = delivered.send(firebase_app.anonymous_client(), "claim", password="wrong")
            assert error(response) == (401, "invalid_credentials")
        assert error(delivered.send(firebase_app.anonymous_client(), "claim", password=PASSWORD)) == (
            429,
            "too_many_attempts",
        )


def test_delivering_without_a_configured_identity_provider_is_503(
    test_app: RunningApp, window_of: Callable[[RunningApp], StartHandoff]
) -> None:
    handoff = window_of(test_app)()
    assert error(handoff.send(test_app.anonymous_client(), "deliver")) == (503, "identity_provider_not_configured")


@pytest.mark.parametrize("bad", ["", "x" * 201, 5, None, ["x"]])
@pytest.mark.parametrize("field", ["handoff", "verifier"])
def test_a_missing_or_overlong_field_is_422(
    firebase_app: RunningApp, handoff: Handoff, field: str, bad: object
) -> None:
    calls = HANDOFF_CALLS if field == "handoff" else HANDOFF_CALLS[1:]
    for call in calls:
        response = handoff.send(firebase_app.anonymous_client(), call, **{field: bad})
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {field}


@pytest.mark.parametrize("strange", ["x", "a.b.c", "..", ".nan.", "é.1.é", "\0", "9" * 200])
def test_a_malformed_handoff_is_410(firebase_app: RunningApp, handoff: Handoff, strange: str) -> None:
    for call in HANDOFF_CALLS:
        assert error(handoff.send(firebase_app.anonymous_client(), call, handoff=strange)) == HANDOFF_OVER
