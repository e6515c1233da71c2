"""Changes of comments for families."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.domain.reports.models import ChangedMeanwhileError, FamilyComment
from server.domain.students.models import Student
from server.domain.terms.queries import find_term


def save_comment(
    db: Session, student: Student, text: str, based_on: datetime | None, term_id: str | None = None
) -> FamilyComment:
    """Replace the comment of a locked student; `based_on` is the time of the one that the teacher has seen.

    It is about this term of the class; without an id about the one that ended this week, or the running one.
    `ChangedMeanwhileError` if another text was saved since, `NotFoundError`. The same text is no change.
    """
    term = find_term(db, student.classroom_id, term_id)
    written_for = None if term is None else term.id
    of_term = FamilyComment.term_id.is_not_distinct_from(written_for)
    comment = db.scalar(select(FamilyComment).where(FamilyComment.student_id == student.id, of_term))
    if comment is None:
        comment = FamilyComment(student_id=student.id, term_id=written_for, text=text, updated_at=clock.now())
        db.add(comment)
        db.flush()
    elif comment.text != text:
        if comment.updated_at != based_on:
            raise ChangedMeanwhileError(params={"text": comment.text})
        comment.text, comment.updated_at = text, clock.now()
    return comment
