"""The `Idempotency-Key` header: a repeated call gets the stored response of the first and has no further effect.

Keys are per person and kept for 24 hours. The same key with another body is refused (specification 11.7).
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from sqlalchemy import Index, LargeBinary, Select, String, bindparam, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Entity
from server.database.locking import ExpiredRows, advisory_xact_lock
from server.errors import DomainError
from server.requests.gates import ClassActor, Db

RETENTION = timedelta(hours=24)
BATCH_SIZE = 500


class IdempotencyKeyReusedError(DomainError):
    """The key was used before with another body."""

    status = 422
    code = "idempotency_key_reused"
    sentence = "This was sent before with other content. Please try again."
    about = ("Idempotency-Key",)


class ResponseNotStoredError(DomainError):
    """The call was completed before; its response had codes, which aren't stored."""

    code = "already_made"
    sentence = "This was made already, and its codes can't be shown again. Please make new ones."


class ReplayResponse(Exception):  # noqa: N818 - not an error: ends the request with a response
    """The call was completed before; `response` is the stored response."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class IdempotencyKey(Entity):
    """A completed call and its response."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (Index("uq_idempotency_keys_person_id_key", "person_id", "key", unique=True),)

    person_id: Mapped[str] = mapped_column(String(36))
    key: Mapped[str] = mapped_column(String(200))
    request_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    response_body: Mapped[bytes] = mapped_column("answer", LargeBinary)


_EXPIRED = ExpiredRows(IdempotencyKey, IdempotencyKey.created_at <= bindparam("oldest"))


@dataclass(frozen=True, slots=True)
class _Pending:
    """The key of the call that a request makes."""

    person_id: str
    key: str
    request_hash: str
    stores_response: bool


class IdempotencyCheck:
    """The dependency of a call that may be repeated with the same `Idempotency-Key`."""

    def __init__(self, *, stores_response: bool) -> None:
        self._stores_response = stores_response

    async def __call__(
        self,
        request: Request,
        actor: ClassActor,
        db: Db,
        key: Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)] = None,
    ) -> None:
        """Prepare `store_response`. If this person used the key before: raise `ReplayResponse`.

        Where responses aren't stored, raise `ResponseNotStoredError` in its place.
        """
        if key is None:
            return
        content = f"{request.method} {request.url.path}\n".encode() + await request.body()
        digest = hashlib.sha256(content).hexdigest()
        request.state.idempotency = _Pending(actor.id, key, digest, self._stores_response)
        replay_if_completed(db, request)


Idempotent = Depends(IdempotencyCheck(stores_response=True))
"""Entry of a route's `dependencies`. A manual route also calls `replay_if_completed` and `store_response`, both in
the transaction that writes."""
IdempotentWithoutReplay = Depends(IdempotencyCheck(stores_response=False))
"""As `Idempotent`, for a call whose response has codes."""


def replay_if_completed(db: Session, request: Request) -> None:
    """Raise `ReplayResponse` if the call was completed before; `gated_routes.py` sends its response."""
    pending: _Pending | None = getattr(request.state, "idempotency", None)
    if pending is None:
        return
    # The second of two concurrent calls finds the response of the first.
    advisory_xact_lock(db, f"{pending.person_id} {pending.key}")
    found = db.scalar(
        select(IdempotencyKey).where(
            IdempotencyKey.person_id == pending.person_id,
            IdempotencyKey.key == pending.key,
            IdempotencyKey.created_at > clock.now() - RETENTION,
        )
    )
    if found is None:
        return
    if found.request_hash != pending.request_hash:
        raise IdempotencyKeyReusedError
    if not pending.stores_response:
        raise ResponseNotStoredError
    raise ReplayResponse(Response(found.response_body, status_code=found.status, media_type="application/json"))


def store_response(db: Session, request: Request, response: Response) -> None:
    """Store the response in the transaction of the call; delete expired keys.

    `WriteRoute` (gated_routes.py) calls it for its routes; manual routes call it themselves.
    """
    pending: _Pending | None = getattr(request.state, "idempotency", None)
    if pending is None:
        return
    _EXPIRED.delete(db, {"oldest": clock.now() - RETENTION})
    db.add(
        IdempotencyKey(
            person_id=pending.person_id,
            key=pending.key,
            request_hash=pending.request_hash,
            status=response.status_code,
            response_body=bytes(response.body) if pending.stores_response else b"",
        )
    )


def delete_referencing(db: Session, text: str) -> None:
    """Delete everybody's stored responses that contain `text`: they are those of a day."""
    query = select(IdempotencyKey.id, IdempotencyKey.response_body).execution_options(yield_per=BATCH_SIZE)
    matching = [key_id for key_id, body in db.execute(query) if text.encode() in body]
    db.execute(delete(IdempotencyKey).where(IdempotencyKey.id.in_(matching)))


def delete_keys_of(db: Session, person_ids: Select[str]) -> None:
    """Delete the stored responses of people whose accounts are deleted; they contain personal data."""
    db.execute(delete(IdempotencyKey).where(IdempotencyKey.person_id.in_(person_ids)))
