"""What is refused before any route sees it: a foreign Host, a foreign Origin, a body over its limit."""

import asyncio
import json
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import DomainError, TooLargeError
from server.security.body_timeout import coming_in_time
from server.security.loopback import host_name, is_ip_literal

DRAIN_SIZE = 100 * 1024 * 1024
DRAIN_SECONDS = 15
_READS = ("GET", "HEAD", "OPTIONS")
_OWN_SITES = ("same-origin", "none")
"""Values of `Sec-Fetch-Site`."""


class UnknownHostError(DomainError):
    """The Host header names another server: a rebinding attack, or a wrong address."""

    status = 421
    code = "unknown_host"
    sentence = "This address does not belong to this {host}."


class ForeignOriginError(DomainError):
    """Another site's page tries to write with the person's session."""

    status = 403
    code = "foreign_origin"
    sentence = "This request came from another site and was refused."


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """How many bytes a body may have, what is answered to a larger one, and how long it may take, if not as usual."""

    size: int
    refusal: type[DomainError]
    seconds: float | None = None


JSON_LIMIT = BodyLimit(1024 * 1024, TooLargeError)


def _is_own_origin(origin: str, host: str, *, https: bool) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    default = {"http": ":80", "https": ":443"}.get(parts.scheme)
    if default is None or (https and parts.scheme == "http"):
        # What came over plain HTTP may be the page of whoever listens. The other way round it is a proxy's doing.
        return False
    return parts.netloc.lower().removesuffix(default) == host.lower().removesuffix(default)


def _is_from_another_site(headers: Headers, *, https: bool) -> bool:
    """Whether another origin's page sent the request, by `Origin` or else `Sec-Fetch-Site`.

    Browsers send the latter to HTTPS and loopback alone; neither is sent by programs, and `none` means that the person
    did it, as by a bookmark. `same-site` is another origin: another port, or another host of the school's domain.
    """
    origin = headers.get("origin")
    if origin is not None:
        return not _is_own_origin(origin, headers["host"], https=https)
    return headers.get("sec-fetch-site", "none") not in _OWN_SITES


class EdgeMiddleware:
    """Answers 421, 403 and 413 itself; everything else goes on.

    `names`: the host names that are ours besides IP literals and localhost, in lower case.
    `limits`: the paths that take more than `JSON_LIMIT`. `host`: what this computer is called.
    """

    def __init__(self, app: ASGIApp, *, names: Container[str], limits: Mapping[str, BodyLimit], host: str) -> None:
        self.app = app
        self.names = names
        self.limits = limits
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], JSON_LIMIT)
        try:
            self._admit(scope, limit)
        except DomainError as refusal:
            await _answer(refusal.body(self.host), refusal.status, receive, send)
            return
        await self.app(scope, _bounded(coming_in_time(receive, limit.seconds), limit), send)

    def _admit(self, scope: Scope, limit: BodyLimit) -> None:
        headers = Headers(scope=scope)
        host = host_name(headers.get("host"))
        if host is None or not (host == "localhost" or is_ip_literal(host) or host in self.names):
            raise UnknownHostError
        if scope["method"] not in _READS and _is_from_another_site(headers, https=scope["scheme"] == "https"):
            raise ForeignOriginError
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > limit.size:
            raise limit.refusal


def _bounded(receive: Receive, limit: BodyLimit) -> Receive:
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit.size:
            raise limit.refusal
        return message

    return bounded


async def _drain(receive: Receive) -> None:
    # A browser that is still sending when the connection closes sees that instead of the answer.
    taken = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while taken < DRAIN_SIZE:
                message = await receive()
                taken += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


async def _answer(said: Mapping[str, object], status: int, receive: Receive, send: Send) -> None:
    body = json.dumps(said).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    await _drain(receive)
    await send({"type": "http.response.body"})
