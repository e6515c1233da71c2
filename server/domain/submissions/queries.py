"""Queries for submissions, scoped to what the actor may see."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.database.columns import columns_of, fetch_columns, in_order
from server.database.paging import PageRequest, newest_in_classes, page_parameters, select_page
from server.domain.classrooms.membership import IS_LISTED, class_ids, is_owned_by, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.domain.submissions.models import Submission, image_url_of
from server.domain.submissions.schemas import AttemptResponse, PortfolioItem, SubmissionListItem, SubmissionResponse
from server.domain.teachers.models import Teacher
from server.schema import field_names
from server.security.actor import Actor
from server.security.substitutions import Substitution

# Built once: building the query costs more than executing it in SQLite.
_COLUMNS = columns_of(
    Submission, ["image_key" if name == "image_url" else name for name in field_names(SubmissionResponse)]
)
_IMAGE_URL = field_names(SubmissionResponse).index("image_url")
_OF_STUDENT = select(*_COLUMNS).where(Submission.student_id == bindparam("student_id"))
_WITH_NAMES = (
    select(
        *_COLUMNS,
        *in_order(
            field_names(SubmissionListItem)[len(_COLUMNS) : -1],  # without `earlier_tries`
            student_name=FULL_NAME,
            class_name=Classroom.name,
            goal_name=Goal.name,
            goal_details=Goal.details,
            goalbucks=Goal.goalbucks,
            offered_goalbucks=Goal.offered_goalbucks,
        ),
    )
    .join(Student, Student.id == Submission.student_id)
    .join(Classroom, Classroom.id == Submission.classroom_id)
    .join(Goal, Goal.id == Submission.goal_id)
)
_OF_MEMBER = _WITH_NAMES.where(IS_LISTED)
_DENIED = (
    select(*_COLUMNS)
    .where(Submission.goal_id.in_(bindparam("goal_ids", expanding=True)), Submission.status == "denied")
    .order_by(Submission.id.desc())
)

_OF_GOAL = (
    select(*_COLUMNS, func.coalesce(Teacher.name, Substitution.name), Substitution.id.is_not(None))
    .outerjoin(Teacher, Teacher.id == Submission.reviewed_by)
    .outerjoin(Substitution, Substitution.id == Submission.reviewed_by)
    .where(Submission.goal_id == bindparam("goal_id"))
    .order_by(Submission.id)
)
# Only completed goals have an approved submission: reopening one makes its submission pending again.
_PORTFOLIO = (
    select(*_COLUMNS, Goal.name, Goal.goalbucks, Goal.offered_goalbucks)
    .join(Goal, Goal.id == Submission.goal_id)
    .where(Submission.student_id == bindparam("student_id"))
)


class PortfolioRow(NamedTuple):
    """An item of a portfolio without its preview, and the key of the image that the preview is made of."""

    item: PortfolioItem
    image_key: str | None


def submissions_for_teacher(db: Session, actor: Actor, page: PageRequest) -> Sequence[SubmissionListItem]:
    """Return a page of the teacher's submissions, newest first; pending ones with their goal's denied submissions."""
    if page.limit is None:
        query, parameters = select_page(_OF_MEMBER, Submission, page), page_parameters(page)
    else:
        query = newest_in_classes(_WITH_NAMES, Submission, class_ids(db, actor), page)
        parameters = {}
    rows = fetch_columns(db, query, {**member_parameters(actor), **parameters})
    submissions = [SubmissionListItem(*_with_image_url(row, [])) for row in rows]
    pending = [submission for submission in submissions if submission.status == "pending"]
    attempts = previous_attempts(db, [submission.goal_id for submission in pending])
    for submission in pending:
        submission.earlier_tries = attempts.get(submission.goal_id, [])
    return submissions


def previous_attempts(db: Session, goal_ids: Sequence[str]) -> Mapping[str, list[SubmissionResponse]]:
    """Return the denied submissions of these goals, by goal id, newest first."""
    attempts: dict[str, list[SubmissionResponse]] = {}
    for row in fetch_columns(db, _DENIED, {"goal_ids": goal_ids}) if goal_ids else []:
        attempts.setdefault(row.goal_id, []).append(SubmissionResponse(*_with_image_url(row)))
    return attempts


def submissions_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[SubmissionResponse]:
    """Return a page of the student's submissions, newest first."""
    parameters = {"student_id": student_id, **page_parameters(page)}
    rows = fetch_columns(db, select_page(_OF_STUDENT, Submission, page), parameters)
    return [SubmissionResponse(*_with_image_url(row)) for row in rows]


def attempts_of_goal(db: Session, goal_id: str) -> Sequence[AttemptResponse]:
    """Return all submissions of the goal, oldest first."""
    rows = fetch_columns(db, _OF_GOAL, {"goal_id": goal_id})
    return [AttemptResponse(*_with_image_url(row)) for row in rows]


def portfolio_of_student(db: Session, student_id: str, limit: int, before: str | None) -> Sequence[PortfolioRow]:
    """Return a page of the student's approved submissions, newest first."""
    page = PageRequest("approved", limit, before)
    parameters = {"student_id": student_id, **page_parameters(page)}
    rows = fetch_columns(db, select_page(_PORTFOLIO, Submission, page), parameters)
    return [PortfolioRow(PortfolioItem(*_with_image_url(row, None)), row.image_key) for row in rows]


def _with_image_url(row: Row[*tuple[Any, ...]], *others: Any) -> Sequence[Any]:
    """Replace the key of the image by its path, and add the values of other fields."""
    columns = [*row, *others]
    columns[_IMAGE_URL] = image_url_of(row.id, row.image_key)
    return columns


_OWNER_COLUMNS: dict[str, InstrumentedAttribute[str]] = {
    "classrooms": Submission.classroom_id,
    "students": Submission.student_id,
    "goals": Submission.goal_id,
    "submissions": Submission.id,
}


def image_keys_owned_by(db: Session, table: str, row_id: str) -> Sequence[str]:
    """Return the keys of the images that deleting this row of `table` would delete."""
    query = select(Submission.image_key).where(_is_owned_by(table, row_id), Submission.image_key.is_not(None))
    return [key for key in db.scalars(query) if key is not None]


def _is_owned_by(table: str, row_id: str) -> ColumnElement[bool]:
    if table == "teachers":
        return Submission.classroom_id.in_(select(Classroom.id).where(is_owned_by(row_id)))
    return _OWNER_COLUMNS[table] == row_id


def all_image_keys(db: Session) -> set[str]:
    """Return the keys of all images that a submission refers to."""
    return {key for key in db.scalars(select(Submission.image_key)) if key is not None}


def goals_in_review(db: Session, *of_goals: ColumnElement[bool]) -> set[str]:
    """Return the ids of the goals that meet these conditions and have pending proof or another try."""
    newest = select(func.max(Submission.id)).join(Goal, Goal.id == Submission.goal_id).where(*of_goals)
    query = select(Submission.goal_id).where(
        Submission.id.in_(newest.group_by(Submission.goal_id)),
        or_(Submission.status == "pending", Submission.allow_resubmission),
    )
    return set(db.scalars(query))
