"""Starts the program again when the server's process has crashed. Runs in the window's process, which survives.

`WindowController` (controller.py) detects the crash. The new program is the server and a window of its own; the old
window closes when the new server answers.
"""

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from launcher.logs import files
from launcher.program import RESTART_COMMAND, launch_command, launch_folder
from launcher.startup.health import is_answering
from launcher.startup.single_instance import read_address
from launcher.window import pages
from launcher.window.file_manager import open_folder
from launcher.window.process import ErrorReport, WindowOptions

if TYPE_CHECKING:
    import webview

POLL_INTERVAL_SECONDS = 0.2
HEALTH_TIMEOUT_SECONDS = 1
OVERLAP_SECONDS = 0.5
"""Delay before this window closes, so that the new process's window covers it first."""


class CrashRestart:
    """Restarts the program with its original arguments; the new process replaces this window with its own."""

    def __init__(self, window: "webview.Window", options: WindowOptions) -> None:
        self._window = window
        self._options = options
        self._data_dir = Path(options.data_dir)
        self.language = options.language
        self._restarting = threading.Lock()

    def restart(self) -> None:
        """Restart the program; end this process once the new one answers, else call `show_failure`."""
        if not self._restarting.acquire(blocking=False):
            return  # a double click on the button
        try:
            self._window.load_html(pages.restarting_page(self.language))
            report = self._start()
        finally:
            self._restarting.release()
        self.show_failure(report)

    def show_failure(self, report: ErrorReport | None) -> None:
        """Show that the restart failed; `report` is the error of the new process, if it reported one."""

        def start_again() -> None:
            threading.Thread(target=self.restart, daemon=True).start()

        def show_logs() -> None:
            open_folder(files.log_folder(self._data_dir))

        self._window.expose(start_again, show_logs)
        self._window.load_html(pages.restart_failed_page(str(files.log_folder(self._data_dir)), report, self.language))

    def _start(self) -> ErrorReport | None:
        """Start the program; exit once it answers, or return the error of a start that failed."""
        # Overrides an earlier --data-dir, which may be relative to a different working directory.
        command = [*launch_command(), RESTART_COMMAND, *self._options.arguments, "--data-dir", self._options.data_dir]
        devnull = subprocess.DEVNULL
        with tempfile.TemporaryFile() as stderr:
            try:
                process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                    command, stdin=devnull, stdout=devnull, stderr=stderr, cwd=launch_folder(), start_new_session=True
                )
            except OSError as error:
                return ErrorReport("", str(error))
            while process.poll() is None:
                if self._is_answering():
                    time.sleep(OVERLAP_SECONDS)
                    os._exit(0)
                time.sleep(POLL_INTERVAL_SECONDS)
            if process.returncode == 0:
                os._exit(0)  # the program was already running and has shown its window
            return _read_error(stderr)

    def _is_answering(self) -> bool:
        address = read_address(self._data_dir)
        return address is not None and is_answering(address, HEALTH_TIMEOUT_SECONDS)


def _read_error(stderr: IO[bytes]) -> ErrorReport | None:
    """Return the error in the last line of stderr; None if there is none."""
    stderr.seek(0)
    lines = stderr.read().decode(errors="replace").strip().splitlines()
    try:
        return ErrorReport.from_json(lines[-1])
    except (AttributeError, IndexError, TypeError, ValueError):
        return None
