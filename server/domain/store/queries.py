"""Queries for store items and purchases, scoped to what the actor may see."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_columns
from server.database.locking import for_update
from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, Selected, newest_in_classes, page_parameters, select_page
from server.domain.classrooms.membership import LISTED_CLASS_IDS, class_ids, get_classroom, member_parameters
from server.domain.store.models import Purchase, StoreItem, is_limit_reached, next_period
from server.domain.store.schemas import PurchaseListItem, PurchaseResponse, StoreItemResponse
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.schema import field_names
from server.security.actor import Actor
from server.security.permissions import Permission

# Built once: building the query costs more than executing it in SQLite.
_ABOUT_READER = ("limit_reached", "again_on")
_ITEM_COLUMNS = [name for name in field_names(StoreItemResponse) if name not in _ABOUT_READER]
_ITEMS = select(*columns_of(StoreItem, _ITEM_COLUMNS)).where(StoreItem.classroom_id == bindparam("classroom_id"))
_BOUGHT = select(Purchase.item_id, Purchase.created_at).where(
    Purchase.student_id == bindparam("student_id"), Purchase.status != "cancelled"
)
_COLUMNS = columns_of(
    Purchase, ["created_at" if name == "purchased_at" else name for name in field_names(PurchaseResponse)]
)
_WITH_NAME = select(*_COLUMNS, FULL_NAME).join(Student, Student.id == Purchase.student_id)
_OF_STUDENT = _WITH_NAME.where(Purchase.student_id == bindparam("student_id"))
_OF_CLASS = _WITH_NAME.where(Purchase.classroom_id == bindparam("classroom_id"))
_OF_MEMBER = _WITH_NAME.where(Purchase.classroom_id.in_(LISTED_CLASS_IDS))


def items_of_class(db: Session, classroom_id: str) -> Sequence[StoreItemResponse]:
    """Return the class's items by name, without what is about one student."""
    items = [
        StoreItemResponse.from_row(row, limit_reached=False, again_on=None)
        for row in fetch_columns(db, _ITEMS, {"classroom_id": classroom_id})
    ]
    return sorted(items, key=lambda item: (item.name.casefold(), item.id))


def items_for_student(db: Session, student_id: str, classroom_id: str) -> Sequence[StoreItemResponse]:
    """Return the items of the student's class by name, with the limits that the student has reached."""
    items = items_of_class(db, classroom_id)
    limited = [item for item in items if item.per_student is not None]
    if limited:
        bought_at: dict[str, list[datetime]] = defaultdict(list)
        for item_id, moment in fetch_columns(db, _BOUGHT, {"student_id": student_id}):
            bought_at[item_id].append(moment)
        for item in limited:
            item.limit_reached = is_limit_reached(item.per_student, item.per, bought_at[item.id])
            item.again_on = next_period(item.per) if item.limit_reached else None
    return items


def get_item(db: Session, actor: Actor, permission: Permission, item_id: str) -> StoreItem:
    """Return an item of the teacher's classes, locked; else `NotFoundError`."""
    item = get_or_not_found(db, for_update(db, select(StoreItem).where(StoreItem.id == item_id), StoreItem))
    get_classroom(db, actor, permission, item.classroom_id)
    return item


def purchases_of_class(db: Session, classroom_id: str, page: PageRequest) -> Sequence[PurchaseListItem]:
    """Return a page of the class's purchases, newest first.

    With status fulfilled they are ordered by the time of fulfillment instead.
    """
    is_fulfilled = page.status == "fulfilled"
    query = _fulfilled_page(db, _OF_CLASS, page) if is_fulfilled else select_page(_OF_CLASS, Purchase, page)
    parameters = {"classroom_id": classroom_id, **page_parameters(page)}
    return [PurchaseListItem(*row) for row in fetch_columns(db, query, parameters)]


def purchases_for_teacher(db: Session, actor: Actor, page: PageRequest) -> Sequence[PurchaseListItem]:
    """Return a page of the teacher's purchases, newest first."""
    if page.limit is None:
        query, parameters = select_page(_OF_MEMBER, Purchase, page), page_parameters(page)
    else:
        query = newest_in_classes(_WITH_NAME, Purchase, class_ids(db, actor), page)
        parameters = {}
    rows = fetch_columns(db, query, {**member_parameters(actor), **parameters})
    return [PurchaseListItem(*row) for row in rows]


def purchases_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[PurchaseListItem]:
    """Return a page of the student's purchases, newest first."""
    parameters = {"student_id": student_id, **page_parameters(page)}
    rows = fetch_columns(db, select_page(_OF_STUDENT, Purchase, page), parameters)
    return [PurchaseListItem(*row) for row in rows]


def _fulfilled_page(db: Session, query: Selected, page: PageRequest) -> Selected:
    query = query.where(Purchase.status == "fulfilled")
    if page.before is not None:
        last = db.get(Purchase, page.before)
        at = None if last is None else last.fulfilled_at
        query = query.where(tuple_(Purchase.fulfilled_at, Purchase.id) < (at, page.before))
    if page.limit is not None:
        query = query.limit(page.limit)
    return query.order_by(Purchase.fulfilled_at.desc(), Purchase.id.desc())
