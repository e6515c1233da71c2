"""Suggesting goals, approving and denying suggestions, and undoing that."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalCompletedError, GoalFields
from server.domain.students import service as students
from server.domain.students.queries import lock_visible_row
from server.domain.submissions import service as submissions
from server.domain.suggestions import queries, service
from server.domain.suggestions.models import (
    ApprovalOverrides,
    GoalSuggestion,
    SuggestionAlreadyReviewedError,
    SuggestionNotReviewedError,
)
from server.domain.suggestions.service import (
    GoalHasProofError,
    GoalUnknownError,
    TooManySuggestionsError,
)
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder, actor_of

AS_SUGGESTED = ApprovalOverrides()
Decide = Callable[[RowBuilder, GoalSuggestion], object]


def suggest(rows: RowBuilder, name: str = "Swim", goalbucks: int = 15) -> GoalSuggestion:
    return service.suggest(rows.db, rows.as_student, name=name, goalbucks=goalbucks)


def approve(rows: RowBuilder, suggestion: GoalSuggestion, overrides: ApprovalOverrides = AS_SUGGESTED) -> Goal:
    return service.approve(rows.db, rows.as_teacher, suggestion, overrides)


def deny(rows: RowBuilder, suggestion: GoalSuggestion) -> None:
    service.deny(rows.db, rows.as_teacher, suggestion)


def undo(rows: RowBuilder, suggestion: GoalSuggestion) -> None:
    service.undo_review(rows.db, rows.as_teacher, suggestion)


def goal_count(rows: RowBuilder) -> int:
    return len(rows.db.scalars(select(Goal)).all())


class TestSuggesting:
    def test_a_suggestion_is_pending_in_the_students_class(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows)
        assert (suggestion.status, suggestion.classroom_id) == ("pending", rows.classroom.id)
        assert goal_count(rows) == 0

    @pytest.mark.spec("8.7")
    def test_a_student_has_at_most_fifty_pending_suggestions(self, rows: RowBuilder) -> None:
        waiting = [suggest(rows) for _ in range(50)]
        with pytest.raises(TooManySuggestionsError):
            suggest(rows)
        deny(rows, waiting[0])
        suggest(rows)

    def test_a_classmates_pending_suggestions_do_not_count(self, rows: RowBuilder) -> None:
        for _ in range(50):
            suggest(rows)
        rows.student = rows.add_student()
        suggest(rows)


class TestApproving:
    @pytest.mark.spec("8.6")
    @pytest.mark.parametrize(
        ("overrides", "expected"),
        [
            (AS_SUGGESTED, ("Swim", 15, None)),
            (ApprovalOverrides(name="Dive"), ("Dive", 15, None)),
            (ApprovalOverrides(goalbucks=8), ("Swim", 8, None)),
            (ApprovalOverrides(due_date=date(2030, 5, 31)), ("Swim", 15, date(2030, 5, 31))),
            (ApprovalOverrides("Dive", 8, date(2030, 5, 31)), ("Dive", 8, date(2030, 5, 31))),
        ],
    )
    def test_the_goal_has_the_teachers_values_and_else_the_suggested_ones(
        self, rows: RowBuilder, overrides: ApprovalOverrides, expected: tuple[str, int, date | None]
    ) -> None:
        suggestion = suggest(rows, "Swim", 15)
        goal = approve(rows, suggestion, overrides)
        assert (goal.name, goal.goalbucks, goal.due_date) == expected
        assert (goal.student_id, goal.classroom_id) == (rows.student.id, rows.classroom.id)
        goal.edit(GoalFields("Changed later", 1, None))
        assert (suggestion.approved_name, suggestion.approved_goalbucks) == expected[:2]
        assert (suggestion.suggested_name, suggestion.suggested_goalbucks) == ("Swim", 15)
        assert (suggestion.goal_id, suggestion.reviewed_by) == (goal.id, rows.teacher.id)

    def test_the_goal_of_a_moved_student_belongs_to_the_new_class(self, rows: RowBuilder) -> None:
        suggestion, to = suggest(rows), rows.add_classroom()
        students.move(rows.db, rows.as_teacher, rows.student, to)
        rows.db.expire_all()
        assert approve(rows, suggestion).classroom_id == to.id

    def test_an_approved_suggestion_pays_nothing_until_its_goal_is_completed(self, rows: RowBuilder) -> None:
        approve(rows, suggest(rows))
        assert rows.balance == 0

    def test_a_denial_creates_no_goal(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows)
        deny(rows, suggestion)
        assert (suggestion.status, suggestion.goal_id, suggestion.approved_name) == ("denied", None, None)
        assert goal_count(rows) == 0

    @pytest.mark.parametrize("first", [approve, deny])
    @pytest.mark.parametrize("second", [approve, deny])
    def test_a_reviewed_suggestion_cannot_be_reviewed_again(
        self, rows: RowBuilder, first: Decide, second: Decide
    ) -> None:
        suggestion = suggest(rows)
        first(rows, suggestion)
        before = goal_count(rows)
        with pytest.raises(SuggestionAlreadyReviewedError):
            second(rows, suggestion)
        assert goal_count(rows) == before

    def test_another_teacher_does_not_find_the_suggestion(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows)
        with pytest.raises(NotFoundError):
            lock_visible_row(rows.db, rows.for_other_teacher().as_teacher, "view", GoalSuggestion, suggestion.id)


class TestUndoing:
    def test_undoing_a_denial_makes_the_suggestion_pending(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows)
        deny(rows, suggestion)
        undo(rows, suggestion)
        assert (suggestion.status, suggestion.reviewed_at, suggestion.reviewed_by) == ("pending", None, None)

    def test_undoing_an_approval_deletes_its_goal(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows, "Swim", 15)
        equal = rows.add_goal(name="Swim", goalbucks=15)
        goal = approve(rows, suggestion)
        goal.edit(GoalFields("Dive", 8, None))
        undo(rows, suggestion)
        reviewed = (suggestion.approved_name, suggestion.approved_goalbucks, suggestion.goal_id)
        assert (suggestion.status, *reviewed) == ("pending", None, None, None)
        assert rows.db.scalars(select(Goal)).all() == [equal]

    def test_a_pending_suggestion_has_nothing_to_undo(self, rows: RowBuilder) -> None:
        with pytest.raises(SuggestionNotReviewedError):
            undo(rows, suggest(rows))

    @pytest.mark.parametrize("error", [GoalHasProofError, GoalCompletedError, GoalUnknownError])
    def test_an_approval_stays_when_its_goal_has_proof_is_completed_or_is_gone(
        self, rows: RowBuilder, error: type[Exception]
    ) -> None:
        suggestion = suggest(rows)
        goal = approve(rows, suggestion)
        if error is GoalHasProofError:
            rows.submit(goal)
        elif error is GoalCompletedError:
            submissions.complete_goal(rows.db, rows.as_teacher, goal)
        else:
            goals.delete(rows.db, rows.as_teacher, goal)
        with pytest.raises(error):
            undo(rows, suggestion)
        assert (suggestion.status, suggestion.goal_id) == ("approved", goal.id)

    def test_an_approval_from_before_goals_were_recorded_cannot_be_undone(self, rows: RowBuilder) -> None:
        suggestion = suggest(rows)
        approve(rows, suggestion)
        suggestion.goal_id = None
        with pytest.raises(GoalUnknownError):
            undo(rows, suggestion)


def test_each_review_and_its_undoing_is_recorded_with_what_was_decided(rows: RowBuilder) -> None:
    suggestion = suggest(rows, "Swim", 15)
    approve(rows, suggestion, ApprovalOverrides("Dive", 8))
    undo(rows, suggestion)
    deny(rows, suggestion)
    recorded = [(event.kind, event.about, event.amount, event.student_id) for event in rows.events()[-3:]]
    assert recorded == [
        ("suggestion_approved", "Dive", 8, rows.student.id),
        ("suggestion_answer_undone", "Swim", 15, rows.student.id),
        ("suggestion_denied", "Swim", 15, rows.student.id),
    ]


class TestListing:
    @pytest.mark.spec("8.2")
    def test_a_teacher_sees_the_pending_suggestions_of_own_classes_newest_first(self, rows: RowBuilder) -> None:
        waiting = [suggest(rows), suggest(rows)]
        deny(rows, suggest(rows))
        suggest(rows.for_other_teacher())
        results = queries.pending_for_teacher(rows.db, rows.as_teacher)
        assert [each.id for each in results] == [each.id for each in waiting[::-1]]

    @pytest.mark.spec("8.2", "13.8")
    @pytest.mark.parametrize("status", ["pending", "approved", "denied", None])
    def test_a_student_sees_own_suggestions_of_every_status(self, rows: RowBuilder, status: str | None) -> None:
        made = [suggest(rows) for _ in range(3)]
        approve(rows, made[0])
        deny(rows, made[1])
        wanted = [each.id for each in made[::-1] if status in (None, each.status)]
        service.suggest(rows.db, actor_of(rows.add_student()), name="Dive", goalbucks=5)
        found = queries.suggestions_of_student(rows.db, rows.student.id, PageRequest(status))
        assert [each.id for each in found] == wanted
