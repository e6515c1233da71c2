"""Requests `/api/health` of a server on this computer."""

import json
import ssl
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

TIMEOUT_SECONDS = 3
MAX_RESPONSE_BYTES = 10_000
_HEALTH_STATUSES = frozenset({HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE})


def is_answering(address: str, timeout: float) -> bool:
    """Whether the server answers within `timeout` seconds, with any status: it is 503 during recovery."""
    try:
        _open(address, timeout).close()
    except OSError:
        return False
    return True


def fetch_health(address: str) -> dict[str, Any] | None:
    """Fetch the health as a dictionary, with status 200 or 503; None if the server doesn't answer."""
    try:
        with _open(address, TIMEOUT_SECONDS) as response:
            health = json.loads(response.read(MAX_RESPONSE_BYTES)) if response.status in _HEALTH_STATUSES else None
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) else None


def _open(address: str, timeout: float) -> HTTPResponse:
    # The server is on this computer: a proxy configured for the school must not be used.
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=_unverified_context()))
    try:
        return cast("HTTPResponse", opener.open(f"{address}/api/health", timeout=timeout))
    except HTTPError as error:
        return cast("HTTPResponse", error)  # a response, too


def _unverified_context() -> ssl.SSLContext:
    """Return a context without verification: the certificate is for the school's host name, not for this address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
