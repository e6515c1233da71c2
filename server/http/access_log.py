"""One line in the log for each request: method, path, status, milliseconds, id; no names, no bodies."""

import json
import logging
import time

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils import uuid4

from server.http.response_headers import added_headers
from server.redaction import nameless_trace

log = logging.getLogger("goalbucks.requests")
HEADER = b"x-request-id"
CUT_OFF = 499


class CutShortError(Exception):
    """The answer had begun: the connection is closed, so that nobody takes it for a whole one."""


class RequestLogMiddleware:
    """Logs every request, and answers 500 to what nobody caught, with the id that stands in the log.

    `host`: what the computer is called there.
    """

    def __init__(self, app: ASGIApp, *, host: str) -> None:
        self.app = app
        self.host = host

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
                said = message["headers"]
                message["headers"] = [*said, (HEADER, request_id.encode()), *added_headers(scope, said)]
            await send(message)

        begun = time.perf_counter()
        try:
            await self.app(scope, receive, noting)
        except ClientDisconnect:
            status = CUT_OFF
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets an answer
            told = {"request_id": request_id, "crash": error}
            log.error("request %s crashed\n%s", request_id, nameless_trace(error), extra=told)  # noqa: TRY400 - without its words
            if status:
                raise CutShortError from None
            await self._crashed(request_id, noting)
        finally:
            taken = (time.perf_counter() - begun) * 1000
            _note(scope, status, taken, request_id)

    async def _crashed(self, request_id: str, send: Send) -> None:
        error = f"Something went wrong on the {self.host}. Please try again. (Reference {request_id[:8]})"
        body = json.dumps({"error": error, "code": "internal", "id": request_id}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 500, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _note(scope: Scope, status: int, taken: float, request_id: str) -> None:
    fields = {
        "request_id": request_id,
        "method": scope["method"],
        "route": getattr(scope.get("route"), "path", None),
        "status": status,
        "duration_ms": round(taken, 1),
    }
    log.info("%s %s %d %.1f ms %s", scope["method"], _path(scope), status, taken, request_id, extra=fields)


def _path(scope: Scope) -> str:
    # As it came, percent-encoded: a decoded one could break the line in two.
    raw: bytes = scope.get("raw_path") or b""
    return raw.split(b"?", maxsplit=1)[0].decode("ascii", "replace")
