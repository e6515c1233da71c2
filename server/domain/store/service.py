"""Editing store items; buying, fulfilling and cancelling purchases. Each within the caller's transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import Base
from server.database.locking import for_update, lock_rows
from server.database.lookup import get_or_not_found
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.store.models import MAX_STOCK, ItemFields, Purchase, StoreClosedError, StoreItem
from server.domain.students.queries import lock_own_student, lock_visible_rows
from server.errors import DomainError, InvalidError
from server.requests.rate_limit import TRY_AGAIN, RateKey, RateLimit, RateLimitExceededError
from server.security.actor import Actor
from server.settings import Settings
from server.texts.field_errors import field_sentence

PURCHASE_WINDOW = timedelta(minutes=5)
SAVINGS_TABLE = "savings_goals"
"""By name: its domain is above this one."""


class PurchaseLimitError(RateLimitExceededError):
    """Purchases of one student."""

    key = "purchase_limit"
    sentence = f"You have bought a lot in a short time. {TRY_AGAIN}"


class PriceChangedError(DomainError):
    """The item's price differs from the one that the student was shown."""

    code = "price_changed"
    sentence = "The price of this item has changed. Please look at the new price first."


def set_open(db: Session, classroom: Classroom, *, is_open: bool) -> None:
    """Open or close the store of the class. After the commit that closes it no purchase is committed."""
    lock_rows(db, Classroom, [classroom.id])
    lock_rows(db, StoreItem, select(StoreItem.id).where(StoreItem.classroom_id == classroom.id))  # waits for purchases
    classroom.store_open = is_open
    db.flush()


def add_item(db: Session, classroom: Classroom, fields: ItemFields) -> StoreItem:
    """Add an item to the store of the class."""
    item = StoreItem(classroom_id=classroom.id)
    edit_item(item, fields)
    db.add(item)
    db.flush()
    return item


def copy_items(db: Session, source: Classroom, target: Classroom) -> int:
    """Add the items of one class to the store of another, but those with a name that it has; return their number.

    Names are compared as the lists sort them, without case.
    """
    lock_rows(db, Classroom, [target.id])  # concurrent copies can't add an item twice
    taken = {item.name.casefold() for item in _items_of(db, target)}
    missing = [item for item in _items_of(db, source) if item.name.casefold() not in taken]
    for item in missing:
        add_item(db, target, ItemFields.of(item))
    return len(missing)


def edit_item(item: StoreItem, fields: ItemFields, *, stock_shown: int | None = None) -> None:
    """Replace the item's editable fields, adjusting the stock by what changed since the teacher saw `stock_shown`.

    `InvalidError` if purchases were cancelled since and the stock would exceed `MAX_STOCK`.
    """
    stock = fields.stock
    if stock is not None and stock_shown is not None and item.stock is not None:
        difference = item.stock - stock_shown
        if stock + difference > MAX_STOCK:
            raise InvalidError(fields={"stock": field_sentence("stock_has_grown", max=MAX_STOCK - difference)})
        stock = max(0, stock + difference)
    item.edit(replace(fields, stock=stock))


def delete_item(db: Session, actor: Actor, item: StoreItem) -> None:
    """Delete the item; purchases keep its name and price."""
    event = ActivityEvent("item_deleted", item.name, item.goalbucks_cost, classroom_id=item.classroom_id)
    record(db, actor, event)
    db.delete(item)
    db.flush()


def purchase_limit_key(settings: Settings, actor: Actor) -> RateKey:
    """Return the rate limit of a student's purchases, since a teacher has to hand over each."""
    return RateLimit("purchase", settings.purchase_limit, PURCHASE_WINDOW, PurchaseLimitError).for_key(actor.id)


def buy(db: Session, actor: Actor, item_id: str, expected_cost: int | None = None) -> Purchase:
    """Buy one item: take it from stock, add the purchase and debit the student's balance.

    `expected_cost`: the price that the student was shown; None accepts the present price.
    The student's savings goal ends if it is this item.
    `StoreClosedError`, `PriceChangedError`, `OutOfStockError`, `ItemLimitReachedError`, `NotEnoughGoalbucksError`;
    `NotFoundError` for another class's item; `ClassArchivedError`.
    """
    # Lock the student, then the item: a fixed order prevents deadlocks.
    student = lock_own_student(db, actor)
    item = lock_item_of_class(db, item_id, student.classroom_id)
    if not db.scalar(select(Classroom.store_open).where(Classroom.id == student.classroom_id)):
        raise StoreClosedError
    if expected_cost is not None and expected_cost != item.goalbucks_cost:
        raise PriceChangedError
    item.take_one()
    if item.per_student is not None:
        item.require_under_limit(_times_bought(db, student.id, item.id))
    purchase = Purchase(
        student_id=student.id,
        classroom_id=student.classroom_id,
        item_id=item.id,
        item_name=item.name,
        goalbucks_cost=item.goalbucks_cost,
    )
    db.add(purchase)
    db.flush()
    posting = goalbucks.LedgerPosting(-purchase.goalbucks_cost, "purchase", purchase.id, purchase.item_name)
    goalbucks.spend(db, actor, student.id, posting)
    savings_goals = Base.metadata.tables[SAVINGS_TABLE]
    of_item = (savings_goals.c.student_id == student.id, savings_goals.c.item_id == item.id)
    db.execute(delete(savings_goals).where(*of_item))
    return purchase


def _times_bought(db: Session, student_id: str, item_id: str) -> Sequence[datetime]:
    of_item = (Purchase.student_id == student_id, Purchase.item_id == item_id)
    return db.scalars(select(Purchase.created_at).where(*of_item, Purchase.status != "cancelled")).all()


def fulfill(db: Session, actor: Actor, purchase: Purchase) -> None:
    """Mark a purchase as handed over."""
    purchase.fulfill(actor.id, clock.now())
    db.flush()
    record(db, actor, _activity_event("purchase_fulfilled", purchase))


def fulfill_many(db: Session, actor: Actor, purchase_ids: Sequence[str]) -> int:
    """Mark several purchases of the teacher's classes as handed over, each once: all or none. Returns their number."""
    purchases = lock_visible_rows(db, actor, "fulfill", Purchase, purchase_ids)
    for purchase in purchases:
        fulfill(db, actor, purchase)
    return len(purchases)


def unfulfill(db: Session, actor: Actor, purchase: Purchase) -> None:
    """Make a fulfilled purchase pending again; balance and stock stay unchanged."""
    purchase.unfulfill()
    db.flush()
    record(db, actor, _activity_event("fulfillment_undone", purchase))


def cancel(db: Session, actor: Actor, purchase: Purchase, reason: str | None) -> None:
    """Cancel a pending purchase: refund its goalbucks and, if the item still exists, restock it."""
    purchase.cancel(clock.now(), reason)
    item = db.scalar(for_update(db, select(StoreItem).where(StoreItem.id == purchase.item_id), StoreItem))
    if item is not None:
        item.restock_one()
    posting = goalbucks.LedgerPosting(purchase.goalbucks_cost, "refund", purchase.id, purchase.item_name)
    goalbucks.post(db, actor, purchase.student_id, posting)
    db.flush()
    record(db, actor, _activity_event("purchase_cancelled", purchase))


def _activity_event(kind: ActivityKind, purchase: Purchase) -> ActivityEvent:
    return ActivityEvent(kind, purchase.item_name, purchase.goalbucks_cost, student_ids=[purchase.student_id])


def _items_of(db: Session, classroom: Classroom) -> Sequence[StoreItem]:
    return db.scalars(select(StoreItem).where(StoreItem.classroom_id == classroom.id).order_by(StoreItem.id)).all()


def lock_item_of_class(db: Session, item_id: str, classroom_id: str) -> StoreItem:
    """Return an item of this class, locked; else `NotFoundError`."""
    query = select(StoreItem).where(StoreItem.id == item_id, StoreItem.classroom_id == classroom_id)
    return get_or_not_found(db, for_update(db, query, StoreItem))
