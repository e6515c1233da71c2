"""What a computer without a window or browser shows on its terminal: where students come in, to type and to scan."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TextIO

from server.computer import ClassComputer

COLOURS = "\x1b[38;5;231;48;5;16m"
"""White on black whatever the terminal's own colours are: an inverted code is one that many cameras can't read."""
RESET = "\x1b[0m"
QUIET_ZONE = 2
"""Half of what the standard asks for: cameras read it, and the code still fits a small terminal."""


def show(address: str, name: str | None = None, out: TextIO | None = None) -> None:
    """Print the students' address, such as http://192.168.1.20:8080, its name when there is one, and a code to scan.

    Prints nothing where nobody looks: what isn't a terminal is a service manager's log, or a script.
    """
    out = out or sys.stdout
    if not out.isatty():
        return
    code = [f"  {COLOURS}{line}{RESET}" for line in _code(address)] if _draws_blocks(out) else []
    names = [_named(name)] if name else []
    print("\n".join(["", f"  Students open  {address}", *names, "", *code]), file=out, flush=True)


def show_name(name: str, out: TextIO | None = None) -> None:
    """Print that the address, shown already, has this name."""
    out = out or sys.stdout
    if out.isatty():
        print(_named(name), file=out, flush=True)


@asynccontextmanager
async def showing(computer: ClassComputer) -> AsyncIterator[None]:
    """Show where students come in, and again whenever that has changed."""
    loop = asyncio.get_running_loop()
    shown: tuple[str, str | None] | None = None

    def look() -> None:
        nonlocal shown
        reach = computer.reach
        if reach.address is None:
            return
        name = reach.url(reach.host_name) if reach.host_name else None
        found, before = (reach.url(reach.address), name), shown
        shown = found
        if before is None or before[0] != found[0]:
            show(*found)
        elif name and name != before[1]:
            show_name(name)

    def note() -> None:
        loop.call_soon_threadsafe(look)

    unobserve = computer.observe(note)
    loop.call_soon(look)
    try:
        yield
    finally:
        unobserve()


def _named(name: str) -> str:
    return f"             or  {name}"


def _code(address: str) -> list[str]:
    import segno  # noqa: PLC0415 - needed by computers without a screen alone

    drawn = io.StringIO()
    segno.make_qr(address, error="m", boost_error=False).terminal(drawn, border=QUIET_ZONE, compact=True)
    return drawn.getvalue().splitlines()


def _draws_blocks(out: TextIO) -> bool:
    try:
        "\u2580\u2584\u2588".encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
