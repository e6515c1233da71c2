"""Request and response models for store items and purchases."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import Field

from server.domain.goal_pictures import GoalPicture, OptionalGoalPicture
from server.domain.store.models import MAX_PER_STUDENT, MAX_STOCK, ItemFields, LimitPeriod, PurchaseStatus
from server.schema import (
    GoalbucksAmount,
    Identifier,
    IgnoredField,
    Name,
    OptionalLongText,
    RequestModel,
    ResponseModel,
    ResponseRow,
    RowIds,
    Timestamp,
)


class ItemRequest(RequestModel):
    """The fields of an item that a teacher edits; an absent stock means unlimited (specification 10.1).

    `per_student` is the number that each student can buy in the time of `per`; absent: any number.
    """

    name: Name
    description: OptionalLongText = None
    goalbucks_cost: GoalbucksAmount
    stock: Annotated[int, Field(strict=True, ge=0, le=MAX_STOCK)] | None = None
    picture: OptionalGoalPicture = None
    per_student: Annotated[int, Field(strict=True, ge=1, le=MAX_PER_STUDENT)] | None = None
    per: LimitPeriod = "ever"

    def to_fields(self) -> ItemFields:
        """Convert to the service's input."""
        return ItemFields(
            self.name, self.description, self.goalbucks_cost, self.stock, self.picture, self.per_student, self.per
        )


class EditedItemRequest(ItemRequest):
    """Changes of an item; `stock_shown` is the stock that the teacher saw when editing began."""

    stock_shown: Annotated[int, Field(strict=True, ge=0, le=MAX_STOCK)] | None = None


class NewItemRequest(ItemRequest):
    """A new item and its class."""

    classroom_id: Identifier


class CopyRequest(RequestModel):
    """The class whose items are copied."""

    from_classroom_id: Identifier


class PurchaseRequest(RequestModel):
    """A purchase; `goalbucks_cost`, if present, must be the item's present price."""

    student_id: Identifier | None = None
    item_id: Identifier
    item_name: IgnoredField = None
    goalbucks_cost: Annotated[int, Field(strict=True)] | None = None


class FulfillRequest(RequestModel):
    """An optional body, ignored: the actor comes from the session."""

    fulfilled_by: IgnoredField = None


class BulkFulfillRequest(RequestModel):
    """Several purchases to mark as handed over; duplicate ids count once."""

    purchase_ids: RowIds


class CancelRequest(RequestModel):
    """The optional reason for cancelling a purchase."""

    reason: OptionalLongText = None


class StoreRequest(RequestModel):
    """Whether students can buy."""

    open: Annotated[bool, Field(strict=True)]


class StoreResponse(ResponseModel):
    """Whether students can buy."""

    open: bool


@dataclass(slots=True)
class StoreItemResponse(ResponseRow):
    """A store item, with the fields of specification 13.6.

    `limit_reached` and `again_on` are about the student who reads it: whether its limit refuses another one, and the
    day from which it doesn't.
    """

    id: str
    classroom_id: str
    name: str
    description: str | None
    goalbucks_cost: int
    stock: int | None
    picture: GoalPicture | None
    created_at: Timestamp
    per_student: int | None
    per: LimitPeriod
    limit_reached: bool
    again_on: date | None


@dataclass(slots=True)
class PurchaseResponse(ResponseRow):
    """A purchase, with the fields of specification 13.7."""

    id: str
    student_id: str
    classroom_id: str
    item_id: str
    item_name: str
    goalbucks_cost: int
    status: PurchaseStatus
    purchased_at: Timestamp
    fulfilled_at: Timestamp | None
    fulfilled_by: str | None
    cancelled_at: Timestamp | None
    cancel_reason: str | None


@dataclass(slots=True)
class PurchaseListItem(PurchaseResponse):
    """A purchase in a list, with the student's name."""

    student_name: str
