"""Archiving a class, bringing it back, and what an archived class refuses and where it isn't listed."""

from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.class_computer.network.queries import load_label
from server.data_protection.backups.integrity import archive_problems
from server.database.paging import PageRequest
from server.domain.assignments.queries import GoalFilter, assignments_for_teacher, filter_options, get_assignment
from server.domain.classrooms import membership
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.membership import ClassArchivedError
from server.domain.classrooms.queries import archived_classrooms_of, classrooms_of
from server.domain.goalbucks.queries import get_award
from server.domain.goals import service as goals
from server.domain.goals.models import GoalFields
from server.domain.goals.queries import goals_for_teacher, used_names
from server.domain.progress.queries import get_stats, stats_for_teacher
from server.domain.roster.queries import known_students
from server.domain.series import service as series
from server.domain.series.models import WEEKDAYS, SeriesFields
from server.domain.series.queries import series_for_teacher
from server.domain.store import service as store
from server.domain.store.queries import purchases_for_teacher
from server.domain.students import archiving
from server.domain.students import service as students
from server.domain.students.queries import lock_visible_row
from server.domain.submissions.models import Submission
from server.domain.submissions.queries import submissions_for_teacher
from server.domain.suggestions import service as suggestions
from server.domain.suggestions.queries import pending_for_teacher
from server.domain.teachers.models import SAMPLE_EMAIL
from server.domain.teachers.sample_account import SampleClassError
from server.school.admin.queries import list_teachers
from server.security.permissions import PERMISSIONS
from server.security.sessions import SigningInBrowser, SignInSession, create_session
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

ALL_PAGES = PageRequest()
FIRST_PAGE = PageRequest(limit=50)


def archive(rows: RowBuilder, *, archived: bool = True) -> None:
    archiving.set_archived(rows.db, rows.as_teacher, rows.classroom, archived=archived)


def kinds(rows: RowBuilder) -> list[str]:
    return [event.kind for event in rows.events()]


@pytest.mark.spec("4.12")
def test_archiving_ends_the_sessions_of_the_students_and_of_nobody_else(rows: RowBuilder) -> None:
    other = rows.for_other_teacher()
    for student in (rows.student, rows.add_student(), other.student):
        create_session(rows.db, "student", student.id, SigningInBrowser(is_local=False))
    create_session(rows.db, "teacher", rows.teacher.id, SigningInBrowser(is_local=True))
    archive(rows)
    assert rows.classroom.archived_at is not None
    assert set(rows.db.execute(select(SignInSession.teacher_id, SignInSession.student_id)).all()) == {
        (rows.teacher.id, None),
        (None, other.student.id),
    }
    assert (kinds(rows)[-1], rows.events()[-1].about) == ("class_archived", "Room 12 Homeroom")


def test_a_student_who_is_signed_in_to_an_archived_class_is_a_problem(rows: RowBuilder) -> None:
    archive(rows)
    assert archive_problems(rows.db) == []
    create_session(rows.db, "student", rows.student.id, SigningInBrowser(is_local=False))
    assert archive_problems(rows.db) == [
        f"Student {rows.student.id} is signed in to the archived class {rows.classroom.id}."
    ]


@pytest.mark.spec("4.12")
def test_a_class_that_is_brought_back_has_a_new_class_code(rows: RowBuilder) -> None:
    code = rows.classroom.class_code
    archive(rows)
    assert (rows.classroom.class_code, classrooms.find_by_code(rows.db, code)) == (code, None)
    archive(rows, archived=False)
    assert rows.classroom.archived_at is None
    assert rows.classroom.class_code != code
    assert classrooms.find_by_code(rows.db, rows.classroom.class_code) is rows.classroom
    assert kinds(rows)[-2:] == ["class_archived", "class_brought_back"]


def test_archiving_twice_is_one_event_and_keeps_the_time(rows: RowBuilder, fake_clock: FakeClock) -> None:
    archive(rows, archived=False)
    archive(rows)
    archived_at = rows.classroom.archived_at
    fake_clock.advance(days=1)
    archive(rows)
    assert rows.classroom.archived_at == archived_at
    assert kinds(rows).count("class_archived") == 1


def test_the_code_of_an_archived_class_is_given_to_no_other(rows: RowBuilder) -> None:
    archive(rows)
    assert classrooms.is_code_used(rows.db, rows.classroom.class_code)


def test_the_sample_class_cannot_be_archived(rows: RowBuilder) -> None:
    rows.teacher.email_key = SAMPLE_EMAIL
    with pytest.raises(SampleClassError):
        archive(rows)
    assert rows.classroom.archived_at is None


@pytest.mark.spec("4.12")
def test_an_archived_class_permits_only_what_ends_it_and_reading(rows: RowBuilder) -> None:
    archive(rows)
    permitted = set()
    for permission in PERMISSIONS["owner"]:
        try:
            membership.require_permission(rows.db, rows.as_teacher, permission, [rows.classroom.id])
            permitted.add(permission)
        except ClassArchivedError:
            pass
    assert permitted == {"view", "fulfill", "refund", "remove"}
    with Session(rows.db.connection()) as reading:
        for permission in PERMISSIONS["owner"]:
            membership.get_classroom(reading, rows.as_teacher, permission, rows.classroom.id)


@pytest.mark.spec("4.12")
def test_a_student_whose_request_began_before_the_archiving_changes_nothing(rows: RowBuilder) -> None:
    rows.add_completed_goal()
    item, goal, sent = rows.add_item(), rows.add_goal(), rows.submit(rows.add_goal())
    archive(rows)
    changes: list[Callable[[], object]] = [
        lambda: rows.buy(item),
        lambda: rows.submit(goal),
        lambda: suggestions.suggest(rows.db, rows.as_student, name="Swim", goalbucks=5),
        lambda: lock_visible_row(rows.db, rows.as_student, "view", Submission, sent.id),
    ]
    for change in changes:
        with pytest.raises(ClassArchivedError):
            change()


class TestLists:
    @pytest.fixture
    def lists(self, rows: RowBuilder) -> Callable[[], dict[str, int]]:
        """Number of rows of each list over all classes, with one row of each in the class."""
        item = rows.add_item()
        rows.add_completed_goal()
        rows.buy(item)
        rows.submit(rows.add_goal(name="Write"))
        suggestions.suggest(rows.db, rows.as_student, name="Swim", goalbucks=5)

        def count() -> dict[str, int]:
            db, teacher = rows.db, rows.as_teacher
            found = {
                "classes": classrooms_of(db, teacher),
                "students": stats_for_teacher(db, teacher),
                "students for a class list": known_students(db, teacher, rows.classroom),
                "suggestions": pending_for_teacher(db, teacher),
                "series": series_for_teacher(db, teacher, FIRST_PAGE),
                "filters": filter_options(db, teacher, None, GoalFilter()).classes,
                "label": load_label(db).classes,
                "classes of the administrator": list_teachers(db)[0].classes,
            }
            for name, page in (("all", ALL_PAGES), ("a page", FIRST_PAGE)):
                found |= {
                    f"submissions, {name}": submissions_for_teacher(db, teacher, page),
                    f"purchases, {name}": purchases_for_teacher(db, teacher, page),
                    f"goals, {name}": goals_for_teacher(db, teacher, page),
                    f"assignments, {name}": assignments_for_teacher(db, teacher, page),
                }
            return {name: len(listed) for name, listed in found.items()}

        return count

    @pytest.mark.spec("4.12")
    def test_nothing_of_an_archived_class_is_listed_with_that_of_other_classes(
        self, rows: RowBuilder, lists: Callable[[], dict[str, int]]
    ) -> None:
        today = clock.local_date()
        series.create(rows.db, rows.classroom, SeriesFields("Tidy", 5, WEEKDAYS, today, today, None))
        before = lists()
        assert all(before.values())
        archive(rows)
        assert set(lists().values()) == {0}
        archive(rows, archived=False)
        assert lists() == before

    @pytest.mark.spec("4.12")
    def test_archived_classes_are_listed_alone_the_last_one_first(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        second = rows.add_classroom("Room 9")
        archiving.set_archived(rows.db, rows.as_teacher, second, archived=True)
        fake_clock.advance(minutes=1)
        archive(rows)
        listed = archived_classrooms_of(rows.db, rows.as_teacher)
        assert [each.id for each in listed] == [rows.classroom.id, second.id]
        assert archived_classrooms_of(rows.db, rows.for_other_teacher().as_teacher) == []

    @pytest.mark.spec("4.12")
    def test_the_students_of_an_archived_class_are_still_read(self, rows: RowBuilder) -> None:
        archive(rows)
        assert [each.id for each in get_stats(rows.db, rows.as_teacher, rows.classroom.id)] == [rows.student.id]

    def test_the_names_of_its_goals_are_still_offered(self, rows: RowBuilder) -> None:
        rows.add_goal(name="Read for 20 minutes")
        archive(rows)
        assert [each.name for each in used_names(rows.db, rows.as_teacher)] == ["Read for 20 minutes"]


class TestRowsOfSeveralClasses:
    def test_an_assignment_leaves_out_the_goals_that_are_in_an_archived_class(self, rows: RowBuilder) -> None:
        moved = rows.add_student()
        assignment_id, made = goals.assign_to_many(
            rows.db, rows.classroom, [rows.student.id, moved.id], GoalFields("Poem", 10, None)
        )
        students.move(rows.db, rows.as_teacher, moved, rows.add_classroom("Room 9"))
        archive(rows)
        rows.db.expire_all()  # moving updates the goals in the database
        found = get_assignment(rows.db, rows.as_teacher, "manage", assignment_id)
        assert [row.goal.student_id for row in found] == [moved.id]
        rows.db.delete(next(goal for goal in made if goal.student_id == moved.id))
        with pytest.raises(ClassArchivedError):
            get_assignment(rows.db, rows.as_teacher, "manage", assignment_id)

    def test_an_award_leaves_out_the_students_of_an_archived_class(self, rows: RowBuilder) -> None:
        moved = rows.add_student()
        award_id = rows.award(5, rows.student, moved)[0].source_id
        students.move(rows.db, rows.as_teacher, moved, rows.add_classroom("Room 9"))
        archive(rows)
        found = get_award(rows.db, rows.as_teacher, "review", award_id)
        assert [entry.student_id for entry in found] == [moved.id]
        students.delete(rows.db, rows.as_teacher, moved)
        with pytest.raises(ClassArchivedError):
            get_award(rows.db, rows.as_teacher, "review", award_id)


@pytest.mark.spec("4.12")
def test_purchases_of_an_archived_class_are_handed_over_or_cancelled(rows: RowBuilder) -> None:
    rows.add_completed_goal(goalbucks=25)
    first, second = rows.buy(rows.add_item()), rows.buy(rows.add_item())
    archive(rows)
    assert store.fulfill_many(rows.db, rows.as_teacher, [first.id]) == 1
    store.cancel(rows.db, rows.as_teacher, second, None)
    assert (first.status, second.status, rows.balance) == ("fulfilled", "cancelled", 20)


def test_waiting_proof_waits_until_the_class_is_brought_back(rows: RowBuilder) -> None:
    sent = rows.submit(rows.add_goal())
    archive(rows)
    with pytest.raises(ClassArchivedError):
        lock_visible_row(rows.db, rows.as_teacher, "review", Submission, sent.id)
    archive(rows, archived=False)
    assert lock_visible_row(rows.db, rows.as_teacher, "review", Submission, sent.id).status == "pending"
