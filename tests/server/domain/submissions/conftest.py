"""Fixture: a goal for which proof is sent."""

import pytest

from server.domain.goals.models import Goal
from tests.factories.classroom import PreparedClassroom


@pytest.fixture
def goal(classroom: PreparedClassroom) -> Goal:
    """A current goal of the student, worth 25 goalbucks."""
    return classroom.test_app.goal(classroom.student)
