"""Flood client, a process of its own: `python -m tests.attacks.flood_client` reads a `Flood` as JSON from stdin.

It reopens each connection as soon as the server closes it, and reads and discards every response.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal, cast

import uvloop

Kind = Literal["pipelined", "one at a time", "reconnecting"]
REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"
PIPELINED_BYTES = 256 * 1024
RETRY_SECONDS = 0.05
"""Delay after a connection that was refused or closed before it sent anything."""


@dataclass(frozen=True, slots=True)
class Flood:
    """Parameters of a flood.

    `pipelined`: requests without waiting for responses. `one at a time`: the next request follows the response.

    `reconnecting`: one request on each connection, which is closed at once.
    """

    kind: Kind
    connections: int
    address: str
    port: int
    seconds: float


class FloodProcess:
    """A running flood in its own process. `command` builds the command line of a program on the attacker's host."""

    def __init__(self, flood: Flood, command: Callable[..., list[str]]) -> None:
        self._process = subprocess.Popen(
            command(sys.executable, "-m", "tests.attacks.flood_client"),
            stdin=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(flood)))
        self._process.stdin.close()
        self._process.stdin = None

    def stop(self) -> None:
        """Stop it early; idempotent."""
        self._process.kill()
        self._process.wait()


class _Flooder:
    """State shared by all connections."""

    def __init__(self, flood: Flood) -> None:
        self.flood = flood
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Keep the configured number of connections open until the time is up."""
        attempts = [asyncio.ensure_future(self._keep_connected()) for _ in range(self.flood.connections)]
        await asyncio.sleep(self.flood.seconds)
        for each in attempts:
            each.cancel()

    async def _keep_connected(self) -> None:
        while True:
            closed: asyncio.Future[bool] = self._loop.create_future()
            try:
                await self._loop.create_connection(
                    lambda closed=closed: _Connection(self, closed),  # type: ignore[misc]
                    self.flood.address,
                    self.flood.port,
                )
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if not await closed:
                await asyncio.sleep(RETRY_SECONDS)


class _Connection(asyncio.Protocol):
    def __init__(self, attacker: _Flooder, closed: "asyncio.Future[bool]") -> None:
        self._attacker = attacker
        self._closed = closed
        self._was_answered = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transport is no subclass
        if self._attacker.flood.kind == "pipelined":
            self.resume_writing()
            return
        self._transport.write(REQUEST)
        if self._attacker.flood.kind == "reconnecting":
            self._was_answered = True
            self._transport.close()

    def resume_writing(self) -> None:
        """Send the next requests once the write buffer has drained."""
        if self._attacker.flood.kind == "pipelined" and not self._transport.is_closing():
            self._transport.write(REQUEST * (PIPELINED_BYTES // len(REQUEST)))

    def data_received(self, data: bytes) -> None:
        self._was_answered = True
        if self._attacker.flood.kind == "one at a time" and b"HTTP/1.1 " in data:
            self._transport.write(REQUEST)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self._closed.done():
            self._closed.set_result(self._was_answered)


async def _run(flood: Flood) -> None:
    await _Flooder(flood).run()


if __name__ == "__main__":
    uvloop.run(_run(Flood(**json.load(sys.stdin))))
