"""The progress that a student sees: goals by week, and the newest comments of approved goals."""

import pytest

from server.domain.progress.student_progress import progress_of_student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

pytestmark = [pytest.mark.usefixtures("fake_clock"), pytest.mark.spec("23.4")]


def review(rows: RowBuilder, name: str, comment: str | None, verdict: str = "approved") -> None:
    submission = rows.submit(rows.add_goal(name=name))
    decision = Review("approved" if verdict == "approved" else "denied", comment)
    submissions.review(rows.db, rows.as_teacher, submission, decision)
    rows.db.flush()


def comments(rows: RowBuilder) -> list[tuple[str, str]]:
    found = progress_of_student(rows.db, rows.student.id, "8weeks").comments
    return [(row.goal_name, row.comment) for row in found]


def test_the_weeks_are_those_of_the_student_alone(rows: RowBuilder, fake_clock: FakeClock) -> None:
    rows.add_completed_goal(goalbucks=25)
    fake_clock.advance(days=7)
    rows.add_completed_goal(goalbucks=10)
    rows.buy(rows.add_item(goalbucks_cost=12))
    rows.add_completed_goal(rows.add_student())
    found = progress_of_student(rows.db, rows.student.id, "8weeks")
    assert [week.goals_completed for week in found.weeks] == [0, 0, 0, 0, 0, 0, 1, 1]
    assert (found.earned, found.spent) == (35, 12)


def test_the_running_term_begins_with_the_class(rows: RowBuilder, fake_clock: FakeClock) -> None:
    fake_clock.advance(weeks=3)
    assert len(progress_of_student(rows.db, rows.student.id, "term").weeks) == 4


def test_the_newest_five_comments_of_approved_goals_are_shown(rows: RowBuilder) -> None:
    for number in range(6):
        review(rows, f"Goal {number}", f"Comment {number}")
    review(rows, "Silent", None)
    review(rows, "Denied", "Not yet", "denied")
    assert comments(rows) == [(f"Goal {number}", f"Comment {number}") for number in (5, 4, 3, 2, 1)]
