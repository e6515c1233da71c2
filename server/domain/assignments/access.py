"""Dependency that loads the assignment of a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Row

from server.domain.assignments.queries import get_owned_assignment
from server.domain.goals.models import Goal
from server.security.gates import Db, TeacherActor


async def owned_assignment(assignment_id: str, actor: TeacherActor, db: Db) -> Sequence[Row[Goal, str, str, str]]:
    """Load an assignment's goals in the teacher's classes, with first name, last name and class, or respond 404."""
    return get_owned_assignment(db, actor, assignment_id)


OwnedAssignment = Annotated[Sequence[Row[Goal, str, str, str]], Depends(owned_assignment)]
