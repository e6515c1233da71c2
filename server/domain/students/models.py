"""The students table."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, LanguageCode, UtcDateTime
from server.texts.language import STUDENT_LANGUAGES, StudentLanguage


class Student(Entity):
    """A student of one class; `username_key` is the normalized username, unique within the class."""

    __tablename__ = "students"
    __table_args__ = (
        Index("uq_students_classroom_id_username_key", "classroom_id", "username_key", unique=True),
        Index("uq_students_classroom_id_external_id", "classroom_id", "external_id", unique=True),
    )

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    username: Mapped[str] = mapped_column(String(200))
    username_key: Mapped[str] = mapped_column(String(4000))
    first_name: Mapped[str] = mapped_column(String(200))
    last_name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str]
    language: Mapped[StudentLanguage | None] = mapped_column(LanguageCode(STUDENT_LANGUAGES))
    """The language of the user interface; None: that of the device (specification 17)."""
    external_id: Mapped[str | None] = mapped_column(String(200))
    """The identifier in the school's lists, by which a later import finds the student; None: not imported with one."""

    away_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when the student doesn't come to class and can't sign in; None: not away (specification 5.18)."""

    @property
    def full_name(self) -> str:
        """First and last name, separated by a space."""
        return f"{self.first_name} {self.last_name}"
