"""Submitting, reviewing, undoing reviews and withdrawing proof."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.hooks import Hooks
from server.domain.goals.models import GoalCompletedError
from server.domain.submissions import queries, service
from server.domain.submissions.models import (
    CommentRequiredError,
    Review,
    Submission,
    SubmissionAlreadyReviewedError,
    SubmissionNotReviewedError,
)
from server.domain.submissions.service import (
    AlreadySubmittedError,
    NewerAttemptError,
    ProofSubmission,
    SubmissionEmptyError,
    SubmittedGoalCompletedError,
)
from server.errors import NotFoundError
from server.requests.rate_limit import RateLimitExceededError
from server.settings import Settings
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder, actor_of

APPROVED = Review("approved", None)
DENIED = Review("denied", "Blurred")
RETURNED = Review("denied", "Please show both pages", allow_resubmission=True)


def review(rows: RowBuilder, submission: Submission, decision: Review) -> None:
    service.review(rows.db, rows.as_teacher, submission, decision)


def undo(rows: RowBuilder, submission: Submission) -> None:
    service.undo_review(rows.db, rows.as_teacher, submission)


class TestSubmitting:
    @pytest.mark.spec("7.1")
    def test_new_proof_is_pending(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal, "Done")
        assert (submission.status, submission.submission_text, submission.allow_resubmission) == (
            "pending",
            "Done",
            False,
        )
        assert (goal.status, rows.balance) == ("current", 0)

    @pytest.mark.spec("1.4")
    @pytest.mark.parametrize(("text", "image_key"), [("Done", None), (None, "key"), ("Done", "key")])
    def test_proof_with_a_text_or_an_image_is_accepted(
        self, rows: RowBuilder, text: str | None, image_key: str | None
    ) -> None:
        submission = rows.submit(rows.add_goal(), text, image_key)
        assert (submission.submission_text, submission.image_key) == (text, image_key)

    @pytest.mark.spec("7.1")
    def test_proof_without_text_and_image_is_refused(self, rows: RowBuilder) -> None:
        with pytest.raises(SubmissionEmptyError) as refused:
            rows.submit(rows.add_goal(), None)
        assert set(refused.value.fields) == {"image", "submissionText"}

    def test_a_second_submission_for_a_goal_is_refused(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        rows.submit(goal)
        with pytest.raises(AlreadySubmittedError):
            rows.submit(goal)

    def test_proof_for_a_completed_goal_is_refused(self, rows: RowBuilder) -> None:
        with pytest.raises(SubmittedGoalCompletedError):
            rows.submit(rows.add_completed_goal())

    @pytest.mark.spec("7.2")
    def test_proof_after_a_final_denial_is_refused(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        review(rows, rows.submit(goal), DENIED)
        with pytest.raises(AlreadySubmittedError):
            rows.submit(goal)

    @pytest.mark.spec("7.14")
    def test_a_denial_that_allows_resubmission_allows_one_more_submission(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        review(rows, rows.submit(goal), RETURNED)
        second = rows.submit(goal)
        with pytest.raises(AlreadySubmittedError):
            rows.submit(goal)
        service.withdraw(rows.db, second)
        second = rows.submit(goal)
        review(rows, second, DENIED)
        with pytest.raises(AlreadySubmittedError):
            rows.submit(goal)

    def test_the_ids_of_a_submission_must_belong_together(self, rows: RowBuilder) -> None:
        goal, classmate, other = rows.add_goal(), rows.add_student(), rows.add_classroom()
        ids = (goal.id, rows.student.id, rows.classroom.id)
        wrong = [("unknown", *ids[1:]), (goal.id, classmate.id, ids[2]), (*ids[:2], other.id)]
        for goal_id, student_id, classroom_id in wrong:
            proof = ProofSubmission(goal_id, student_id, classroom_id, "Done")
            with pytest.raises(NotFoundError):
                service.submit(rows.db, rows.as_student, proof, None)

    def test_a_classmate_cannot_submit_proof_for_the_goal(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        proof = ProofSubmission(goal.id, goal.student_id, goal.classroom_id, "Done")
        with pytest.raises(NotFoundError):
            service.submit(rows.db, actor_of(rows.add_student()), proof, None)


class TestReviewing:
    @pytest.mark.spec("7.13")
    @pytest.mark.parametrize("comment", [None, ""])
    @pytest.mark.parametrize("again", [False, True])
    def test_a_denial_without_a_comment_is_refused(self, rows: RowBuilder, comment: str | None, *, again: bool) -> None:
        submission = rows.submit(rows.add_goal())
        with pytest.raises(CommentRequiredError) as refused:
            review(rows, submission, Review("denied", comment, again))
        assert set(refused.value.fields) == {"comment"}
        assert (submission.status, submission.reviewed_at) == ("pending", None)

    @pytest.mark.parametrize("decision", [DENIED, RETURNED])
    def test_a_denial_keeps_the_comment_and_leaves_the_goal_current(
        self, rows: RowBuilder, fake_clock: FakeClock, decision: Review
    ) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        moment = fake_clock.advance(minutes=5)
        review(rows, submission, decision)
        assert (submission.status, submission.comment) == ("denied", decision.comment)
        assert (submission.reviewed_by, submission.reviewed_at) == (rows.teacher.id, moment)
        assert submission.allow_resubmission is decision.allow_resubmission
        assert (goal.status, rows.balance) == ("current", 0)

    @pytest.mark.spec("7.12")
    @pytest.mark.parametrize("comment", [None, "Well done"])
    def test_an_approval_completes_and_credits_the_goal(self, rows: RowBuilder, comment: str | None) -> None:
        goal = rows.add_goal(goalbucks=25)
        submission = rows.submit(goal)
        review(rows, submission, Review("approved", comment))
        assert (submission.status, submission.comment, goal.status) == ("approved", comment, "completed")
        assert (rows.balance, rows.reasons()) == (25, ["goal"])

    def test_an_approval_never_allows_resubmission(self, rows: RowBuilder) -> None:
        submission = rows.submit(rows.add_goal())
        review(rows, submission, Review("approved", None, allow_resubmission=True))
        assert submission.allow_resubmission is False

    @pytest.mark.parametrize("first", [APPROVED, DENIED, RETURNED])
    @pytest.mark.parametrize("second", [APPROVED, DENIED])
    def test_a_reviewed_submission_cannot_be_reviewed_again(
        self, rows: RowBuilder, first: Review, second: Review
    ) -> None:
        submission = rows.submit(rows.add_goal())
        review(rows, submission, first)
        before = rows.reasons()
        with pytest.raises(SubmissionAlreadyReviewedError):
            review(rows, submission, second)
        assert (submission.status, rows.reasons()) == (first.verdict, before)

    @pytest.mark.parametrize(
        ("decision", "kind"),
        [(APPROVED, "submission_approved"), (DENIED, "submission_denied"), (RETURNED, "submission_returned")],
    )
    def test_each_verdict_has_its_own_kind_of_event(self, rows: RowBuilder, decision: Review, kind: str) -> None:
        review(rows, rows.submit(rows.add_goal(name="Read", goalbucks=25)), decision)
        event = rows.events()[-1]
        assert (event.kind, event.about, event.amount, event.student_id) == (kind, "Read", 25, rows.student.id)

    def test_several_submissions_are_reviewed_at_once_each_counted_once(self, rows: RowBuilder) -> None:
        sent = [rows.submit(rows.add_goal(goalbucks=10)) for _ in range(3)]
        ids = [submission.id for submission in sent]
        assert service.review_many(rows.db, rows.as_teacher, ids * 2, APPROVED) == 3
        assert [event.kind for event in rows.events()].count("submission_approved") == 3
        assert rows.balance == 30
        undo(rows, sent[0])
        assert [submission.status for submission in sent] == ["pending", "approved", "approved"]
        assert rows.balance == 20

    def test_several_submissions_are_denied_at_once(self, rows: RowBuilder) -> None:
        sent = [rows.submit(rows.add_goal()) for _ in range(2)]
        assert service.review_many(rows.db, rows.as_teacher, [each.id for each in sent], RETURNED) == 2
        assert {(each.status, each.comment, each.allow_resubmission) for each in sent} == {
            ("denied", RETURNED.comment, True)
        }
        assert rows.balance == 0

    def test_several_submissions_are_not_reviewed_when_one_is_another_teachers(self, rows: RowBuilder) -> None:
        other_rows = rows.for_other_teacher()
        own, other = rows.submit(rows.add_goal()), other_rows.submit(other_rows.add_goal())
        with pytest.raises(NotFoundError):
            service.review_many(rows.db, rows.as_teacher, [own.id, other.id], APPROVED)
        assert own.status == "pending"


class TestUndoingAReview:
    def test_undoing_an_approval_reopens_the_goal_and_reverses_its_credit(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        review(rows, submission, Review("approved", "Good"))
        undo(rows, submission)
        reviewed = (submission.comment, submission.reviewed_at, submission.reviewed_by, submission.review_id)
        assert (submission.status, *reviewed) == ("pending", None, None, None, None)
        assert rows.events()[-1].kind == "review_undone"
        assert (goal.status, rows.balance, rows.reasons()) == ("current", 0, ["goal", "goal_reversed"])

    @pytest.mark.parametrize("decision", [DENIED, RETURNED])
    def test_undoing_a_denial_removes_comment_and_permission(self, rows: RowBuilder, decision: Review) -> None:
        submission = rows.submit(rows.add_goal())
        review(rows, submission, decision)
        undo(rows, submission)
        assert (submission.status, submission.comment, submission.allow_resubmission) == ("pending", None, False)

    def test_a_pending_submission_has_no_review_to_undo(self, rows: RowBuilder) -> None:
        with pytest.raises(SubmissionNotReviewedError):
            undo(rows, rows.submit(rows.add_goal()))

    def test_a_review_can_be_undone_only_for_the_latest_attempt(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        first = rows.submit(goal)
        review(rows, first, RETURNED)
        second = rows.submit(goal)
        with pytest.raises(NewerAttemptError):
            undo(rows, first)
        service.withdraw(rows.db, second)
        undo(rows, first)
        assert first.status == "pending"

    def test_a_denial_cannot_be_undone_after_the_goal_was_completed_without_it(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        review(rows, submission, DENIED)
        service.complete_goal(rows.db, rows.as_teacher, goal)
        with pytest.raises(GoalCompletedError), rows.db.begin_nested():
            undo(rows, submission)
        service.reopen_goal(rows.db, rows.as_teacher, goal)
        undo(rows, submission)
        assert submission.status == "pending"

    def test_every_new_approval_credits_the_goal_again(self, rows: RowBuilder) -> None:
        submission = rows.submit(rows.add_goal(goalbucks=25))
        for _ in range(3):
            review(rows, submission, APPROVED)
            assert rows.balance == 25
            undo(rows, submission)
            assert rows.balance == 0


class TestCompletingAGoalDirectly:
    @pytest.mark.spec("6.9")
    def test_completing_a_goal_approves_its_pending_proof(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        service.complete_goal(rows.db, rows.as_teacher, goal)
        assert (submission.status, submission.reviewed_by) == ("approved", rows.teacher.id)
        assert rows.reasons() == ["goal"]
        undo(rows, submission)
        assert (submission.status, goal.status, rows.balance) == ("pending", "current", 0)

    def test_completing_a_goal_leaves_its_denied_proof_denied(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        review(rows, submission, DENIED)
        service.complete_goal(rows.db, rows.as_teacher, goal)
        assert (submission.status, submission.comment, goal.status) == ("denied", "Blurred", "completed")

    def test_reopening_makes_approved_proof_pending_again(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        review(rows, submission, APPROVED)
        service.reopen_goal(rows.db, rows.as_teacher, goal)
        assert (submission.status, goal.status, rows.balance) == ("pending", "current", 0)

    def test_completing_and_reopening_a_goal_are_recorded(self, rows: RowBuilder) -> None:
        goal = rows.add_goal(name="Read", goalbucks=25)
        service.complete_goal(rows.db, rows.as_teacher, goal)
        service.reopen_goal(rows.db, rows.as_teacher, goal)
        recorded = [(event.kind, event.about, event.amount, event.student_id) for event in rows.events()[-2:]]
        assert recorded == [(kind, "Read", 25, rows.student.id) for kind in ("goal_completed", "goal_reopened")]

    def test_reopening_does_not_change_denied_proof(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        review(rows, submission, DENIED)
        service.complete_goal(rows.db, rows.as_teacher, goal)
        service.reopen_goal(rows.db, rows.as_teacher, goal)
        assert submission.status == "denied"


class TestWithdrawing:
    def test_pending_proof_can_be_withdrawn_and_sent_again(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        service.withdraw(rows.db, rows.submit(goal))
        assert rows.db.scalars(select(Submission)).all() == []
        rows.submit(goal)

    def test_withdrawn_proof_still_exists_when_deletion_listeners_run(self, rows: RowBuilder) -> None:
        found: list[str] = []

        def listen(db: Session, table: str, row_id: str) -> None:
            found.extend(queries.image_keys_owned_by(db, table, row_id))

        hooks: Hooks = rows.db.info["hooks"]
        hooks.before_delete.append(listen)
        service.withdraw(rows.db, rows.submit(rows.add_goal(), None, "key"))
        assert found == ["key"]

    @pytest.mark.spec("7.8")
    @pytest.mark.parametrize("decision", [APPROVED, DENIED, RETURNED])
    def test_reviewed_proof_cannot_be_withdrawn(self, rows: RowBuilder, decision: Review) -> None:
        submission = rows.submit(rows.add_goal())
        review(rows, submission, decision)
        with pytest.raises(SubmissionAlreadyReviewedError):
            service.withdraw(rows.db, submission)


class TestUploadLimits:
    def test_a_class_may_upload_fourteen_times_as_often_as_a_student(self, rows: RowBuilder) -> None:
        student, classroom = service.upload_limit_keys(Settings(upload_limit=3), rows.db, rows.as_student)
        assert (student.limit.max_events, student.subject) == (3, rows.student.id)
        assert (classroom.limit.max_events, classroom.subject) == (3 * 14, rows.classroom.id)

    @pytest.mark.parametrize(("seconds", "units"), [(0.01, 1), (0.1, 1), (0.11, 2), (1.5, 15)])
    def test_decoding_time_is_counted_in_started_tenths_of_a_second(
        self, rows: RowBuilder, fake_clock: FakeClock, seconds: float, units: int
    ) -> None:
        del fake_clock
        service.record_decoding_time(rows.db, rows.as_student, seconds)
        assert service.used_decoding_units(rows.db, rows.as_student) == units

    def test_thirty_seconds_of_decoding_in_five_minutes_are_the_limit(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        service.record_decoding_time(rows.db, rows.as_student, timedelta(seconds=30).total_seconds())
        with pytest.raises(RateLimitExceededError):
            service.used_decoding_units(rows.db, rows.as_student)
        fake_clock.advance(minutes=5)
        assert service.used_decoding_units(rows.db, rows.as_student) == 0
