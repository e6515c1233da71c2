"""How often something may be done in a while, by one person or from one address. Reads are never counted.

Kept in the database, so that several processes count together and a restart forgets nothing.
"""

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, or_, select
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
    begin = rate.since(moment)
    query = select(func.count(), func.min(Use.created_at)).where(
        Use.kind == rate.kind, Use.key == counted.digest, Use.created_at > begin, Use.created_at <= moment
    )
    number, first = db.execute(query).one()
    if number >= rate.most:
        seconds = max(1, math.ceil((first - begin).total_seconds()))
        raise TooOftenError(
            f"{rate.refusal} Please try again {_in_words(seconds)}.", headers={"Retry-After": str(seconds)}
        )


def _in_words(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "in a minute" if minutes <= 1 else f"in {minutes} minutes"
