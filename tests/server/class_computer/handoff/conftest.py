"""A server with a Firebase project, whose desktop window shares a key with it and starts hand-offs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from server.class_computer.handoff.service import Handoffs
from server.security.signed_handoff import new_key
from tests.factories.app import RunningApp
from tests.factories.handoff import Handoff, StartHandoff
from tests.server.domain.auth.conftest import firebase_app as firebase_app  # noqa: PLC0414 - a fixture
from tests.server.domain.auth.conftest import google as google  # noqa: PLC0414 - a fixture


@pytest.fixture
def window_of() -> Iterator[Callable[[RunningApp], StartHandoff]]:
    """Return a function that gives a server a window, and returns the window's function to start hand-offs."""
    with ExitStack() as cleanup:

        def open_window(test_app: RunningApp) -> StartHandoff:
            key, state = new_key(), test_app.app.state
            cleanup.callback(setattr, state, "services", test_app.services)
            state.services = replace(test_app.services, handoffs=Handoffs(key))
            return lambda: Handoff.create(key)

        yield open_window


@pytest.fixture
def begin(firebase_app: RunningApp, window_of: Callable[[RunningApp], StartHandoff]) -> StartHandoff:
    """Start hand-offs in the window of the server's computer."""
    return window_of(firebase_app)


@pytest.fixture
def handoff(begin: StartHandoff) -> Handoff:
    """A hand-off that the window has started."""
    return begin()
