"""Fixture: a suggestion that is reviewed."""

import pytest

from server.domain.suggestions.models import GoalSuggestion
from tests.factories.classroom import PreparedClassroom


@pytest.fixture
def suggestion(classroom: PreparedClassroom) -> GoalSuggestion:
    """A pending suggestion of the student."""
    return classroom.test_app.suggestion(classroom.student, "Swim 20 lengths", 15, "Every Friday")
