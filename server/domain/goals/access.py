"""Loaders of the goal in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.goals.models import Goal
from server.domain.students.queries import lock_visible_row
from server.requests.gates import ClassActor, Db, TeacherActor
from server.security.permissions import PermissionLoader, ViewLoader


class _GoalLoader(PermissionLoader):
    """Loads the goal for a change that a teacher makes, and locks its student's row."""

    async def __call__(self, goal_id: str, actor: TeacherActor, db: Db) -> Goal:
        return lock_visible_row(db, actor, self.permission, Goal, goal_id)


class _VisibleGoalLoader(ViewLoader):
    """Loads a goal for a teacher, or one of the signed-in student."""

    async def __call__(self, goal_id: str, actor: ClassActor, db: Db) -> Goal:
        return lock_visible_row(db, actor, self.permission, Goal, goal_id)


GoalToManage = Annotated[Goal, Depends(_GoalLoader("manage"))]
VisibleGoal = Annotated[Goal, Depends(_VisibleGoalLoader())]
