"""Fixture for a copy of the bundle."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.installed import Installed, installed


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Installed]:
    """A copy of the bundle in the test's folder."""
    with installed(tmp_path) as copy:
        yield copy
