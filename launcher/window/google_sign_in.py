"""Google sign-in through the system's browser (server/class_computer/handoff), since Google rejects embedded web views.

pywebview's `js_api` evaluates strings as code in the page, which our Content-Security-Policy forbids. The page
therefore sends its request through pywebview's shared `state` object, which doesn't.
"""

import json
import logging
import time
import webbrowser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from server.security import signed_handoff

if TYPE_CHECKING:
    import webview

log = logging.getLogger(__name__)
STATE_KEY = "googleSignIn"
MIN_INTERVAL_SECONDS = 1.0
"""Minimum time between two sign-ins, since each opens a browser tab."""
PAGE_SCRIPT = f"""
(() => {{
  const waiting = new Map();
  window.pywebview.api.begin_google_sign_in = () => new Promise((resolve) => {{
    const id = Date.now();
    waiting.set(id, resolve);
    window.pywebview.state.{STATE_KEY} = id;
  }});
  window.pywebview.googleSignInBegan = (id, start) => waiting.get(id)?.(start);
}})();
"""
"""Defines `begin_google_sign_in` for the page. The response is a function call that names its request, and isn't put
into `state`: every later page would receive it, too."""


class GoogleSignIn:
    """Opens the system's browser at the request of the page."""

    def __init__(self, window: "webview.Window", address: str) -> None:
        self.handoff_key = b""
        """Signs hand-offs; set when the server's process sends it."""
        self._window = window
        self._app_address = address
        self._last_request_at = -MIN_INTERVAL_SECONDS
        # `localhost`, which must be an authorized domain of the Google project (docs/google-sign-in.md).
        self._sign_in_url = f"http://localhost:{urlsplit(address).port}/signin"
        window.events.loaded += lambda: window.run_js(PAGE_SCRIPT)
        window.state += self._on_state_change

    def begin(self) -> dict[str, object]:
        """Start a sign-in (server/class_computer/handoff) and open it in the browser.

        Returns the response for the page: the hand-off, the verifier that its result requires, the address, and
        whether a browser was opened.
        """
        handoff, verifier = signed_handoff.create_handoff(self.handoff_key)
        address = f"{self._sign_in_url}#h={handoff}"
        return {"handoff": handoff, "verifier": verifier, "address": address, "opened": _open_browser(address)}

    def _on_state_change(self, _kind: str, name: str, value: object) -> None:
        if name == STATE_KEY and self._is_showing_app() and self._check_interval():
            self._window.run_js(f"window.pywebview.googleSignInBegan({json.dumps(value)}, {json.dumps(self.begin())})")

    def _is_showing_app(self) -> bool:
        """Whether the window shows a page of our server; any other page must not get the verifier."""
        return (self._window.get_current_url() or "").startswith(f"{self._app_address}/")

    def _check_interval(self) -> bool:
        """Record the time of a request; return whether MIN_INTERVAL_SECONDS have passed since the previous one."""
        previous, self._last_request_at = self._last_request_at, time.monotonic()
        return self._last_request_at - previous > MIN_INTERVAL_SECONDS


def _open_browser(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except Exception:
        # Must not fail, whatever the reason: the page then shows the address instead.
        log.exception("no browser could be opened")
        return False
