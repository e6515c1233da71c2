"""Goals that ended without being completed: what ends them, what they refuse, who lists them, how they reopen."""

from datetime import date

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.assignments import queries as assignment_queries
from server.domain.assignments import service as assignments
from server.domain.assignments.service import AssignmentResult
from server.domain.goals import queries, service
from server.domain.goals.models import EndReason, Goal, GoalEndedError, GoalFields
from server.domain.progress.queries import get_stats
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from server.domain.submissions.service import ProofSubmission
from server.domain.suggestions import service as suggestions
from server.domain.suggestions.models import ApprovalOverrides
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

POEM = GoalFields("Poem", 10, date(2026, 11, 20))
RETURNED = Review("denied", "Please show both pages", allow_resubmission=True)


def end(rows: RowBuilder, *goals: Goal, reason: EndReason = "missed") -> list[Goal]:
    return list(submissions.end_goals(rows.db, goals, reason))


class TestEnding:
    @pytest.mark.spec("6.18")
    @pytest.mark.parametrize("reason", ["missed", "term"])
    def test_an_ended_goal_says_when_and_why_and_changes_no_balance(
        self, rows: RowBuilder, fake_clock: FakeClock, reason: EndReason
    ) -> None:
        goal = rows.add_goal(due_date=date(2026, 11, 20))
        moment = fake_clock.advance(minutes=5)
        assert end(rows, goal, reason=reason) == [goal]
        assert (goal.status, goal.ended_at, goal.ended_reason) == ("ended", moment, reason)
        assert (goal.completed_at, rows.balance, rows.reasons()) == (None, 0, [])

    @pytest.mark.spec("6.18")
    def test_completed_ended_and_goals_with_pending_proof_stay_as_they_are(self, rows: RowBuilder) -> None:
        waiting = rows.add_goal(due_date=date(2026, 11, 20))
        rows.submit(waiting)
        others = [waiting, rows.add_completed_goal(), rows.add_ended_goal()]
        before = [(goal.status, goal.ended_at) for goal in others]
        assert end(rows, *others) == []
        assert [(goal.status, goal.ended_at) for goal in others] == before

    @pytest.mark.spec("6.18")
    @pytest.mark.parametrize("decision", [RETURNED, Review("denied", "Blurred")])
    def test_reviewed_proof_keeps_no_goal_from_ending(self, rows: RowBuilder, decision: Review) -> None:
        goal = rows.add_goal(due_date=date(2026, 11, 20))
        submissions.review(rows.db, rows.as_teacher, rows.submit(goal), decision)
        assert end(rows, goal) == [goal]

    @pytest.mark.spec("6.18")
    def test_a_goal_without_a_due_date_is_never_missed_but_ends_with_its_term(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        assert end(rows, goal) == []
        assert end(rows, goal, reason="term") == [goal]

    @pytest.mark.spec("6.18")
    def test_a_reopened_goal_has_no_due_date_and_is_not_missed_again(self, rows: RowBuilder) -> None:
        goal = rows.add_ended_goal()
        submissions.reopen_goal(rows.db, rows.as_teacher, goal)
        assert (goal.status, goal.ended_at, goal.ended_reason, goal.due_date) == ("current", None, None, None)
        assert (rows.events()[-1].kind, rows.reasons()) == ("goal_reopened", [])
        assert end(rows, goal) == []

    @pytest.mark.spec("6.18", "7.15")
    def test_undoing_a_denial_makes_the_ended_goal_current_and_its_proof_pending(self, rows: RowBuilder) -> None:
        goal = rows.add_goal(due_date=date(2026, 11, 20))
        submission = rows.submit(goal)
        submissions.review(rows.db, rows.as_teacher, submission, RETURNED)
        end(rows, goal)
        submissions.undo_review(rows.db, rows.as_teacher, submission)
        assert (submission.status, goal.status, goal.due_date) == ("pending", "current", None)
        assert rows.reasons() == []
        submissions.review(rows.db, rows.as_teacher, submission, Review("approved", None))
        assert (goal.status, rows.balance) == ("completed", 25)

    @pytest.mark.spec("6.10")
    def test_reopening_a_completed_goal_keeps_its_due_date(self, rows: RowBuilder) -> None:
        goal = rows.add_goal(due_date=date(2026, 11, 20))
        submissions.complete_goal(rows.db, rows.as_teacher, goal)
        submissions.reopen_goal(rows.db, rows.as_teacher, goal)
        assert goal.due_date == date(2026, 11, 20)


class TestRefusals:
    @pytest.mark.spec("6.18")
    def test_an_ended_goal_cannot_be_edited_completed_or_sent(self, rows: RowBuilder) -> None:
        goal = rows.add_ended_goal()
        with pytest.raises(GoalEndedError):
            goal.edit(POEM)
        with pytest.raises(GoalEndedError):
            submissions.complete_goal(rows.db, rows.as_teacher, goal)
        with pytest.raises(GoalEndedError):
            submissions.complete_goals(rows.db, rows.as_teacher, [goal.id])
        proof = ProofSubmission(goal.id, goal.student_id, goal.classroom_id, "Done")
        with pytest.raises(GoalEndedError):
            submissions.submit(rows.db, rows.as_student, proof, None)

    @pytest.mark.spec("6.18")
    def test_an_ended_goal_can_be_deleted_and_moves_with_its_student(self, rows: RowBuilder) -> None:
        goal = rows.add_ended_goal()
        students.move(rows.db, rows.as_teacher, rows.student, other := rows.add_classroom())
        rows.db.refresh(goal)
        assert (goal.classroom_id, goal.status) == (other.id, "ended")
        service.delete(rows.db, rows.as_teacher, goal)
        assert rows.db.scalars(select(Goal)).all() == []

    @pytest.mark.spec("6.18", "8.4")
    def test_undoing_an_approved_suggestion_deletes_its_ended_goal(self, rows: RowBuilder) -> None:
        suggestion = suggestions.suggest(rows.db, rows.as_student, name="Swim", goalbucks=15)
        overrides = ApprovalOverrides(due_date=date(2026, 11, 20))
        end(rows, suggestions.approve(rows.db, rows.as_teacher, suggestion, overrides))
        suggestions.undo_review(rows.db, rows.as_teacher, suggestion)
        assert (suggestion.status, rows.db.scalars(select(Goal)).all()) == ("pending", [])


class TestListing:
    def names(self, rows: RowBuilder, page: PageRequest) -> list[str]:
        return [goal.name for goal in queries.goals_of_student(rows.db, rows.student.id, page)]

    @pytest.mark.spec("6.18")
    @pytest.mark.parametrize("limit", [None, 1, 500])
    def test_only_the_list_of_ended_goals_has_them_newest_first(
        self, rows: RowBuilder, fake_clock: FakeClock, limit: int | None
    ) -> None:
        newer, older = (rows.add_goal(name=name, due_date=date(2026, 11, 20)) for name in ("newer", "older"))
        for goal in (older, newer):
            fake_clock.advance(minutes=1)
            end(rows, goal)
        rows.add_goal(name="open")
        rows.add_completed_goal(name="done")
        assert self.names(rows, PageRequest("ended", limit)) == ["newer", "older"][:limit]
        assert self.names(rows, PageRequest("ended", limit, newer.id)) == ["older"]
        assert self.names(rows, PageRequest(None, limit)) == ["open", "done"][:limit]
        listed = queries.goals_for_teacher(rows.db, rows.as_teacher, PageRequest(None, limit))
        assert [goal.name for goal in listed] == ["done", "open"][:limit]
        ended = queries.goals_for_teacher(rows.db, rows.as_teacher, PageRequest("ended", limit))
        assert [(goal.name, goal.overdue) for goal in ended] == [("older", False), ("newer", False)][:limit]

    @pytest.mark.spec("6.18")
    def test_completed_goals_follow_a_goal_that_ended_after_its_page_was_read(self, rows: RowBuilder) -> None:
        rows.add_completed_goal(name="done")
        ended = rows.add_ended_goal()
        assert self.names(rows, PageRequest(limit=5, before=ended.id)) == ["done"]

    @pytest.mark.spec("6.18")
    def test_the_numbers_of_a_student_leave_ended_goals_out(self, rows: RowBuilder) -> None:
        rows.add_ended_goal()
        (stats,) = get_stats(rows.db, rows.as_teacher, rows.classroom.id)
        assert (stats.current_goals, stats.goals_completed, stats.last_goal_name) == (0, 0, None)


class TestAssignments:
    @pytest.fixture
    def assigned(self, rows: RowBuilder) -> list[Goal]:
        """An ended goal with returned proof, an open one, and the newest, which has ended."""
        ids = [rows.student.id, rows.add_student().id, rows.add_student().id]
        _, made = service.assign_to_many(rows.db, rows.classroom, ids, POEM)
        submissions.review(rows.db, rows.as_teacher, rows.submit(made[0]), RETURNED)
        end(rows, made[0], made[2])
        return list(made)

    @pytest.mark.spec("6.18")
    @pytest.mark.parametrize(("status", "newest", "names"), [(None, 1, 1), ("current", 1, 1), ("ended", 2, 2)])
    def test_a_row_is_of_its_listed_goals_and_counts_all(
        self, rows: RowBuilder, assigned: list[Goal], status: str | None, newest: int, names: int
    ) -> None:
        for page in (PageRequest(status), PageRequest(status, limit=1)):
            (row,) = assignment_queries.assignments_for_teacher(rows.db, rows.as_teacher, page)
            assert (row.id, len(row.student_names)) == (assigned[newest].id, names)
            assert (row.total, row.completed) == (3, 0)

    @pytest.mark.spec("6.18")
    def test_a_row_of_ended_goals_alone_is_not_listed_with_the_open_ones(
        self, rows: RowBuilder, assigned: list[Goal]
    ) -> None:
        end(rows, assigned[1])
        assert assignment_queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest()) == []

    @pytest.mark.spec("6.18", "19.2")
    @pytest.mark.parametrize(("status", "count"), [(None, 1), ("current", 1), ("ended", 2)])
    def test_the_filters_count_the_listed_goals(
        self, rows: RowBuilder, assigned: list[Goal], status: str | None, count: int
    ) -> None:
        del assigned
        wanted = assignment_queries.ALL_GOALS
        options = assignment_queries.filter_options(rows.db, rows.as_teacher, status, wanted)
        assert [option.count for option in options.goals] == [count]

    @pytest.mark.spec("6.18")
    def test_editing_leaves_ended_goals_and_does_not_count_them(self, rows: RowBuilder, assigned: list[Goal]) -> None:
        changed = assignments.edit(rows.db, rows.as_teacher, assigned, GoalFields("Song", 20, None))
        assert changed == AssignmentResult(affected=1, kept=0)
        assert [goal.name for goal in assigned] == ["Poem", "Song", "Poem"]

    @pytest.mark.spec("6.18")
    def test_deleting_takes_ended_goals_but_those_with_proof(self, rows: RowBuilder, assigned: list[Goal]) -> None:
        assert assignments.delete(rows.db, rows.as_teacher, assigned) == AssignmentResult(affected=2, kept=1)
        assert rows.db.scalars(select(Goal)).all() == [assigned[0]]
