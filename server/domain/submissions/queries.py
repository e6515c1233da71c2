"""Queries for submissions, scoped to what the actor may see."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, newest_in_classes, page_of_student
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_owned_classroom_ids
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.domain.submissions.models import Submission
from server.errors import NotFoundError
from server.security.actor import Actor


def _select_with_names() -> Select[Submission, str, str, str, str, int]:
    return (
        select(Submission, Student.first_name, Student.last_name, Classroom.name, Goal.name, Goal.goalbucks)
        .join(Student, Student.id == Submission.student_id)
        .join(Classroom, Classroom.id == Submission.classroom_id)
        .join(Goal, Goal.id == Submission.goal_id)
    )


def submissions_for_teacher(
    db: Session, teacher_id: str, page: PageRequest
) -> Sequence[Row[Submission, str, str, str, str, int]]:
    """Return a page of the teacher's submissions with student, class and goal, newest first."""
    classroom_ids = get_owned_classroom_ids(db, teacher_id)
    return db.execute(newest_in_classes(_select_with_names(), Submission, classroom_ids, page)).all()


def previous_attempts(db: Session, pending: Sequence[Submission]) -> Mapping[str, list[Submission]]:
    """Return the denied submissions of the same goals, by goal id, newest first."""
    goal_ids = [submission.goal_id for submission in pending]
    query = select(Submission).where(Submission.goal_id.in_(goal_ids), Submission.status == "denied")
    attempts: dict[str, list[Submission]] = {}
    for submission in db.scalars(query.order_by(Submission.id.desc())):
        attempts.setdefault(submission.goal_id, []).append(submission)
    return attempts


def submissions_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[Submission]:
    """Return a page of the student's submissions, newest first."""
    return page_of_student(db, Submission, student_id, page)


def get_visible_submission(db: Session, actor: Actor, submission_id: str) -> Submission:
    """Return a submission of the teacher's classes or of the student, with its student locked; else `NotFoundError`."""
    lock_students(db, Submission, [submission_id])
    query = select(Submission).where(Submission.id == submission_id)
    if actor.is_teacher:
        query = query.join(Classroom, Classroom.id == Submission.classroom_id)
        query = query.where(Classroom.teacher_id == actor.id)
    else:
        query = query.where(Submission.student_id == actor.id)
    return get_or_not_found(db, query)


def get_owned_submissions(db: Session, actor: Actor, submission_ids: Sequence[str]) -> Sequence[Submission]:
    """Return these submissions, each once, oldest first; `NotFoundError` if any isn't in the teacher's classes.

    Locks their students.
    """
    wanted = set(submission_ids)
    lock_students(db, Submission, list(wanted))
    query = select(Submission).join(Classroom, Classroom.id == Submission.classroom_id)
    query = query.where(Submission.id.in_(wanted), Classroom.teacher_id == actor.id)
    rows = db.scalars(query.order_by(Submission.id)).all()
    if len(rows) != len(wanted):
        raise NotFoundError
    return rows


_OWNER_COLUMNS: dict[str, InstrumentedAttribute[str]] = {
    "classrooms": Submission.classroom_id,
    "students": Submission.student_id,
    "goals": Submission.goal_id,
    "submissions": Submission.id,
}


def image_keys_owned_by(db: Session, table: str, row_id: str) -> Sequence[str]:
    """Return the keys of the images that deleting this row of `table` would delete."""
    query = select(Submission.image_key).where(_OWNER_COLUMNS[table] == row_id, Submission.image_key.is_not(None))
    return [key for key in db.scalars(query) if key is not None]


def all_image_keys(db: Session) -> set[str]:
    """Return the keys of all images that a submission refers to."""
    return {key for key in db.scalars(select(Submission.image_key)) if key is not None}
