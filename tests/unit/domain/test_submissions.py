"""Submitting, reviewing, undoing reviews and withdrawing proof."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.goals.models import AlreadyCompletedError
from server.domain.submissions import queries, service
from server.domain.submissions.models import (
    CommentRequiredError,
    Submission,
    SubmissionAlreadyReviewedError,
    SubmissionNotReviewedError,
    Verdict,
)
from server.domain.submissions.service import (
    AlreadySubmittedError,
    GoalCompletedError,
    NewerAttemptError,
    ProofSubmission,
    Review,
    SubmissionEmptyError,
)
from server.errors import NotFoundError
from server.security.rate_limit import RateLimitExceededError
from server.settings import Settings
from tests.factories.fake_clock import FakeClock
from tests.unit.school import School, actor_of

APPROVED = Review("approved", None)
DENIED = Review("denied", "Blurred")
RETURNED = Review("denied", "Please show both pages", allow_resubmission=True)


def review(school: School, submission: Submission, decision: Review) -> None:
    service.review(school.db, school.as_teacher, submission, decision)


def undo(school: School, submission: Submission) -> None:
    service.undo_review(school.db, school.as_teacher, submission)


class TestSubmitting:
    def test_new_proof_is_pending(self, school: School) -> None:
        submission = school.submit(school.add_goal(), "Done")
        assert (submission.status, submission.submission_text, submission.allow_resubmission) == (
            "pending",
            "Done",
            False,
        )

    @pytest.mark.parametrize(("text", "image_key"), [("Done", None), (None, "key"), ("Done", "key")])
    def test_a_text_or_an_image_is_enough(self, school: School, text: str | None, image_key: str | None) -> None:
        submission = school.submit(school.add_goal(), text, image_key)
        assert (submission.submission_text, submission.image_key) == (text, image_key)

    @pytest.mark.spec("7.1")
    def test_proof_without_text_and_image_is_refused(self, school: School) -> None:
        with pytest.raises(SubmissionEmptyError) as refused:
            school.submit(school.add_goal(), None)
        assert set(refused.value.fields) == {"image", "submissionText"}

    def test_a_goal_takes_one_submission(self, school: School) -> None:
        goal = school.add_goal()
        school.submit(goal)
        with pytest.raises(AlreadySubmittedError):
            school.submit(goal)

    def test_a_completed_goal_takes_no_proof(self, school: School) -> None:
        with pytest.raises(GoalCompletedError):
            school.submit(school.add_completed_goal())

    def test_a_denied_goal_takes_no_more_proof(self, school: School) -> None:
        goal = school.add_goal()
        review(school, school.submit(goal), DENIED)
        with pytest.raises(AlreadySubmittedError):
            school.submit(goal)

    @pytest.mark.spec("7.14")
    def test_a_denial_that_allows_resubmission_allows_one_more_submission(self, school: School) -> None:
        goal = school.add_goal()
        review(school, school.submit(goal), RETURNED)
        second = school.submit(goal)
        with pytest.raises(AlreadySubmittedError):
            school.submit(goal)
        review(school, second, DENIED)
        with pytest.raises(AlreadySubmittedError):
            school.submit(goal)

    def test_the_ids_of_a_submission_must_belong_together(self, school: School) -> None:
        goal, classmate, other = school.add_goal(), school.add_student(), school.add_classroom()
        ids = (goal.id, school.student.id, school.classroom.id)
        wrong = [("unknown", *ids[1:]), (goal.id, classmate.id, ids[2]), (*ids[:2], other.id)]
        for goal_id, student_id, classroom_id in wrong:
            proof = ProofSubmission(goal_id, student_id, classroom_id, "Done")
            with pytest.raises(NotFoundError):
                service.submit(school.db, school.as_student, proof, None)

    def test_a_classmate_cannot_submit_proof_for_the_goal(self, school: School) -> None:
        goal = school.add_goal()
        proof = ProofSubmission(goal.id, goal.student_id, goal.classroom_id, "Done")
        with pytest.raises(NotFoundError):
            service.submit(school.db, actor_of(school.add_student()), proof, None)


class TestReviewing:
    @pytest.mark.spec("7.13")
    @pytest.mark.parametrize("comment", [None, ""])
    @pytest.mark.parametrize("again", [False, True])
    def test_a_denial_without_a_comment_is_refused(self, school: School, comment: str | None, *, again: bool) -> None:
        submission = school.submit(school.add_goal())
        with pytest.raises(CommentRequiredError) as refused:
            review(school, submission, Review("denied", comment, again))
        assert set(refused.value.fields) == {"comment"}
        assert (submission.status, submission.reviewed_at) == ("pending", None)

    @pytest.mark.parametrize("decision", [DENIED, RETURNED])
    def test_a_denial_keeps_the_comment_and_leaves_the_goal_current(
        self, school: School, fake_clock: FakeClock, decision: Review
    ) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        moment = fake_clock.advance(minutes=5)
        review(school, submission, decision)
        assert (submission.status, submission.comment) == ("denied", decision.comment)
        assert (submission.reviewed_by, submission.reviewed_at) == (school.teacher.id, moment)
        assert submission.allow_resubmission is decision.allow_resubmission
        assert (goal.status, school.balance) == ("current", 0)

    @pytest.mark.parametrize("comment", [None, "Well done"])
    def test_an_approval_completes_and_credits_the_goal(self, school: School, comment: str | None) -> None:
        goal = school.add_goal(goalbucks=25)
        submission = school.submit(goal)
        review(school, submission, Review("approved", comment))
        assert (submission.status, submission.comment, goal.status) == ("approved", comment, "completed")
        assert (school.balance, school.reasons()) == (25, ["goal"])

    def test_an_approval_never_allows_resubmission(self, school: School) -> None:
        submission = school.submit(school.add_goal())
        review(school, submission, Review("approved", None, allow_resubmission=True))
        assert submission.allow_resubmission is False

    @pytest.mark.parametrize("first", [APPROVED, DENIED, RETURNED])
    @pytest.mark.parametrize("second", [APPROVED, DENIED])
    def test_a_reviewed_submission_cannot_be_reviewed_again(
        self, school: School, first: Review, second: Review
    ) -> None:
        submission = school.submit(school.add_goal())
        review(school, submission, first)
        before = school.reasons()
        with pytest.raises(SubmissionAlreadyReviewedError):
            review(school, submission, second)
        assert (submission.status, school.reasons()) == (first.verdict, before)

    @pytest.mark.parametrize(
        ("decision", "kind"),
        [(APPROVED, "submission_approved"), (DENIED, "submission_denied"), (RETURNED, "submission_returned")],
    )
    def test_each_verdict_is_recorded_under_its_own_kind(self, school: School, decision: Review, kind: str) -> None:
        review(school, school.submit(school.add_goal()), decision)
        assert school.events()[-1].kind == kind

    def test_several_submissions_are_reviewed_at_once_each_counted_once(self, school: School) -> None:
        sent = [school.submit(school.add_goal(goalbucks=10)) for _ in range(3)]
        ids = [submission.id for submission in sent]
        assert service.review_many(school.db, school.as_teacher, ids * 2, APPROVED) == 3
        assert school.balance == 30

    def test_several_submissions_are_not_reviewed_when_one_is_another_teachers(self, school: School) -> None:
        elsewhere = school.elsewhere()
        own, other = school.submit(school.add_goal()), elsewhere.submit(elsewhere.add_goal())
        with pytest.raises(NotFoundError):
            service.review_many(school.db, school.as_teacher, [own.id, other.id], APPROVED)
        assert own.status == "pending"


class TestUndoingAReview:
    def test_undoing_an_approval_reopens_the_goal_and_reverses_its_credit(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        review(school, submission, Review("approved", "Good"))
        undo(school, submission)
        reviewed = (submission.comment, submission.reviewed_at, submission.reviewed_by, submission.review_id)
        assert (submission.status, *reviewed) == ("pending", None, None, None, None)
        assert (goal.status, school.balance, school.reasons()) == ("current", 0, ["goal", "goal_reversed"])

    @pytest.mark.parametrize("decision", [DENIED, RETURNED])
    def test_undoing_a_denial_removes_comment_and_permission(self, school: School, decision: Review) -> None:
        submission = school.submit(school.add_goal())
        review(school, submission, decision)
        undo(school, submission)
        assert (submission.status, submission.comment, submission.allow_resubmission) == ("pending", None, False)

    def test_a_pending_submission_has_no_review_to_undo(self, school: School) -> None:
        with pytest.raises(SubmissionNotReviewedError):
            undo(school, school.submit(school.add_goal()))

    def test_a_review_can_be_undone_only_for_the_latest_attempt(self, school: School) -> None:
        goal = school.add_goal()
        first = school.submit(goal)
        review(school, first, RETURNED)
        second = school.submit(goal)
        with pytest.raises(NewerAttemptError):
            undo(school, first)
        service.withdraw(school.db, second)
        undo(school, first)
        assert first.status == "pending"

    def test_a_denial_cannot_be_undone_after_the_goal_was_completed_without_it(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        review(school, submission, DENIED)
        service.complete_goal(school.db, school.as_teacher, goal)
        with pytest.raises(AlreadyCompletedError):
            undo(school, submission)

    def test_every_new_review_credits_anew(self, school: School) -> None:
        submission = school.submit(school.add_goal(goalbucks=25))
        for _ in range(3):
            review(school, submission, APPROVED)
            assert school.balance == 25
            undo(school, submission)
            assert school.balance == 0


class TestCompletingAGoalDirectly:
    def test_pending_proof_is_approved_with_the_goal(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        service.complete_goal(school.db, school.as_teacher, goal)
        assert (submission.status, submission.reviewed_by) == ("approved", school.teacher.id)
        assert school.reasons() == ["goal"]

    def test_denied_proof_stays_denied(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        review(school, submission, DENIED)
        service.complete_goal(school.db, school.as_teacher, goal)
        assert (submission.status, submission.comment, goal.status) == ("denied", "Blurred", "completed")

    def test_reopening_makes_approved_proof_pending_again(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        review(school, submission, APPROVED)
        service.reopen_goal(school.db, school.as_teacher, goal)
        assert (submission.status, goal.status, school.balance) == ("pending", "current", 0)

    def test_reopening_leaves_denied_proof_alone(self, school: School) -> None:
        goal = school.add_goal()
        submission = school.submit(goal)
        review(school, submission, DENIED)
        service.complete_goal(school.db, school.as_teacher, goal)
        service.reopen_goal(school.db, school.as_teacher, goal)
        assert submission.status == "denied"


class TestWithdrawing:
    def test_pending_proof_can_be_withdrawn_and_sent_again(self, school: School) -> None:
        goal = school.add_goal()
        service.withdraw(school.db, school.submit(goal))
        assert school.db.scalars(select(Submission)).all() == []
        school.submit(goal)

    @pytest.mark.parametrize("decision", [APPROVED, DENIED, RETURNED])
    def test_reviewed_proof_cannot_be_withdrawn(self, school: School, decision: Review) -> None:
        submission = school.submit(school.add_goal())
        review(school, submission, decision)
        with pytest.raises(SubmissionAlreadyReviewedError):
            service.withdraw(school.db, submission)


class TestReading:
    def test_previous_attempts_are_the_denied_submissions_of_the_same_goal_newest_first(self, school: School) -> None:
        goal = school.add_goal()
        denied = []
        for _ in range(2):
            denied.append(school.submit(goal))
            review(school, denied[-1], RETURNED)
        pending = school.submit(goal)
        review(school, school.submit(school.add_goal()), DENIED)
        attempts = queries.previous_attempts(school.db, [pending])
        assert {goal_id: [each.id for each in of] for goal_id, of in attempts.items()} == {
            goal.id: [denied[1].id, denied[0].id]
        }

    @pytest.mark.parametrize("status", ["pending", "approved", "denied", None])
    def test_a_status_selects_the_submissions_that_have_it(self, school: School, status: Verdict | None) -> None:
        sent = [school.submit(school.add_goal()) for _ in range(3)]
        review(school, sent[0], APPROVED)
        review(school, sent[1], DENIED)
        wanted = [each.id for each in sent[::-1] if status in (None, each.status)]
        page = PageRequest(status)
        assert [each.id for each in queries.submissions_of_student(school.db, school.student.id, page)] == wanted
        rows = queries.submissions_for_teacher(school.db, school.teacher.id, page)
        assert [each.id for each, *_ in rows] == wanted

    def test_a_submission_is_found_by_its_teacher_and_its_student_and_by_nobody_else(self, school: School) -> None:
        submission, elsewhere = school.submit(school.add_goal()), school.elsewhere()
        for actor in (school.as_teacher, school.as_student):
            assert queries.get_visible_submission(school.db, actor, submission.id) is submission
        for actor in (elsewhere.as_teacher, elsewhere.as_student, actor_of(school.add_student())):
            with pytest.raises(NotFoundError):
                queries.get_visible_submission(school.db, actor, submission.id)

    def test_removing_an_image_keeps_text_and_review(self, school: School, fake_clock: FakeClock) -> None:
        submission = school.submit(school.add_goal(), "Done", "key")
        review(school, submission, APPROVED)
        assert submission.require_image() == "key"
        assert submission.remove_image(fake_clock.now) == "key"
        assert submission.image_url is None
        assert submission.image_removed_at == fake_clock.now
        assert (submission.submission_text, submission.status) == ("Done", "approved")
        with pytest.raises(NotFoundError):
            submission.require_image()

    def test_the_images_of_a_class_are_those_of_its_goals(self, school: School) -> None:
        school.submit(school.add_goal(), None, "own")
        school.submit(school.add_goal())
        elsewhere = school.elsewhere()
        elsewhere.submit(elsewhere.add_goal(), None, "another")
        assert queries.image_keys_owned_by(school.db, "classrooms", school.classroom.id) == ["own"]
        assert queries.all_image_keys(school.db) == {"own", "another"}


class TestUploadLimits:
    def test_a_class_may_upload_fourteen_times_as_often_as_a_student(self, school: School) -> None:
        student, classroom = service.upload_limit_keys(Settings(upload_limit=3), school.db, school.as_student)
        assert (student.limit.max_events, student.subject) == (3, school.student.id)
        assert (classroom.limit.max_events, classroom.subject) == (3 * 14, school.classroom.id)

    @pytest.mark.parametrize(("seconds", "units"), [(0.01, 1), (0.1, 1), (0.11, 2), (1.5, 15)])
    def test_decoding_time_is_counted_in_started_tenths_of_a_second(
        self, school: School, fake_clock: FakeClock, seconds: float, units: int
    ) -> None:
        del fake_clock
        service.record_decoding_time(school.db, school.as_student, seconds)
        assert service.used_decoding_units(school.db, school.as_student) == units

    def test_thirty_seconds_of_decoding_in_five_minutes_are_the_limit(
        self, school: School, fake_clock: FakeClock
    ) -> None:
        service.record_decoding_time(school.db, school.as_student, timedelta(seconds=30).total_seconds())
        with pytest.raises(RateLimitExceededError):
            service.used_decoding_units(school.db, school.as_student)
        fake_clock.advance(minutes=5)
        assert service.used_decoding_units(school.db, school.as_student) == 0
