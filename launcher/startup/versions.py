"""Reads the version of the running server, and compares versions."""

from pathlib import Path

from launcher.startup.health import fetch_health
from launcher.startup.single_instance import read_address


def running_version(data_dir: Path) -> str | None:
    """Return the version of the server that uses this data folder; None if it doesn't answer."""
    address = read_address(data_dir)
    health = None if address is None else fetch_health(address)
    version = (health or {}).get("version")
    return version if isinstance(version, str) else None


def is_older(one: str, other: str) -> bool:
    """Whether version `one` is lower than `other`, such as 0.9.2 and 0.10.0; False if either can't be parsed."""
    try:
        return _parse(one) < _parse(other)
    except ValueError:
        return False


def _parse(version: str) -> list[int]:
    return [int(part) for part in version.split("+", maxsplit=1)[0].split(".")]
