"""The table of comments for families."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy import text as sql_text
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.errors import DomainError

MAX_COMMENT = 600


class ChangedMeanwhileError(DomainError):
    """The comment isn't the one that the teacher has seen; `text` is the one that was saved since."""

    code = "changed_meanwhile"
    sentence = "Another text was saved meanwhile: “{text}”"


class FamilyComment(Entity):
    """What a teacher writes on the report of one student. Students never see it in the app.

    `term_id`: the term that the report is about; None for the running one.
    """

    __tablename__ = "family_comments"
    __table_args__ = (
        Index("uq_family_comments_student_id_term_id", "student_id", "term_id", unique=True),
        Index(
            "uq_family_comments_student_id_running",
            "student_id",
            unique=True,
            # The migration gives PostgreSQL's index the same condition; here it would load that dialect, 26 ms.
            sqlite_where=sql_text("term_id IS NULL"),
        ),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    term_id: Mapped[str | None] = mapped_column(ForeignKey("terms.id", ondelete="CASCADE"), index=True)
    text: Mapped[str] = mapped_column(String(MAX_COMMENT))
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
