"""The tables of store items and purchases, stock changes, and the state transitions of a purchase."""

import dataclasses
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Literal, Self, assert_never

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime
from server.domain.goal_pictures import GoalPicture
from server.errors import DomainError

MAX_STOCK = 1_000_000
MAX_PER_STUDENT = 99
PurchaseStatus = Literal["pending", "fulfilled", "cancelled"]
LimitPeriod = Literal["ever", "week", "day"]
"""The time for which the limit of an item counts a student's purchases: a week begins on Monday."""


class OutOfStockError(DomainError):
    """An item with a stock of 0 can't be bought (specification 10.6)."""

    code = "out_of_stock"
    sentence = "This item is sold out."


class StoreClosedError(DomainError):
    """Students can't buy while the store of their class is closed (specification 10.15)."""

    code = "store_closed"
    sentence = "The store is closed right now. You can look at the items and buy when your teacher opens it."


class ItemLimitReachedError(DomainError):
    """The student has bought as many of the item as each student can get (specification 10.14)."""

    code = "item_limit_reached"
    sentence = "You already got this. You can't get it again."


class ItemLimitReachedForNowError(ItemLimitReachedError):
    """The same for a limit that ends; `day`: from when the student can buy the item again."""

    key = "item_limit_reached_for_now"
    sentence = "You already got this. You can get it again on {day, date, long}."


class AlreadyFulfilledError(DomainError):
    """A fulfilled purchase can't be fulfilled again or cancelled."""

    code = "already_fulfilled"
    sentence = "This purchase has already been fulfilled."


class AlreadyCancelledError(DomainError):
    """A cancelled purchase can't be fulfilled, made pending or refunded again."""

    code = "already_cancelled"
    sentence = "This purchase has already been cancelled."


class NotFulfilledError(DomainError):
    """Only a fulfilled purchase can become pending again."""

    code = "not_fulfilled"
    sentence = "This purchase isn't fulfilled."


def is_limit_reached(per_student: int | None, per: LimitPeriod, bought_at: Iterable[datetime]) -> bool:
    """Return whether these purchases of a student are as many as the limit allows in the present period.

    A purchase counts in the period of its local date, also after the clock was set.
    """
    if per_student is None:
        return False
    return sum(_is_in_present_period(per, clock.local_date(moment)) for moment in bought_at) >= per_student


def _is_in_present_period(per: LimitPeriod, day: date) -> bool:
    match per:
        case "ever":
            return True
        case "week":
            return clock.monday_of(day) == clock.this_week()
        case "day":
            return day == clock.local_date()
        case _:
            assert_never(per)


def next_period(per: LimitPeriod) -> date | None:
    """Return the first day of the next period, or None if there is none."""
    match per:
        case "ever":
            return None
        case "week":
            return clock.this_week() + timedelta(days=7)
        case "day":
            return clock.local_date() + timedelta(days=1)
        case _:
            assert_never(per)


@dataclasses.dataclass(frozen=True, slots=True)
class ItemFields:
    """The fields of an item that a teacher edits.

    `stock` None means unlimited, `picture` None gift wrap, `per_student` None any number for each student.
    """

    name: str
    description: str | None
    goalbucks_cost: int
    stock: int | None
    picture: GoalPicture | None = None
    per_student: int | None = None
    per: LimitPeriod = "ever"

    @classmethod
    def of(cls, item: "StoreItem") -> Self:
        """Return the present fields of an item."""
        return cls(**{field.name: getattr(item, field.name) for field in dataclasses.fields(cls)})


class StoreItem(Entity):
    """An item of one class's store; `stock` None means unlimited, `picture` None gift wrap."""

    __tablename__ = "store_items"
    __table_args__ = (
        CheckConstraint("goalbucks_cost BETWEEN 1 AND 1000000", name="cost_in_range"),
        CheckConstraint("stock BETWEEN 0 AND 1000000", name="stock_in_range"),
        CheckConstraint("per_student BETWEEN 1 AND 99", name="per_student_in_range"),
    )

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str | None] = mapped_column(String(5000))
    goalbucks_cost: Mapped[int]
    stock: Mapped[int | None]
    picture: Mapped[GoalPicture | None] = mapped_column(String(20))
    per_student: Mapped[int | None]
    """How many each student can buy in the time of `per`; None: any number."""
    per: Mapped[LimitPeriod] = mapped_column(String(10), default="ever", server_default="ever")

    def edit(self, fields: ItemFields) -> None:
        """Replace the editable fields; existing purchases keep their item name and price."""
        for field in dataclasses.fields(fields):
            setattr(self, field.name, getattr(fields, field.name))

    def require_under_limit(self, bought_at: Iterable[datetime]) -> None:
        """Refuse another one to a student who bought it at these times: `ItemLimitReachedError`."""
        if not is_limit_reached(self.per_student, self.per, bought_at):
            return
        day = next_period(self.per)
        if day is None:
            raise ItemLimitReachedError
        raise ItemLimitReachedForNowError(params={"day": datetime.combine(day, time())})

    def take_one(self) -> None:
        """Decrease the stock by one; `OutOfStockError` if it is 0."""
        if self.stock is None:
            return
        if self.stock == 0:
            raise OutOfStockError
        self.stock -= 1

    def restock_one(self) -> None:
        """Increase the stock by one, up to `MAX_STOCK`."""
        if self.stock is not None:
            self.stock = min(self.stock + 1, MAX_STOCK)


class Purchase(Entity):
    """A purchase, with the item's name and price at that time; the item of `item_id` may have been deleted."""

    __tablename__ = "purchases"
    __table_args__ = (
        Index("ix_purchases_classroom_id_id", "classroom_id", "id"),
        Index("ix_purchases_classroom_id_status_id", "classroom_id", "status", "id"),
        Index("ix_purchases_classroom_id_status_fulfilled_at_id", "classroom_id", "status", "fulfilled_at", "id"),
        Index("ix_purchases_student_id_id", "student_id", "id"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    item_id: Mapped[str] = mapped_column(String(36))
    item_name: Mapped[str] = mapped_column(String(200))
    goalbucks_cost: Mapped[int]
    status: Mapped[PurchaseStatus] = mapped_column(String(10), default="pending")
    fulfilled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    fulfilled_by: Mapped[str | None] = mapped_column(String(36))
    cancelled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    cancel_reason: Mapped[str | None] = mapped_column(String(5000))

    @property
    def purchased_at(self) -> datetime:
        """The time of the purchase."""
        return self.created_at

    def fulfill(self, by: str, at: datetime) -> None:
        """Change the status from pending to fulfilled."""
        self._require_pending()
        self.status = "fulfilled"
        self.fulfilled_by = by
        self.fulfilled_at = at

    def unfulfill(self) -> None:
        """Change the status from fulfilled to pending; `NotFulfilledError`, `AlreadyCancelledError`."""
        if self.status == "cancelled":
            raise AlreadyCancelledError
        if self.status != "fulfilled":
            raise NotFulfilledError
        self.status = "pending"
        self.fulfilled_by = None
        self.fulfilled_at = None

    def cancel(self, at: datetime, reason: str | None) -> None:
        """Change the status from pending to cancelled."""
        self._require_pending()
        self.status = "cancelled"
        self.cancelled_at = at
        self.cancel_reason = reason

    def _require_pending(self) -> None:
        if self.status == "fulfilled":
            raise AlreadyFulfilledError
        if self.status == "cancelled":
            raise AlreadyCancelledError
