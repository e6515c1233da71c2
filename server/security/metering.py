"""Calls that are counted before their body is read, so that a refused one costs next to nothing."""

from collections.abc import Callable, Sequence

from fastapi import Request
from sqlalchemy.orm import Session

from server.security.actor import Actor
from server.security.rates import Counted
from server.security.services import CoreServices, services_of
from server.settings import Settings

CountedFor = Callable[[Settings, Session, Actor], Sequence[Counted]]


class Metered:
    """In a form's `dependencies`: its route counts the call as `counted_for` says, or answers 429."""

    def __init__(self, counted_for: CountedFor) -> None:
        self._counted_for = counted_for

    async def __call__(self) -> None:
        """The route has counted it by now (`GatedRoute`)."""

    def counted(self, request: Request, db: Session, actor: Actor) -> Sequence[Counted]:
        """What this call is counted as."""
        return self._counted_for(services_of(request, CoreServices).settings, db, actor)
