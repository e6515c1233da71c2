"""What WebKitGTK needs beside pywebview: names for the desktop, downloads as files, a crashed page noticed."""

import logging
import os
import threading
import webbrowser
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

# It requires the versions of what `gi` brings.
from webview.platforms import gtk  # isort: split

from gi.repository import Gdk, GLib, Gtk  # type: ignore[import-not-found, import-untyped, unused-ignore]

if TYPE_CHECKING:
    import webview

log = logging.getLogger(__name__)
PROGRAM = "goalbucks"
"""As the desktop knows it: the name of its .desktop file."""
CRASHED = 4
"""The exit code when the page's process is gone: the window would stay, and stay white."""


def name_program() -> None:
    """Before the first window; else the task bar shows the name of a Python file."""
    GLib.set_prgname(PROGRAM)
    Gdk.set_program_class("GoalBucks")


def look_after(window: "webview.Window") -> None:
    """Mend what pywebview leaves open; on the toolkit's thread, before the window is shown."""
    view = gtk.BrowserView.instances[window.uid]
    # pywebview shows a download in place of the portal, and waits for the browser with the window standing still.
    view.webview.disconnect_by_func(view.on_navigation)
    view.webview.connect("decide-policy", _decide)
    view.webview.connect("create", _open_elsewhere)
    view.webview.connect("web-process-terminated", _page_crashed)
    view.webview.get_context().connect("download-started", lambda _, download: _download(view.window, download))


def confirm(window: "webview.Window", sentence: str, question: str, yes: str) -> bool:
    """Ask; not on the toolkit's thread. pywebview's own dialog drops the sentence, and stands apart from the window."""
    answers: SimpleQueue[bool] = SimpleQueue()
    GLib.idle_add(lambda: answers.put(_ask(window.native, sentence, question, yes)))
    return answers.get()


def _ask(parent: Any, sentence: str, question: str, yes: str) -> bool:
    dialog = Gtk.MessageDialog(
        transient_for=parent,
        modal=True,
        destroy_with_parent=True,
        title=parent.get_title(),
        message_type=Gtk.MessageType.QUESTION,
        text=sentence,
        secondary_text=question,
    )
    dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, yes, Gtk.ResponseType.OK)
    dialog.set_default_response(Gtk.ResponseType.CANCEL)
    answer = dialog.run()
    dialog.destroy()
    return bool(answer == Gtk.ResponseType.OK)


def _page_crashed(_: object, reason: object) -> None:
    log.error("the page's process ended: %s", reason)
    os._exit(CRASHED)


def _decide(_: object, decision: Any, kind: Any) -> bool:
    if kind == type(kind).NEW_WINDOW_ACTION:
        _open_elsewhere(None, decision.get_navigation_action())
        decision.ignore()
        return True
    if kind == type(kind).RESPONSE and _is_a_file(decision):
        decision.download()
        return True
    return False


def _open_elsewhere(_: object, action: Any) -> None:
    """In the browser: what a page opens by `target=_blank` or `window.open`."""
    uri = action.get_request().get_uri()
    if uri.startswith(("http:", "https:", "mailto:")):
        # Some systems' openers return when the browser does.
        threading.Thread(target=webbrowser.open, args=(uri,), daemon=True).start()


def _is_a_file(decision: Any) -> bool:
    headers = decision.get_response().get_http_headers()
    disposition = (headers.get_one("Content-Disposition") if headers else None) or ""
    return disposition.lower().startswith("attachment") or not decision.is_mime_type_supported()


def _download(parent: Gtk.Window, download: Any) -> None:
    download.connect("decide-destination", lambda _, name: _ask_where(parent, download, name))
    download.connect("failed", lambda _, error: log.error("a download failed: %s", error))


def _ask_where(parent: Gtk.Window, download: Any, name: str) -> bool:
    dialog = Gtk.FileChooserNative.new("Save file", parent, Gtk.FileChooserAction.SAVE, "Save", "Cancel")
    dialog.set_do_overwrite_confirmation(True)
    dialog.set_current_folder(GLib.get_user_special_dir(GLib.UserDirectory.DIRECTORY_DOWNLOAD) or str(Path.home()))
    dialog.set_current_name(name)
    if dialog.run() == Gtk.ResponseType.ACCEPT:
        download.set_allow_overwrite(True)  # that was asked about
        download.set_destination(dialog.get_uri())
    else:
        download.cancel()
    dialog.destroy()
    return True
