"""Google sign-in, begun for the page in the window (server/handoff): Google's page refuses to be shown in one.

pywebview offers pages the program's functions by making code of text, which our pages' Content-Security-Policy
forbids. Its `state`, which page and program share, needs none of that.
"""

import json
import webbrowser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from server.security import handoff

if TYPE_CHECKING:
    import webview

ASKED = "googleSignIn"
OFFER = f"""
(() => {{
  let begun = () => {{}};
  window.pywebview.api.begin_google_sign_in = () => new Promise((resolve) => {{
    begun = resolve;
    window.pywebview.state.{ASKED} = Date.now();
  }});
  window.pywebview.googleSignInBegan = (start) => begun(start);
}})();
"""
"""What the page calls. The answer comes by a call of its own: what is in `state` is given to each later page, too."""


class GoogleSignIn:
    """Opens the system's browser when the page asks for it."""

    def __init__(self, window: "webview.Window", address: str) -> None:
        self.key = b""
        """What hand-offs are signed with; the server's process tells it."""
        self._window = window
        # By name: Google is told which addresses may ask it, and new projects list none.
        self._page = f"http://localhost:{urlsplit(address).port}/signin"
        window.events.loaded += lambda: window.run_js(OFFER)
        window.state += self._heed

    def begin(self) -> dict[str, object]:
        """For the page: how it hears of the sign-in (server/handoff), the address, and whether a browser was opened."""
        begun, verifier = handoff.begin(self.key)
        address = f"{self._page}#h={begun}"
        return {"handoff": begun, "verifier": verifier, "address": address, "opened": webbrowser.open(address)}

    def _heed(self, _kind: str, name: str, _value: object) -> None:
        if name == ASKED:
            self._window.run_js(f"window.pywebview.googleSignInBegan({json.dumps(self.begin())})")
