"""Dependency that loads the suggestion of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.suggestions.models import GoalSuggestion
from server.domain.suggestions.queries import own_suggestion
from server.security.gates import Db, TeacherActor


async def load_own(suggestion_id: str, actor: TeacherActor, db: Db) -> GoalSuggestion:
    """Load a suggestion in one of the teacher's classes, or respond 404."""
    return own_suggestion(db, actor, suggestion_id)


OwnSuggestion = Annotated[GoalSuggestion, Depends(load_own)]
