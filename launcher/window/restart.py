"""The server's process crashed: its window stays, and starts GoalBucks anew. In the window's own process."""

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from launcher.logs import files
from launcher.startup.single_instance import told_address
from launcher.window import pages
from launcher.window.file_manager import open_folder
from launcher.window.process import AGAIN, Opening, Refusal, folder, program

if TYPE_CHECKING:
    import webview

LOOK_SECONDS = 0.2
OVERLAP_SECONDS = 0.5
"""The new start has a window of its own: this one goes when that one lies over it."""


class NewStart:
    """Starts the program as it was started, with a window of its own, and closes this window for it."""

    def __init__(self, window: "webview.Window", opening: Opening) -> None:
        self._window = window
        self._opening = opening
        self._data_dir = Path(opening.data_dir)
        self._under_way = threading.Lock()

    def begin(self) -> None:
        """Say that it crashed, start it, and end this process once it answers; else `give_up`."""
        if not self._under_way.acquire(blocking=False):
            return  # the second click of a double one
        try:
            self._window.load_html(pages.AGAIN)
            refusal = self._start()
        finally:
            self._under_way.release()
        self.give_up(refusal)

    def give_up(self, refusal: Refusal | None) -> None:
        """Say what to do now; `refusal` is that of the new start, if it said why."""

        def start_again() -> None:
            threading.Thread(target=self.begin, daemon=True).start()

        def show_logs() -> None:
            open_folder(files.folder(self._data_dir))

        self._window.expose(start_again, show_logs)
        self._window.load_html(pages.stopped(str(files.folder(self._data_dir)), refusal))

    def _start(self) -> Refusal | None:
        # The last one counts: what was named relative to a folder was named from another one.
        command = [*program(), AGAIN, *self._opening.given, "--data-dir", self._opening.data_dir]
        nowhere = subprocess.DEVNULL
        with tempfile.TemporaryFile() as said:
            try:
                process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                    command, stdin=nowhere, stdout=nowhere, stderr=said, cwd=folder(), start_new_session=True
                )
            except OSError as error:
                return Refusal("", str(error))
            while process.poll() is None:
                if self._answers():
                    time.sleep(OVERLAP_SECONDS)
                    os._exit(0)
                time.sleep(LOOK_SECONDS)
            if process.returncode == 0:
                os._exit(0)  # somebody else started it meanwhile, and that window is shown
            return _refusal_in(said)

    def _answers(self) -> bool:
        address = told_address(self._data_dir)
        if address is None:
            return False
        try:
            build_opener(ProxyHandler({})).open(f"{address}/api/health", timeout=1).close()
        except HTTPError:
            pass  # it answers, if only that it has to be repaired first
        except OSError:
            return False
        return True


def _refusal_in(said: IO[bytes]) -> Refusal | None:
    """The refusal in the last line of stderr; None when the new start ended without one."""
    said.seek(0)
    lines = said.read().decode(errors="replace").strip().splitlines()
    try:
        return Refusal.read(lines[-1])
    except (IndexError, TypeError, ValueError, KeyError):
        return None
