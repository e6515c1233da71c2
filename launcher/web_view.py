"""The window's own process. It must stay light: nothing of the server is imported here, so that it shows at once."""

import html
import json
import logging
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import ProxyHandler, build_opener

from launcher.window import NO_WINDOW

if TYPE_CHECKING:
    from types import ModuleType

    import webview

_PAGE = """<!doctype html><html lang="en"><title>GoalBucks</title>
<style>
  body { display: grid; place-items: center; height: 100vh; margin: 0; font: 20px system-ui, sans-serif;
         background: #faf9f5; color: #1f2937 }
  p { max-width: 34em; padding: 1em; overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) { body { background: #0d1514; color: #e5e7eb } }
</style><p>"""
SPLASH = f"{_PAGE}Starting GoalBucks&hellip;</p></html>"
PAPER = "#FAF9F5"
LONGEST_START_SECONDS = 600
"""An upgrade may have years of a school's data to copy and migrate first."""


def show(address: str, storage: Path, *, ask: bool) -> int:
    """Show the window until it is closed: 0, or NO_WINDOW where there is no web view to show it with.

    What the page keeps is kept in `storage`. `ask`: closing the window ends the class, so it is asked about.
    """
    _end_with_the_server()
    webview = _engine()
    if webview is None:
        return NO_WINDOW
    webview.settings["ALLOW_DOWNLOADS"] = True  # balances as a file
    webview.settings["OPEN_EXTERNAL_LINKS_IN_BROWSER"] = True
    window = webview.create_window(
        "GoalBucks",
        html=SPLASH,
        width=1280,
        height=800,
        min_size=(720, 480),
        text_select=True,  # else nobody could copy a class code
        confirm_close=ask,
        background_color=PAPER,
        localization={"global.quitConfirmation": "Close GoalBucks? Your students can't reach it while it is closed."},
    )
    try:
        # Not private, with a folder: else the session and what the page keeps are gone at the next start.
        webview.start(_open_when_ready, (window, address), private_mode=False, storage_path=str(storage))
    except Exception:
        # Whatever a toolkit raises, and each raises its own: there is no window to be had from it.
        logging.getLogger(__name__).exception("no window")
        return NO_WINDOW
    return 0


def tell(sentence: str) -> int:
    """Show a window with nothing but a sentence until it is closed: 0, or NO_WINDOW as `show`."""
    webview = _engine()
    if webview is None:
        return NO_WINDOW
    page = f"{_PAGE}{html.escape(sentence)}</p></html>"
    webview.create_window("GoalBucks", html=page, width=720, height=320, text_select=True, background_color=PAPER)
    webview.start()
    return 0


def _engine() -> "ModuleType | None":
    if sys.platform == "win32" and not _webview2_present():
        return None  # pywebview would take Internet Explorer's engine, which can't show the pages
    # It logs a trace for each toolkit that it doesn't find.
    logging.getLogger("pywebview").setLevel(logging.CRITICAL)
    try:
        import webview  # noqa: PLC0415
    except ImportError:
        return None
    return webview


def _open_when_ready(window: "webview.Window", address: str) -> None:
    """Show the page once the server answers; until then its listening socket keeps us waiting."""
    with suppress(OSError):  # then the page itself says what is wrong
        # No proxy: the server is on this computer, whatever the school's settings say.
        build_opener(ProxyHandler({})).open(f"{address}/api/health", timeout=LONGEST_START_SECONDS).close()
    # Replaced rather than opened: "back" must not lead to the splash.
    window.evaluate_js(f"location.replace({json.dumps(address + '/')})")


def _end_with_the_server() -> None:
    def wait() -> None:
        if sys.stdin is not None:
            sys.stdin.buffer.read()  # returns when the server's process is gone
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


if sys.platform == "win32":
    import winreg

    _CLIENT = r"Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
    _PLACES = (
        (winreg.HKEY_LOCAL_MACHINE, rf"SOFTWARE\WOW6432Node\{_CLIENT}"),
        (winreg.HKEY_LOCAL_MACHINE, rf"SOFTWARE\{_CLIENT}"),
        (winreg.HKEY_CURRENT_USER, rf"Software\{_CLIENT}"),
    )

    def _webview2_present() -> bool:
        """Whether Microsoft's web view is installed: its documented key, for the computer or for this account."""
        for root, path in _PLACES:
            try:
                with winreg.OpenKey(root, path) as key:
                    if winreg.QueryValueEx(key, "pv")[0] not in ("", "0.0.0.0"):  # noqa: S104 - "none", no address
                        return True
            except OSError:
                continue
        return False
