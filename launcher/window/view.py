"""The window's own process. It must stay light, so that it shows at once: nothing of the server but how it signs."""

import logging
import signal
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from launcher.window import geometry, output_log, pages
from launcher.window.controller import Portal
from launcher.window.process import NO_WINDOW, TRY_AGAIN, Opening, Refusal

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
    output_log.bound()
    engine = _engine()
    if engine is None:
        return NO_WINDOW
    data_dir = Path(opening.data_dir)
    try:
        place = geometry.remembered(data_dir, _screens(engine))
        window = _create(engine, place, has_database=opening.has_database)
        geometry.Keeper(window, data_dir, place)
        portal = Portal(window, opening)
        # Not private, with a folder: else the session and what the page keeps are gone at the next start.
        engine.start(portal.open, private_mode=False, storage_path=str(data_dir / "window"), icon=_icon())
    except Exception:
        # Whatever a toolkit raises, and each raises its own: there is no window to be had from it.
        log.exception("no window")
        return NO_WINDOW
    return 0


class _Answer:
    """What the page of a refusal can call."""

    def __init__(self, leads_to: str) -> None:
        # pywebview hands on what has no underscore.
        self._leads_to = leads_to
        self._code = 0
        self._window: webview.Window | None = None

    def try_again(self) -> None:
        """Start the program once more."""
        self._code = TRY_AGAIN
        self.close()

    def open_there(self) -> None:
        """In the browser: the window is for this computer's own server."""
        webbrowser.open(self._leads_to)
        self.close()

    def close(self) -> None:
        """Leave it."""
        if self._window is not None:
            self._window.destroy()


def tell(refusal: Refusal) -> int:
    """Show why there is no GoalBucks until the window is closed: 0, TRY_AGAIN, or NO_WINDOW as `show`."""
    engine = _engine()
    if engine is None and sys.platform == "win32":
        return _tell_in_a_box(refusal)
    if engine is None:
        return NO_WINDOW
    answer = _Answer(refusal.leads_to)
    answer._window = engine.create_window(  # noqa: SLF001 - its own
        TITLE,
        html=pages.refused(refusal),
        js_api=answer,
        width=760,
        height=600,
        text_select=True,
        background_color=PAPER,
    )
    engine.start(icon=_icon())
    return answer._code  # noqa: SLF001 - likewise


def _create(engine: "ModuleType", place: geometry.Place, *, has_database: bool) -> "webview.Window":
    engine.settings["ALLOW_DOWNLOADS"] = sys.platform != "linux"  # there launcher/window/gtk.py does it
    engine.settings["OPEN_EXTERNAL_LINKS_IN_BROWSER"] = True
    window: webview.Window = engine.create_window(
        TITLE,
        html=pages.starting(has_database=has_database),
        width=place.width,
        height=place.height,
        x=place.x,
        y=place.y,
        maximized=place.maximized,
        min_size=geometry.SMALLEST,
        text_select=True,  # else nobody could copy a class code
        background_color=PAPER,
    )
    if sys.platform == "linux":
        from launcher.window import gtk  # noqa: PLC0415 - there alone

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

    def _tell_in_a_box(refusal: Refusal) -> int:
        """Windows' own box, which is there without a web view too: who double-clicked must not see nothing at all."""
        retry_or_cancel, stop_sign, in_front, retry = 0x5, 0x10, 0x10000, 4
        # Such a box can't fold anything.
        details = (f"Details: {refusal.details}",) if refusal.details else ()
        text = "\n\n".join((refusal.title, refusal.sentence, *refusal.steps, *details))
        if refusal.leads_to or not refusal.may_try_again:
            only_ok, ok_or_cancel, information, ok = 0x0, 0x1, 0x40, 1
            kind = (ok_or_cancel if refusal.leads_to else only_ok) | information | in_front
            if ctypes.windll.user32.MessageBoxW(None, text, TITLE, kind) == ok and refusal.leads_to:
                webbrowser.open(refusal.leads_to)
            return 0
        pressed = ctypes.windll.user32.MessageBoxW(None, text, TITLE, retry_or_cancel | stop_sign | in_front)
        return TRY_AGAIN if pressed == retry else 0
