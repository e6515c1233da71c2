"""Goals that were assigned together: listed as one, edited and deleted except where proof was sent."""

from collections.abc import Sequence
from datetime import date

import pytest

from server.database.paging import PageRequest
from server.domain.assignments import queries, service
from server.domain.assignments.service import AssignmentResult
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder

POEM = GoalFields("Poem", 10, None)


@pytest.fixture
def assigned(rows: RowBuilder) -> Sequence[Goal]:
    """Goals of one assignment: current, completed, with pending proof."""
    ids = [rows.student.id, rows.add_student().id, rows.add_student().id]
    _, made = goals.assign_to_many(rows.db, rows.classroom, ids, POEM)
    submissions.complete_goal(rows.db, rows.as_teacher, made[1])
    rows.submit(made[2])
    return made


def test_editing_changes_the_goals_without_proof_and_keeps_the_others(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    result = service.edit(rows.db, rows.as_teacher, assigned, GoalFields("Song", 20, date(2030, 1, 1)))
    assert result == AssignmentResult(affected=1, kept=2)
    assert [goal.name for goal in assigned] == ["Song", "Poem", "Poem"]
    event = rows.events()[-1]
    assert (event.kind, event.count) == ("assignment_edited", 1)


def test_deleting_deletes_the_goals_without_proof_and_keeps_the_others(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    assert service.delete(rows.db, rows.as_teacher, assigned) == AssignmentResult(affected=1, kept=2)
    event = rows.events()[-1]
    assert (event.kind, event.about, event.amount, event.count) == ("assignment_deleted", "Poem", 10, 1)
    results = queries.get_assignment(rows.db, rows.as_teacher, "view", assigned[1].assignment_id or "")
    assert {goal.id for goal, *_ in results} == {assigned[1].id, assigned[2].id}


def test_denied_proof_keeps_a_goal_from_being_edited_with_its_assignment(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    denied = Review("denied", "Blurred", allow_resubmission=True)
    submissions.review(rows.db, rows.as_teacher, rows.submit(assigned[0]), denied)
    assert service.changeable_goals(rows.db, assigned) == []


def test_a_goal_with_pending_proof_is_found(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    submissions.review(rows.db, rows.as_teacher, rows.submit(assigned[0]), Review("denied", "Blurred"))
    assert service.pending_goal_ids(rows.db, assigned) == {assigned[2].id}


def test_an_assignment_is_one_row_with_its_counts(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    alone = rows.add_goal(name="Alone")
    results = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(limit=500))
    assert [(row.name, row.total, row.completed) for row in results] == [("Alone", 1, 0), ("Poem", 3, 1)]
    assert (results[0].assignment_id, results[0].student_id) == (None, alone.student_id)
    assert (results[1].assignment_id, results[1].student_id) == (assigned[0].assignment_id, None)


@pytest.mark.spec("6.6")
@pytest.mark.parametrize("moved", range(3))
def test_a_student_moved_to_another_class_stays_in_the_row_of_the_class(rows: RowBuilder, moved: int) -> None:
    assigned = [rows.student, rows.add_student(), rows.add_student()]
    _, made = goals.assign_to_many(rows.db, rows.classroom, [student.id for student in assigned], POEM)
    students.move(rows.db, rows.as_teacher, assigned[moved], rows.add_classroom())
    rows.db.expire_all()
    for page in (PageRequest(), PageRequest(limit=10)):
        (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, page)
        assert (row.total, len(row.student_names), row.classroom_id) == (3, 3, rows.classroom.id)
    left = [goal for goal in made if goal.student_id != assigned[moved].id]
    students.delete(rows.db, rows.as_teacher, assigned[moved])
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert row.total == 2
    assert service.delete(rows.db, rows.as_teacher, left) == AssignmentResult(affected=2, kept=0)


@pytest.mark.parametrize(("status", "names"), [("current", 2), ("completed", 1)])
def test_a_status_lists_the_students_whose_goal_has_it(
    rows: RowBuilder, assigned: Sequence[Goal], status: str, names: int
) -> None:
    del assigned
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(status))
    assert (len(row.student_names), row.total) == (names, 3)


def test_an_assignment_shows_the_values_that_most_goals_have(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    assigned[0].edit(GoalFields("Song", 20, None))
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert (row.name, row.goalbucks) == ("Poem", 10)


def test_another_teacher_does_not_find_the_assignment(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    with pytest.raises(NotFoundError):
        queries.get_assignment(rows.db, rows.for_other_teacher().as_teacher, "view", assigned[0].assignment_id or "")
