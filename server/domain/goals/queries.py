"""Queries for goals, scoped to what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import Row, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, newest_in_classes
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_owned_classroom_ids
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_OF_STUDENT = select(Goal).where(Goal.student_id == bindparam("student_id"))
_CURRENT = _OF_STUDENT.where(Goal.status == "current").order_by(Goal.due_date.is_(None), Goal.due_date, Goal.id)
_COMPLETED = _OF_STUDENT.where(Goal.status == "completed").order_by(Goal.completed_at.desc(), Goal.id.desc())


def goals_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[Goal]:
    """Return a page of the student's goals: current ones by due date and creation, then completed ones, newest first.

    The few current goals are paged in memory; completed goals accumulate for years and are paged by the database.
    """
    parameters = {"student_id": student_id}
    last = None if page.before is None else db.scalar(_OF_STUDENT.where(Goal.id == page.before), parameters)
    if page.before is not None and last is None:
        return []
    goals: list[Goal] = []
    if page.status in (None, "current") and not (last and last.is_completed):
        goals = _after(db.scalars(_CURRENT, parameters).all(), last)[: page.limit]
    if page.status in (None, "completed"):
        completed = _COMPLETED
        if last is not None and last.is_completed:
            completed = completed.where(tuple_(Goal.completed_at, Goal.id) < (last.completed_at, last.id))
        if page.limit is not None:
            completed = completed.limit(page.limit - len(goals))
        goals += db.scalars(completed, parameters)
    return goals


def _after(goals: Sequence[Goal], last: Goal | None) -> list[Goal]:
    return list(goals[goals.index(last) + 1 :] if last in goals else goals)


def select_goals_with_names() -> Select[Goal, str, str, str]:
    """Build a query for goals with the student's first and last name and the class's name."""
    return (
        select(Goal, Student.first_name, Student.last_name, Classroom.name)
        .join(Student, Student.id == Goal.student_id)
        .join(Classroom, Classroom.id == Goal.classroom_id)
    )


def goals_for_teacher(db: Session, teacher_id: str, page: PageRequest) -> Sequence[Row[Goal, str, str, str]]:
    """Return a page of the teacher's goals, newest first, with first name, last name and class name."""
    return db.execute(
        newest_in_classes(select_goals_with_names(), Goal, get_owned_classroom_ids(db, teacher_id), page)
    ).all()


def get_visible_goal(db: Session, actor: Actor, goal_id: str) -> Goal:
    """Return a goal of the teacher's classes or of the student, with its student locked; else `NotFoundError`."""
    lock_students(db, Goal, [goal_id])
    query = select(Goal).where(Goal.id == goal_id)
    if actor.is_teacher:
        query = query.join(Classroom, Classroom.id == Goal.classroom_id).where(Classroom.teacher_id == actor.id)
    else:
        query = query.where(Goal.student_id == actor.id)
    return get_or_not_found(db, query)
