"""Seed a data folder with a class of 30 students and optionally years of history, directly in the database."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from server import clock
from server.database.base import Entity, new_id
from server.database.migrate import migrate
from server.database.pooled_transactions import open_pooled_transactions
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.media import FolderStore
from server.media.image_processing import clean_proof
from server.security.actor import Actor
from server.security.passwords import PasswordHasher
from server.security.sessions import SigningInBrowser, create_session
from server.settings import Settings
from tests.factories.passwords import PASSWORD

EMAIL = "elena@school.test"
STUDENTS = 30
GOALS_PER_MONTH = 40
MONTHS = 36
GOALS_PER_PURCHASE = 4
GOALBUCKS_PER_GOAL = 5
CURRENT_GOAL = "Bring a photo of your science fair poster"
_FIRST_NAMES = ("Amara", "Benjamín", "Chloé", "Dmitri", "Élise", "Fatima", "Grace", "Hiro", "Isla", "Jaël")
_LAST_NAMES = ("Okafor", "Rivera", "Ångström", "Nguyen", "O'Neill", "Zimmermann")


@dataclass(frozen=True, slots=True)
class SeededStudent:
    """A student with a username, a session and a current goal."""

    id: str
    username: str
    token: str
    goal_id: str


@dataclass(frozen=True, slots=True)
class SeededClass:
    """A class whose teacher and students have sessions."""

    id: str
    code: str
    teacher_id: str
    teacher_email: str
    teacher_token: str
    students: tuple[SeededStudent, ...]
    pending: tuple[str, ...]
    """Ids of pending submissions, equally many of each student."""

    @property
    def stats_path(self) -> str:
        """Path of the dashboard call."""
        return f"/api/classrooms/{self.id}/students/stats"


def seed(  # noqa: PLR0913 - all but the folder by name
    data_dir: Path,
    *,
    months: int = 0,
    submissions: int = 0,
    students: int = STUDENTS,
    name: str = "Elena Rivera",
    email: str = EMAIL,
) -> SeededClass:
    """Create the database, or add a class to it: `months` of history and `submissions` pending ones of each student.

    The class belongs to a new teacher with this name and e-mail address.
    """
    settings = Settings(data_dir=data_dir)
    data_dir.mkdir(parents=True, exist_ok=True)
    migrate(settings.database_url)
    sizes = {"months": months, "submissions": submissions, "students": students}
    with closing(SqliteTransactions(open_sqlite_engine(settings.database_url))) as transactions:
        return _add_class_in(transactions, name=name, email=email, **sizes)


def seed_another_class(
    data_dir: Path, first: SeededClass, name: str, *, students: int, submissions: int
) -> SeededClass:
    """Add a class of the same teacher, with `submissions` pending ones of each student."""
    settings = Settings(data_dir=data_dir)
    with (
        closing(SqliteTransactions(open_sqlite_engine(settings.database_url))) as transactions,
        transactions.writing() as db,
    ):
        teacher = db.get_one(Teacher, first.teacher_id)
        return _add_class(db, teacher, students, 0, submissions, name)


def seed_school_database(url: str, *, months: int = 0, submissions: int = 0, students: int = STUDENTS) -> SeededClass:
    """Seed a school's PostgreSQL database, which has the schema and may contain other classes."""
    email = f"{new_id()}@school.test"
    sizes = {"months": months, "submissions": submissions, "students": students}
    with closing(open_pooled_transactions(url)) as transactions:
        return _add_class_in(transactions, name="Elena Rivera", email=email, **sizes)


def store_photos(data_dir: Path, student_id: str, photo: bytes, count: int) -> None:
    """Give the newest approved submissions of a student a photo each."""
    settings = Settings(data_dir=data_dir)
    clean, store = clean_proof(photo), FolderStore(settings.image_dir)
    with closing(SqliteTransactions(open_sqlite_engine(settings.database_url))) as transactions:
        with transactions.writing() as db:
            approved = select(Submission).where(Submission.student_id == student_id, Submission.status == "approved")
            for submission in db.scalars(approved.order_by(Submission.id.desc()).limit(count)):
                submission.image_key = store.put(clean)
        transactions.close()


def _add_class_in(  # noqa: PLR0913 - parameters of a class
    transactions: Transactions, *, months: int, submissions: int, students: int, name: str, email: str
) -> SeededClass:
    with ThreadPoolExecutor(1) as executor:  # Playwright's event loop runs in this thread
        password_hash = executor.submit(asyncio.run, PasswordHasher().hash(PASSWORD)).result()
    try:
        with transactions.writing() as db:
            teacher = teachers.register(db, name=name, email=email, password_hash=password_hash)
            return _add_class(db, teacher, students, months, submissions)
    finally:
        transactions.close()


def _add_class(  # noqa: PLR0913, PLR0917 - the teacher and the size of a class
    db: Session, teacher: Teacher, count: int, months: int, submissions: int, name: str = "Room 12 Homeroom"
) -> SeededClass:
    assert teacher.password_hash is not None
    actor = Actor(teacher.id, "teacher", "")
    classroom = classrooms.create(db, actor, name=name, grade_level="5th Grade")
    seeded = tuple(_add_student(db, classroom, teacher.password_hash, number) for number in range(count))
    ids = [student.id for student in seeded]
    _add_history(db, classroom, ids, months)
    return SeededClass(
        id=classroom.id,
        code=classroom.class_code,
        teacher_id=teacher.id,
        teacher_email=teacher.email,
        teacher_token=create_session(db, "teacher", teacher.id, SigningInBrowser(is_local=True)).token,
        students=seeded,
        pending=_add_submissions(db, classroom, ids, submissions),
    )


def _add_student(db: Session, classroom: Classroom, password_hash: str, number: int) -> SeededStudent:
    first, last = _FIRST_NAMES[number % len(_FIRST_NAMES)], _LAST_NAMES[number % len(_LAST_NAMES)]
    fields = students.StudentFields(first, last, f"{first.lower()}.{number}", password_hash)
    student: Student = students.create(db, classroom, fields)
    token = create_session(db, "student", student.id, SigningInBrowser(is_local=False)).token
    goal = _goal(student.id, classroom.id, CURRENT_GOAL)
    db.execute(insert(Goal), [goal])
    return SeededStudent(student.id, student.username, token, goal["id"])


def _goal(student_id: str, classroom_id: str, name: str) -> dict[str, Any]:
    return {
        "id": new_id(),
        "student_id": student_id,
        "classroom_id": classroom_id,
        "name": name,
        "goalbucks": GOALBUCKS_PER_GOAL,
    }


def _add_history(db: Session, classroom: Classroom, student_ids: list[str], months: int) -> None:
    """Add evenly spread completed goals with submissions, purchases, ledger entries and the stored balances."""
    count = GOALS_PER_MONTH * months
    if not count:
        return
    start = datetime.now(UTC) - timedelta(days=30 * months)
    step = timedelta(days=30 * months) / count
    classroom.created_at = start
    history = _History(classroom)
    for number in range(count):
        for student_id in student_ids:
            history.complete(student_id, f"Spelling list {number}", start + step * number)
            if number % GOALS_PER_PURCHASE == 0:
                history.buy(student_id, start + step * number)
    for table, rows in history.rows.items():
        db.execute(insert(table), rows)
    spent = GOALBUCKS_PER_GOAL * len(range(0, count, GOALS_PER_PURCHASE))
    totals = {
        "earned": GOALBUCKS_PER_GOAL * count,
        "spent": spent,
        "goals_completed": count,
        "goals_goalbucks": GOALBUCKS_PER_GOAL * count,
    }
    db.execute(insert(Balance), [{"student_id": student_id, **totals} for student_id in student_ids])


class _History:
    """Rows of the history, a list for each table."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom
        self.rows: dict[type[Entity], list[dict[str, Any]]] = {
            Goal: [],
            Submission: [],
            Purchase: [],
            LedgerEntry: [],
        }
        self._balances: Counter[str] = Counter()

    def complete(self, student_id: str, name: str, moment: datetime) -> None:
        goal = _goal(student_id, self.classroom.id, name)
        review_id = new_id()
        credit_id = self._enter(student_id, moment, GOALBUCKS_PER_GOAL, "goal", review_id, name)
        completion = {"status": "completed", "created_at": moment, "completed_at": moment, "credit_id": credit_id}
        self.rows[Goal].append(goal | completion)
        proof = _proof(goal) | {"created_at": moment, "status": "approved", "review_id": review_id}
        self.rows[Submission].append(proof | {"reviewed_at": moment, "reviewed_by": self.classroom.teacher_id})

    def buy(self, student_id: str, moment: datetime) -> None:
        purchase_id = new_id()
        purchase = {
            "id": purchase_id,
            "created_at": moment,
            "student_id": student_id,
            "classroom_id": self.classroom.id,
            "item_id": new_id(),
            "item_name": "Sticker",
            "goalbucks_cost": GOALBUCKS_PER_GOAL,
            "status": "fulfilled",
            "fulfilled_at": moment,
            "fulfilled_by": self.classroom.teacher_id,
        }
        self.rows[Purchase].append(purchase)
        self._enter(student_id, moment, -GOALBUCKS_PER_GOAL, "purchase", purchase_id, "Sticker")

    def _enter(  # noqa: PLR0913, PLR0917 - an entry's columns
        self, student_id: str, moment: datetime, amount: int, reason: str, source_id: str, description: str
    ) -> str:
        self._balances[student_id] += amount
        entry_id = new_id()
        entry = {
            "id": entry_id,
            "created_at": moment,
            "student_id": student_id,
            "amount": amount,
            "reason": reason,
            "source_id": source_id,
            "description": description,
            "created_by": self.classroom.teacher_id,
            "balance_after": self._balances[student_id],
            "week": clock.monday_of(clock.local_date(moment)),
        }
        self.rows[LedgerEntry].append(entry)
        return entry_id


def _proof(goal: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": new_id(),
        "goal_id": goal["id"],
        "student_id": goal["student_id"],
        "classroom_id": goal["classroom_id"],
        "submission_text": "I read it to the end",
    }


def _add_submissions(db: Session, classroom: Classroom, student_ids: list[str], count: int) -> tuple[str, ...]:
    if not count:
        return ()
    goals = [_goal(each, classroom.id, f"Read chapter {number}") for number in range(count) for each in student_ids]
    proofs = [_proof(goal) for goal in goals]
    db.execute(insert(Goal), goals)
    db.execute(insert(Submission), proofs)
    return tuple(proof["id"] for proof in proofs)
