"""A server that teachers sign in to through Firebase: its real checks, on certificates of the tests' own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from server.class_computer.handoff.service import Handoffs
from server.security.signed_handoff import new_key
from tests.factories.firebase import SETTINGS, CertificateServer, certificate_server
from tests.factories.handoff import Begin, Handoff
from tests.factories.world import World
from tests.server.conftest import MakeWorld

CERTIFICATES_AT = "firebase_admin._token_gen.ID_TOKEN_CERT_URI"


@pytest.fixture
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[CertificateServer]:
    """Where the certificates are, for the worlds made after it."""
    with certificate_server() as server:
        monkeypatch.setattr(CERTIFICATES_AT, server.address)
        yield server


@pytest.fixture
def school(make_world: MakeWorld, google: CertificateServer) -> World:
    """The class computer of a school that has a Firebase project; with nobody in it."""
    del google
    return make_world(**SETTINGS)


@pytest.fixture
def window_of() -> Iterator[Callable[[World], Begin]]:
    """Gives a world's computer a window, which shares a key with the server and begins hand-offs."""
    with ExitStack() as closing:

        def give(world: World) -> Begin:
            key, state = new_key(), world.app.state
            closing.callback(setattr, state, "services", world.services)
            state.services = replace(world.services, handoffs=Handoffs(key))
            return lambda: Handoff.begun(key)

        yield give


@pytest.fixture
def begun(school: World, window_of: Callable[[World], Begin]) -> Begin:
    return window_of(school)


@pytest.fixture
def handoff(begun: Begin) -> Handoff:
    return begun()
