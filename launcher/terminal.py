"""Print the students' address and its QR code on the terminal of a computer without a screen."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TextIO

import segno

from server.computer.host import HostComputer

COLOURS = "\x1b[38;5;231;48;5;16m"
"""White on black, whatever the terminal's colours are: many cameras can't read an inverted code."""
RESET = "\x1b[0m"
QUIET_ZONE = 2
"""Modules of margin, half of the standard's: cameras read it, and the code fits a small terminal."""


def print_address(address: str, name: str | None = None, out: TextIO | None = None) -> None:
    """Print the students' address, such as http://192.168.1.20:8080, the URL by name, if any, and a QR code.

    Prints nothing when `out` isn't a terminal, but a service manager's log or a script.
    """
    out = out or sys.stdout
    if not out.isatty():
        return
    code = [f"  {COLOURS}{line}{RESET}" for line in _qr_code(address)] if _supports_block_characters(out) else []
    names = [_name_line(name)] if name else []
    print("\n".join(["", f"  Students open  {address}", *names, "", *code]), file=out, flush=True)


def print_name(name: str, out: TextIO | None = None) -> None:
    """Print the URL by name of an address that was printed before."""
    out = out or sys.stdout
    if out.isatty():
        print(_name_line(name), file=out, flush=True)


@asynccontextmanager
async def showing_address(computer: HostComputer) -> AsyncIterator[None]:
    """Print the students' address, and again whenever it changes."""
    loop = asyncio.get_running_loop()
    shown: tuple[str, str | None] | None = None

    def print_changes() -> None:
        nonlocal shown
        endpoint = computer.network.endpoint
        if endpoint.address is None:
            return
        name = endpoint.url(endpoint.host_name) if endpoint.host_name else None
        current, before = (endpoint.url(endpoint.address), name), shown
        shown = current
        if before is None or before[0] != current[0]:
            print_address(*current)
        elif name and name != before[1]:
            print_name(name)

    def schedule() -> None:
        loop.call_soon_threadsafe(print_changes)

    unobserve = computer.observe(schedule)
    loop.call_soon(print_changes)
    try:
        yield
    finally:
        unobserve()


def _name_line(name: str) -> str:
    return f"             or  {name}"


def _qr_code(address: str) -> list[str]:
    text = io.StringIO()
    segno.make_qr(address, error="m", boost_error=False).terminal(text, border=QUIET_ZONE, compact=True)
    return text.getvalue().splitlines()


def _supports_block_characters(out: TextIO) -> bool:
    try:
        "\u2580\u2584\u2588".encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
