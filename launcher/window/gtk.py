"""WebKitGTK on Linux: adds the program's name, downloads, dialogs and crash detection, which pywebview lacks."""

import logging
import os
import threading
import webbrowser
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

# Must come first: it selects the versions of the `gi` libraries.
from webview.platforms import gtk  # isort: split

from gi.repository import Gdk, GLib, Gtk, WebKit2  # type: ignore[import-not-found, import-untyped, unused-ignore]

from launcher.exit_codes import WindowExitCode
from launcher.window.texts import translate
from server.texts.language import Language

if TYPE_CHECKING:
    import webview

log = logging.getLogger(__name__)
PROGRAM = "goalbucks"
"""Name of the program's .desktop file."""


def set_program_name() -> None:
    """Set the program's name for the task bar; must be called before the first window is created."""
    GLib.set_prgname(PROGRAM)
    Gdk.set_program_class("GoalBucks")


def configure_web_view(window: "webview.Window", language: Language) -> None:
    """Replace pywebview's signal handlers and settings; must be called on GTK's thread before the window is shown."""
    view = gtk.BrowserView.instances[window.uid]
    # pywebview's handler shows downloads in the window, and blocks it while the browser starts.
    view.webview.disconnect_by_func(view.on_navigation)
    view.webview.connect("decide-policy", _decide_policy)
    view.webview.connect("create", _open_in_browser)
    view.webview.connect("web-process-terminated", _on_web_process_terminated)
    view.webview.get_context().connect(
        "download-started", lambda _, download: _on_download(view.window, download, language)
    )
    _disable_opener_policy(view.webview.get_settings())
    if not _has_graphics_card():
        # Compositing by OpenGL on the processor takes longer than to draw without it: 0.2 s until the first page.
        view.webview.get_settings().set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)


def _disable_opener_policy(settings: Any) -> None:
    """Load the app in the process of the loading page; for its opener policy WebKit would start another one: 0.3 s.

    The policy (server/http/response_headers.py) is for windows that open each other, and this one opens none.
    """
    if not hasattr(settings, "set_feature_enabled"):  # before WebKitGTK 2.42
        return
    features = WebKit2.Settings.get_all_features()
    for each in map(features.get, range(features.get_length())):
        if each.get_identifier() == "CrossOriginOpenerPolicy":
            settings.set_feature_enabled(each, enabled=False)


def _has_graphics_card() -> bool:
    return any(Path("/dev/dri").glob("renderD*"))


def confirm(window: "webview.Window", sentence: str, question: str, button: str, cancel: str) -> bool:
    """Show a modal confirmation dialog and wait for the response; must not be called on GTK's thread.

    pywebview's own dialog omits the sentence and isn't attached to the window.
    """
    responses: SimpleQueue[bool] = SimpleQueue()
    GLib.idle_add(lambda: responses.put(_show_dialog(window.native, sentence, question, button, cancel)))
    return responses.get()


def _show_dialog(parent: Any, sentence: str, question: str, button: str, cancel: str) -> bool:
    dialog = Gtk.MessageDialog(
        transient_for=parent,
        modal=True,
        destroy_with_parent=True,
        title=parent.get_title(),
        message_type=Gtk.MessageType.QUESTION,
        text=sentence,
        secondary_text=question,
    )
    dialog.add_buttons(cancel, Gtk.ResponseType.CANCEL, button, Gtk.ResponseType.OK)
    dialog.set_default_response(Gtk.ResponseType.CANCEL)
    response = dialog.run()
    dialog.destroy()
    return bool(response == Gtk.ResponseType.OK)


def _on_web_process_terminated(_: object, reason: object) -> None:
    # Without its web process the window would stay blank.
    log.error("the web process ended: %s", reason)
    os._exit(WindowExitCode.PAGE_CRASHED)


def _decide_policy(_: object, decision: Any, kind: Any) -> bool:
    if kind == type(kind).NEW_WINDOW_ACTION:
        _open_in_browser(None, decision.get_navigation_action())
        decision.ignore()
        return True
    if kind == type(kind).RESPONSE and _is_download(decision):
        decision.download()
        return True
    return False


def _open_in_browser(_: object, action: Any) -> None:
    """Open the target of `target=_blank` or `window.open` in the system's browser."""
    uri = action.get_request().get_uri()
    if uri.startswith(("http:", "https:", "mailto:")):
        # In a thread: on some systems the call returns only when the browser is closed.
        threading.Thread(target=webbrowser.open, args=(uri,), daemon=True).start()


def _is_download(decision: Any) -> bool:
    headers = decision.get_response().get_http_headers()
    disposition = (headers.get_one("Content-Disposition") if headers else None) or ""
    return disposition.lower().startswith("attachment") or not decision.is_mime_type_supported()


def _on_download(parent: Gtk.Window, download: Any, language: Language) -> None:
    download.connect("decide-destination", lambda _, name: _choose_destination(parent, download, name, language))
    download.connect("failed", lambda _, error: log.error("a download failed: %s", error))


def _choose_destination(parent: Gtk.Window, download: Any, name: str, language: Language) -> bool:
    title, save, cancel = (translate(text, language) for text in ("Save file", "Save", "Cancel"))
    dialog = Gtk.FileChooserNative.new(title, parent, Gtk.FileChooserAction.SAVE, save, cancel)
    dialog.set_do_overwrite_confirmation(True)
    dialog.set_current_folder(GLib.get_user_special_dir(GLib.UserDirectory.DIRECTORY_DOWNLOAD) or str(Path.home()))
    dialog.set_current_name(name)
    if dialog.run() == Gtk.ResponseType.ACCEPT:
        download.set_allow_overwrite(True)  # the dialog has asked
        download.set_destination(dialog.get_uri())
    else:
        download.cancel()
    dialog.destroy()
    return True
