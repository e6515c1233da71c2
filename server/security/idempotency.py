"""`Idempotency-Key` on calls that pay or assign: a lost answer can be asked for again, and nothing happens twice.

Per person, kept for 24 hours; the same body gives the same answer, another body is refused (specification 11.7).
"""

import hashlib
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from sqlalchemy import Index, LargeBinary, Select, String, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Row
from server.database.locking import hold_name, sweep
from server.errors import DomainError
from server.security.gates import AnyActor, Db

KEPT = timedelta(hours=24)


class KeyReusedError(DomainError):
    """The key came with another body before."""

    status = 422
    code = "idempotency_key_reused"
    sentence = "This was sent before with other content. Please try again."
    about = ("Idempotency-Key",)


class AnsweredBefore(Exception):  # noqa: N818 - not an error: the answer is given again
    """The call was done; `response` is its answer."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class IdempotencyKey(Row):
    """A call that was done, and its answer."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index("uq_idempotency_keys_person_id_key", "person_id", "key", unique=True),)

    person_id: Mapped[str] = mapped_column(String(36))
    key: Mapped[str] = mapped_column(String(200))
    request_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    answer: Mapped[bytes] = mapped_column(LargeBinary)


async def once(
    request: Request,
    actor: AnyActor,
    db: Db,
    key: Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)] = None,
) -> None:
    """Raise `AnsweredBefore` when this person's key was used; else let the route remember it."""
    if key is None:
        return
    call = f"{request.method} {request.url.path}\n".encode() + await request.body()
    request_hash = hashlib.sha256(call).hexdigest()
    hold_name(db, f"{actor.id} {key}")  # the second of two at once finds the answer of the first
    found = db.scalar(
        select(IdempotencyKey).where(
            IdempotencyKey.person_id == actor.id,
            IdempotencyKey.key == key,
            IdempotencyKey.created_at > clock.now() - KEPT,
        )
    )
    if found is None:
        request.state.idempotency = (actor.id, key, request_hash)
        return
    if found.request_hash != request_hash:
        raise KeyReusedError
    raise AnsweredBefore(Response(found.answer, status_code=found.status, media_type="application/json"))


Once = Depends(once)
"""In a route's `dependencies`."""


def remember(db: Session, request: Request, response: Response) -> None:
    """Keep the answer in the transaction that did the work; keys over a day old go."""
    pending = getattr(request.state, "idempotency", None)
    if pending is None:
        return
    person_id, key, request_hash = pending
    sweep(db, IdempotencyKey, IdempotencyKey.created_at <= clock.now() - KEPT)
    db.add(
        IdempotencyKey(
            person_id=person_id,
            key=key,
            request_hash=request_hash,
            status=response.status_code,
            answer=bytes(response.body),
        )
    )


def forget_naming(db: Session, person_id: str, text: str) -> None:
    """Drop those of this person's kept answers that name something."""
    kept = db.execute(select(IdempotencyKey.id, IdempotencyKey.answer).where(IdempotencyKey.person_id == person_id))
    naming = [key_id for key_id, answer in kept if text.encode() in answer]
    db.execute(delete(IdempotencyKey).where(IdempotencyKey.id.in_(naming)))


def forget(db: Session, person_ids: Select[str]) -> None:
    """Drop the kept answers of people who go; they name what those people did."""
    db.execute(delete(IdempotencyKey).where(IdempotencyKey.person_id.in_(person_ids)))
