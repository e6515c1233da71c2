"""A server with a Firebase project, whose desktop window shares a key with it and starts hand-offs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from server.class_computer.handoff.service import Handoffs
from server.security.signed_handoff import new_key
from tests.factories.handoff import Begin, Handoff
from tests.factories.world import World
from tests.server.domain.auth.conftest import google as google  # noqa: PLC0414 - a fixture
from tests.server.domain.auth.conftest import school as school  # noqa: PLC0414 - a fixture


@pytest.fixture
def window_of() -> Iterator[Callable[[World], Begin]]:
    """Return a function that gives a server a window, and returns the window's function to start hand-offs."""
    with ExitStack() as cleanup:

        def open_window(world: World) -> Begin:
            key, state = new_key(), world.app.state
            cleanup.callback(setattr, state, "services", world.services)
            state.services = replace(world.services, handoffs=Handoffs(key))
            return lambda: Handoff.begun(key)

        yield open_window


@pytest.fixture
def begin(school: World, window_of: Callable[[World], Begin]) -> Begin:
    """Start hand-offs in the window of the server's computer."""
    return window_of(school)


@pytest.fixture
def handoff(begin: Begin) -> Handoff:
    """A hand-off that the window has started."""
    return begin()
