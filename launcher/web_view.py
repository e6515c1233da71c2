"""The window's own process. It must stay light, so that it shows at once: nothing of the server but how it signs."""

import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from launcher import output, pages, placement
from launcher.portal import Portal
from launcher.window import NO_WINDOW, Opening

if TYPE_CHECKING:
    from types import ModuleType

    import webview

TITLE = "GoalBucks"
PAPER = "#FAF9F5"
ICON = "goalbucks-256.png"

log = logging.getLogger(__name__)


def show(opening: Opening) -> int:
    """Show the window until it is closed: 0, or NO_WINDOW where there is no web view to show it with."""
    _leave_signals_to_the_server()
    output.bound()
    engine = _engine()
    if engine is None:
        return NO_WINDOW
    data_dir = Path(opening.data_dir)
    try:
        place = placement.remembered(data_dir, _screens(engine))
        window = _create(engine, place)
        placement.Keeper(window, data_dir, place)
        portal = Portal(window, opening)
        # Not private, with a folder: else the session and what the page keeps are gone at the next start.
        engine.start(portal.open, private_mode=False, storage_path=str(data_dir / "window"), icon=_icon())
    except Exception:
        # Whatever a toolkit raises, and each raises its own: there is no window to be had from it.
        log.exception("no window")
        return NO_WINDOW
    return 0


def tell(sentence: str) -> int:
    """Show a window with nothing but a sentence until it is closed: 0, or NO_WINDOW as `show`."""
    engine = _engine()
    if engine is None and sys.platform == "win32":
        return _tell_in_a_box(sentence)
    if engine is None:
        return NO_WINDOW
    engine.create_window(
        TITLE, html=pages.refused(sentence), width=720, height=360, text_select=True, background_color=PAPER
    )
    engine.start(icon=_icon())
    return 0


def _create(engine: "ModuleType", place: placement.Place) -> "webview.Window":
    engine.settings["ALLOW_DOWNLOADS"] = sys.platform != "linux"  # there launcher/gtk.py does it
    engine.settings["OPEN_EXTERNAL_LINKS_IN_BROWSER"] = True
    window: webview.Window = engine.create_window(
        TITLE,
        html=pages.STARTING,
        width=place.width,
        height=place.height,
        x=place.x,
        y=place.y,
        maximized=place.maximized,
        min_size=placement.SMALLEST,
        text_select=True,  # else nobody could copy a class code
        background_color=PAPER,
    )
    if sys.platform == "linux":
        from launcher import gtk  # noqa: PLC0415 - there alone

        gtk.name_program()
        window.events.before_show += lambda: gtk.look_after(window)
    return window


def _screens(engine: "ModuleType") -> "Sequence[webview.Screen]":
    try:
        screens: Sequence[webview.Screen] = tuple(engine.screens)  # it asks the system only when it is looked at
    except Exception:
        # The window may open all the same, in the middle of some screen.
        log.exception("the screens are not known")
        return ()
    return screens


def _icon() -> str | None:
    """Where the desktop takes it from a file; elsewhere it is part of the program."""
    if sys.platform != "linux":
        return None
    icon = Path(__file__).resolve().parent.parent / "packaging" / "icons" / ICON
    return str(icon) if icon.is_file() else None


def _leave_signals_to_the_server() -> None:
    """Ctrl+C and a closed terminal reach both processes; the server's says goodbye to this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


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


if sys.platform == "win32":
    import ctypes
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

    def _tell_in_a_box(sentence: str) -> int:
        """Windows' own box, which is there without a web view too: who double-clicked must not see nothing at all."""
        stop_sign, in_front = 0x10, 0x10000
        ctypes.windll.user32.MessageBoxW(None, sentence, TITLE, stop_sign | in_front)
        return 0
