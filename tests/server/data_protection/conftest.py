"""Fixture: simulated disk space."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.factories import disk_space


@pytest.fixture
def set_free_space(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Set the free disk space that the server sees."""
    return partial(disk_space.set_free_space, monkeypatch)
