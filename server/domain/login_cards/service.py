"""Making and ending login cards, within the caller's transaction."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.activity.service import ActivityEvent, record
from server.domain.classrooms.models import Classroom
from server.domain.login_cards.models import LoginCard
from server.domain.login_cards.queries import is_valid
from server.domain.login_cards.schemas import NewLoginCardResponse
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students
from server.security import throttle
from server.security.actor import Account, Actor
from server.security.code_key import CodeKey
from server.security.recovery_codes import random_code
from server.security.sessions import end_sessions_of

log = logging.getLogger("goalbucks.login_cards")
CODE_LENGTH = 8
"""8 characters of 32 are 40 bits; the UI shows them in two groups of four."""


@dataclass(frozen=True, slots=True)
class CardIssuer:
    """The key of this server, and the address to print on new cards."""

    key: CodeKey
    address: str | None


@dataclass(frozen=True, slots=True)
class CardCounts:
    """The number of cards that are valid in a restored database, and of those that ended with the restore."""

    valid: int
    ended: int


def make_cards(
    db: Session, actor: Actor, issuer: CardIssuer, classroom: Classroom, student_ids: Sequence[str]
) -> list[NewLoginCardResponse]:
    """Make a card for each of these students of the class, and end their sessions and old cards."""
    students = get_owned_students(db, classroom, student_ids)
    _end_cards(db, [student.id for student in students])
    for student in students:
        end_sessions_of(db, "student", student.id)
    made = [NewLoginCardResponse(student.id, random_code(CODE_LENGTH)) for student in students]
    db.add_all(
        LoginCard(
            student_id=each.student_id,
            code_hash=issuer.key.hash_code(each.code),
            key_id=issuer.key.id,
            address=issuer.address,
        )
        for each in made
    )
    db.flush()
    record(db, actor, ActivityEvent("login_cards_made", student_ids=[student.id for student in students]))
    return made


def end_cards(db: Session, actor: Actor, classroom: Classroom, student_ids: Sequence[str]) -> None:
    """End the cards of these students of the class, with the sessions of those who had one."""
    students = get_owned_students(db, classroom, student_ids)
    ended = _end_cards(db, [student.id for student in students])
    with_card = [student.id for student in students if student.id in ended]
    for student_id in with_card:
        end_sessions_of(db, "student", student_id)
    record(db, actor, ActivityEvent("login_cards_ended", student_ids=with_card))


async def end_cards_of_other_computers(transactions: Transactions, key: CodeKey) -> CardCounts:
    """Call `end_cards_of_other_keys` after a restore, if there are cards.

    An error is logged: these cards aren't valid in any case.
    """
    try:
        if await transactions.read(lambda db: db.scalar(select(LoginCard.id).limit(1))) is None:
            return CardCounts(0, 0)
        return await transactions.write(lambda db: end_cards_of_other_keys(db, key))
    except (SQLAlchemyError, OSError):
        log.exception("the login cards of another computer were not ended")
        return CardCounts(0, 0)


def end_cards_of_other_keys(db: Session, key: CodeKey) -> CardCounts:
    """End the cards that another computer made, whose backup was restored. They can't be used here.

    Each teacher's activity log tells how many ended.
    """
    foreign = select(LoginCard.student_id).where(LoginCard.key_id != key.id)
    students = db.execute(
        select(Student.id, Classroom.teacher_id)
        .join(Classroom, Classroom.id == Student.classroom_id)
        .where(Student.id.in_(foreign))
        .order_by(Student.id)
    ).all()
    _end_cards(db, [student_id for student_id, _ in students])
    for student_id, _ in students:
        end_sessions_of(db, "student", student_id)
    teachers = [teacher_id for _, teacher_id in students]
    for teacher_id in sorted(set(teachers)):
        event = ActivityEvent("login_cards_invalidated", count=teachers.count(teacher_id))
        record(db, Account(teacher_id, "teacher"), event)
    valid = db.scalar(select(func.count()).select_from(LoginCard).where(is_valid(key)))
    return CardCounts(valid or 0, len(students))


def _end_cards(db: Session, student_ids: Collection[str]) -> set[str]:
    """Delete the students' cards with the known browsers of those who had one; return their ids."""
    query = select(LoginCard).where(LoginCard.student_id.in_(student_ids)).order_by(LoginCard.id)
    cards = db.scalars(query).all()
    for card in cards:  # one by one: a bulk delete would bypass the flush hook that notifies event streams
        throttle.delete_known_browsers(db, "student", card.student_id)
        db.delete(card)
    db.flush()
    return {card.student_id for card in cards}
