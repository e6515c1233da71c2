"""Queries for store items and purchases, scoped to what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import Row, select, tuple_
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, Selected, newest_first, newest_in_classes, page_of_student
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_owned_classroom_ids
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.security.actor import Actor


def items_of_class(db: Session, classroom: Classroom) -> Sequence[StoreItem]:
    """Return the class's items by name."""
    rows = db.scalars(select(StoreItem).where(StoreItem.classroom_id == classroom.id)).all()
    return sorted(rows, key=lambda item: (item.name.casefold(), item.id))


def get_owned_item(db: Session, actor: Actor, item_id: str) -> StoreItem:
    """Return an item of the teacher's classes, locked; else `NotFoundError`."""
    query = select(StoreItem).join(Classroom, Classroom.id == StoreItem.classroom_id)
    query = query.where(StoreItem.id == item_id, Classroom.teacher_id == actor.id)
    return get_or_not_found(db, for_update(db, query, StoreItem))


def purchases_of_class(db: Session, classroom: Classroom, page: PageRequest) -> Sequence[Row[Purchase, str, str]]:
    """Return a page of the class's purchases with first and last name, newest first.

    With status fulfilled they are ordered by the time of fulfillment instead.
    """
    query = select(Purchase, Student.first_name, Student.last_name).join(Student, Student.id == Purchase.student_id)
    query = query.where(Purchase.classroom_id == classroom.id)
    if page.status == "fulfilled":
        return db.execute(_fulfilled_page(db, query, page)).all()
    return db.execute(_newest_page(query, page)).all()


def purchases_for_teacher(db: Session, teacher_id: str, page: PageRequest) -> Sequence[Row[Purchase, str, str]]:
    """Return a page of the teacher's purchases with first and last name, newest first."""
    query = select(Purchase, Student.first_name, Student.last_name).join(Student, Student.id == Purchase.student_id)
    return db.execute(newest_in_classes(query, Purchase, get_owned_classroom_ids(db, teacher_id), page)).all()


def purchases_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[Purchase]:
    """Return a page of the student's purchases, newest first."""
    return page_of_student(db, Purchase, student_id, page)


def get_owned_purchase(db: Session, actor: Actor, purchase_id: str) -> Purchase:
    """Return a purchase in the teacher's classes, with its student locked; else `NotFoundError`."""
    lock_students(db, Purchase, [purchase_id])
    query = select(Purchase).join(Classroom, Classroom.id == Purchase.classroom_id)
    return get_or_not_found(db, query.where(Purchase.id == purchase_id, Classroom.teacher_id == actor.id))


def _newest_page(query: Selected, page: PageRequest) -> Selected:
    if page.status is not None:
        query = query.where(Purchase.status == page.status)
    return newest_first(query, Purchase, page)


def _fulfilled_page(db: Session, query: Selected, page: PageRequest) -> Selected:
    query = query.where(Purchase.status == "fulfilled")
    if page.before is not None:
        last = db.get(Purchase, page.before)
        at = None if last is None else last.fulfilled_at
        query = query.where(tuple_(Purchase.fulfilled_at, Purchase.id) < (at, page.before))
    if page.limit is not None:
        query = query.limit(page.limit)
    return query.order_by(Purchase.fulfilled_at.desc(), Purchase.id.desc())
