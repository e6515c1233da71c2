"""Google sign-in through the system's browser (server/class_computer/handoff): Google refuses embedded web views.

pywebview offers pages the program's functions by making code of text, which our pages' Content-Security-Policy
forbids. Its `state`, which page and program share, needs none of that.
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
ASKED = "googleSignIn"
PAUSE_SECONDS = 1.0
"""Between two of them: each opens a tab."""
OFFER = f"""
(() => {{
  const waiting = new Map();
  window.pywebview.api.begin_google_sign_in = () => new Promise((resolve) => {{
    const asked = Date.now();
    waiting.set(asked, resolve);
    window.pywebview.state.{ASKED} = asked;
  }});
  window.pywebview.googleSignInBegan = (asked, start) => waiting.get(asked)?.(start);
}})();
"""
"""What the page calls. The answer comes by a call of its own, to the question that it answers: what is in `state` is
given to each later page, too."""


class GoogleSignIn:
    """Opens the system's browser when the page asks for it."""

    def __init__(self, window: "webview.Window", address: str) -> None:
        self.key = b""
        """What hand-offs are signed with; the server's process tells it."""
        self._window = window
        self._portal = address
        self._begun = -PAUSE_SECONDS
        # By name: Google is told which addresses may ask it, and new projects list none.
        self._page = f"http://localhost:{urlsplit(address).port}/signin"
        window.events.loaded += lambda: window.run_js(OFFER)
        window.state += self._heed

    def begin(self) -> dict[str, object]:
        """Start a sign-in (server/class_computer/handoff) for the page.

        Returns the verifier with which the page asks for its result, the address, and whether a browser was opened.
        """
        begun, verifier = signed_handoff.begin(self.key)
        address = f"{self._page}#h={begun}"
        return {"handoff": begun, "verifier": verifier, "address": address, "opened": _opened(address)}

    def _heed(self, _kind: str, name: str, value: object) -> None:
        if name == ASKED and self._shows_the_portal() and self._is_due():
            self._window.run_js(f"window.pywebview.googleSignInBegan({json.dumps(value)}, {json.dumps(self.begin())})")

    def _shows_the_portal(self) -> bool:
        """Nothing else should ever be in this window; if it is, it gets nothing."""
        return (self._window.get_current_url() or "").startswith(f"{self._portal}/")

    def _is_due(self) -> bool:
        before, self._begun = self._begun, time.monotonic()
        return self._begun - before > PAUSE_SECONDS


def _opened(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except Exception:
        # Whatever keeps a browser from coming up: the page shows the address then, and waits.
        log.exception("no browser")
        return False
