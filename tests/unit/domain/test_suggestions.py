"""Suggesting goals, approving and denying suggestions, and undoing that."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.goals import service as goals
from server.domain.goals.models import AlreadyCompletedError, Goal
from server.domain.submissions import service as submissions
from server.domain.suggestions import queries, service
from server.domain.suggestions.models import (
    GoalSuggestion,
    SuggestionAlreadyReviewedError,
    SuggestionNotReviewedError,
)
from server.domain.suggestions.service import (
    ApprovalOverrides,
    GoalHasProofError,
    GoalUnknownError,
    SuggestionFields,
    TooManySuggestionsError,
)
from server.errors import NotFoundError
from tests.unit.school import School

AS_SUGGESTED = ApprovalOverrides()
Decide = Callable[[School, GoalSuggestion], object]


def suggest(school: School, name: str = "Swim", goalbucks: int = 15) -> GoalSuggestion:
    return service.suggest(school.db, school.as_student, SuggestionFields(name, goalbucks, None))


def approve(school: School, suggestion: GoalSuggestion, overrides: ApprovalOverrides = AS_SUGGESTED) -> Goal:
    return service.approve(school.db, school.as_teacher, suggestion, overrides)


def deny(school: School, suggestion: GoalSuggestion) -> None:
    service.deny(school.db, school.as_teacher, suggestion)


def undo(school: School, suggestion: GoalSuggestion) -> None:
    service.undo_review(school.db, school.as_teacher, suggestion)


def goal_count(school: School) -> int:
    return len(school.db.scalars(select(Goal)).all())


class TestSuggesting:
    def test_a_suggestion_is_pending_in_the_students_class(self, school: School) -> None:
        suggestion = suggest(school)
        assert (suggestion.status, suggestion.classroom_id) == ("pending", school.classroom.id)

    @pytest.mark.spec("8.7")
    def test_a_student_has_at_most_fifty_pending_suggestions(self, school: School) -> None:
        waiting = [suggest(school) for _ in range(50)]
        with pytest.raises(TooManySuggestionsError):
            suggest(school)
        deny(school, waiting[0])
        suggest(school)

    def test_a_classmates_pending_suggestions_do_not_count(self, school: School) -> None:
        for _ in range(50):
            suggest(school)
        school.student = school.add_student()
        suggest(school)


class TestApproving:
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
        self, school: School, overrides: ApprovalOverrides, expected: tuple[str, int, date | None]
    ) -> None:
        suggestion = suggest(school, "Swim", 15)
        goal = approve(school, suggestion, overrides)
        assert (goal.name, goal.goalbucks, goal.due_date) == expected
        assert (goal.student_id, goal.classroom_id) == (school.student.id, school.classroom.id)
        assert (suggestion.approved_name, suggestion.approved_goalbucks) == expected[:2]
        assert (suggestion.suggested_name, suggestion.suggested_goalbucks) == ("Swim", 15)
        assert (suggestion.goal_id, suggestion.teacher_id) == (goal.id, school.teacher.id)

    def test_an_approved_suggestion_pays_nothing_until_its_goal_is_completed(self, school: School) -> None:
        approve(school, suggest(school))
        assert school.balance == 0

    def test_a_denial_creates_no_goal(self, school: School) -> None:
        suggestion = suggest(school)
        deny(school, suggestion)
        assert (suggestion.status, suggestion.goal_id, suggestion.approved_name) == ("denied", None, None)
        assert goal_count(school) == 0

    @pytest.mark.parametrize("first", [approve, deny])
    @pytest.mark.parametrize("second", [approve, deny])
    def test_a_reviewed_suggestion_cannot_be_reviewed_again(
        self, school: School, first: Decide, second: Decide
    ) -> None:
        suggestion = suggest(school)
        first(school, suggestion)
        before = goal_count(school)
        with pytest.raises(SuggestionAlreadyReviewedError):
            second(school, suggestion)
        assert goal_count(school) == before

    def test_another_teacher_does_not_find_the_suggestion(self, school: School) -> None:
        suggestion = suggest(school)
        with pytest.raises(NotFoundError):
            queries.get_owned_suggestion(school.db, school.elsewhere().as_teacher, suggestion.id)


class TestUndoing:
    def test_undoing_a_denial_makes_the_suggestion_pending(self, school: School) -> None:
        suggestion = suggest(school)
        deny(school, suggestion)
        undo(school, suggestion)
        assert (suggestion.status, suggestion.reviewed_at, suggestion.teacher_id) == ("pending", None, None)

    def test_undoing_an_approval_deletes_its_goal(self, school: School) -> None:
        suggestion = suggest(school)
        approve(school, suggestion)
        undo(school, suggestion)
        reviewed = (suggestion.approved_name, suggestion.approved_goalbucks, suggestion.goal_id)
        assert (suggestion.status, *reviewed) == ("pending", None, None, None)
        assert goal_count(school) == 0

    def test_a_pending_suggestion_has_nothing_to_undo(self, school: School) -> None:
        with pytest.raises(SuggestionNotReviewedError):
            undo(school, suggest(school))

    @pytest.mark.parametrize("error", [GoalHasProofError, AlreadyCompletedError, GoalUnknownError])
    def test_an_approval_stays_when_its_goal_has_proof_is_completed_or_is_gone(
        self, school: School, error: type[Exception]
    ) -> None:
        suggestion = suggest(school)
        goal = approve(school, suggestion)
        if error is GoalHasProofError:
            school.submit(goal)
        elif error is AlreadyCompletedError:
            submissions.complete_goal(school.db, school.as_teacher, goal)
        else:
            goals.delete(school.db, school.as_teacher, goal)
        with pytest.raises(error):
            undo(school, suggestion)
        assert (suggestion.status, suggestion.goal_id) == ("approved", goal.id)

    def test_an_approval_from_before_goals_were_recorded_cannot_be_undone(self, school: School) -> None:
        suggestion = suggest(school)
        approve(school, suggestion)
        suggestion.goal_id = None
        with pytest.raises(GoalUnknownError):
            undo(school, suggestion)


class TestListing:
    def test_a_teacher_sees_the_pending_suggestions_of_own_classes_newest_first(self, school: School) -> None:
        waiting = [suggest(school), suggest(school)]
        deny(school, suggest(school))
        suggest(school.elsewhere())
        rows = queries.pending_for_teacher(school.db, school.teacher.id)
        assert [each.id for each, *_ in rows] == [each.id for each in waiting[::-1]]

    @pytest.mark.parametrize("status", ["pending", "approved", "denied", None])
    def test_a_student_sees_own_suggestions_of_every_status(self, school: School, status: str | None) -> None:
        made = [suggest(school) for _ in range(3)]
        approve(school, made[0])
        deny(school, made[1])
        wanted = [each.id for each in made[::-1] if status in (None, each.status)]
        found = queries.suggestions_of_student(school.db, school.student.id, PageRequest(status))
        assert [each.id for each in found] == wanted
