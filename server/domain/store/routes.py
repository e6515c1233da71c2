"""Routes for store items and purchases."""

from collections.abc import Sequence

from server.domain.classrooms.access import OwnClassroom
from server.domain.store import queries, service
from server.domain.store.access import OwnItem, OwnPurchase
from server.domain.store.models import Purchase, StoreItem
from server.domain.store.schemas import (
    CancelBody,
    EditedItemBody,
    FulfillBody,
    NewItemBody,
    PurchaseAnswer,
    PurchaseBody,
    PurchaseRowAnswer,
    StoreItemAnswer,
)
from server.domain.students.access import SeenClassroom, SeenStudent
from server.domain.teachers.access import TeacherSelf
from server.errors import NotFoundError
from server.security import rate_limit
from server.security.gates import Db, StudentActor, TeacherActor, signed_in, student_only, teacher_only
from server.security.idempotency import Once
from server.security.paging import ListPage
from server.security.routing import router
from server.security.services import Core

store = router("/api/store", access=teacher_only)
seen_store = router("/api/store", access=signed_in)
buying = router("/api/purchases", access=student_only)
seen_purchases = router("/api/purchases", access=signed_in)
purchases = router("/api/purchases", access=teacher_only)


@seen_store.get("/classroom/{classroom_id}", response_model=list[StoreItemAnswer])
async def list_items(classroom: SeenClassroom, db: Db) -> Sequence[StoreItem]:
    """List a class's items by name, for its teacher and its students."""
    return queries.items_of(db, classroom)


@store.post("", status_code=201, response_model=StoreItemAnswer, dependencies=[Once])
async def add_item(body: NewItemBody, actor: TeacherActor, db: Db) -> StoreItem:
    """Add an item to a class's store."""
    return service.add_item(db, actor, body.classroom_id, body.to_fields())


@store.put("/{item_id}", response_model=StoreItemAnswer)
async def edit_item(item: OwnItem, body: EditedItemBody) -> StoreItem:
    """Change an item's name, description, price or stock."""
    service.edit_item(item, body.to_fields(), stock_shown=body.stock_shown)
    return item


@store.delete("/{item_id}", status_code=204)
async def delete_item(item: OwnItem, actor: TeacherActor, db: Db) -> None:
    """Delete an item; its purchases stay."""
    service.delete_item(db, actor, item)


@buying.post("", status_code=201, response_model=PurchaseAnswer, dependencies=[Once])
async def buy(body: PurchaseBody, actor: StudentActor, services: Core, db: Db) -> Purchase:
    """Buy one item."""
    if body.student_id not in {None, actor.id}:
        raise NotFoundError
    rate_limit.consume(db, [service.counted_purchase(services.settings, actor)])
    return service.buy(db, actor, body.to_order())


@purchases.get("/classroom/{classroom_id}", response_model=list[PurchaseRowAnswer])
async def list_of_class(classroom: OwnClassroom, page: ListPage, db: Db) -> list[PurchaseRowAnswer]:
    """List a class's purchases, newest first; with status fulfilled, by time of fulfillment."""
    rows = queries.purchases_of_class(db, classroom, page)
    return [PurchaseRowAnswer.of(purchase, f"{first} {last}") for purchase, first, last in rows]


@purchases.get("/teacher/{teacher_id}", response_model=list[PurchaseRowAnswer])
async def list_for_teacher(teacher: TeacherSelf, page: ListPage, db: Db) -> list[PurchaseRowAnswer]:
    """List the purchases of all the teacher's classes, newest first."""
    rows = queries.purchases_for_teacher(db, teacher.id, page)
    return [PurchaseRowAnswer.of(purchase, f"{first} {last}") for purchase, first, last in rows]


@seen_purchases.get("/student/{student_id}", response_model=list[PurchaseAnswer])
async def list_of_student(student: SeenStudent, page: ListPage, db: Db) -> Sequence[Purchase]:
    """List a student's purchases, newest first."""
    return queries.purchases_of(db, student.id, page)


@purchases.patch("/{purchase_id}/fulfill", response_model=PurchaseAnswer)
async def fulfill(purchase: OwnPurchase, actor: TeacherActor, db: Db, body: FulfillBody | None = None) -> Purchase:
    """Mark a purchase as handed over."""
    del body
    service.fulfill(db, actor, purchase)
    return purchase


@purchases.post("/{purchase_id}/unfulfill", response_model=PurchaseAnswer)
async def unfulfill(purchase: OwnPurchase, actor: TeacherActor, db: Db) -> Purchase:
    """Make a fulfilled purchase pending again."""
    service.unfulfill(db, actor, purchase)
    return purchase


@purchases.post("/{purchase_id}/cancel", response_model=PurchaseAnswer)
async def cancel(purchase: OwnPurchase, actor: TeacherActor, db: Db, body: CancelBody | None = None) -> Purchase:
    """Cancel a pending purchase, refund its goalbucks and restock the item."""
    service.cancel(db, actor, purchase, body.reason if body else None)
    return purchase
