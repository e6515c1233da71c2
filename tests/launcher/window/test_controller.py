"""The question at the window's end: asked while students are connected, once at a time, and answered by the teacher."""

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
from tests.launcher.conftest import wait_until


class Event:
    """One of the toolkit's: whoever wants to hear of it is added."""

    def __init__(self) -> None:
        self.handlers: list[Callable[..., Any]] = []

    def __iadd__(self, handler: Callable[..., Any]) -> Self:
        self.handlers.append(handler)
        return self


class Window:
    """A window without a screen, as far as its portal uses it."""

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
        """What the toolkit is told when the teacher closes it."""
        return all(handler() for handler in self.events.closing.handlers)


class Teacher:
    """Reads the questions, and answers once told what."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self._told = threading.Event()
        self._sure = False

    def confirm(self, connected: str, _question: str, _button: str) -> bool:
        self.read.append(connected)
        assert self._told.wait(5)
        self._told.clear()
        return self._sure

    def answer(self, *, sure: bool) -> None:
        self._sure = sure
        self._told.set()


@pytest.fixture
def teacher() -> Teacher:
    return Teacher()


@pytest.fixture
def open_window(monkeypatch: pytest.MonkeyPatch, teacher: Teacher) -> Iterator[Callable[[str], Window]]:
    """Opens a window whose server has said this, and goes on."""
    over = threading.Event()
    crashes: list[bool] = []
    monkeypatch.setattr(controller, "CrashRestart", lambda *_: SimpleNamespace(restart=lambda: crashes.append(True)))

    def begin(said: str) -> Window:
        heard = threading.Event()

        def lines() -> Iterator[bytes]:
            yield from io.BytesIO(said.encode())
            heard.set()
            over.wait(30)

        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=lines()))
        window: Any = Window()
        WindowController(window, WindowOptions("http://127.0.0.1:8080", "/nowhere"), teacher.confirm)
        assert heard.wait(5)
        opened: Window = window
        return opened

    yield begin
    over.set()
    wait_until(lambda: crashes == [True])


def test_with_nobody_connected_nothing_is_asked(open_window: Callable[[str], Window], teacher: Teacher) -> None:
    window = open_window('{"students": 3}\n{"students": 0}\n')
    assert window.may_close()
    assert teacher.read == []


@pytest.mark.parametrize(
    ("students", "connected"), [(1, "1 student is connected."), (12, "12 students are connected.")]
)
def test_it_says_how_many_would_be_cut_off(
    open_window: Callable[[str], Window], teacher: Teacher, students: int, connected: str
) -> None:
    window = open_window(f'{{"students": {students}}}\n')
    assert not window.may_close()
    wait_until(lambda: teacher.read == [connected])
    teacher.answer(sure=True)
    wait_until(lambda: window.destroyed)
    assert window.may_close()


def test_a_second_click_asks_no_second_question_and_a_no_keeps_it_open(
    open_window: Callable[[str], Window], teacher: Teacher
) -> None:
    window = open_window('{"students": 12}\n')
    assert not window.may_close()
    wait_until(lambda: len(teacher.read) == 1)
    assert not window.may_close()
    teacher.answer(sure=False)
    wait_until(lambda: not window.may_close() and len(teacher.read) == 2)
    assert not window.destroyed
    teacher.answer(sure=False)


@pytest.mark.parametrize("opened", [True, False])
def test_a_google_sign_in_opens_the_browser_which_never_learns_the_verifier(
    open_window: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch, *, opened: bool
) -> None:
    key = new_key()
    addresses: list[str] = []

    def browser(address: str) -> bool:
        addresses.append(address)
        return opened

    monkeypatch.setattr(webbrowser, "open", browser)
    window = open_window(f'{{"handoff_key": "{key.hex()}"}}\n')
    (ask,) = window.state.handlers
    ask("change", "somethingElse", 1)
    assert window.scripts == []
    ask("change", STATE_KEY, 1)
    (answer,) = window.scripts
    begun = json.loads(answer.removeprefix("window.pywebview.googleSignInBegan(1, ").removesuffix(")"))
    assert addresses == [begun["address"]] == [f"http://localhost:8080/signin#h={begun['handoff']}"]
    assert begun["verifier"] not in begun["address"]
    assert is_verifier_of(key, begun["handoff"], begun["verifier"])
    assert begun["opened"] is opened


def test_a_page_that_is_not_the_portals_gets_no_google_sign_in(
    open_window: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    window = open_window(f'{{"handoff_key": "{new_key().hex()}"}}\n')
    for address in ("http://127.0.0.1:80800/", "https://elsewhere.test/http://127.0.0.1:8080/", None):
        window.address = address
        for ask in window.state.handlers:
            ask("change", STATE_KEY, 1)
    assert window.scripts == []


def test_a_page_that_asks_again_and_again_opens_one_tab(
    open_window: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    tabs: list[str] = []

    def browser(address: str) -> bool:
        tabs.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", browser)
    window = open_window(f'{{"handoff_key": "{new_key().hex()}"}}\n')
    for ask in window.state.handlers * 20:
        ask("change", STATE_KEY, 1)
    assert len(tabs) == 1
