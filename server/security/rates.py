"""How often something may be done in a while, by one person or from one address. Reads are never counted.

Kept in the database, so that several processes count together and a restart forgets nothing.
"""

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import hold_name, sweep
from server.errors import DomainError
from server.security.uses import Use

KEPT = timedelta(hours=1)
"""The longest that any rate looks back."""


class TooOftenError(DomainError):
    """There were as many as there may be; the sentence and `Retry-After` say when there may be more."""

    status = 429
    code = "too_often"
    sentence = "This was done very often in a short time. Please try again later."


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many in a while; `refusal` is what a person reads beyond that, before the words about when."""

    kind: str
    most: int
    within: timedelta
    refusal: str

    def by(self, key: str) -> "Counted":
        """This rate, for one person or address."""
        return Counted(self, key)

    def since(self, moment: datetime) -> datetime:
        """What was done by then counts no more."""
        return moment - self.within


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted: by which rate, and for whom. Who that is isn't kept, only a digest."""

    rate: Rate
    key: str

    @property
    def digest(self) -> str:
        """As the table knows whom it counts for."""
        return hashlib.sha256(self.key.encode("utf-8", "replace")).hexdigest()

    @property
    def name(self) -> str:
        """What is held while it is counted."""
        return f"{self.rate.kind} {self.digest}"


def require(db: Session, counted: Iterable[Counted]) -> None:
    """`TooOftenError` when one more would be too many by any of these."""
    moment = clock.now()
    for each in counted:
        _require(db, each, moment)


def used(db: Session, counted: Counted) -> int:
    """Return how many count now; `TooOftenError` when one more would be too many."""
    moment = clock.now()
    _require(db, counted, moment)
    return db.scalar(select(func.count()).where(*_counting(counted, moment))) or 0


def record(db: Session, counted: Counted, times: int) -> None:
    """Count so many more, whether there may be more or not: what was used before its amount was known."""
    moment = clock.now()
    db.add_all(Use(kind=counted.rate.kind, key=counted.digest, created_at=moment) for _ in range(times))


def count(db: Session, counted: Iterable[Counted]) -> None:
    """The same, and count one more; of many at once no more than allowed get through."""
    counted = sorted(counted, key=lambda each: each.name)
    for each in counted:
        hold_name(db, each.name)
    require(db, counted)
    moment = clock.now()
    # What is still to come was counted before the clock went back: it must keep nobody waiting until then.
    sweep(db, Use, or_(Use.created_at <= moment - KEPT, Use.created_at > moment))
    db.add_all(Use(kind=each.rate.kind, key=each.digest, created_at=moment) for each in counted)


def _require(db: Session, counted: Counted, moment: datetime) -> None:
    rate = counted.rate
    newest = select(Use.created_at).where(*_counting(counted, moment)).order_by(Use.created_at.desc())
    last = db.scalar(newest.offset(rate.most - 1).limit(1))  # when it has expired, there are fewer than `most`
    if last is not None:
        seconds = max(1, math.ceil((last - rate.since(moment)).total_seconds()))
        raise TooOftenError(
            f"{rate.refusal} Please try again {_in_words(seconds)}.", headers={"Retry-After": str(seconds)}
        )


def _counting(counted: Counted, moment: datetime) -> tuple[ColumnElement[bool], ...]:
    rate = counted.rate
    since, until = Use.created_at > rate.since(moment), Use.created_at <= moment
    return Use.kind == rate.kind, Use.key == counted.digest, since, until


def _in_words(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "in a minute" if minutes <= 1 else f"in {minutes} minutes"
