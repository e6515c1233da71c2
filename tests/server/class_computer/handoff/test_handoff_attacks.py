"""Attacks on the hand-off from the system's browser to the desktop window (docs/decisions/0011-google-sign-in.md)."""

from collections.abc import Callable

import pytest
from fastapi.routing import iter_route_contexts

from server.security.sessions import SESSION_COOKIE
from server.security.signed_handoff import new_key
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.firebase import SETTINGS, make_id_token
from tests.factories.handoff import (
    HANDOFF_CALLS,
    HANDOFF_OVER,
    OTHER_ACCOUNT,
    Handoff,
    StartHandoff,
    signed_in_username,
)
from tests.factories.snapshots import assert_unchanged
from tests.server.conftest import MakeTestApp

NOT_HERE = (403, "teacher_not_allowed_here")


def test_no_call_of_the_api_starts_a_handoff(firebase_app: RunningApp) -> None:
    """Only the window's process starts hand-offs, so that nobody can be lured into an attacker's."""
    paths = {context.path for context in iter_route_contexts(firebase_app.app.routes)}
    calls = {path for path in paths if path and "handoff" in path}
    assert calls == {f"/api/auth/handoff/{call}" for call in HANDOFF_CALLS}


@pytest.mark.spec("2.12")
@pytest.mark.parametrize("options", [{}, {"teacher_from_network": True}, {"school": True}])
@pytest.mark.usefixtures("google")
def test_another_device_can_neither_deliver_nor_look_nor_claim(
    make_test_app: MakeTestApp,
    window_of: Callable[[RunningApp], StartHandoff],
    options: dict[str, object],
) -> None:
    test_app = make_test_app(**SETTINGS, **options)
    handoff = window_of(test_app)()
    assert error(handoff.send(test_app.lan_client(), "deliver")) == NOT_HERE
    handoff.deliver(test_app)
    with assert_unchanged(test_app):
        for call in HANDOFF_CALLS:
            assert error(handoff.send(test_app.lan_client(), call)) == NOT_HERE


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_request_with_forwarding_headers_is_not_local(
    firebase_app: RunningApp, handoff: Handoff, header: str
) -> None:
    handoff.deliver(firebase_app)
    clients = (
        firebase_app.lan_client(),
        firebase_app.client(client_address=("192.168.1.77", 50000)),
        firebase_app.anonymous_client(),
    )
    for client in clients:
        for call in HANDOFF_CALLS:
            response = handoff.send(client, call, headers={header: "127.0.0.1"})
            assert error(response) == NOT_HERE


def test_a_stolen_handoff_without_its_verifier_claims_nothing(
    firebase_app: RunningApp, handoff: Handoff, begin: StartHandoff
) -> None:
    """The hand-off was part of the browser's URL; the verifier never leaves the window."""
    handoff.deliver(firebase_app)
    for verifier in (handoff.secret, "0" * 64, begin().verifier, handoff.verifier[:-1], "é"):
        attacker = firebase_app.anonymous_client()
        with assert_unchanged(firebase_app):
            for call in ("look", "claim"):
                assert error(handoff.send(attacker, call, verifier=verifier)) == HANDOFF_OVER
        assert signed_in_username(attacker) is None
    assert handoff.send(firebase_app.anonymous_client(), "claim").status_code == 200


def test_a_handoff_signed_with_another_key_is_410(firebase_app: RunningApp, handoff: Handoff) -> None:
    """Forged, or from before the program was restarted."""
    del handoff
    for key in (b"", b"\0" * 32, new_key()):
        forged = Handoff.create(key)
        for call in HANDOFF_CALLS:
            assert error(forged.send(firebase_app.anonymous_client(), call)) == HANDOFF_OVER


def test_without_a_window_every_handoff_is_410(firebase_app: RunningApp) -> None:
    forged = Handoff.create(b"")
    for call in HANDOFF_CALLS:
        assert error(forged.send(firebase_app.anonymous_client(), call)) == HANDOFF_OVER


def test_the_browser_that_delivers_gets_no_session(firebase_app: RunningApp, handoff: Handoff) -> None:
    browser = firebase_app.anonymous_client()
    with assert_unchanged(firebase_app):
        response = handoff.send(browser, "deliver")
    assert response.status_code == 204
    assert "set-cookie" not in response.headers
    assert signed_in_username(browser) is None


def test_a_delivery_by_an_attacker_shows_the_attackers_name_and_signs_nobody_in(
    firebase_app: RunningApp, handoff: Handoff
) -> None:
    """The teacher is asked "Continue as Somebody Else (somebody@elsewhere.test)?" first."""
    window = firebase_app.anonymous_client()
    with assert_unchanged(firebase_app):
        handoff.deliver(firebase_app, make_id_token(OTHER_ACCOUNT))
        seen = handoff.send(window, "look").json()
    assert seen == {"name": OTHER_ACCOUNT.name, "email": OTHER_ACCOUNT.email}
    assert signed_in_username(window) is None


def test_claiming_replaces_the_windows_previous_session(firebase_app: RunningApp, handoff: Handoff) -> None:
    """A session that an attacker planted in the window before is invalid."""
    planted = firebase_app.client_for(firebase_app.teacher())
    window = firebase_app.anonymous_client()
    window.http.cookies.set(SESSION_COOKIE, planted.http.cookies[SESSION_COOKIE])
    handoff.deliver(firebase_app)
    response = handoff.send(window, "claim")
    assert response.cookies[SESSION_COOKIE] != planted.http.cookies[SESSION_COOKIE]
    assert signed_in_username(planted) is None


def test_a_call_with_a_rebound_dns_name_is_421(firebase_app: RunningApp, handoff: Handoff) -> None:
    """DNS rebinding: the attacker's name resolves to this server."""
    handoff.deliver(firebase_app)
    with assert_unchanged(firebase_app):
        for call in HANDOFF_CALLS:
            response = handoff.send(
                firebase_app.anonymous_client(), call, headers={"Host": "rebound.evil.example:8080"}
            )
            assert error(response) == (421, "unknown_host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_a_call_from_a_foreign_origin_is_403(firebase_app: RunningApp, handoff: Handoff, origin: str) -> None:
    handoff.deliver(firebase_app)
    with assert_unchanged(firebase_app):
        for call in HANDOFF_CALLS:
            response = handoff.send(firebase_app.anonymous_client(), call, headers={"Origin": origin})
            assert error(response) == (403, "foreign_origin")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_call_with_a_form_content_type_is_422(firebase_app: RunningApp, handoff: Handoff, content_type: str) -> None:
    handoff.deliver(firebase_app)
    with assert_unchanged(firebase_app):
        for call in HANDOFF_CALLS:
            response = handoff.send(firebase_app.anonymous_client(), call, headers={"Content-Type": content_type})
            assert error(response) == (422, "invalid")


@pytest.mark.usefixtures("google")
def test_claiming_on_a_schools_server_creates_no_teacher_without_an_invite(
    make_test_app: MakeTestApp, window_of: Callable[[RunningApp], StartHandoff]
) -> None:
    test_app = make_test_app(**SETTINGS, school=True)
    handoff = window_of(test_app)()
    handoff.deliver(test_app)
    with assert_unchanged(test_app):
        assert error(handoff.send(test_app.anonymous_client(), "claim")) == (403, "registration_closed")
