"""Loader of the assignment in a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.assignments.queries import AssignedGoal, get_assignment
from server.requests.gates import Db, StaffActor
from server.security.permissions import PermissionLoader


class _AssignmentLoader(PermissionLoader):
    """Loads an assignment's goals in the actor's classes."""

    async def __call__(self, assignment_id: str, actor: StaffActor, db: Db) -> Sequence[AssignedGoal]:
        return get_assignment(db, actor, self.permission, assignment_id)


AssignmentToView = Annotated[Sequence[AssignedGoal], Depends(_AssignmentLoader("view"))]
AssignmentToManage = Annotated[Sequence[AssignedGoal], Depends(_AssignmentLoader("manage"))]
