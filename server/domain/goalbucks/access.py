"""Loader of the award in a path."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends

from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import get_award
from server.requests.gates import Db, StaffActor
from server.security.permissions import PermissionLoader


class _AwardLoader(PermissionLoader):
    """Loads the ledger entries of an award to students of the actor's classes."""

    async def __call__(self, assignment_id: str, actor: StaffActor, db: Db) -> Sequence[LedgerEntry]:
        return get_award(db, actor, self.permission, assignment_id)


AwardToView = Annotated[Sequence[LedgerEntry], Depends(_AwardLoader("view"))]
AwardToReview = Annotated[Sequence[LedgerEntry], Depends(_AwardLoader("review"))]
