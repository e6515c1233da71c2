"""Which submissions are listed for whom, and the images of submissions."""

import pytest

from server.database.paging import PageRequest
from server.domain.goals.models import GoalFields
from server.domain.students.queries import lock_visible_row
from server.domain.submissions import queries, service
from server.domain.submissions.models import Review, Submission, Verdict
from server.errors import NotFoundError
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder, actor_of

APPROVED = Review("approved", None)
DENIED = Review("denied", "Blurred", allow_resubmission=True)


def review(rows: RowBuilder, submission: Submission, decision: Review) -> None:
    service.review(rows.db, rows.as_teacher, submission, decision)


def test_previous_attempts_are_the_denied_submissions_of_the_same_goal_newest_first(rows: RowBuilder) -> None:
    goal = rows.add_goal()
    denied = []
    for _ in range(2):
        denied.append(rows.submit(goal))
        review(rows, denied[-1], DENIED)
    pending = rows.submit(goal)
    review(rows, rows.submit(rows.add_goal()), DENIED)
    attempts = queries.previous_attempts(rows.db, [pending.goal_id])
    assert {goal_id: [each.id for each in of] for goal_id, of in attempts.items()} == {
        goal.id: [denied[1].id, denied[0].id]
    }


@pytest.mark.parametrize("status", ["pending", "approved", "denied", None])
def test_a_status_selects_the_submissions_that_have_it(rows: RowBuilder, status: Verdict | None) -> None:
    sent = [rows.submit(rows.add_goal()) for _ in range(3)]
    review(rows, sent[0], APPROVED)
    review(rows, sent[1], DENIED)
    wanted = [each.id for each in sent[::-1] if status in (None, each.status)]
    page = PageRequest(status)
    assert [each.id for each in queries.submissions_of_student(rows.db, rows.student.id, page)] == wanted
    results = queries.submissions_for_teacher(rows.db, rows.as_teacher, page)
    assert [each.id for each in results] == wanted


@pytest.mark.spec("7.10", "11.2")
def test_a_teacher_sees_the_submissions_of_own_classes_and_a_student_its_own_newest_first(
    rows: RowBuilder,
) -> None:
    students = [rows.student, rows.add_student(), rows.add_student(rows.add_classroom()), rows.student]
    sent = [rows.submit(rows.add_goal(student)).id for student in students]
    other_rows = rows.for_other_teacher()
    other_rows.submit(other_rows.add_goal())
    results = queries.submissions_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert [each.id for each in results] == sent[::-1]
    own = queries.submissions_of_student(rows.db, rows.student.id, PageRequest())
    assert [each.id for each in own] == [sent[3], sent[0]]


def test_the_names_of_a_submission_are_the_present_ones(rows: RowBuilder) -> None:
    goal = rows.add_goal()
    rows.submit(goal)
    rows.student.last_name, rows.classroom.name = "Ruiz", "Art"
    goal.edit(GoalFields("Paint", 7, None))
    rows.db.flush()
    (row,) = queries.submissions_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert (row.student_name, row.class_name, row.goal_name, row.goalbucks) == ("Amara Ruiz", "Art", "Paint", 7)


def test_a_submission_is_found_only_by_its_teacher_and_its_student(rows: RowBuilder) -> None:
    submission, other_rows = rows.submit(rows.add_goal()), rows.for_other_teacher()
    for actor in (rows.as_teacher, rows.as_student):
        assert lock_visible_row(rows.db, actor, "view", Submission, submission.id) is submission
    for actor in (other_rows.as_teacher, other_rows.as_student, actor_of(rows.add_student())):
        with pytest.raises(NotFoundError):
            lock_visible_row(rows.db, actor, "view", Submission, submission.id)


@pytest.mark.spec("13.5")
def test_removing_an_image_keeps_text_and_review(rows: RowBuilder, fake_clock: FakeClock) -> None:
    submission = rows.submit(rows.add_goal(), "Done", "key")
    review(rows, submission, APPROVED)
    assert submission.require_image() == "key"
    assert submission.remove_image(fake_clock.now) == "key"
    assert submission.image_url is None
    assert submission.image_removed_at == fake_clock.now
    assert (submission.submission_text, submission.status) == ("Done", "approved")
    with pytest.raises(NotFoundError):
        submission.require_image()


def test_the_images_of_a_class_are_those_of_its_goals(rows: RowBuilder) -> None:
    rows.submit(rows.add_goal(), None, "own")
    rows.submit(rows.add_goal())
    other_rows = rows.for_other_teacher()
    other_rows.submit(other_rows.add_goal(), None, "another")
    assert queries.image_keys_owned_by(rows.db, "classrooms", rows.classroom.id) == ["own"]
    assert queries.all_image_keys(rows.db) == {"own", "another"}
