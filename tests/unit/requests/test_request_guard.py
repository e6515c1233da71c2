"""Refusals of the request guard, which answers before the application does."""

import asyncio
import json

from starlette.types import Message, Receive, Scope, Send

from server.requests.concurrency import TooManyRequestsError
from server.requests.request_guard import BodyLimit, RequestGuardMiddleware


async def _unreachable(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError


def test_a_refusal_has_the_headers_of_its_error_and_closes_the_connection() -> None:
    limits = {"/api/lists": BodyLimit(10, TooManyRequestsError)}
    guard = RequestGuardMiddleware(_unreachable, names=(), limits=limits, host="class computer")
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"11")]
    scope = {"type": "http", "method": "POST", "path": "/api/lists", "scheme": "http", "headers": headers}
    asyncio.run(guard(scope, receive, send))
    start, *rest = sent
    received = dict(start["headers"])
    body = b"".join(each.get("body", b"") for each in rest)
    assert (start["status"], received[b"retry-after"], received[b"connection"]) == (429, b"3", b"close")
    assert int(received[b"content-length"]) == len(body)
    assert json.loads(body)["code"] == "too_many_waiting"
