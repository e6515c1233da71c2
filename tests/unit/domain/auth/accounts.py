"""Accounts in a real database file, and what a sign-in stored in it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from server.database.base import Base
from server.database.transactions import Transactions
from server.domain.activity.models import ActivityRecord
from server.domain.classrooms import service as classrooms
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.students.service import StudentFields
from server.domain.teachers import invites
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.requests.rate_limit import RateEvent
from server.security.actor import Actor
from server.security.identity_provider import ProviderIdentity
from tests.factories.passwords import PASSWORD_HASH

EMAIL = "elena@school.test"
IDENTITY = ProviderIdentity("uid-of-elena", EMAIL, is_email_verified=True, name="Elena Rivera")


@dataclass(frozen=True)
class Accounts:
    """Builders of committed accounts, and queries for what was stored."""

    transactions: Transactions

    def add_teacher(
        self,
        email: str = EMAIL,
        password_hash: str | None = PASSWORD_HASH,
        provider_uid: str | None = None,
        disabled_at: datetime | None = None,
    ) -> str:
        """Add a teacher, and return its id."""
        with self.transactions.writing() as db:
            teacher = teachers.register(
                db, name="Elena Rivera", email=email, password_hash=password_hash, provider_uid=provider_uid
            )
            teacher.disabled_at = disabled_at
            return teacher.id

    def add_student(self) -> tuple[Student, str]:
        """Add a teacher with a class of one student; return the student and the class code."""
        teacher = Actor(self.add_teacher(), "teacher", "")
        with self.transactions.writing() as db:
            classroom = classrooms.create(db, teacher, name="Math", grade_level=None)
            fields = StudentFields("Amara", "Okafor", "amara", PASSWORD_HASH)
            return students.create(db, classroom, fields), classroom.class_code

    def add_invite(self, uses: int | None = 1) -> str:
        """Add an invite, and return its code."""
        with self.transactions.writing() as db:
            return invites.create(db, uses=uses, expires_at=None)

    def teacher(self, teacher_id: str) -> Teacher:
        """Load a teacher."""
        with self.transactions.reading() as db:
            return db.get_one(Teacher, teacher_id)

    def count(self, table: type[Base]) -> int:
        """Count the rows of a table."""
        with self.transactions.reading() as db:
            return db.scalar(select(func.count()).select_from(table)) or 0

    def rate_events(self) -> list[str]:
        """Return the kinds of the events counted by rate limits, sorted."""
        with self.transactions.reading() as db:
            return sorted(db.scalars(select(RateEvent.kind)))

    def activity_kinds(self) -> list[str]:
        """Return the kinds of the events of the activity log, in their order."""
        with self.transactions.reading() as db:
            return list(db.scalars(select(ActivityRecord.kind).order_by(ActivityRecord.id)))
