"""Loaders of the goal in a path, for the changes that a teacher makes."""

from typing import Annotated

from fastapi import Depends

from server.domain.goals.models import Goal
from server.domain.students.queries import lock_visible_row
from server.requests.gates import Db, TeacherActor
from server.security.permissions import PermissionLoader


class _GoalLoader(PermissionLoader):
    """Loads the goal and locks its student's row."""

    async def __call__(self, goal_id: str, actor: TeacherActor, db: Db) -> Goal:
        return lock_visible_row(db, actor, self.permission, Goal, goal_id)


GoalToReview = Annotated[Goal, Depends(_GoalLoader("review"))]
GoalToManage = Annotated[Goal, Depends(_GoalLoader("manage"))]
