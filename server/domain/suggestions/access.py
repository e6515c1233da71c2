"""Dependency that loads the suggestion of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.students.queries import get_visible_row
from server.domain.suggestions.models import GoalSuggestion
from server.security.gates import Db, TeacherActor


async def owned_suggestion(suggestion_id: str, actor: TeacherActor, db: Db) -> GoalSuggestion:
    """Load a suggestion in one of the teacher's classes, or respond 404."""
    return get_visible_row(db, actor, GoalSuggestion, suggestion_id)


OwnedSuggestion = Annotated[GoalSuggestion, Depends(owned_suggestion)]
