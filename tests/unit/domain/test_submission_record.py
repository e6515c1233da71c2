"""The record of a goal, and a student's portfolio."""

import pytest

from server.domain.goals.models import Goal
from server.domain.students import service as students
from server.domain.submissions import queries, service
from server.domain.submissions.models import Review, Submission
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

APPROVED = Review("approved", "Well drawn!")
RETURNED = Review("denied", "Show the way to the library too", allow_resubmission=True)
PAGE = 30


def review(rows: RowBuilder, submission: Submission, decision: Review) -> Submission:
    service.review(rows.db, rows.as_teacher, submission, decision)
    return submission


def approve_new(rows: RowBuilder, name: str = "Draw a map", image_key: str | None = None) -> Submission:
    return review(rows, rows.submit(rows.add_goal(name=name), "From above", image_key), APPROVED)


def portfolio(rows: RowBuilder, limit: int = PAGE, before: str | None = None) -> list[str]:
    page = queries.portfolio_of_student(rows.db, rows.student.id, limit, before)
    return [row.item.id for row in page]


class TestRecordOfAGoal:
    @pytest.mark.spec("7.18")
    def test_it_has_every_try_oldest_first_with_verdict_comment_and_reviewer(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        sent = [
            review(rows, rows.submit(goal, "First part", "key"), RETURNED),
            review(rows, rows.submit(goal, "All of it"), APPROVED),
        ]
        rows.submit(rows.add_goal())
        attempts = queries.attempts_of_goal(rows.db, goal.id)
        assert [each.id for each in attempts] == [each.id for each in sent]
        assert [(each.status, each.comment, each.allow_resubmission) for each in attempts] == [
            ("denied", RETURNED.comment, True),
            ("approved", APPROVED.comment, False),
        ]
        assert [each.reviewer_name for each in attempts] == ["Elena Rivera", "Elena Rivera"]
        assert [each.image_url for each in attempts] == [f"/api/submissions/{sent[0].id}/image", None]

    @pytest.mark.spec("7.18")
    def test_all_of_twenty_tries_are_in_it(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        for _ in range(19):
            review(rows, rows.submit(goal), RETURNED)
        rows.submit(goal)
        statuses = [each.status for each in queries.attempts_of_goal(rows.db, goal.id)]
        assert statuses == ["denied"] * 19 + ["pending"]

    def test_a_goal_without_a_try_has_an_empty_one(self, rows: RowBuilder) -> None:
        assert queries.attempts_of_goal(rows.db, rows.add_goal().id) == []

    def test_a_pending_try_has_no_reviewer(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        rows.submit(goal)
        (attempt,) = queries.attempts_of_goal(rows.db, goal.id)
        assert (attempt.reviewer_name, attempt.reviewed_at) == (None, None)

    def test_a_denial_without_a_comment_of_an_earlier_version_is_in_it(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        denied = review(rows, rows.submit(goal), RETURNED)
        denied.comment, denied.reviewed_by = None, None
        rows.db.flush()
        (attempt,) = queries.attempts_of_goal(rows.db, goal.id)
        assert (attempt.status, attempt.comment, attempt.reviewer_name) == ("denied", None, None)

    @pytest.mark.spec("15.12")
    def test_it_says_when_a_photo_was_removed(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        goal = rows.add_goal()
        review(rows, rows.submit(goal, None, "key"), APPROVED).remove_image(fake_clock.now)
        rows.db.flush()
        (attempt,) = queries.attempts_of_goal(rows.db, goal.id)
        assert (attempt.image_url, attempt.image_removed_at) == (None, fake_clock.now)

    def test_after_a_move_it_keeps_the_name_of_the_earlier_teacher(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        review(rows, rows.submit(goal), APPROVED)
        students.move(rows.db, rows.as_teacher, rows.student, rows.add_classroom("Room 13"))
        (attempt,) = queries.attempts_of_goal(rows.db, goal.id)
        assert attempt.reviewer_name == "Elena Rivera"


class TestPortfolio:
    @pytest.mark.spec("7.19")
    def test_it_has_the_approved_submissions_newest_first_with_the_names_of_their_goals(self, rows: RowBuilder) -> None:
        older, newer = approve_new(rows, "Draw a map"), approve_new(rows, "Plant beans", "key")
        review(rows, rows.submit(rows.add_goal()), RETURNED)
        rows.submit(rows.add_goal())
        rows.add_completed_goal()
        found = queries.portfolio_of_student(rows.db, rows.student.id, PAGE, None)
        assert [(item.id, item.goal_name, key) for item, key in found] == [
            (newer.id, "Plant beans", "key"),
            (older.id, "Draw a map", None),
        ]
        assert found[0].item.comment == APPROVED.comment

    @pytest.mark.spec("7.19")
    def test_only_the_try_that_was_approved_is_in_it(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        review(rows, rows.submit(goal), RETURNED)
        approved = review(rows, rows.submit(goal), APPROVED)
        assert portfolio(rows) == [approved.id]

    def test_a_reopened_goal_is_not_in_it(self, rows: RowBuilder) -> None:
        submission = approve_new(rows)
        service.reopen_goal(rows.db, rows.as_teacher, rows.db.get_one(Goal, submission.goal_id))
        assert portfolio(rows) == []

    def test_other_students_work_is_not_in_it(self, rows: RowBuilder) -> None:
        review(rows, rows.submit(rows.add_goal(rows.add_student())), APPROVED)
        assert portfolio(rows) == []

    @pytest.mark.spec("11.8")
    def test_a_page_begins_after_the_last_item_of_the_page_before(self, rows: RowBuilder) -> None:
        sent = [approve_new(rows).id for _ in range(5)][::-1]
        first = portfolio(rows, 3)
        assert first == sent[:3]
        assert portfolio(rows, 3, first[-1]) == sent[3:]

    @pytest.mark.spec("15.12")
    def test_work_whose_photo_was_removed_stays_in_it(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        approve_new(rows, image_key="key").remove_image(fake_clock.now)
        rows.db.flush()
        ((item, key),) = queries.portfolio_of_student(rows.db, rows.student.id, PAGE, None)
        assert (item.image_url, item.image_removed_at, key) == (None, fake_clock.now, None)
