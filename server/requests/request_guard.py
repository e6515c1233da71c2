"""Middleware that refuses requests with an unknown Host, a cross-origin write or a body over its limit."""

import asyncio
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import DomainError, TooLargeError
from server.requests.body_timeout import with_body_timeout
from server.requests.error_response import error_response
from server.requests.loopback import host_name, is_ip_literal

MAX_DRAIN_BYTES = 100 * 1024 * 1024
DRAIN_SECONDS = 15
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_ACCEPTED_SITES = ("same-origin", "none")
"""Accepted values of `Sec-Fetch-Site`."""


class UnknownHostError(DomainError):
    """The Host header names another server: DNS rebinding, or a wrong address."""

    status = 421
    code = "unknown_host"
    sentence = "This address does not belong to this {host}."


class CrossOriginError(DomainError):
    """A page of another origin tries to write with the person's session (CSRF)."""

    status = 403
    code = "foreign_origin"
    sentence = "This request came from another site and was refused."


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """The largest size of a body in bytes, the error for a larger one, and its timeout if it isn't the default."""

    max_bytes: int
    error: type[DomainError]
    timeout_seconds: float | None = None


JSON_LIMIT = BodyLimit(1024 * 1024, TooLargeError)


def _is_own_origin(origin: str, host: str, *, https: bool) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    default = {"http": ":80", "https": ":443"}.get(parts.scheme)
    if default is None or (https and parts.scheme == "http"):
        # A page loaded over plain HTTP may have been altered on the network. The reverse is normal behind a TLS proxy.
        return False
    return parts.netloc.lower().removesuffix(default) == host.lower().removesuffix(default)


def _is_cross_origin(headers: Headers, *, https: bool) -> bool:
    """Whether another origin's page sent the request, by `Origin` or else `Sec-Fetch-Site`.

    Browsers send the latter only to HTTPS and loopback; other programs send neither. `none` means that the person
    started the navigation, as by a bookmark. `same-site` is another origin: another port or host of the same domain.
    """
    origin = headers.get("origin")
    if origin is not None:
        return not _is_own_origin(origin, headers["host"], https=https)
    return headers.get("sec-fetch-site", "none") not in _ACCEPTED_SITES


class RequestGuardMiddleware:
    """Answers 421, 403 and 413 itself and passes everything else on.

    `names`: this server's host names in lower case; IP literals and localhost are always accepted.
    `limits`: by route path, where `JSON_LIMIT` doesn't hold. `host`: the computer's name in sentences.
    """

    def __init__(self, app: ASGIApp, *, names: Container[str], limits: Mapping[str, BodyLimit], host: str) -> None:
        self.app = app
        self.names = names
        self.limits = [(compile_path(path)[0], limit) for path, limit in limits.items()]
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or pass on lifespan events."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = next((limit for path, limit in self.limits if path.match(scope["path"])), JSON_LIMIT)
        try:
            self._check(scope, limit)
        except DomainError as error:
            await _refuse(error_response(error, self.host), receive, send)
            return
        await self.app(scope, _limit_size(with_body_timeout(receive, limit.timeout_seconds), limit), send)

    def _check(self, scope: Scope, limit: BodyLimit) -> None:
        headers = Headers(scope=scope)
        host = host_name(headers.get("host"))
        if host is None or not (host == "localhost" or is_ip_literal(host) or host in self.names):
            raise UnknownHostError
        if scope["method"] not in _SAFE_METHODS and _is_cross_origin(headers, https=scope["scheme"] == "https"):
            raise CrossOriginError
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > limit.max_bytes:
            raise limit.error


def _limit_size(receive: Receive, limit: BodyLimit) -> Receive:
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit.max_bytes:
            raise limit.error
        return message

    return bounded


async def _drain(receive: Receive) -> None:
    # A browser that is still sending when the connection closes reports that instead of the response.
    received = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while received < MAX_DRAIN_BYTES:
                message = await receive()
                received += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


async def _refuse(response: Response, receive: Receive, send: Send) -> None:
    response.headers["connection"] = "close"
    await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": response.body, "more_body": True})
    await _drain(receive)
    await send({"type": "http.response.body"})
