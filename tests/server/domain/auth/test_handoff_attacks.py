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


def test_no_call_begins_one(school: World) -> None:
    """So that nobody is lured into a start of the attacker's: the window's process begins them by itself."""
    paths = {context.path for context in iter_route_contexts(school.app.routes)}
    calls = {path for path in paths if path and "handoff" in path}
    assert calls == {f"/api/auth/handoff/{call}" for call in CALLS}


@pytest.mark.spec("2.12")
@pytest.mark.parametrize("options", [{}, {"teacher_from_network": True}, {"school": True}])
@pytest.mark.usefixtures("google")
def test_another_device_neither_delivers_looks_nor_claims(
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
def test_another_device_does_not_get_here_by_saying_so(school: World, handoff: Handoff, header: str) -> None:
    handoff.deliver(school)
    liars = (school.device(), Browser(school.app, device=("192.168.1.77", 50000)), school.visitor())
    for liar in liars:
        for call in CALLS:
            answer = handoff.send(liar, call, headers={header: "127.0.0.1"})
            assert error(answer) == NOT_HERE


def test_a_stolen_handoff_delivers_but_claims_nothing(school: World, handoff: Handoff, begun: Begin) -> None:
    """It went through the browser's address; the verifier never did."""
    handoff.deliver(school)
    for verifier in (handoff.secret, "0" * 64, begun().verifier, handoff.verifier[:-1], "é"):
        thief = school.visitor()
        with nothing_stored(school):
            for call in ("look", "claim"):
                assert error(handoff.send(thief, call, verifier=verifier)) == OVER
        assert signed_in_as(thief) is None
    assert handoff.send(school.visitor(), "claim").status_code == 200


def test_one_of_another_key_is_none(school: World, handoff: Handoff) -> None:
    """Made up, or from before the program was started anew."""
    del handoff
    for key in (b"", b"\0" * 32, new_key()):
        made_up = Handoff.begun(key)
        for call in CALLS:
            assert error(made_up.send(school.visitor(), call)) == OVER


def test_without_a_window_there_is_none(school: World) -> None:
    made_up = Handoff.begun(b"")
    for call in CALLS:
        assert error(made_up.send(school.visitor(), call)) == OVER


def test_the_browser_that_delivers_gets_no_session(school: World, handoff: Handoff) -> None:
    browser = school.visitor()
    with nothing_stored(school):
        answer = handoff.send(browser, "deliver")
    assert answer.status_code == 204
    assert "set-cookie" not in answer.headers
    assert signed_in_as(browser) is None


def test_somebody_elses_delivery_signs_nobody_in_and_names_itself(school: World, handoff: Handoff) -> None:
    """The teacher is asked "Continue as Somebody Else (somebody@elsewhere.test)?" first."""
    window = school.visitor()
    with nothing_stored(school):
        handoff.deliver(school, token(SOMEBODY))
        seen = handoff.send(window, "look").json()
    assert seen == {"name": SOMEBODY.name, "email": SOMEBODY.email}
    assert signed_in_as(window) is None


def test_the_session_is_a_new_one(school: World, handoff: Handoff) -> None:
    """Whoever planted one in the window before has nothing."""
    planted = school.signed_in(school.teacher())
    window = school.visitor()
    window.http.cookies.set(SESSION_COOKIE, planted.http.cookies[SESSION_COOKIE])
    handoff.deliver(school)
    answer = handoff.send(window, "claim")
    assert answer.cookies[SESSION_COOKIE] != planted.http.cookies[SESSION_COOKIE]
    assert signed_in_as(planted) is None


def test_a_name_that_was_bent_here_is_refused(school: World, handoff: Handoff) -> None:
    """DNS rebinding: the page is the attacker's, the address ours."""
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Host": "rebound.evil.example:8080"})
            assert error(answer) == (421, "unknown_host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999"])
def test_another_sites_page_is_refused(school: World, handoff: Handoff, origin: str) -> None:
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Origin": origin})
            assert error(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_form_that_another_site_may_send_is_refused(school: World, handoff: Handoff, content_type: str) -> None:
    handoff.deliver(school)
    with nothing_stored(school):
        for call in CALLS:
            answer = handoff.send(school.visitor(), call, headers={"Content-Type": content_type})
            assert error(answer) == (422, "invalid")


@pytest.mark.usefixtures("google")
def test_a_schools_server_makes_no_teacher_by_it(make_world: MakeWorld, window_of: Callable[[World], Begin]) -> None:
    world = make_world(**SETTINGS, school=True)
    handoff = window_of(world)()
    handoff.deliver(world)
    with nothing_stored(world):
        assert error(handoff.send(world.visitor(), "claim")) == (403, "registration_closed")
