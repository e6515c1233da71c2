"""What the GoalBucks with a data folder answers at its own address, and which of two versions is the older one."""

import json
import ssl
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

from launcher.startup.single_instance import told_address

ANSWERS_WITHIN_SECONDS = 3
LARGEST_ANSWER = 10_000


def read_health(address: str) -> dict[str, Any] | None:
    """The content of `/api/health`, whatever its status; None when nothing answers there."""
    # No proxy: it is on this computer, whatever the school's settings say.
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=_unverified()))
    try:
        try:
            answer = opener.open(f"{address}/api/health", timeout=ANSWERS_WITHIN_SECONDS)
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            answer = error
        with answer:
            health = json.loads(answer.read(LARGEST_ANSWER))
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) else None


def running_version(data_dir: Path) -> str | None:
    """The version of the GoalBucks that has this folder; None when it doesn't say."""
    address = told_address(data_dir)
    health = None if address is None else read_health(address)
    version = (health or {}).get("version")
    return version if isinstance(version, str) else None


def _unverified() -> ssl.SSLContext:
    """The certificate is for the school's name, and the address is this computer's own."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def is_older(one: str, other: str) -> bool:
    """Whether `one` came out before `other`, such as 0.9.2 before 0.10.0; False when they can't be compared."""
    try:
        return _numbers(one) < _numbers(other)
    except ValueError:
        return False


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split("+", maxsplit=1)[0].split(".")]
