"""The free disk space that the server sees."""

import shutil
from collections import namedtuple

import pytest

_Usage = namedtuple("_Usage", "total used free")  # noqa: PYI024 - as shutil's own


def set_free_space(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let every disk have `count` free bytes."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: _Usage(10**12, 10**12 - count, count))
