"""Loader of the suggestion in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.students.queries import lock_visible_row
from server.domain.suggestions.models import GoalSuggestion
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _SuggestionLoader(PermissionLoader):
    async def __call__(self, suggestion_id: str, actor: TeacherActor, db: Db) -> GoalSuggestion:
        return lock_visible_row(db, actor, self.permission, GoalSuggestion, suggestion_id)


SuggestionToManage = Annotated[GoalSuggestion, Depends(_SuggestionLoader("manage"))]
