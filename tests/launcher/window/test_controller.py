"""Confirmation before the window closes, and Google sign-in requests of the page."""

import io
import json
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, Self

import pytest

from launcher.window import controller
from launcher.window.controller import WindowController
from launcher.window.google_sign_in import STATE_KEY
from launcher.window.process import WindowOptions
from server.security.signed_handoff import is_verifier_of, new_key
from tests.factories.waiting import wait_until


class Event:
    """Event of pywebview, to which handlers are added."""

    def __init__(self) -> None:
        self.handlers: list[Callable[..., Any]] = []

    def __iadd__(self, handler: Callable[..., Any]) -> Self:
        self.handlers.append(handler)
        return self


class FakeWindow:
    """The part of pywebview's window that WindowController uses."""

    def __init__(self) -> None:
        names = ("closing", "loaded", "minimized", "maximized", "restored")
        self.events = SimpleNamespace(**{each: Event() for each in names})
        self.destroyed = False
        self.state = Event()
        self.address: str | None = "http://127.0.0.1:8080/"
        self.scripts: list[str] = []

    def run_js(self, script: str) -> None:
        self.scripts.append(script)

    def destroy(self) -> None:
        self.destroyed = True

    def get_current_url(self) -> str | None:
        return self.address

    def may_close(self) -> bool:
        """Fire the closing event; whether the window may close."""
        return all(handler() for handler in self.events.closing.handlers)


class FakeDialog:
    """Confirmation dialog; `answer` closes it."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.cancel = ""
        self._answered = threading.Event()
        self._is_confirmed = False

    def confirm(self, connected: str, _question: str, _button: str, cancel: str) -> bool:
        self.shown.append(connected)
        self.cancel = cancel
        assert self._answered.wait(30)
        self._answered.clear()
        return self._is_confirmed

    def answer(self, *, confirm: bool) -> None:
        self._is_confirmed = confirm
        self._answered.set()


@pytest.fixture
def dialog() -> FakeDialog:
    return FakeDialog()


@pytest.fixture
def open_window(monkeypatch: pytest.MonkeyPatch, dialog: FakeDialog) -> Iterator[Callable[[str], FakeWindow]]:
    """Return a function that opens a window to which the server has sent these messages."""
    ended = threading.Event()
    crashes: list[bool] = []
    monkeypatch.setattr(
        controller, "CrashRestart", lambda *_: SimpleNamespace(language="en", restart=lambda: crashes.append(True))
    )

    def begin(messages: str) -> FakeWindow:
        received = threading.Event()

        def lines() -> Iterator[bytes]:
            yield from io.BytesIO(messages.encode())
            received.set()
            ended.wait(30)

        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=lines()))
        window: Any = FakeWindow()
        WindowController(window, WindowOptions("http://127.0.0.1:8080", "/nowhere"), dialog.confirm)
        assert received.wait(30)
        opened: FakeWindow = window
        return opened

    yield begin
    ended.set()
    wait_until(lambda: crashes == [True])


def test_without_connected_students_closing_needs_no_confirmation(
    open_window: Callable[[str], FakeWindow], dialog: FakeDialog
) -> None:
    window = open_window('{"students": 3}\n{"students": 0}\n')
    assert window.may_close()
    assert dialog.shown == []


@pytest.mark.parametrize(
    ("students", "connected"), [(1, "1 student is connected."), (12, "12 students are connected.")]
)
def test_the_confirmation_names_the_number_of_connected_students(
    open_window: Callable[[str], FakeWindow], dialog: FakeDialog, students: int, connected: str
) -> None:
    window = open_window(f'{{"students": {students}}}\n')
    assert not window.may_close()
    wait_until(lambda: dialog.shown == [connected])
    dialog.answer(confirm=True)
    wait_until(lambda: window.destroyed)
    assert window.may_close()


@pytest.mark.spec("17.1")
def test_the_confirmation_is_in_the_language_of_the_class_computer(
    open_window: Callable[[str], FakeWindow], dialog: FakeDialog
) -> None:
    window = open_window('{"students": 12}\n{"language": "es"}\n')
    assert not window.may_close()
    wait_until(lambda: dialog.shown == ["Hay 12 estudiantes en línea."])
    assert dialog.cancel == "Cancelar"
    dialog.answer(confirm=True)
    wait_until(lambda: window.destroyed)


def test_a_second_close_opens_no_second_dialog_and_cancelling_keeps_the_window(
    open_window: Callable[[str], FakeWindow], dialog: FakeDialog
) -> None:
    window = open_window('{"students": 12}\n')
    assert not window.may_close()
    wait_until(lambda: len(dialog.shown) == 1)
    assert not window.may_close()
    dialog.answer(confirm=False)
    wait_until(lambda: not window.may_close() and len(dialog.shown) == 2)
    assert not window.destroyed
    dialog.answer(confirm=False)


@pytest.mark.parametrize("opened", [True, False])
def test_a_google_sign_in_opens_the_browser_without_the_verifier(
    open_window: Callable[[str], FakeWindow], monkeypatch: pytest.MonkeyPatch, *, opened: bool
) -> None:
    key = new_key()
    addresses: list[str] = []

    def browser(address: str) -> bool:
        addresses.append(address)
        return opened

    monkeypatch.setattr(webbrowser, "open", browser)
    window = open_window(f'{{"handoff_key": "{key.hex()}"}}\n')
    (handler,) = window.state.handlers
    handler("change", "somethingElse", 1)
    assert window.scripts == []
    handler("change", STATE_KEY, 1)
    (answer,) = window.scripts
    started = json.loads(answer.removeprefix("window.pywebview.googleSignInBegan(1, ").removesuffix(")"))
    assert addresses == [started["address"]] == [f"http://localhost:8080/signin#h={started['handoff']}"]
    assert started["verifier"] not in started["address"]
    assert is_verifier_of(key, started["handoff"], started["verifier"])
    assert started["opened"] is opened


def test_a_page_of_another_origin_cannot_start_a_google_sign_in(
    open_window: Callable[[str], FakeWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    window = open_window(f'{{"handoff_key": "{new_key().hex()}"}}\n')
    for address in ("http://127.0.0.1:80800/", "https://elsewhere.test/http://127.0.0.1:8080/", None):
        window.address = address
        for handler in window.state.handlers:
            handler("change", STATE_KEY, 1)
    assert window.scripts == []


def test_repeated_google_sign_in_requests_open_one_tab(
    open_window: Callable[[str], FakeWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    tabs: list[str] = []

    def browser(address: str) -> bool:
        tabs.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", browser)
    window = open_window(f'{{"handoff_key": "{new_key().hex()}"}}\n')
    for handler in window.state.handlers * 20:
        handler("change", STATE_KEY, 1)
    assert len(tabs) == 1
