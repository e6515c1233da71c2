"""Dependency that loads the assignment of a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.assignments.queries import AssignedGoal, get_assignment
from server.security.gates import Db, TeacherActor


async def owned_assignment(assignment_id: str, actor: TeacherActor, db: Db) -> Sequence[AssignedGoal]:
    """Load an assignment's goals in the teacher's classes, or respond 404."""
    return get_assignment(db, actor, assignment_id)


OwnedAssignment = Annotated[Sequence[AssignedGoal], Depends(owned_assignment)]
