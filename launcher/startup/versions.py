"""Reads the health and version of the running server, and compares versions."""

import json
import ssl
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

from launcher.startup.single_instance import read_address

TIMEOUT_SECONDS = 3
MAX_RESPONSE_BYTES = 10_000


def fetch_health(address: str) -> dict[str, Any] | None:
    """Fetch `/api/health` as a dictionary, with status 200 or 503; None if the server doesn't answer."""
    # The server is on this computer: a proxy configured for the school must not be used.
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=_unverified_context()))
    try:
        try:
            response = opener.open(f"{address}/api/health", timeout=TIMEOUT_SECONDS)
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            response = error
        with response:
            health = json.loads(response.read(MAX_RESPONSE_BYTES))
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) else None


def running_version(data_dir: Path) -> str | None:
    """Return the version of the server that uses this data folder; None if it doesn't answer."""
    address = read_address(data_dir)
    health = None if address is None else fetch_health(address)
    version = (health or {}).get("version")
    return version if isinstance(version, str) else None


def _unverified_context() -> ssl.SSLContext:
    """Return a context without verification: the certificate is for the school's host name, not for this address."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def is_older(one: str, other: str) -> bool:
    """Whether version `one` is lower than `other`, such as 0.9.2 and 0.10.0; False if either can't be parsed."""
    try:
        return _parse(one) < _parse(other)
    except ValueError:
        return False


def _parse(version: str) -> list[int]:
    return [int(part) for part in version.split("+", maxsplit=1)[0].split(".")]
