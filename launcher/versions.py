"""Which version runs with a data folder, when it isn't the one that was started."""

import json
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from launcher.single_instance import told_address

ANSWERS_WITHIN_SECONDS = 3
LARGEST_ANSWER = 10_000


def running_version(data_dir: Path) -> str | None:
    """The version of the GoalBucks that has this folder; None when it doesn't say."""
    address = told_address(data_dir)
    if address is None:
        return None
    try:
        # No proxy: it is on this computer, whatever the school's settings say.
        asked = build_opener(ProxyHandler({})).open(f"{address}/api/health", timeout=ANSWERS_WITHIN_SECONDS)
        with asked as answer:
            version = json.loads(answer.read(LARGEST_ANSWER))["version"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return version if isinstance(version, str) else None


def is_older(one: str, other: str) -> bool:
    """Whether `one` came out before `other`, such as 0.9.2 before 0.10.0; False when they can't be compared."""
    try:
        return _numbers(one) < _numbers(other)
    except ValueError:
        return False


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split("+", maxsplit=1)[0].split(".")]
