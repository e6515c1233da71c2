"""Controls the window that view.py has created, in the window's process: page, messages of the server, and closing.

The messages' pipe ends when the server's process crashes: `_handle_server_crash` then starts the program again
(restart.py). The opposite case, a crash of the window's process, is handled by `WindowProcess.supervise` (process.py).
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from launcher.errors import FilledText
from launcher.startup.health import is_answering
from launcher.window.google_sign_in import GoogleSignIn
from launcher.window.process import (
    CLOSE_MESSAGE,
    HANDOFF_KEY_MESSAGE,
    LANGUAGE_MESSAGE,
    SHOW_MESSAGE,
    STUDENTS_MESSAGE,
    WindowOptions,
)
from launcher.window.restart import CrashRestart
from launcher.window.texts import translate

if TYPE_CHECKING:
    import webview

START_TIMEOUT_SECONDS = 600
"""An upgrade may have to copy and migrate years of a school's data first."""
CRASH_LOOP_SECONDS = 60
"""A crash within this time after a restart isn't followed by another automatic restart."""
EXTERNAL_LINKS_SCRIPT = """
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (link && link.origin !== location.origin && /^(https?|mailto):$/.test(link.protocol)) link.target = '_blank';
}, true);
"""
"""Makes links to other origins open in the browser, as pywebview does for `target=_blank`."""
ONE_STUDENT = "1 student is connected."
SEVERAL_STUDENTS = "{count} students are connected."
CLOSE_WARNING = "Close GoalBucks? They can't reach the class while it is closed."
CLOSE_BUTTON = "Close GoalBucks"
CANCEL_BUTTON = "Cancel"
Confirm = Callable[[str, str, str, str], bool]


class WindowController:
    """Loads the app, handles messages of the server's process, and confirms closing while students are connected.

    `confirm` shows a dialog with a sentence, a question, the button that confirms and the one that cancels; it isn't
    called on the toolkit's thread.
    """

    def __init__(self, window: "webview.Window", options: WindowOptions, confirm: Confirm) -> None:
        self._window = window
        self._confirm = confirm
        self._options = options
        self._crash_restart = CrashRestart(window, options)
        self._created_at = time.monotonic()
        self._has_answered = False
        self._has_crashed = False
        self._students = 0
        self._is_confirmation_open = False
        self._is_close_confirmed = False
        self._is_minimized = False
        self._google = GoogleSignIn(window, options.address)
        window.events.closing += self._may_close
        window.events.loaded += lambda: window.run_js(EXTERNAL_LINKS_SCRIPT)
        window.events.minimized += lambda: self._set_minimized(minimized=True)
        window.events.maximized += lambda: self._set_minimized(minimized=False)
        window.events.restored += lambda: self._set_minimized(minimized=False)
        threading.Thread(target=self._read_messages, daemon=True).start()

    def load_app(self) -> None:
        """Load the app once the server answers. The request blocks until then, since the socket already listens."""
        self._has_answered = is_answering(self._options.address, START_TIMEOUT_SECONDS)
        if not self._has_crashed:
            # `replace`, so that "back" doesn't lead to the loading page.
            self._window.run_js(f"location.replace({json.dumps(self._options.address + '/')})")

    def _read_messages(self) -> None:
        if sys.stdin is None:
            return
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if CLOSE_MESSAGE in message:
                os._exit(0)
            self._students = message.get(STUDENTS_MESSAGE, self._students)
            self._crash_restart.language = message.get(LANGUAGE_MESSAGE, self._crash_restart.language)
            if HANDOFF_KEY_MESSAGE in message:
                self._google.handoff_key = bytes.fromhex(message[HANDOFF_KEY_MESSAGE])
            if SHOW_MESSAGE in message:
                self._bring_to_front()
        self._handle_server_crash()

    def _handle_server_crash(self) -> None:
        """Restart the program, unless a restart has just failed.

        - This program wasn't started by a restart: restart.
        - It was, and crashed before it answered: exit. The window that restarted it is still open and shows the error.
        - It was, and crashed within CRASH_LOOP_SECONDS: show the failure, with a button to start again.
        - It was, and crashed later: restart.
        """
        self._has_crashed = True
        self._students = 0
        if not self._options.is_restart:
            self._crash_restart.restart()
        elif not self._has_answered:
            os._exit(0)
        elif time.monotonic() - self._created_at < CRASH_LOOP_SECONDS:
            self._crash_restart.show_failure(None)
        else:
            self._crash_restart.restart()

    def _bring_to_front(self) -> None:
        window = self._window
        window.show()
        # On Windows and macOS `restore` would also unmaximize the window.
        if self._is_minimized or sys.platform == "linux":
            window.restore()
        # Toggling `on_top` works with all window managers; other ways are blocked as focus stealing.
        window.on_top = True
        window.on_top = False

    def _set_minimized(self, *, minimized: bool) -> None:
        self._is_minimized = minimized

    def _may_close(self) -> bool:
        if self._students == 0 or self._is_close_confirmed:
            return True
        if not self._is_confirmation_open:
            self._is_confirmation_open = True
            # In a thread: the toolkit's event loop, which shows the dialog, waits for this handler.
            threading.Thread(target=self._confirm_and_close, daemon=True).start()
        return False

    def _confirm_and_close(self) -> None:
        connected = ONE_STUDENT if self._students == 1 else FilledText(SEVERAL_STUDENTS, count=self._students)
        texts = (connected, CLOSE_WARNING, CLOSE_BUTTON, CANCEL_BUTTON)
        self._is_close_confirmed = self._confirm(*(translate(text, self._crash_restart.language) for text in texts))
        self._is_confirmation_open = False
        if self._is_close_confirmed:
            self._window.destroy()
