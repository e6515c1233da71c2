"""Dependency that loads the award of a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import get_award
from server.security.gates import Db, TeacherActor


async def owned_award(assignment_id: str, actor: TeacherActor, db: Db) -> Sequence[LedgerEntry]:
    """Load the ledger entries of an award to students of the teacher's classes, or respond 404."""
    return get_award(db, actor, assignment_id)


OwnedAward = Annotated[Sequence[LedgerEntry], Depends(owned_award)]
