"""An isolated test network, where one can be created."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.lan import lab
from tests.lan.school_network import SchoolNetwork, open_school, skip_or_fail

OpenSchool = Callable[[Path], AbstractContextManager[SchoolNetwork]]


@pytest.fixture(scope="session")
def schools() -> OpenSchool:
    """Opens a school network on a folder; skips the test where network namespaces can't be created."""
    skip_or_fail(lab.why_missing())
    return open_school


@pytest.fixture
def network(schools: OpenSchool, tmp_path: Path) -> Iterator[SchoolNetwork]:
    """A school network without class computers."""
    with schools(tmp_path) as network:
        yield network
