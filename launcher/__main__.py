"""Entry point of `goalbucks` and `python -m launcher`: prepare the process, parse the arguments, dispatch.

Imports inside functions spare the window's process, the workers and the image decoder, which start here too, the rest
of the program. Their comments name the processor time that they save.
"""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn, TextIO

from launcher import program
from launcher.errors import LaunchError
from launcher.exit_codes import StatusExitCode
from server.system import heap


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0 after a graceful end, the error's own when the start was refused."""
    # Images are decoded in a spawned process. In the packaged program it starts here too, and never leaves this call.
    multiprocessing.freeze_support()
    _restore_library_path()
    _provide_streams()
    match sys.argv[1:] if argv is None else list(argv):
        case [program.WINDOW_COMMAND, options]:
            return _show_window(options)
        case [program.ERROR_COMMAND, report]:
            return _show_error_window(report)
        case [program.WORKER_COMMAND, config, *arguments]:
            return _run_worker(config, arguments)
        case [program.RESTART_COMMAND, *arguments]:
            return _run(arguments, after_crash=True)
        case arguments:
            return _run(arguments, after_crash=False)


def _run(arguments: Sequence[str], *, after_crash: bool) -> int:
    """Run a command, or the server without one; `after_crash`: the window's process restarts it (window/restart.py)."""
    _end_on_signals()
    heap.keep_until_trimmed()
    gc.disable()  # what the imports allocate stays in use, so that collections find nothing
    from launcher import desktop  # noqa: PLC0415 - 160 ms
    from launcher.cli import dispatch, parser  # noqa: PLC0415 - the same 160 ms

    gc.freeze()
    gc.enable()
    try:
        start = parser.parse(arguments)
        if start.command is not None:
            return dispatch.run_command(start)
        return desktop.start(start, arguments, after_crash=after_crash)
    except LaunchError as error:
        # The settings, and so the log's folder, are unknown.
        exit_code = desktop.report_refused_start(
            error, arguments, after_crash=after_crash, on_screen="serve" not in arguments
        )
        return StatusExitCode.UNKNOWN if arguments[:1] == ["status"] else exit_code


def _run_worker(config: str, arguments: Sequence[str]) -> int:
    _end_on_signals()
    heap.keep_until_trimmed()
    gc.disable()  # during the start, see launcher/desktop.py
    from launcher.serving.worker import run_worker  # noqa: PLC0415 - 890 ms

    return run_worker(config, arguments)


def _show_window(options: str) -> int:
    from launcher.window import view  # noqa: PLC0415 - 66 ms

    return _exit_at_once(view.run_window(options))


def _show_error_window(report: str) -> int:
    from launcher.window import view  # noqa: PLC0415 - 66 ms

    return _exit_at_once(view.run_error_window(report))


def _exit_at_once(code: int) -> NoReturn:
    """Exit without joining the GUI toolkit's threads, which would keep the process of a closed window alive."""
    sys.stderr.flush()
    os._exit(code)


def _end_on_signals() -> None:
    """Exit with code 0 at SIGTERM, SIGINT and SIGHUP; uvicorn replaces the handlers once the server is up."""

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        sys.exit(0)

    def hang_up(number: int, frame: FrameType | None) -> None:
        del number, frame
        signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    # The terminal was closed. Under `nohup` the signal is ignored, and stays so.
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, hang_up)


def _restore_library_path() -> None:
    """Give child processes the system's LD_LIBRARY_PATH: PyInstaller's leads the browser to the bundle's libraries."""
    if program.is_packaged() and sys.platform == "linux":
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            os.environ["LD_LIBRARY_PATH"] = before
        os.environ[program.RESET_ENVIRONMENT] = "1"


def _provide_streams() -> None:
    """Open the null device for missing standard streams: on Windows a program without a console has none."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            null: TextIO = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the end
            setattr(sys, name, null)


if __name__ == "__main__":
    sys.exit(main())
