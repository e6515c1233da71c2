"""Attacks on the hand-off from the system's browser to the desktop window (docs/decisions/0011)."""

from collections.abc import Callable

import pytest
from fastapi.routing import iter_route_contexts

from server.security.sessions import SESSION_COOKIE
from server.security.signed_handoff import new_key
from tests.factories.firebase import SETTINGS, token
from tests.factories.handoff import CALLS, OVER, SOMEBODY, Begin, Handoff, signed_in_as
from tests.factories.stored import nothing_stored
from tests.factories.world import Browser, World, error
from tests.server.conftest import MakeWorld

NOT_HERE = (403, "teacher_not_allowed_here")


def test_no_call_of_the_api_starts_a_handoff(school: World) -> None:
    """Only the window's process starts hand-offs, so that nobody can be lured into an attacker's."""
    paths = {context.path for context in iter_route_contexts(school.app.routes)}
    calls = {path for path in paths if path and "handoff" in path}
    assert calls == {f"/api/auth/handoff/{call}" for call in CALLS}


@pytest.mark.spec("2.12")
@pytest.mark.parametrize("options", [{}, {"teacher_from_network": True}, {"school": True}])
@pytest.mark.usefixtures("google")
def test_another_device_can_neither_deliver_nor_look_nor_claim(
    make_world: MakeWorld,
    window_of: Callable[[World], Begin],
    options: dict[str, object],
) -> None:
    world = make_world(**SETTINGS, **options)
    handoff = window_of(world)()
    assert error(handoff.send(world.device(), "deliver")) == NOT_HERE
    handoff.deliver(world)
    with nothing_stored(world):
        for call in CALLS:
            assert error(handoff.send(world.device(), call)) == NOT_HERE


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_request_with_forwarding_headers_is_not_local(school: World, handoff: Handoff, header: str) -> None:
    handoff.deliver(school)
    clients = (school.device(), Browser(school.app, device=("192.168.1.77", 50000)), school.visitor())
    for client in clients:
        for call in CALLS:
            answer = handoff.send(client, call, headers={header: "127.0.0.1"})
            assert error(answer) == NOT_HERE


def test_a_stolen_handoff_without_its_verifier_claims_nothing(school: World, handoff: Handoff, begin: Begin) -> None:
    """The hand-off was part of the browser's URL; the verifier never leaves the window."""
    handoff.deliver(school)
    for verifier in (handoff.secret, "0" * 64, begin().verifier, handoff.verifier[:-1], "é"):
        attacker = school.visitor()
        with nothing_stored(school):
            for call in ("look", "claim"):
                assert error(handoff.send(attacker, call, verifier=verifier)) == OVER
        assert signed_in_as(attacker) is None
    assert handoff.send(school.visitor(), "claim").status_code == 200


def test_a_handoff_signed_with_another_key_is_410(school: World, handoff: Handoff) -> None:
    """Forged, or from before the program was restarted."""
    del handoff
    for key in (b"", b"\0" * 32, new_key()):
        forged = Handoff.begun(key)
        for call in CALLS:
            assert error(forged.send(school.visitor(), call)) == OVER


def test_without_a_window_every_handoff_is_410(school: World) -> None:
    forged = Handoff.begun(b"")
    for call in CALLS:
        assert error(forged.send(school.visitor(), call)) == OVER


def test_the_browser_that_delivers_gets_no_session(school: World, handoff: Handoff) -> None:
    browser = school.visitor()
    with nothing_stored(school):
        answer = handoff.send(browser, "deliver")
    assert answer.status_code == 204
    assert "set-cookie" not in answer.headers
    assert signed_in_as(browser) is None


def test_a_delivery_by_an_attacker_shows_the_attackers_name_and_signs_nobody_in(
    school: World, handoff: Handoff
) -> None:
    """The teacher is asked "Continue as Somebody Else (somebody@elsewhere.test)?" first."""
    window = school.visitor()
    with nothing_stored(school):
        handoff.deliver(school, token(SOMEBODY))
        seen = handoff.send(window, "look").json()
    assert seen == {"name": SOMEBODY.name, "email": SOMEBODY.email}
    assert signed_in_as(window) is None


def test_claiming_replaces_the_windows_previous_session(school: World, handoff: Handoff) -> None:
    """A session that an attacker planted in the window before is invalid."""
    planted = school.signed_in(school.teacher())
    window = school.visitor()
    window.http.cookies.set(SESSION_COOKIE, planted.http.cookies[SESSION_COOKIE])
    handoff.deliver(school)
    answer = handoff.send(window, "claim")
    assert answer.cookies[SESSION_COOKIE] != planted.http.cookies[SESSION_COOKIE]
    assert signed_in_as(planted) is None


def test_a_call_with_a_rebound_dns_name_is_421(school: World, handoff: Handoff) -> None:
    """DNS rebinding: the attacker's name resolves to this server."""
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Host": "rebound.evil.example:8080"})
            assert error(answer) == (421, "unknown_host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_a_call_from_a_foreign_origin_is_403(school: World, handoff: Handoff, origin: str) -> None:
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Origin": origin})
            assert error(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_call_with_a_form_content_type_is_422(school: World, handoff: Handoff, content_type: str) -> None:
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Content-Type": content_type})
            assert error(answer) == (422, "invalid")


@pytest.mark.usefixtures("google")
def test_claiming_on_a_schools_server_creates_no_teacher_without_an_invite(
    make_world: MakeWorld, window_of: Callable[[World], Begin]
) -> None:
    world = make_world(**SETTINGS, school=True)
    handoff = window_of(world)()
    handoff.deliver(world)
    with nothing_stored(world):
        assert error(handoff.send(world.visitor(), "claim")) == (403, "registration_closed")
