"""Queries for suggestions, scoped to what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, page_of_student
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.domain.suggestions.models import GoalSuggestion
from server.security.actor import Actor


def pending_for_teacher(db: Session, teacher_id: str) -> Sequence[Row[GoalSuggestion, str, str, str]]:
    """Return the pending suggestions of the teacher's classes with first name, last name and class, newest first."""
    owned = select(Classroom.id).where(Classroom.teacher_id == teacher_id)
    query = (
        select(GoalSuggestion, Student.first_name, Student.last_name, Classroom.name)
        .join(Student, Student.id == GoalSuggestion.student_id)
        .join(Classroom, Classroom.id == GoalSuggestion.classroom_id)
        .where(GoalSuggestion.classroom_id.in_(owned), GoalSuggestion.status == "pending")
    )
    return db.execute(query.order_by(GoalSuggestion.id.desc())).all()


def suggestions_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[GoalSuggestion]:
    """Return a page of the student's suggestions, newest first."""
    return page_of_student(db, GoalSuggestion, student_id, page)


def pending_count(db: Session, student_id: str) -> int:
    """Return the number of the student's pending suggestions."""
    query = select(func.count()).select_from(GoalSuggestion)
    return db.scalars(query.where(GoalSuggestion.student_id == student_id, GoalSuggestion.status == "pending")).one()


def get_owned_suggestion(db: Session, actor: Actor, suggestion_id: str) -> GoalSuggestion:
    """Return a suggestion in the teacher's classes, with its student locked; else `NotFoundError`."""
    lock_students(db, GoalSuggestion, [suggestion_id])
    query = select(GoalSuggestion).join(Classroom, Classroom.id == GoalSuggestion.classroom_id)
    return get_or_not_found(db, query.where(GoalSuggestion.id == suggestion_id, Classroom.teacher_id == actor.id))
