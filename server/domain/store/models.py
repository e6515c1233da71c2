"""The tables of store items and purchases, stock changes, and the state transitions of a purchase."""

from datetime import datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.domain.goal_pictures import GoalPicture
from server.errors import DomainError

MAX_STOCK = 1_000_000
PurchaseStatus = Literal["pending", "fulfilled", "cancelled"]
LimitPeriod = Literal["ever", "week", "day"]
"""The time for which the limit of an item counts a student's purchases: a week begins on Monday."""


class OutOfStockError(DomainError):
    """An item with a stock of 0 can't be bought (specification 10.6)."""

    code = "out_of_stock"
    sentence = "This item is sold out."


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

    def edit(
        self,
        *,
        name: str,
        description: str | None,
        goalbucks_cost: int,
        stock: int | None,
        picture: GoalPicture | None,
    ) -> None:
        """Replace the editable fields; existing purchases keep their item name and price."""
        self.name = name
        self.description = description
        self.goalbucks_cost = goalbucks_cost
        self.stock = stock
        self.picture = picture

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
