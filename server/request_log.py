"""One line in the log for each request: method, path, status, milliseconds, id; no names, no bodies."""

import json
import logging
import time
from collections.abc import Iterable

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils import uuid4

log = logging.getLogger("goalbucks.requests")
HEADER = b"x-request-id"
NO_STORE = (b"cache-control", b"no-store")
NO_SNIFF = (b"x-content-type-options", b"nosniff")
NO_FRAME = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
HTTPS_FROM_NOW_ON = (b"strict-transport-security", b"max-age=31536000")
CUT_OFF = 499


class RequestLogMiddleware:
    """Logs every request, and answers 500 to what nobody caught, with the id that stands in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = str(uuid4())
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER, request_id.encode()), *_safety(scope, message)]
            await send(message)

        begun = time.perf_counter()
        try:
            await self.app(scope, receive, noting)
        except ClientDisconnect:
            status = CUT_OFF
        except Exception:
            log.exception("request %s crashed", request_id)
            if status:
                raise
            await _crashed(request_id, noting)
        finally:
            taken = (time.perf_counter() - begun) * 1000
            log.info("%s %s %d %.1f ms %s", scope["method"], _path(scope), status, taken, request_id)


def _safety(scope: Scope, start: Message) -> Iterable[tuple[bytes, bytes]]:
    if scope["scheme"] == "https":
        yield HTTPS_FROM_NOW_ON
    if not scope["path"].startswith("/api/"):
        return  # the pages have their own (server/frontend.py)
    yield NO_SNIFF
    yield NO_FRAME
    # No browser keeps a call's answer: at a shared Chromebook the next student would find it.
    if not any(name.lower() == b"cache-control" for name, _ in start["headers"]):
        yield NO_STORE


def _path(scope: Scope) -> str:
    # As it came, percent-encoded: a decoded one could break the line in two.
    raw: bytes = scope.get("raw_path") or b""
    return raw.split(b"?", maxsplit=1)[0].decode("ascii", "replace")


async def _crashed(request_id: str, send: Send) -> None:
    error = f"Something went wrong on the class computer. Please try again. (Reference {request_id[:8]})"
    body = json.dumps({"error": error, "code": "internal", "id": request_id}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 500, "headers": headers})
    await send({"type": "http.response.body", "body": body})
