"""A network of the test's own, where one can be built."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.lan import lab
from tests.lan.school import School, open_school, require

OpenSchool = Callable[[Path], AbstractContextManager[School]]


@pytest.fixture(scope="session")
def schools() -> OpenSchool:
    """Opens a school on a folder; skips what needs one where no network can be built."""
    require(lab.why_missing())
    return open_school


@pytest.fixture
def school(schools: OpenSchool, tmp_path: Path) -> Iterator[School]:
    """A school with nobody in it yet."""
    with schools(tmp_path) as school:
        yield school
