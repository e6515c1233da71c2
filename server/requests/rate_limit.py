"""Rate limits: at most N events of one kind within a sliding window, per person, class or address.

Events are stored in the database, so that all processes share the counts and a restart keeps them. Reads of the API
are never limited.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Index, String, and_, bindparam, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Entity
from server.database.columns import fetch_value
from server.database.locking import advisory_xact_lock
from server.database.recent_rows import RecentRows
from server.errors import DomainError
from server.security.actor import Actor
from server.security.digest import sha256_hex
from server.settings import Settings

EVENT_RETENTION = timedelta(hours=1)
"""Age at which events are deleted; no limit's window is longer."""


class RateEvent(Entity):
    """One event that counts toward a limit (table `uses`)."""

    __tablename__ = "uses"
    __table_args__ = (Index("ix_uses_kind_key_created_at", "kind", "key", "created_at"),)

    kind: Mapped[str] = mapped_column(String(32))
    key: Mapped[str] = mapped_column(String(64))
    """`RateKey.digest`."""


TRY_AGAIN = "Please try again {minutes, plural, one {in a minute} other {in # minutes}}."
"""Second sentence of each `RateLimitExceededError`."""


class RateLimitExceededError(DomainError):
    """Base class: the limit is reached. The sentence and `Retry-After` say when the next event is allowed."""

    status = 429
    code = "too_often"


_RECENT = RecentRows(RateEvent)
_OF_KEY = and_(RateEvent.kind == bindparam("kind"), RateEvent.key == bindparam("key"))
_NTH_NEWEST = _RECENT.select_nth_newest(_OF_KEY)
_COUNT = select(func.count()).where(_OF_KEY, _RECENT.condition)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `max_events` events within `window`; one more raises `error`."""

    kind: str
    max_events: int
    window: timedelta
    error: type[DomainError]

    def __post_init__(self) -> None:
        if self.window > EVENT_RETENTION:
            message = f"the events of {self.kind} are deleted before its window ends"
            raise ValueError(message)

    def for_key(self, subject: str) -> "RateKey":
        """Return the key that counts this limit for one person, class or address."""
        return RateKey(self, subject)


@dataclass(frozen=True, slots=True)
class RateKey:
    """A limit and the subject that it is counted for. Only a digest of the subject is stored."""

    limit: RateLimit
    subject: str

    @property
    def digest(self) -> str:
        """The SHA-256 of the subject, in hexadecimal digits."""
        return sha256_hex(self.subject)

    @property
    def lock_name(self) -> str:
        """The name of the advisory lock that `consume` takes."""
        return f"{self.limit.kind} {self.digest}"


def check(db: Session, keys: Iterable[RateKey]) -> None:
    """Raise `RateLimitExceededError` if one more event would exceed any of these limits."""
    moment = clock.now()
    for key in keys:
        _check(db, key, moment)


def consume(db: Session, keys: Iterable[RateKey]) -> None:
    """Check the limits and record one event for each key; concurrent calls can't exceed a limit together."""
    keys = sorted(keys, key=lambda key: key.lock_name)  # in one order, so that two calls can't deadlock
    for key in keys:
        advisory_xact_lock(db, key.lock_name)
    check(db, keys)
    moment = clock.now()
    _RECENT.delete_expired(db, moment - EVENT_RETENTION)
    db.add_all(RateEvent(kind=key.limit.kind, key=key.digest, created_at=moment) for key in keys)


def current_usage(db: Session, key: RateKey) -> int:
    """Return the number of events in the window; raise `RateLimitExceededError` if one more would exceed the limit."""
    moment = clock.now()
    _check(db, key, moment)
    count: int = fetch_value(db, _COUNT, _window(key, moment))
    return count


def record(db: Session, key: RateKey, count: int) -> None:
    """Record `count` events without a check, for a cost that is known only afterwards."""
    moment = clock.now()
    db.add_all(RateEvent(kind=key.limit.kind, key=key.digest, created_at=moment) for _ in range(count))


class RateLimitDependency:
    """A dependency of a route with a form: counts the call before its body is read, or answers 429.

    `keys` are the limits of one call. The route consumes them (`server.requests.gated_routes.ManualRoute`), since
    FastAPI calls dependencies only after it has read the form.
    """

    def __init__(self, keys: Callable[[Settings, Session, Actor], Sequence[RateKey]]) -> None:
        self.keys = keys

    async def __call__(self) -> None:
        """Do nothing: the route has consumed the keys by now."""


def _check(db: Session, key: RateKey, moment: datetime) -> None:
    limit = key.limit
    # When the event at this offset has expired, there are fewer than `max_events`.
    last: datetime | None = fetch_value(db, _NTH_NEWEST, {**_window(key, moment), "offset": limit.max_events - 1})
    if last is not None:
        seconds = max(1, math.ceil((last + limit.window - moment).total_seconds()))
        raise limit.error(params={"minutes": math.ceil(seconds / 60)}, headers={"Retry-After": str(seconds)})


def _window(key: RateKey, moment: datetime) -> dict[str, object]:
    """Return the parameters of the queries."""
    return {"kind": key.limit.kind, "key": key.digest, "since": moment - key.limit.window, "moment": moment}
