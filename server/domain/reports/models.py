"""The table of comments for families."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.errors import DomainError

MAX_COMMENT = 600


class ChangedMeanwhileError(DomainError):
    """The comment isn't the one that the teacher has seen; `text` is the one that was saved since."""

    code = "changed_meanwhile"
    sentence = "Another text was saved meanwhile: “{text}”"


class FamilyComment(Entity):
    """What a teacher writes on the report of one student. Students never see it in the app."""

    __tablename__ = "family_comments"
    __table_args__ = (Index("uq_family_comments_student_id", "student_id", unique=True),)

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    text: Mapped[str] = mapped_column(String(MAX_COMMENT))
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
