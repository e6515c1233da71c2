"""Fixtures of the tests of series."""

import pytest

from tests.factories.fake_clock import FakeClock
from tests.unit.domain.series.school_days import SchoolDays
from tests.unit.row_builder import RowBuilder


@pytest.fixture
def school(rows: RowBuilder, fake_clock: FakeClock) -> SchoolDays:
    """A class of one student, on a Monday morning."""
    return SchoolDays(rows, fake_clock)
