"""Reading goals, within what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from server.classrooms.models import Classroom
from server.database.paging import Page
from server.errors import NotFoundError
from server.goals.models import Goal
from server.security.actor import Actor


def goals_of(db: Session, student_id: str, page: Page) -> Sequence[Goal]:
    """Current goals by due date then creation, then completed ones, newest first.

    `page` cuts the completed ones only: those that a student has to do are always all there.
    """
    mine = select(Goal).where(Goal.student_id == student_id)
    current = mine.where(Goal.status == "current").order_by(Goal.due_date.is_(None), Goal.due_date, Goal.id)
    completed = mine.where(Goal.status == "completed").order_by(Goal.completed_at.desc(), Goal.id.desc())
    if page.before is not None:
        last = db.get(Goal, page.before)
        if last is not None and last.completed_at is not None:
            older = tuple_(Goal.completed_at, Goal.id) < (last.completed_at, last.id)
            completed = completed.where(older)
    if page.limit is not None:
        completed = completed.limit(page.limit)
    parts = {"current": [current], "completed": [completed], None: [current, completed]}
    return [goal for part in parts.get(page.status, []) for goal in db.scalars(part)]


def own_goal(db: Session, actor: Actor, goal_id: str) -> Goal:
    """A goal in a class of the teacher's, or the student's own; else `NotFoundError`."""
    query = select(Goal).where(Goal.id == goal_id)
    if actor.is_teacher:
        query = query.join(Classroom, Classroom.id == Goal.classroom_id).where(Classroom.teacher_id == actor.id)
    else:
        query = query.where(Goal.student_id == actor.id)
    found = db.scalar(query)
    if found is None:
        raise NotFoundError
    return found
