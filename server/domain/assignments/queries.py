"""Queries for a teacher's goals grouped by assignment."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from server.database.locking import lock_rows
from server.database.paging import PageRequest, newest_in_classes
from server.domain.assignments.schemas import AssignmentListItem, FilterOptionResponse, FilterOptionsResponse
from server.domain.classrooms.membership import class_ids, require_permission, select_class_ids, without_archived
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal, is_overdue
from server.domain.goals.queries import is_listed
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME, name_sort_key
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.permissions import Permission

MAX_QUERY_PARAMETERS = 5_000
"""Ids in one query; SQLite allows at most 32,766 parameters, PostgreSQL 65,535."""


_Column = InstrumentedAttribute[str] | ColumnElement[str]


@dataclass(frozen=True, slots=True)
class GoalFilter:
    """Which goals are listed: those of a class, of a name, of a student; None is all."""

    classroom_id: str | None = None
    name: str | None = None
    student_id: str | None = None

    def conditions(self, goal: type[Goal] = Goal) -> list[ColumnElement[bool]]:
        """Return the conditions on `goal`, the model or an alias of it."""
        return [column == value for column, value in self._with_columns_of(goal) if value is not None]

    def matches(self, goal: Row[*tuple[Any, ...]]) -> bool:
        """Return whether the row of a goal is listed."""
        return all(value in (None, found) for found, value in self._with_columns_of(goal))

    def _with_columns_of(self, goal: Any) -> Sequence[tuple[Any, str | None]]:
        return (goal.classroom_id, self.classroom_id), (goal.name, self.name), (goal.student_id, self.student_id)


ALL_GOALS = GoalFilter()


def assignments_for_teacher(
    db: Session, actor: Actor, page: PageRequest, wanted: GoalFilter = ALL_GOALS
) -> list[AssignmentListItem]:
    """Return a page of the teacher's goals grouped by assignment, newest first; a group counts as one row."""
    classroom_ids = class_ids(db, actor)
    conditions = [*wanted.conditions(), is_listed(page.status), _is_newest_of_group(classroom_ids, page.status, wanted)]
    found = db.scalars(newest_in_classes(select(Goal), Goal, classroom_ids, page, *conditions)).all()
    groups = _goals_by_group(db, classroom_ids, found)
    rows = (_row(goal, groups[goal.assignment_id or goal.id], page.status, wanted) for goal in found)
    return [row for row in rows if row is not None]


def _is_newest_of_group(classroom_ids: Sequence[str], status: str | None, wanted: GoalFilter) -> ColumnElement[bool]:
    """Condition: no newer goal of the same assignment is listed. Always true for a goal that was assigned alone."""
    newer = aliased(Goal)
    newer_goals = exists().where(
        newer.assignment_id == Goal.assignment_id,
        newer.id > Goal.id,
        newer.classroom_id.in_(classroom_ids),
        *wanted.conditions(newer),
    )
    return ~newer_goals.where(is_listed(status, newer))


def _goals_by_group(
    db: Session, classroom_ids: Sequence[str], newest: Sequence[Goal]
) -> Mapping[str, Sequence[Row[*tuple[Any, ...]]]]:
    """Return all goals of these groups as plain columns, keyed by assignment id or, for single goals, goal id."""
    assignment_ids = [goal.assignment_id for goal in newest if goal.assignment_id is not None]
    single_ids = [goal.id for goal in newest if goal.assignment_id is None]
    query = select(*Goal.__table__.columns, Student.first_name, Student.last_name, Classroom.name.label("class_name"))
    query = query.join(Student, Student.id == Goal.student_id).join(Classroom, Classroom.id == Goal.classroom_id)
    groups: dict[str, list[Row[*tuple[Any, ...]]]] = defaultdict(list)
    # One query per column, and classes filtered here: OR or a class condition makes SQLite read all goals of a class.
    for column, ids in ((Goal.assignment_id, assignment_ids), (Goal.id, single_ids)):
        for start in range(0, len(ids), MAX_QUERY_PARAMETERS):
            for goal in db.execute(query.where(column.in_(ids[start : start + MAX_QUERY_PARAMETERS]))):
                if goal.classroom_id in classroom_ids:
                    groups[goal.assignment_id or goal.id].append(goal)
    return groups


def _row(
    newest: Goal, group: Sequence[Row[*tuple[Any, ...]]], status: str | None, wanted: GoalFilter
) -> AssignmentListItem | None:
    """Summarize the goals of the group that have the requested status; None if the last was deleted meanwhile.

    Name, goalbucks, due date, details, picture and class: the most common values, since single goals may have been
    edited, and students moved. `goalbucks` is the worth; of a single goal that was completed for less it is what it
    paid, and `offered_goalbucks` the worth. `total` and `completed` count the assignment's goals of every status, also
    those that a filter leaves out.
    """
    matching = [goal for goal in group if wanted.matches(goal)]
    listed = [goal for goal in matching if goal.status == status or (status is None and goal.status != "ended")]
    if not listed:
        return None
    values = Counter(
        (goal.name, goal.offered_goalbucks or goal.goalbucks, goal.due_date, goal.details, goal.picture)
        for goal in listed
    )
    name, worth, due_date, details, picture = values.most_common(1)[0][0]
    classroom_id, class_name = Counter((goal.classroom_id, goal.class_name) for goal in matching).most_common(1)[0][0]
    listed.sort(key=lambda goal: name_sort_key(goal.first_name, goal.last_name))
    return AssignmentListItem(
        id=newest.id,
        assignment_id=newest.assignment_id,
        name=name,
        goalbucks=listed[0].goalbucks if len(group) == 1 else worth,
        offered_goalbucks=listed[0].offered_goalbucks if len(group) == 1 else None,
        due_date=due_date,
        details=details,
        picture=picture,
        overdue=any(is_overdue(goal.status, due_date, goal.series_id) for goal in listed),
        completed_at=max((goal.completed_at for goal in listed if goal.completed_at is not None), default=None),
        classroom_id=classroom_id,
        class_name=class_name,
        student_id=listed[0].student_id if len(group) == 1 else None,
        series_id=next((goal.series_id for goal in listed if goal.series_id is not None), None),
        student_names=[f"{goal.first_name} {goal.last_name}" for goal in listed],
        total=len(group),
        completed=sum(goal.status == "completed" for goal in group),
    )


def filter_options(db: Session, actor: Actor, status: str | None, wanted: GoalFilter) -> FilterOptionsResponse:
    """Return the values that each filter can have while the others are as they are.

    A value that is set and exists is among them, with 0 goals if there are none.
    """
    classroom_ids = class_ids(db, actor)

    def options(column: _Column, label: _Column, others: GoalFilter, own: str | None) -> list[FilterOptionResponse]:
        in_classes = (
            select(column, label, func.count())
            .join(Student, Student.id == Goal.student_id)
            .join(Classroom, Classroom.id == Goal.classroom_id)
            .where(Goal.classroom_id.in_(classroom_ids))
            .group_by(column, label)
        )
        listed = db.execute(in_classes.where(is_listed(status), *others.conditions()))
        found = [FilterOptionResponse(*row) for row in listed]
        if own is not None and all(option.value != own for option in found):
            unlisted = db.execute(in_classes.where(column == own))
            found += [FilterOptionResponse(value, text, 0) for value, text, _ in unlisted]
        return found

    return FilterOptionsResponse(
        classes=options(Goal.classroom_id, Classroom.name, replace(wanted, classroom_id=None), wanted.classroom_id),
        goals=options(Goal.name, Goal.name, replace(wanted, name=None), wanted.name),
        students=options(Goal.student_id, FULL_NAME, replace(wanted, student_id=None), wanted.student_id),
    )


class AssignedGoal(NamedTuple):
    """A goal of an assignment, with the names of its student and class."""

    goal: Goal
    first_name: str
    last_name: str
    class_name: str


def get_assignment(db: Session, actor: Actor, permission: Permission, assignment_id: str) -> Sequence[AssignedGoal]:
    """Return an assignment's goals in the teacher's present classes by the students' last and first names.

    Locks their students. Without the goals in archived classes, unless all are. `NotFoundError` if there are none.
    """
    is_of_assignment = and_(Goal.assignment_id == assignment_id, Goal.classroom_id.in_(select_class_ids(actor)))
    lock_rows(db, Student, select(Goal.student_id).where(is_of_assignment))
    query = (
        select(Goal, Student.first_name, Student.last_name, Classroom.name)
        .join(Student, Student.id == Goal.student_id)
        .join(Classroom, Classroom.id == Goal.classroom_id)
        .where(is_of_assignment)
    )
    rows = [AssignedGoal(*row) for row in db.execute(query.order_by(Goal.id))]
    if not rows:
        raise NotFoundError
    classroom_ids = without_archived(db, [row.goal.classroom_id for row in rows])
    require_permission(db, actor, permission, classroom_ids)
    rows = [row for row in rows if row.goal.classroom_id in classroom_ids]
    return sorted(rows, key=lambda row: name_sort_key(row.first_name, row.last_name))
