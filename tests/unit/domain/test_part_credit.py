"""Approving with less than a goal is worth, and what undoes it."""

import pytest

from server.database.paging import PageRequest
from server.domain.assignments import queries as assignment_queries
from server.domain.assignments import service as assignments
from server.domain.assignments.service import AssignmentResult
from server.domain.goals import queries as goal_queries
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields, TooMuchError
from server.domain.submissions import queries, service
from server.domain.submissions.models import PaidDenialError, Review, Submission
from tests.unit.row_builder import RowBuilder


def approve(rows: RowBuilder, submission: Submission, paid: int | None = None) -> None:
    service.review(rows.db, rows.as_teacher, submission, Review("approved", None, goalbucks=paid))


def credit(goal: Goal) -> tuple[str, int, int | None]:
    return goal.status, goal.goalbucks, goal.offered_goalbucks


@pytest.mark.spec("7.21")
@pytest.mark.parametrize(("paid", "offered"), [(1, 25), (15, 25), (24, 25), (25, None), (None, None)])
def test_the_amount_is_credited_once_and_the_worth_kept_if_it_is_more(
    rows: RowBuilder, paid: int | None, offered: int | None
) -> None:
    goal = rows.add_goal(goalbucks=25)
    approve(rows, rows.submit(goal), paid)
    assert credit(goal) == ("completed", paid or 25, offered)
    assert (rows.balance, rows.reasons()) == (paid or 25, ["goal"])
    assert rows.events()[-1].amount == (paid or 25)


@pytest.mark.spec("7.21")
def test_more_than_the_worth_is_refused(rows: RowBuilder) -> None:
    submission = rows.submit(rows.add_goal(goalbucks=25))
    with pytest.raises(TooMuchError):
        approve(rows, submission, 26)


@pytest.mark.spec("7.21")
def test_a_denial_with_an_amount_is_refused(rows: RowBuilder) -> None:
    submission = rows.submit(rows.add_goal())
    with pytest.raises(PaidDenialError):
        service.review(rows.db, rows.as_teacher, submission, Review("denied", "Blurred", goalbucks=5))
    assert submission.status == "pending"


@pytest.mark.spec("7.21")
def test_undoing_the_approval_takes_back_what_was_paid_and_restores_the_worth(rows: RowBuilder) -> None:
    goal = rows.add_goal(goalbucks=25)
    submission = rows.submit(goal)
    for paid in (15, 20):
        approve(rows, submission, paid)
        service.undo_review(rows.db, rows.as_teacher, submission)
        assert credit(goal) == ("current", 25, None)
        assert rows.balance == 0
        assert (rows.events()[-1].kind, rows.events()[-1].amount) == ("review_undone", paid)


@pytest.mark.spec("6.10", "7.21")
def test_reopening_takes_back_what_was_paid_and_completing_again_pays_the_worth(rows: RowBuilder) -> None:
    goal = rows.add_goal(goalbucks=25)
    submission = rows.submit(goal)
    approve(rows, submission, 15)
    service.reopen_goal(rows.db, rows.as_teacher, goal)
    assert (credit(goal), submission.status, rows.balance) == (("current", 25, None), "pending", 0)
    assert (rows.events()[-1].kind, rows.events()[-1].amount) == ("goal_reopened", 15)
    service.complete_goal(rows.db, rows.as_teacher, goal)
    assert (credit(goal), rows.balance) == (("completed", 25, None), 25)


@pytest.mark.spec("7.16", "7.21")
def test_several_that_are_approved_at_once_pay_their_worth_also_after_part_credit_was_undone(rows: RowBuilder) -> None:
    goals_of_both = [rows.add_goal(goalbucks=25), rows.add_goal(goalbucks=10)]
    submissions = [rows.submit(goal) for goal in goals_of_both]
    approve(rows, submissions[0], 15)
    service.undo_review(rows.db, rows.as_teacher, submissions[0])
    ids = [submission.id for submission in submissions]
    service.review_many(rows.db, rows.as_teacher, ids, Review("approved", None))
    assert [credit(goal) for goal in goals_of_both] == [("completed", 25, None), ("completed", 10, None)]
    assert rows.balance == 35


@pytest.mark.spec("6.6", "7.21")
def test_editing_an_assignment_leaves_a_goal_that_paid_less_and_its_worth(rows: RowBuilder) -> None:
    ids = [rows.student.id, rows.add_student().id]
    _, made = goals.assign_to_many(rows.db, rows.classroom, ids, GoalFields("Poem", 25, None))
    submission = rows.submit(made[0])
    approve(rows, submission, 15)
    changed = assignments.edit(rows.db, rows.as_teacher, made, GoalFields("Poem", 40, None))
    assert changed == AssignmentResult(affected=1, kept=1)
    assert credit(made[0]) == ("completed", 15, 25)
    service.undo_review(rows.db, rows.as_teacher, submission)
    assert credit(made[0]) == ("current", 25, None)


@pytest.mark.spec("6.6", "7.21")
@pytest.mark.parametrize("status", [None, "completed"])
def test_an_assignment_is_listed_with_the_worth_and_a_single_goal_with_what_it_paid(
    rows: RowBuilder, status: str | None
) -> None:
    ids = [rows.student.id, rows.add_student().id]
    _, made = goals.assign_to_many(rows.db, rows.classroom, ids, GoalFields("Poem", 25, None))
    alone = rows.add_goal(name="Alone", goalbucks=25)
    for goal in (*made, alone):
        approve(rows, rows.submit(goal), 15)
    listed = assignment_queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(status))
    assert [(row.name, row.goalbucks, row.offered_goalbucks) for row in listed] == [
        ("Alone", 15, 25),
        ("Poem", 25, None),
    ]


@pytest.mark.spec("7.19", "7.21")
def test_lists_tell_both_amounts(rows: RowBuilder) -> None:
    goal = rows.add_goal(goalbucks=25)
    approve(rows, rows.submit(goal), 15)
    page = PageRequest()
    (of_student,) = goal_queries.goals_of_student(rows.db, rows.student.id, page)
    (of_teacher,) = goal_queries.goals_for_teacher(rows.db, rows.as_teacher, page)
    (reviewed,) = queries.submissions_for_teacher(rows.db, rows.as_teacher, page)
    (work,) = queries.portfolio_of_student(rows.db, rows.student.id, 10, None)
    for row in (of_student, of_teacher, reviewed, work.item):
        assert (row.goalbucks, row.offered_goalbucks) == (15, 25)


def test_the_check_finds_a_goal_whose_goalbucks_are_not_those_of_its_credit(rows: RowBuilder) -> None:
    whole, part = rows.add_completed_goal(), rows.add_goal(goalbucks=25)
    approve(rows, rows.submit(part), 15)
    rows.add_goal(goalbucks=30)
    assert goal_queries.find_wrong_credits(rows.db) == []
    for goal in (whole, part):
        goal.goalbucks += 1
        rows.db.flush()
        assert goal_queries.find_wrong_credits(rows.db) == [goal]
        goal.goalbucks -= 1
