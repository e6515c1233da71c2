"""Loading the assignment that a path names, for its teacher."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Row

from server.domain.assignments.queries import own_assignment
from server.domain.goals.models import Goal
from server.security.gates import Db, TeacherActor


async def load_own_assignment(assignment_id: str, actor: TeacherActor, db: Db) -> Sequence[Row[Goal, str, str, str]]:
    """The goals of an assignment in the teacher's classes, with names; else 404."""
    return own_assignment(db, actor, assignment_id)


OwnAssignment = Annotated[Sequence[Row[Goal, str, str, str]], Depends(load_own_assignment)]
