"""Routes for store items and purchases."""

from collections.abc import Sequence

from server.domain.classrooms.access import ClassroomRowToView, ClassroomToManage
from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.queries import ClassroomRow, get_classroom_row
from server.domain.classrooms.schemas import ClassroomResponse
from server.domain.store import queries, service
from server.domain.store.access import ItemToManage, PurchaseToFulfill, PurchaseToRefund
from server.domain.store.models import StoreItem
from server.domain.store.schemas import (
    BulkFulfillRequest,
    CancelRequest,
    CopyRequest,
    EditedItemRequest,
    FulfillRequest,
    NewItemRequest,
    PurchaseListItem,
    PurchaseRequest,
    PurchaseResponse,
    StoreItemResponse,
    StoreRequest,
)
from server.domain.students.access import VisibleClassroom, VisibleStudentId
from server.domain.students.queries import require_own_id
from server.domain.teachers.access import StaffSelf
from server.requests import rate_limit
from server.requests.dependencies import Core
from server.requests.gates import (
    AnyActor,
    Db,
    StaffActor,
    StudentActor,
    TeacherActor,
    in_class,
    signed_in,
    staff,
    student_only,
    teacher_only,
)
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.routing import router
from server.schema import CountResponse

store = router("/api/classrooms", gate=teacher_only)
store_items = router("/api/store", gate=teacher_only)
visible_store_items = router("/api/store", gate=signed_in)
student_purchases = router("/api/purchases", gate=student_only)
visible_purchases = router("/api/purchases", gate=in_class)
purchases = router("/api/purchases", gate=staff)
refunds = router("/api/purchases", gate=teacher_only)


def _to_response(item: StoreItem) -> StoreItemResponse:
    """Return the response for a teacher, whom no limit concerns."""
    return StoreItemResponse.from_row(item, limit_reached=False, again_on=None)


@store.put("/{classroom_id}/store", response_model=ClassroomResponse)
async def set_store_open(classroom: ClassroomToManage, body: StoreRequest, actor: TeacherActor, db: Db) -> ClassroomRow:
    """Open or close a class's store: while it is closed students see the items and can't buy."""
    service.set_open(db, classroom, is_open=body.open)
    return get_classroom_row(db, actor, classroom.id)


@visible_store_items.get("/classroom/{classroom_id}", response_model=list[StoreItemResponse])
async def list_items(classroom: VisibleClassroom, actor: AnyActor, db: Db) -> Sequence[StoreItemResponse]:
    """List a class's items by name, for its teacher and its students, who read which limits they have reached."""
    if actor.role == "student":
        return queries.items_for_student(db, actor.id, classroom.id)
    return queries.items_of_class(db, classroom.id)


@store_items.post("", status_code=201, response_model=StoreItemResponse, dependencies=[Idempotent])
async def add_item(body: NewItemRequest, actor: TeacherActor, db: Db) -> StoreItemResponse:
    """Add an item to a class's store."""
    classroom = get_classroom(db, actor, "manage", body.classroom_id)
    return _to_response(service.add_item(db, classroom, body.to_fields()))


@store_items.post(
    "/classroom/{classroom_id}/copy", status_code=201, response_model=CountResponse, dependencies=[Idempotent]
)
async def copy_items(classroom: ClassroomToManage, body: CopyRequest, actor: TeacherActor, db: Db) -> CountResponse:
    """Copy the items of another class whose names this class's store doesn't have."""
    source = get_classroom(db, actor, "view", body.from_classroom_id)
    return CountResponse(count=service.copy_items(db, source, classroom))


@store_items.put("/{item_id}", response_model=StoreItemResponse)
async def edit_item(item: ItemToManage, body: EditedItemRequest) -> StoreItemResponse:
    """Change an item's name, description, price, stock, picture or limit."""
    service.edit_item(item, body.to_fields(), stock_shown=body.stock_shown)
    return _to_response(item)


@store_items.delete("/{item_id}", status_code=204)
async def delete_item(item: ItemToManage, actor: TeacherActor, db: Db) -> None:
    """Delete an item; its purchases stay."""
    service.delete_item(db, actor, item)


@student_purchases.post("", status_code=201, response_model=PurchaseResponse, dependencies=[Idempotent])
async def buy(body: PurchaseRequest, actor: StudentActor, services: Core, db: Db) -> PurchaseResponse:
    """Buy one item."""
    require_own_id(actor, body.student_id)
    rate_limit.consume(db, [service.purchase_limit_key(services.settings, actor)])
    return PurchaseResponse.from_row(service.buy(db, actor, body.item_id, body.goalbucks_cost))


@purchases.get("/classroom/{classroom_id}", response_model=list[PurchaseListItem])
async def list_of_class(classroom: ClassroomRowToView, page: ListPage, db: Db) -> Sequence[PurchaseListItem]:
    """List a class's purchases, newest first; with status fulfilled, by time of fulfillment."""
    return queries.purchases_of_class(db, classroom.id, page)


@purchases.get("/teacher/{teacher_id}", response_model=list[PurchaseListItem])
async def list_for_teacher(teacher: StaffSelf, page: ListPage, db: Db) -> Sequence[PurchaseListItem]:
    """List the purchases of all the teacher's classes, newest first."""
    return queries.purchases_for_teacher(db, teacher, page)


@visible_purchases.get("/student/{student_id}", response_model=list[PurchaseListItem])
async def list_of_student(student_id: VisibleStudentId, page: ListPage, db: Db) -> Sequence[PurchaseListItem]:
    """List a student's purchases, newest first."""
    return queries.purchases_of_student(db, student_id, page)


@purchases.post("/fulfill", response_model=CountResponse, dependencies=[Idempotent])
async def fulfill_many(body: BulkFulfillRequest, actor: StaffActor, db: Db) -> CountResponse:
    """Mark several purchases as handed over: all or none."""
    return CountResponse(count=service.fulfill_many(db, actor, body.purchase_ids))


@purchases.patch("/{purchase_id}/fulfill", response_model=PurchaseResponse)
async def fulfill(
    purchase: PurchaseToFulfill, actor: StaffActor, db: Db, body: FulfillRequest | None = None
) -> PurchaseResponse:
    """Mark a purchase as handed over."""
    del body
    service.fulfill(db, actor, purchase)
    return PurchaseResponse.from_row(purchase)


@purchases.post("/{purchase_id}/unfulfill", response_model=PurchaseResponse)
async def unfulfill(purchase: PurchaseToFulfill, actor: StaffActor, db: Db) -> PurchaseResponse:
    """Make a fulfilled purchase pending again."""
    service.unfulfill(db, actor, purchase)
    return PurchaseResponse.from_row(purchase)


@refunds.post("/{purchase_id}/cancel", response_model=PurchaseResponse)
async def cancel(
    purchase: PurchaseToRefund, actor: TeacherActor, db: Db, body: CancelRequest | None = None
) -> PurchaseResponse:
    """Cancel a pending purchase, refund its goalbucks and restock the item."""
    service.cancel(db, actor, purchase, body.reason if body else None)
    return PurchaseResponse.from_row(purchase)
