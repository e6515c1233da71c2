"""Queries for store items and purchases, scoped to what the actor may see."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Self

from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_rows
from server.database.locking import for_update
from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, Selected, newest_in_classes, page_parameters, select_page
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_owned_classroom_ids
from server.domain.store.models import Purchase, PurchaseStatus, StoreItem
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.security.actor import Actor


class StoreItemRow(NamedTuple):
    """A store item that is only read."""

    id: str
    classroom_id: str
    name: str
    description: str | None
    goalbucks_cost: int
    stock: int | None
    created_at: datetime


class PurchaseRow(NamedTuple):
    """A purchase that is only read."""

    id: str
    student_id: str
    classroom_id: str
    item_id: str
    item_name: str
    goalbucks_cost: int
    status: PurchaseStatus
    created_at: datetime
    fulfilled_at: datetime | None
    fulfilled_by: str | None
    cancelled_at: datetime | None
    cancel_reason: str | None

    @property
    def purchased_at(self) -> datetime:
        """The API's name of `created_at`."""
        return self.created_at


class PurchaseWithName(NamedTuple):
    """A purchase with its student's name."""

    purchase: PurchaseRow
    first_name: str
    last_name: str

    @classmethod
    def of_columns(cls, columns: Iterable[Any]) -> Self:
        """Build from the columns of `_WITH_NAME`."""
        *own, first_name, last_name = columns
        return cls(PurchaseRow._make(own), first_name, last_name)


# Built once: building the query costs more than executing it in SQLite.
_ITEMS = select(*columns_of(StoreItem, StoreItemRow._fields)).where(StoreItem.classroom_id == bindparam("classroom_id"))
_COLUMNS = columns_of(Purchase, PurchaseRow._fields)
_OF_STUDENT = select(*_COLUMNS).where(Purchase.student_id == bindparam("student_id"))
_WITH_NAME = select(*_COLUMNS, Student.first_name, Student.last_name).join(Student, Student.id == Purchase.student_id)
_OF_CLASS = _WITH_NAME.where(Purchase.classroom_id == bindparam("classroom_id"))
_OF_TEACHER = _WITH_NAME.join(Classroom, Classroom.id == Purchase.classroom_id).where(
    Classroom.teacher_id == bindparam("teacher_id")
)


def items_of_class(db: Session, classroom_id: str) -> Sequence[StoreItemRow]:
    """Return the class's items by name."""
    rows = fetch_rows(db, StoreItemRow._make, _ITEMS, {"classroom_id": classroom_id})
    return sorted(rows, key=lambda item: (item.name.casefold(), item.id))


def get_owned_item(db: Session, actor: Actor, item_id: str) -> StoreItem:
    """Return an item of the teacher's classes, locked; else `NotFoundError`."""
    query = select(StoreItem).join(Classroom, Classroom.id == StoreItem.classroom_id)
    query = query.where(StoreItem.id == item_id, Classroom.teacher_id == actor.id)
    return get_or_not_found(db, for_update(db, query, StoreItem))


def purchases_of_class(db: Session, classroom_id: str, page: PageRequest) -> Sequence[PurchaseWithName]:
    """Return a page of the class's purchases with first and last name, newest first.

    With status fulfilled they are ordered by the time of fulfillment instead.
    """
    is_fulfilled = page.status == "fulfilled"
    query = _fulfilled_page(db, _OF_CLASS, page) if is_fulfilled else select_page(_OF_CLASS, Purchase, page)
    parameters = {"classroom_id": classroom_id, **page_parameters(page)}
    return fetch_rows(db, PurchaseWithName.of_columns, query, parameters)


def purchases_for_teacher(db: Session, teacher_id: str, page: PageRequest) -> Sequence[PurchaseWithName]:
    """Return a page of the teacher's purchases with first and last name, newest first."""
    if page.limit is None:
        query, parameters = select_page(_OF_TEACHER, Purchase, page), page_parameters(page)
    else:
        query = newest_in_classes(_WITH_NAME, Purchase, get_owned_classroom_ids(db, teacher_id), page)
        parameters = {}
    return fetch_rows(db, PurchaseWithName.of_columns, query, {"teacher_id": teacher_id, **parameters})


def purchases_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[PurchaseRow]:
    """Return a page of the student's purchases, newest first."""
    parameters = {"student_id": student_id, **page_parameters(page)}
    return fetch_rows(db, PurchaseRow._make, select_page(_OF_STUDENT, Purchase, page), parameters)


def get_owned_purchase(db: Session, actor: Actor, purchase_id: str) -> Purchase:
    """Return a purchase in the teacher's classes, with its student locked; else `NotFoundError`."""
    lock_students(db, Purchase, [purchase_id])
    query = select(Purchase).join(Classroom, Classroom.id == Purchase.classroom_id)
    return get_or_not_found(db, query.where(Purchase.id == purchase_id, Classroom.teacher_id == actor.id))


def _fulfilled_page(db: Session, query: Selected, page: PageRequest) -> Selected:
    query = query.where(Purchase.status == "fulfilled")
    if page.before is not None:
        last = db.get(Purchase, page.before)
        at = None if last is None else last.fulfilled_at
        query = query.where(tuple_(Purchase.fulfilled_at, Purchase.id) < (at, page.before))
    if page.limit is not None:
        query = query.limit(page.limit)
    return query.order_by(Purchase.fulfilled_at.desc(), Purchase.id.desc())
