"""Queries for login cards."""

import logging
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from server import clock
from server.domain.classrooms.models import Classroom
from server.domain.login_cards.models import LoginCard
from server.domain.login_cards.schemas import LoginCardResponse
from server.domain.students.models import Student
from server.security.code_key import CodeKey

log = logging.getLogger("goalbucks.login_cards")
UNUSED_LIFETIME = timedelta(days=200)
"""A card ends after this time without use: longer than a term, shorter than a school year."""


@dataclass(frozen=True, slots=True)
class CardHolder:
    """The student whose card has a code."""

    student_id: str
    first_name: str
    class_name: str


def is_valid(key: CodeKey) -> ColumnElement[bool]:
    """Condition on cards: made with this key, and not ended by disuse."""
    return and_(LoginCard.key_id == key.id, _is_in_use())


def _is_in_use() -> ColumnElement[bool]:
    since = clock.now() - UNUSED_LIFETIME
    return or_(LoginCard.last_used_at > since, LoginCard.created_at > since)


def count_cards_without_key(db: Session, key: CodeKey) -> int:
    """Return the number of cards that aren't valid only because they were made with another key.

    Without any cards the key isn't read, which would make its file.
    """
    in_use = Counter(db.scalars(select(LoginCard.key_id).where(_is_in_use())))
    if not in_use:
        return 0
    try:
        del in_use[key.id]
    except OSError:
        log.warning("the key of the login cards can't be read", exc_info=True)
    return in_use.total()


def valid_cards(db: Session, key: CodeKey, classroom: Classroom) -> list[LoginCardResponse]:
    """Return the valid cards of a class."""
    query = (
        select(LoginCard.student_id, LoginCard.created_at, LoginCard.last_used_at, LoginCard.address)
        .join(Student, Student.id == LoginCard.student_id)
        .where(Student.classroom_id == classroom.id, is_valid(key))
        .order_by(LoginCard.student_id)
    )
    return [LoginCardResponse(*row) for row in db.execute(query)]


def find_card(db: Session, key: CodeKey, code: str) -> LoginCard | None:
    """Return the valid card with this normalized code."""
    return db.scalar(select(LoginCard).where(LoginCard.code_hash == key.hash_code(code), is_valid(key)))


def find_holder(db: Session, key: CodeKey, code: str) -> CardHolder | None:
    """Return the student whose valid card has this normalized code, unless away or in an archived class."""
    query = (
        select(Student.id, Student.first_name, Classroom.name)
        .join(LoginCard, LoginCard.student_id == Student.id)
        .join(Classroom, Classroom.id == Student.classroom_id)
        .where(LoginCard.code_hash == key.hash_code(code), is_valid(key))
        .where(Student.away_since.is_(None), Classroom.archived_at.is_(None))
    )
    row = db.execute(query).one_or_none()
    return None if row is None else CardHolder(*row)
