"""What is refused before any route sees it: a foreign Host, a foreign Origin, a body over its limit."""

import json
from collections.abc import Container
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import DomainError, TooLargeError
from server.security.locality import host_name, is_ip_literal

JSON_LIMIT = 1024 * 1024
_READS = ("GET", "HEAD", "OPTIONS")


class UnknownHostError(DomainError):
    """The Host header names another server: a rebinding attack, or a wrong address."""

    status = 421
    code = "unknown_host"
    sentence = "This address does not belong to this class computer."


class ForeignOriginError(DomainError):
    """Another site's page tries to write with the person's session."""

    status = 403
    code = "foreign_origin"
    sentence = "This request came from another site and was refused."


def _is_own_origin(origin: str, host: str) -> bool:
    parts = urlsplit(origin)
    default = {"http": ":80", "https": ":443"}.get(parts.scheme)
    return default is not None and parts.netloc.lower().removesuffix(default) == host.lower().removesuffix(default)


class EdgeMiddleware:
    """Answers 421, 403 and 413 itself; everything else goes on.

    `names`: the host names that are ours besides IP literals and localhost, in lower case.
    `upload_limit`: bytes for the paths in `uploads`; all others may send `JSON_LIMIT`.
    """

    def __init__(self, app: ASGIApp, *, names: Container[str], uploads: Container[str], upload_limit: int) -> None:
        self.app = app
        self.names = names
        self.uploads = uploads
        self.upload_limit = upload_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            limit = self._admit(scope)
            await self.app(scope, _bounded(receive, limit), send)
        except (UnknownHostError, ForeignOriginError, TooLargeError) as refusal:
            await _answer(refusal, send)

    def _admit(self, scope: Scope) -> int:
        headers = Headers(scope=scope)
        host = host_name(headers.get("host"))
        if host is None or not (host == "localhost" or is_ip_literal(host) or host in self.names):
            raise UnknownHostError
        origin = headers.get("origin")
        if origin is not None and scope["method"] not in _READS and not _is_own_origin(origin, headers["host"]):
            raise ForeignOriginError
        limit = self.upload_limit if scope["path"] in self.uploads else JSON_LIMIT
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > limit:
            raise TooLargeError
        return limit


def _bounded(receive: Receive, limit: int) -> Receive:
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise TooLargeError
        return message

    return bounded


async def _answer(refusal: DomainError, send: Send) -> None:
    body = json.dumps(refusal.body()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(refusal, TooLargeError):
        headers.append((b"connection", b"close"))  # the rest of the body is not read
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
