"""What happens in the window, from the loading page to the question at its end. In the window's own process."""

import json
import os
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from launcher.window.google_sign_in import GoogleSignIn
from launcher.window.process import GOODBYE, HANDOFF_KEY, SHOW, STUDENTS, Opening
from launcher.window.restart import NewStart

if TYPE_CHECKING:
    import webview

LONGEST_START_SECONDS = 600
"""An upgrade may have years of a school's data to copy and migrate first."""
SOON_SECONDS = 60
"""A crash so soon after a new start: yet another one wouldn't help."""
FOREIGN_LINKS = """
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link && link.origin !== location.origin && /^(https?|mailto):$/.test(link.protocol)) link.target = '_blank';
}, true);
"""
"""The portal stays in its window: what lies elsewhere opens in the browser, as `target=_blank` does by itself."""
QUESTION = "Close GoalBucks? They can't reach the class while it is closed."
CLOSE = "Close GoalBucks"


class Portal:
    """Opens the portal, hears the server's process (launcher/window/process.py), and asks before a class is cut off."""

    def __init__(self, window: "webview.Window", opening: Opening) -> None:
        self._window = window
        self._opening = opening
        self._new_start = NewStart(window, opening)
        self._begun = time.monotonic()
        self._answered = False
        self._server_gone = False
        self._students = 0
        self._asking = False
        self._sure = False
        self._minimized = False
        self._google = GoogleSignIn(window, opening.address)
        window.events.closing += self._may_close
        window.events.loaded += lambda: window.run_js(FOREIGN_LINKS)
        window.events.minimized += lambda: self._note_minimized(now=True)
        window.events.maximized += lambda: self._note_minimized(now=False)
        window.events.restored += lambda: self._note_minimized(now=False)
        threading.Thread(target=self._hear, daemon=True).start()

    def open(self) -> None:
        """Show the portal once the server answers; until then its listening socket keeps us waiting."""
        with suppress(OSError):  # then the page itself says what is wrong
            # No proxy: the server is on this computer, whatever the school's settings say.
            url = f"{self._opening.address}/api/health"
            with suppress(HTTPError):  # it answers, if only that it has to be repaired first
                build_opener(ProxyHandler({})).open(url, timeout=LONGEST_START_SECONDS).close()
            self._answered = True
        if not self._server_gone:
            # Replaced rather than opened: "back" must not lead to the loading page.
            self._window.run_js(f"location.replace({json.dumps(self._opening.address + '/')})")

    def _hear(self) -> None:
        if sys.stdin is None:
            return
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if GOODBYE in message:
                os._exit(0)
            self._students = message.get(STUDENTS, self._students)
            if HANDOFF_KEY in message:
                self._google.key = bytes.fromhex(message[HANDOFF_KEY])
            if SHOW in message:
                self._to_front()
        self._crashed()

    def _crashed(self) -> None:
        """The server's process ended without a goodbye."""
        self._server_gone = True
        self._students = 0
        if not self._opening.again:
            self._new_start.begin()
        elif not self._answered:
            os._exit(0)  # the window that started it shows what is wrong
        elif time.monotonic() - self._begun < SOON_SECONDS:
            self._new_start.give_up(None)
        else:
            self._new_start.begin()

    def _to_front(self) -> None:
        window = self._window
        window.show()
        # Elsewhere it would undo a maximized window.
        if self._minimized or sys.platform == "linux":
            window.restore()
        # The one way that no window manager takes for a program stealing the keyboard.
        window.on_top = True
        window.on_top = False

    def _note_minimized(self, *, now: bool) -> None:
        self._minimized = now

    def _may_close(self) -> bool:
        if self._students == 0 or self._sure:
            return True
        if not self._asking:
            self._asking = True
            # The toolkit waits for this answer; its dialog needs it free.
            threading.Thread(target=self._ask, daemon=True).start()
        return False

    def _ask(self) -> None:
        connected = "1 student is connected." if self._students == 1 else f"{self._students} students are connected."
        self._sure = _confirm(self._window, connected)
        self._asking = False
        if self._sure:
            self._window.destroy()


def _confirm(window: "webview.Window", connected: str) -> bool:
    if sys.platform == "linux":
        from launcher.window import gtk  # noqa: PLC0415 - there alone

        sure = gtk.confirm(window, connected, QUESTION, CLOSE)
    else:
        sure = window.create_confirmation_dialog(window.title, f"{connected} {QUESTION}")
    return sure
