"""`goalbucks`, and `python -m launcher`: refuse with one sentence, or start the server and its window."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from launcher import window
from launcher.errors import AlreadyRunningError, LaunchError

if TYPE_CHECKING:
    from launcher.arguments import Start
    from launcher.network import Addresses
    from server.settings import Settings


# Each import inside a function comes where it is first needed: the window's process and a refusal
# must not wait for the whole server.


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit code is 0 after a graceful end, 1 when the start was refused."""
    # Pictures are decoded in a spawned process. Packaged, that one starts here too, and this call is its way out.
    multiprocessing.freeze_support()
    _provide_streams()
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == [window.COMMAND]:
        return _show_window(*given[1:])
    if given[:1] == [window.REFUSAL]:
        return _show_refusal(*given[1:])
    _end_on_signals()
    try:
        return _start(given)
    except LaunchError as error:
        return _refuse(error)


def _refuse(refusal: LaunchError, start: "Start | None" = None) -> int:
    """Tell why there is no GoalBucks, in the log and on the screen too: who double-clicked it sees no terminal."""
    print(refusal, file=sys.stderr, flush=True)  # noqa: T201 - the terminal is where it was started from
    if start is not None:
        from launcher import log  # noqa: PLC0415

        log.note_refusal(start.settings.data_dir, str(refusal))
        if start.desktop and window.screen_present() and not sys.stderr.isatty():
            window.show_refusal(str(refusal))
    return 1


def _start(given: Sequence[str]) -> int:
    from launcher import arguments, data_folder  # noqa: PLC0415

    start = arguments.parse(given)
    data_folder.keep_files_private()
    with_window = start.desktop and window.screen_present()
    try:
        data_folder.prepare(start.settings.data_dir)
        _run(start.settings, with_window=with_window)
    except LaunchError as error:
        if not with_window or not isinstance(error, AlreadyRunningError) or error.address is None:
            return _refuse(error, start)
        # A second double-click shows what the first one started.
        window.Window(error.address, start.settings.data_dir, ends_the_class=False).follow(closed=lambda: None)
    return 0


def _run(settings: "Settings", *, with_window: bool) -> None:
    from launcher import log, network  # noqa: PLC0415
    from launcher.single_instance import SingleInstance  # noqa: PLC0415

    with SingleInstance(settings.data_dir) as instance:
        sockets = network.listen(settings.host, settings.port)
        settings = settings.model_copy(update={"port": network.port_of(sockets)})
        addresses = network.addresses(settings.host, settings.port)
        instance.tell_address(addresses.own)
        log.write_to(settings.data_dir)
        # Its process starts while ours imports the server.
        shown = _open_window(addresses.own, settings.data_dir) if with_window else None
        try:
            from launcher.serving import serve  # noqa: PLC0415

            serve(settings, sockets, on_ready=lambda: _tell(addresses))
        finally:
            if shown is not None:
                shown.close()


def _tell(addresses: "Addresses") -> None:
    line = f"GoalBucks is ready: {addresses.own}"
    if addresses.network:
        line += f" on this computer, {addresses.network} for students"
    print(line, flush=True)  # noqa: T201 - the one line that whoever started it waits for


def _open_window(address: str, data_dir: Path) -> window.Window:
    shown = window.Window(address, data_dir, ends_the_class=True)
    # Closing the window ends the program like a signal does, whatever it is doing at the time.
    threading.Thread(target=shown.follow, args=(lambda: signal.raise_signal(signal.SIGTERM),), daemon=True).start()
    return shown


def _show_window(address: str, storage: str, *options: str) -> int:
    from launcher import web_view  # noqa: PLC0415

    return _end_window(web_view.show(address, Path(storage), ask=window.ASK in options))


def _show_refusal(sentence: str) -> int:
    from launcher import web_view  # noqa: PLC0415

    return _end_window(web_view.tell(sentence))


def _end_window(code: int) -> NoReturn:
    sys.stderr.flush()
    # A toolkit's threads must not keep the process of a closed window alive.
    os._exit(code)


def _end_on_signals() -> None:
    """A signal before the server is up ends the program quietly; from then on uvicorn's handlers end it gracefully."""

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        sys.exit(0)

    def hang_up(number: int, frame: FrameType | None) -> None:
        del number, frame
        signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    # Its terminal was closed; `nohup` has it ignored, and that stays.
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, hang_up)


def _provide_streams() -> None:
    """A program without a console has no streams on Windows; printing must not crash it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere: TextIO = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - open until the end
            setattr(sys, name, nowhere)


if __name__ == "__main__":
    sys.exit(main())
