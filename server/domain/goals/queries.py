"""Reading goals, within what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import Row, Select, select, tuple_
from sqlalchemy.orm import Session

from server.database.paging import Page, newest_in_classes
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import own_classroom_ids
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.students.queries import hold_owners
from server.errors import NotFoundError
from server.security.actor import Actor


def goals_of(db: Session, student_id: str, page: Page) -> Sequence[Goal]:
    """Current goals by due date then creation, then completed ones, newest first; `page` is a part of this one list.

    Current ones are few and are cut here; completed ones grow for years, so the database cuts them.
    """
    mine = select(Goal).where(Goal.student_id == student_id)
    last = None if page.before is None else db.scalar(mine.where(Goal.id == page.before))
    if page.before is not None and last is None:
        return []
    goals: list[Goal] = []
    if page.status in (None, "current") and not (last and last.is_completed):
        due = mine.where(Goal.status == "current").order_by(Goal.due_date.is_(None), Goal.due_date, Goal.id)
        goals = _after(db.scalars(due).all(), last)[: page.limit]
    if page.status in (None, "completed"):
        done = mine.where(Goal.status == "completed").order_by(Goal.completed_at.desc(), Goal.id.desc())
        if last is not None and last.is_completed:
            done = done.where(tuple_(Goal.completed_at, Goal.id) < (last.completed_at, last.id))
        if page.limit is not None:
            done = done.limit(page.limit - len(goals))
        goals += db.scalars(done)
    return goals


def _after(goals: Sequence[Goal], last: Goal | None) -> list[Goal]:
    return list(goals[goals.index(last) + 1 :] if last in goals else goals)


def goals_with_names() -> Select[Goal, str, str, str]:
    """Select goals with first name, last name and class."""
    return (
        select(Goal, Student.first_name, Student.last_name, Classroom.name)
        .join(Student, Student.id == Goal.student_id)
        .join(Classroom, Classroom.id == Goal.classroom_id)
    )


def goals_for_teacher(db: Session, teacher_id: str, page: Page) -> Sequence[Row[Goal, str, str, str]]:
    """The goals of the teacher's classes with first name, last name and class, newest first."""
    return db.execute(newest_in_classes(goals_with_names(), Goal, own_classroom_ids(db, teacher_id), page)).all()


def own_goal(db: Session, actor: Actor, goal_id: str) -> Goal:
    """A goal in a class of the teacher's, or the student's own; else `NotFoundError`."""
    hold_owners(db, Goal, [goal_id])
    query = select(Goal).where(Goal.id == goal_id)
    if actor.is_teacher:
        query = query.join(Classroom, Classroom.id == Goal.classroom_id).where(Classroom.teacher_id == actor.id)
    else:
        query = query.where(Goal.student_id == actor.id)
    found = db.scalar(query)
    if found is None:
        raise NotFoundError
    return found
