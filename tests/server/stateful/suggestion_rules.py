"""Rules: students suggest goals; teachers approve and deny suggestions and undo that."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from sqlalchemy import select

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.suggestions.models import GoalSuggestion
from tests.server.stateful.goal_rules import completed_error, reviewed_error
from tests.server.stateful.machine import Machine, amounts, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome


class SuggestionRules(Machine):
    """Suggest, approve, deny, undo."""

    @rule(student=row_indexes, other_user=one_in_six, goalbucks=amounts)
    def suggest(self, student: int, *, other_user: bool, goalbucks: int) -> None:
        student_id, _ = self.school.find(Student, student)
        actor = self.school.student_client(student, student_id, other_user=other_user)
        if actor is None:
            return
        body = {"studentId": student_id, "suggestedName": "Swim", "suggestedGoalbucks": goalbucks}
        response = self.school.call(actor[1], "POST /api/goal-suggestions", body)
        if assert_outcome(response, None if actor[0] == student_id else NOT_FOUND, status=201):
            self.school.seen_ids[GoalSuggestion].append(response.json()["id"])

    @precondition(lambda self: self.school.seen_ids[GoalSuggestion])
    @rule(
        suggestion=row_indexes,
        other_user=one_in_six,
        action=st.sampled_from(("approve", "deny", "undo")),
        goalbucks=st.none() | amounts,
    )
    def review_suggestion(self, suggestion: int, *, other_user: bool, action: str, goalbucks: int | None) -> None:
        if action == "approve":
            self.approve_suggestion(suggestion, other_user=other_user, goalbucks=goalbucks)
        elif action == "deny":
            self.deny_suggestion(suggestion, other_user=other_user)
        else:
            self.undo_suggestion_review(suggestion, other_user=other_user)

    def approve_suggestion(self, suggestion: int, *, other_user: bool, goalbucks: int | None) -> None:
        suggestion_id, row = self.school.find(GoalSuggestion, suggestion)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        call = "PUT /api/goal-suggestions/{suggestion_id}/approve"
        response = self.school.call(client, call, {"goalbucks": goalbucks}, row_id=suggestion_id)
        if assert_outcome(response, access_error, reviewed_error(row)) and row is not None:
            goal = response.json()["goal"]
            assert goal["goalbucks"] == (goalbucks or row.suggested_goalbucks)
            assert (goal["studentId"], goal["classroomId"]) == (row.student_id, row.classroom_id)
            self.school.seen_ids[Goal].append(goal["id"])

    def deny_suggestion(self, suggestion: int, *, other_user: bool) -> None:
        suggestion_id, row = self.school.find(GoalSuggestion, suggestion)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "PUT /api/goal-suggestions/{suggestion_id}/deny", row_id=suggestion_id)
        assert_outcome(response, access_error, reviewed_error(row))

    def undo_suggestion_review(self, suggestion: int, *, other_user: bool) -> None:
        """Undo the review of a reviewed suggestion; of any one if there is none."""
        suggestion_id, row = self.school.find_with_status(GoalSuggestion, suggestion, "approved", "denied")
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        undo_error = self.undo_error(row)
        response = self.school.call(
            client, "POST /api/goal-suggestions/{suggestion_id}/undo-answer", row_id=suggestion_id
        )
        assert_outcome(response, access_error, undo_error)

    def undo_error(self, suggestion: GoalSuggestion | None) -> str | None:
        """Return the error code expected when the review of this suggestion is undone."""
        if suggestion is None or suggestion.status == "denied":
            return None
        if suggestion.status == "pending":
            return "not_reviewed"
        with self.school.test_app.open_session() as db:
            goal = db.scalar(select(Goal).where(Goal.id == suggestion.goal_id))
        if goal is None:
            return "goal_unknown"
        return completed_error(goal) or ("goal_has_proof" if self.school.submissions_of(goal.id) else None)
