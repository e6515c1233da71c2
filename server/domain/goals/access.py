"""Dependency that loads the goal of a path."""

from typing import Annotated

from fastapi import Depends

from server.domain.goals.models import Goal
from server.domain.students.queries import get_visible_row
from server.security.gates import Db, TeacherActor


async def owned_goal(goal_id: str, actor: TeacherActor, db: Db) -> Goal:
    """Load a goal of one of the teacher's classes, or respond 404."""
    return get_visible_row(db, actor, Goal, goal_id)


OwnedGoal = Annotated[Goal, Depends(owned_goal)]
