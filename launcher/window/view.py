"""Entry points of the window's process: the app's window and the error window.

To open quickly, this process imports nothing of the server except server/security/signed_handoff.py,
server/texts/language.py, and durable_files.py, heap.py and storage_errors.py of server/system.
"""

import logging
import signal
import sys
import webbrowser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from launcher.exit_codes import WindowExitCode
from launcher.window import geometry, output_log, pages
from launcher.window.controller import WindowController
from launcher.window.process import ErrorReport, WindowOptions
from launcher.window.texts import WEB_VIEW_SPANISH, translate
from server.texts.language import Language

try:
    import webview
except ImportError:  # a computer without GUI libraries
    webview = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from types import ModuleType

TITLE = "GoalBucks"
BACKGROUND_COLOR = "#FAF9F5"
ICON = "goalbucks-256.png"

log = logging.getLogger(__name__)


def run_window(options_json: str) -> WindowExitCode:
    """Show the window until it is closed; `options_json` are WindowOptions.

    Returns CLOSED, or NO_WEB_VIEW after any error. If the page's web process ends, gtk.py ends this process with
    PAGE_CRASHED.
    """
    options = WindowOptions.from_json(options_json)
    _ignore_signals()
    output_log.limit_size()
    engine = _engine()
    if engine is None:
        return WindowExitCode.NO_WEB_VIEW
    data_dir = Path(options.data_dir)
    try:
        initial = geometry.load_geometry(data_dir, _screens(engine))
        window = _create_window(engine, initial, options)
        geometry.GeometrySaver(window, data_dir, initial)
        controller = WindowController(window, options, partial(_confirm, window))
        # Private mode would lose the cookies and the local storage at the end.
        engine.start(
            controller.load_app,
            private_mode=False,
            storage_path=str(data_dir / "window"),
            icon=_icon(),
            localization=_localization(options.language),
        )
    except Exception:
        # Each GUI toolkit raises its own exceptions.
        log.exception("no window")
        return WindowExitCode.NO_WEB_VIEW
    return WindowExitCode.CLOSED


class _ErrorPageApi:
    """Functions that the page of a launch error can call; pywebview exposes only names without a leading underscore."""

    def __init__(self, redirect_url: str) -> None:
        self._redirect_url = redirect_url
        self._exit_code = WindowExitCode.CLOSED
        self._window: webview.Window | None = None

    def try_again(self) -> None:
        """Close the window and start the program again."""
        self._exit_code = WindowExitCode.RETRY
        self.close()

    def open_redirect_url(self) -> None:
        """Open the address to use instead in the browser, and close the window."""
        webbrowser.open(self._redirect_url)
        self.close()

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.destroy()


def run_error_window(report_json: str) -> WindowExitCode:
    """Show a launch error until the window is closed; `report_json` is an ErrorReport."""
    report = ErrorReport.from_json(report_json)
    engine = _engine()
    if engine is None and sys.platform == "win32":
        return _show_message_box(report)
    if engine is None:
        return WindowExitCode.NO_WEB_VIEW
    api = _ErrorPageApi(report.redirect_url)
    api._window = engine.create_window(  # noqa: SLF001 - of the same module
        TITLE,
        html=pages.launch_error_page(report),
        js_api=api,
        width=760,
        height=600,
        text_select=True,
        background_color=BACKGROUND_COLOR,
    )
    engine.start(icon=_icon(), localization=_localization(report.language))
    return api._exit_code  # noqa: SLF001 - of the same module


def _localization(language: Language) -> dict[str, str]:
    """Return the texts of pywebview; its own are English."""
    return WEB_VIEW_SPANISH if language == "es" else {}


def _create_window(engine: "ModuleType", initial: geometry.WindowGeometry, options: WindowOptions) -> "webview.Window":
    engine.settings["ALLOW_DOWNLOADS"] = sys.platform != "linux"  # launcher/window/gtk.py implements them on Linux
    engine.settings["OPEN_EXTERNAL_LINKS_IN_BROWSER"] = True
    window: webview.Window = engine.create_window(
        TITLE,
        html=pages.loading_page(options.language, has_database=options.has_database),
        width=initial.width,
        height=initial.height,
        x=initial.x,
        y=initial.y,
        maximized=initial.maximized,
        min_size=geometry.MIN_SIZE,
        text_select=True,  # so that class codes can be copied
        background_color=BACKGROUND_COLOR,
    )
    if sys.platform == "linux":
        from launcher.window import gtk  # noqa: PLC0415 - 110 ms; GTK is on Linux only

        gtk.set_program_name()
        window.events.before_show += lambda: gtk.configure_web_view(window, options.language)
    return window


def _screens(engine: "ModuleType") -> "Sequence[webview.Screen]":
    try:
        screens: Sequence[webview.Screen] = tuple(engine.screens)  # the attribute queries the system
    except Exception:
        # The window can open without a position.
        log.exception("the screens can't be read")
        return ()
    return screens


def _confirm(window: "webview.Window", sentence: str, question: str, button: str, cancel: str) -> bool:
    """Show a confirmation dialog; must not be called on the toolkit's thread."""
    if sys.platform == "linux":
        from launcher.window import gtk  # noqa: PLC0415 - the same 110 ms

        confirmed = gtk.confirm(window, sentence, question, button, cancel)
    else:
        confirmed = window.create_confirmation_dialog(window.title, f"{sentence} {question}")
    return confirmed


def _icon() -> str | None:
    """Return the path of the icon on Linux; on other systems it is embedded in the program."""
    if sys.platform != "linux":
        return None
    icon = Path(__file__).resolve().parents[2] / "packaging" / "icons" / ICON
    return str(icon) if icon.is_file() else None


def _ignore_signals() -> None:
    """Ignore SIGINT and SIGHUP: the server's process receives them, too, and closes this window."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _engine() -> "ModuleType | None":
    """Return pywebview, or None if it can't show our pages on this computer."""
    if sys.platform == "win32" and not _webview2_present():
        return None  # pywebview would use Internet Explorer's engine, which can't show the pages
    # pywebview logs a traceback for each toolkit that isn't installed.
    logging.getLogger("pywebview").setLevel(logging.CRITICAL)
    return webview


if sys.platform == "win32":
    import ctypes
    import winreg

    _WEBVIEW2_KEY = r"Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
    _REGISTRY_KEYS = (
        (winreg.HKEY_LOCAL_MACHINE, rf"SOFTWARE\WOW6432Node\{_WEBVIEW2_KEY}"),
        (winreg.HKEY_LOCAL_MACHINE, rf"SOFTWARE\{_WEBVIEW2_KEY}"),
        (winreg.HKEY_CURRENT_USER, rf"Software\{_WEBVIEW2_KEY}"),
    )

    def _webview2_present() -> bool:
        """Whether WebView2 is installed for the computer or this account, by its documented registry key."""
        for root, path in _REGISTRY_KEYS:
            try:
                with winreg.OpenKey(root, path) as key:
                    if winreg.QueryValueEx(key, "pv")[0] not in ("", "0.0.0.0"):  # noqa: S104 - a version, not an address
                        return True
            except OSError:
                continue
        return False

    def _show_message_box(report: ErrorReport) -> WindowExitCode:
        """Show the launch error in a Windows message box, which doesn't need a web view."""
        retry_or_cancel, stop_sign, in_front, retry = 0x5, 0x10, 0x10000, 4
        # A message box can't collapse the details.
        details = (f"{translate('Details', report.language)}: {report.details}",) if report.details else ()
        text = "\n\n".join((report.title, report.message, *report.steps, *details))
        if report.redirect_url or not report.is_retryable:
            only_ok, ok_or_cancel, information, ok = 0x0, 0x1, 0x40, 1
            kind = (ok_or_cancel if report.redirect_url else only_ok) | information | in_front
            if ctypes.windll.user32.MessageBoxW(None, text, TITLE, kind) == ok and report.redirect_url:
                webbrowser.open(report.redirect_url)
            return WindowExitCode.CLOSED
        pressed = ctypes.windll.user32.MessageBoxW(None, text, TITLE, retry_or_cancel | stop_sign | in_front)
        return WindowExitCode.RETRY if pressed == retry else WindowExitCode.CLOSED
