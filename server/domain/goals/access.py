"""Dependency that loads the goal of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.goals.models import Goal
from server.domain.goals.queries import own_goal
from server.security.gates import Db, TeacherActor


async def load_own(goal_id: str, actor: TeacherActor, db: Db) -> Goal:
    """Load a goal of one of the teacher's classes, or respond 404."""
    return own_goal(db, actor, goal_id)


OwnGoal = Annotated[Goal, Depends(load_own)]
