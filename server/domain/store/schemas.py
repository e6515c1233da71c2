"""Bodies and answers about the store."""

from typing import Annotated, Self

from pydantic import Field

from server.domain.store.models import MAX_STOCK, Purchase, Status
from server.domain.store.service import ItemFields, Order
from server.schema import Answer, Body, GoalbucksWorth, Identifier, Name, OptionalLongText, Time, Unbelieved


class ItemBody(Body):
    """What an item says; a stock left out is unlimited (specification 10.1)."""

    name: Name
    description: OptionalLongText = None
    goalbucks_cost: GoalbucksWorth
    stock: Annotated[int, Field(strict=True, ge=0, le=MAX_STOCK)] | None = None

    def to_fields(self) -> ItemFields:
        """What the service takes."""
        return ItemFields(self.name, self.description, self.goalbucks_cost, self.stock)


class EditedItemBody(ItemBody):
    """Changes of an item; `stock_shown` is the stock that the teacher saw, of which some may be sold by now."""

    stock_shown: Annotated[int, Field(strict=True, ge=0, le=MAX_STOCK)] | None = None


class NewItemBody(ItemBody):
    """A new item, with its class."""

    classroom_id: Identifier


class PurchaseBody(Body):
    """What a student buys; a price that differs from the item's is refused."""

    student_id: Identifier | None = None
    item_id: Identifier
    item_name: Unbelieved = None
    goalbucks_cost: Annotated[int, Field(strict=True)] | None = None

    def to_order(self) -> Order:
        """What the service takes."""
        return Order(self.item_id, self.goalbucks_cost)


class FulfillBody(Body):
    """Nothing that counts."""

    fulfilled_by: Unbelieved = None


class CancelBody(Body):
    """Why a purchase is cancelled."""

    reason: OptionalLongText = None


class StoreItemAnswer(Answer):
    """A store item, with the fields of specification 13.6."""

    id: str
    classroom_id: str
    name: str
    description: str | None
    goalbucks_cost: int
    stock: int | None
    created_at: Time


class PurchaseAnswer(Answer):
    """A purchase, with the fields of specification 13.7."""

    id: str
    student_id: str
    classroom_id: str
    item_id: str
    item_name: str
    goalbucks_cost: int
    status: Status
    purchased_at: Time
    fulfilled_at: Time | None
    fulfilled_by: str | None
    cancelled_at: Time | None
    cancel_reason: str | None


class PurchaseRowAnswer(PurchaseAnswer):
    """A row of the teacher's list."""

    student_name: str

    @classmethod
    def of(cls, purchase: Purchase, student_name: str) -> Self:
        """The answer; the name is the student's."""
        own = {name: getattr(purchase, name) for name in PurchaseAnswer.model_fields}
        return cls(**own, student_name=student_name)
