"""Changes of comments for families."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.domain.reports.models import ChangedMeanwhileError, FamilyComment
from server.domain.students.models import Student


def save_comment(db: Session, student: Student, text: str, based_on: datetime | None) -> FamilyComment:
    """Replace the comment of a locked student; `based_on` is the time of the one that the teacher has seen.

    `ChangedMeanwhileError` if another text was saved since. The same text is no change.
    """
    comment = db.scalar(select(FamilyComment).where(FamilyComment.student_id == student.id))
    if comment is None:
        comment = FamilyComment(student_id=student.id, text=text, updated_at=clock.now())
        db.add(comment)
        db.flush()
    elif comment.text != text:
        if comment.updated_at != based_on:
            raise ChangedMeanwhileError(params={"text": comment.text})
        comment.text, comment.updated_at = text, clock.now()
    return comment
