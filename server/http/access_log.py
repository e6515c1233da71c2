"""Access log: method, path, status, milliseconds and id of each request, without names and bodies."""

import logging
import time
from secrets import token_hex

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import InternalError
from server.http.response_headers import headers_to_add
from server.redaction import redacted_traceback
from server.requests.error_response import error_response

log = logging.getLogger("goalbucks.requests")
HEADER = b"x-request-id"
CLIENT_CLOSED_REQUEST = 499
"""nginx's status of a request whose client closed the connection before the response."""


class ResponseAbortedError(Exception):
    """The response has started: closing the connection shows the client that it is incomplete."""


class AccessLogMiddleware:
    """Logs every request, and responds with 500 and the logged id to an exception that no handler caught.

    `host`: name of the computer in the response (`Deployment.host_label`).
    """

    def __init__(self, app: ASGIApp, *, host: str) -> None:
        self.app = app
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or pass on a lifespan event."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = token_hex(16)
        status = 0

        async def send_logged(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"]
                message["headers"] = [*headers, (HEADER, request_id.encode()), *headers_to_add(scope, headers)]
            await send(message)

        started = time.perf_counter()
        try:
            await self.app(scope, receive, send_logged)
        except ClientDisconnect:
            status = CLIENT_CLOSED_REQUEST
        except Exception as error:  # noqa: BLE001 - every request gets a response
            extra = {"request_id": request_id, "crash": error}
            log.error("request %s crashed\n%s", request_id, redacted_traceback(error), extra=extra)  # noqa: TRY400 - the message may contain personal data
            if status:
                raise ResponseAbortedError from None
            response = InternalError(params={"reference": request_id[:8]})
            await error_response(response, self.host, more={"id": request_id})(scope, receive, send_logged)
        finally:
            duration_ms = (time.perf_counter() - started) * 1000
            _log_request(scope, status or CLIENT_CLOSED_REQUEST, duration_ms, request_id)


def _log_request(scope: Scope, status: int, duration_ms: float, request_id: str) -> None:
    fields = {
        "request_id": request_id,
        "method": scope["method"],
        "route": getattr(scope.get("route"), "path", None),
        "status": status,
        "duration_ms": round(duration_ms, 1),
    }
    log.info("%s %s %d %.1f ms %s", scope["method"], _path(scope), status, duration_ms, request_id, extra=fields)


def _path(scope: Scope) -> str:
    # Percent-encoded as received: a decoded one could contain a line break.
    raw: bytes = scope.get("raw_path") or b""
    return raw.split(b"?", maxsplit=1)[0].decode("ascii", "replace")
