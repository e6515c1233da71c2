"""Loaders of the class goal in a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.class_goals.models import ClassGoal
from server.domain.class_goals.queries import get_class_goal, get_class_goal_of_student
from server.requests.gates import Db, StudentActor, TeacherActor
from server.security.permissions import PermissionLoader, ViewLoader


class _ClassGoalLoader(PermissionLoader):
    """Loads a class goal for a teacher; not locked: the services lock it after the students."""

    async def __call__(self, class_goal_id: str, actor: TeacherActor, db: Db) -> ClassGoal:
        return get_class_goal(db, actor, self.permission, class_goal_id)


class _OwnClassGoalLoader(ViewLoader):
    """Loads a class goal of the signed-in student's class; not locked either."""

    async def __call__(self, class_goal_id: str, actor: StudentActor, db: Db) -> ClassGoal:
        return get_class_goal_of_student(db, actor, class_goal_id)


ClassGoalToManage = Annotated[ClassGoal, Depends(_ClassGoalLoader("manage"))]
OwnClassGoal = Annotated[ClassGoal, Depends(_OwnClassGoalLoader())]
