"""Assigning, completing, reopening, editing, deleting and listing goals."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.database.hooks import hooks_of
from server.database.paging import PageRequest
from server.domain.goals import queries, service
from server.domain.goals.models import Goal, GoalCompletedError, GoalFields, NotCompletedError, is_overdue
from server.domain.goals.schemas import GoalNameResponse, GoalResponse
from server.domain.students.queries import lock_visible_row
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review, Submission
from server.errors import NotFoundError
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

FIELDS = GoalFields("Read", 25, None)
CHANGED = GoalFields("Read on", 30, date(2030, 1, 31), "A photo of the page", "book")
AUCKLAND = "NZST-12NZDT,M9.5.0,M4.1.0/3"
LOS_ANGELES = "PST8PDT,M3.2.0,M11.1.0"


def complete(rows: RowBuilder, goal: Goal) -> None:
    service.complete_and_credit(rows.db, rows.as_teacher, goal, goal.id)


class TestAssigning:
    @pytest.mark.spec("6.2")
    def test_an_assigned_goal_is_current_and_pays_nothing(self, rows: RowBuilder) -> None:
        goal = service.assign(rows.db, rows.classroom, rows.student.id, FIELDS)
        assert (goal.status, goal.completed_at, goal.credit_id, goal.assignment_id) == ("current", None, None, None)
        assert (goal.student_id, goal.classroom_id) == (rows.student.id, rows.classroom.id)
        assert rows.balance == 0

    def test_a_goal_for_a_student_of_another_class_is_refused(self, rows: RowBuilder) -> None:
        other = rows.add_student(rows.add_classroom())
        with pytest.raises(NotFoundError):
            service.assign(rows.db, rows.classroom, other.id, FIELDS)

    @pytest.mark.spec("6.3")
    def test_goals_assigned_together_share_an_id_and_each_student_gets_one(self, rows: RowBuilder) -> None:
        ids = [rows.student.id, rows.add_student().id]
        assignment_id, goals = service.assign_to_many(rows.db, rows.classroom, ids * 2, FIELDS)
        assert sorted(goal.student_id for goal in goals) == sorted(ids)
        assert {goal.assignment_id for goal in goals} == {assignment_id}

    @pytest.mark.spec("6.3")
    def test_a_goal_is_assigned_to_no_student_if_one_is_of_another_class(self, rows: RowBuilder) -> None:
        ids = [rows.student.id, rows.add_student(rows.add_classroom()).id]
        with pytest.raises(NotFoundError):
            service.assign_to_many(rows.db, rows.classroom, ids, FIELDS)
        assert rows.db.scalars(select(Goal)).all() == []


class TestCompletingAndReopening:
    def test_completing_credits_the_goalbucks_and_records_the_time(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        goal = rows.add_goal(goalbucks=25)
        moment = fake_clock.advance(minutes=5)
        complete(rows, goal)
        assert (goal.status, goal.completed_at) == ("completed", moment)
        assert (rows.balance, rows.reasons()) == (25, ["goal"])

    @pytest.mark.spec("6.9")
    def test_a_completed_goal_cannot_be_completed_or_paid_again(self, rows: RowBuilder) -> None:
        goal = rows.add_completed_goal()
        with pytest.raises(GoalCompletedError):
            complete(rows, goal)
        assert rows.reasons() == ["goal"]

    def test_reopening_reverses_the_credit(self, rows: RowBuilder) -> None:
        goal = rows.add_completed_goal()
        service.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        assert (goal.status, goal.completed_at, goal.credit_id) == ("current", None, None)
        assert (rows.balance, rows.reasons()) == (0, ["goal", "goal_reversed"])

    def test_a_current_goal_cannot_be_reopened(self, rows: RowBuilder) -> None:
        with pytest.raises(NotCompletedError):
            service.reopen_and_reverse(rows.db, rows.as_teacher, rows.add_goal())

    def test_a_reopened_goal_is_paid_again_when_it_is_completed_again(self, rows: RowBuilder) -> None:
        goal = rows.add_completed_goal(goalbucks=25)
        service.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        submissions.complete_goal(rows.db, rows.as_teacher, goal)
        assert (rows.balance, rows.reasons()) == (25, ["goal", "goal_reversed", "goal"])

    @pytest.mark.spec("9.4")
    def test_the_whole_credit_is_reversed_even_if_the_student_spent_it(self, rows: RowBuilder) -> None:
        goal = rows.add_completed_goal(goalbucks=25)
        rows.buy(rows.add_item(goalbucks_cost=20))
        service.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        assert rows.balance == -20


class TestOverdue:
    @pytest.mark.spec("6.5")
    @pytest.mark.usefixtures("fake_clock")
    @pytest.mark.parametrize(("days", "overdue"), [(-1, True), (0, False), (1, False), (None, False)])
    def test_a_current_goal_is_overdue_from_the_day_after_its_due_date(
        self, rows: RowBuilder, days: int | None, *, overdue: bool
    ) -> None:
        due = None if days is None else clock.local_date() + timedelta(days=days)
        assert rows.add_goal(due_date=due).overdue is overdue
        (listed,) = queries.goals_of_student(rows.db, rows.student.id, PageRequest())
        assert listed.overdue is overdue

    def test_a_completed_goal_is_never_overdue(self, rows: RowBuilder) -> None:
        goal = rows.add_goal(due_date=date(2020, 1, 1))
        complete(rows, goal)
        assert not goal.overdue

    @pytest.mark.spec("6.5")
    @pytest.mark.parametrize(
        ("time_zone", "due", "midnight"),
        [
            (AUCKLAND, date(2026, 11, 18), datetime(2026, 11, 18, 11, tzinfo=UTC)),
            (LOS_ANGELES, date(2026, 11, 18), datetime(2026, 11, 19, 8, tzinfo=UTC)),
            # The day before and the day on which daylight saving time ends
            (LOS_ANGELES, date(2026, 10, 31), datetime(2026, 11, 1, 7, tzinfo=UTC)),
            (LOS_ANGELES, date(2026, 11, 1), datetime(2026, 11, 2, 8, tzinfo=UTC)),
        ],
    )
    def test_a_goal_becomes_overdue_at_the_servers_midnight(
        self,
        fake_clock: FakeClock,
        set_time_zone: Callable[[str], None],
        *,
        time_zone: str,
        due: date,
        midnight: datetime,
    ) -> None:
        set_time_zone(time_zone)
        fake_clock.now = midnight - timedelta(seconds=1)
        assert not is_overdue("current", due)
        fake_clock.now = midnight
        assert is_overdue("current", due)


class TestEditingAndDeleting:
    def test_editing_replaces_name_worth_due_date_details_and_picture(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        goal.edit(CHANGED)
        assert (goal.name, goal.goalbucks, goal.due_date) == ("Read on", 30, date(2030, 1, 31))
        assert (goal.details, goal.picture) == ("A photo of the page", "book")
        goal.edit(FIELDS)
        assert (goal.details, goal.picture) == (None, None)

    def test_a_goal_with_pending_proof_can_be_edited_and_pays_its_new_worth(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        submission = rows.submit(goal)
        goal.edit(CHANGED)
        submissions.review(rows.db, rows.as_teacher, submission, Review("approved", None))
        assert rows.balance == 30

    def test_a_completed_goal_cannot_be_edited(self, rows: RowBuilder) -> None:
        goal = rows.add_completed_goal(name="Sums")
        with pytest.raises(GoalCompletedError):
            goal.edit(CHANGED)
        assert goal.name == "Sums"

    @pytest.mark.spec("6.8")
    def test_a_completed_goal_cannot_be_deleted(self, rows: RowBuilder) -> None:
        with pytest.raises(GoalCompletedError):
            service.delete(rows.db, rows.as_teacher, rows.add_completed_goal())

    def test_deleting_a_goal_deletes_its_submissions_and_is_recorded(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        rows.submit(goal)
        service.delete(rows.db, rows.as_teacher, goal)
        assert rows.db.scalars(select(Submission)).all() == []
        assert rows.events()[-1].kind == "goal_deleted"

    def test_submissions_still_exist_when_deletion_listeners_run(self, rows: RowBuilder) -> None:
        found: list[str] = []

        def listen(db: Session, table: str, row_id: str) -> None:
            found.extend(db.scalars(select(Submission.id).where(Submission.goal_id == row_id)))
            assert table == "goals"

        hooks = hooks_of(rows.db)
        hooks.before_delete.append(listen)
        goal = rows.add_goal()
        submission = rows.submit(goal)
        service.delete(rows.db, rows.as_teacher, goal)
        assert found == [submission.id]


class TestListing:
    @pytest.fixture
    def goals(self, rows: RowBuilder, fake_clock: FakeClock) -> list[str]:
        """The names of the student's goals in the order in which they are listed."""
        for name, due in (("undated", None), ("later", date(2027, 5, 1)), ("sooner", date(2027, 1, 1))):
            rows.add_goal(name=name, due_date=due)
        rows.add_goal(name="undated too")
        last, first = (rows.add_goal(name=name) for name in ("last done", "first done"))
        for goal in (first, last):
            fake_clock.advance(minutes=1)
            complete(rows, goal)
        rows.add_goal(rows.add_student(), "a classmate's")
        return ["sooner", "later", "undated", "undated too", "last done", "first done"]

    def names(self, rows: RowBuilder, page: PageRequest) -> list[str]:
        return [goal.name for goal in queries.goals_of_student(rows.db, rows.student.id, page)]

    @pytest.mark.spec("6.12")
    def test_current_goals_come_first_by_due_date_and_then_the_completed_ones_newest_first(
        self, rows: RowBuilder, goals: list[str]
    ) -> None:
        assert self.names(rows, PageRequest()) == goals

    @pytest.mark.parametrize(
        ("status", "part"), [("current", slice(4)), ("completed", slice(4, 6)), ("other", slice(0))]
    )
    def test_a_status_selects_the_goals_that_have_it(
        self, rows: RowBuilder, goals: list[str], status: str, part: slice
    ) -> None:
        assert self.names(rows, PageRequest(status=status)) == goals[part]

    @pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6, 500])
    def test_pages_of_any_size_list_every_goal_once_and_in_order(
        self, rows: RowBuilder, goals: list[str], limit: int
    ) -> None:
        listed: list[GoalResponse] = []
        while True:
            before = listed[-1].id if listed else None
            page = queries.goals_of_student(rows.db, rows.student.id, PageRequest(limit=limit, before=before))
            assert len(page) <= limit
            listed += page
            if len(page) < limit:
                break
        assert [goal.name for goal in listed] == goals

    def test_a_page_after_another_students_goal_is_empty(self, rows: RowBuilder, goals: list[str]) -> None:
        del goals
        other = rows.add_goal(rows.add_student())
        assert self.names(rows, PageRequest(before=other.id)) == []

    def test_a_teacher_sees_the_goals_of_all_own_classes_newest_first(self, rows: RowBuilder) -> None:
        second = rows.add_student(rows.add_classroom())
        newest_last = [rows.add_goal(), rows.add_goal(second), rows.add_goal()]
        rows.for_other_teacher().add_goal()
        for page in (PageRequest(), PageRequest(limit=500)):
            results = queries.goals_for_teacher(rows.db, rows.as_teacher, page)
            assert [goal.id for goal in results] == [goal.id for goal in newest_last[::-1]]

    def test_a_goal_is_found_only_by_its_teacher_and_its_student(self, rows: RowBuilder) -> None:
        goal, other_rows = rows.add_goal(), rows.for_other_teacher()
        for actor in (rows.as_teacher, rows.as_student):
            assert lock_visible_row(rows.db, actor, "view", Goal, goal.id) is goal
        for actor in (other_rows.as_teacher, other_rows.as_student):
            with pytest.raises(NotFoundError):
                lock_visible_row(rows.db, actor, "view", Goal, goal.id)


class TestUsedNames:
    @pytest.mark.spec("6.19")
    def test_names_are_listed_by_how_often_they_were_assigned(self, rows: RowBuilder) -> None:
        classmates = [rows.student, *(rows.add_student() for _ in range(3))]
        once = GoalFields("Once for everybody", 5, None)
        service.assign_to_many(rows.db, rows.classroom, [student.id for student in classmates], once)
        for _ in range(2):
            rows.add_goal(name="Twice")
        rows.add_goal(name="Later once")
        assert [each.name for each in queries.used_names(rows.db, rows.as_teacher)] == [
            "Twice",
            "Later once",
            "Once for everybody",
        ]

    @pytest.mark.spec("6.19")
    def test_a_name_has_the_amount_and_the_details_of_its_last_goal(self, rows: RowBuilder) -> None:
        for fields in (GoalFields("Read", 5, None, "A photo"), GoalFields("Read", 8, None, "A list")):
            service.assign(rows.db, rows.classroom, rows.student.id, fields)
        assert queries.used_names(rows.db, rows.as_teacher) == [GoalNameResponse("Read", 8, "A list")]

    @pytest.mark.spec("6.19")
    def test_names_of_all_own_classes_are_listed_and_of_no_other_teachers(self, rows: RowBuilder) -> None:
        rows.add_goal(rows.add_student(rows.add_classroom()), "Of the second class")
        rows.for_other_teacher().add_goal(name="Of another teacher")
        assert [each.name for each in queries.used_names(rows.db, rows.as_teacher)] == ["Of the second class"]

    @pytest.mark.spec("6.19")
    def test_names_of_the_last_400_days_are_listed(self, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
        rows.add_goal(name="Read")
        now = clock.now()
        for days, names in ((400, ["Read"]), (401, [])):
            monkeypatch.setattr(clock, "now", lambda days=days: now + timedelta(days=days, minutes=-1))
            assert [each.name for each in queries.used_names(rows.db, rows.as_teacher)] == names

    @pytest.mark.spec("6.19")
    def test_at_most_200_names_are_listed(self, rows: RowBuilder) -> None:
        for number in range(queries.MAX_NAMES + 1):
            rows.add_goal(name=f"Goal {number}")
        listed = [each.name for each in queries.used_names(rows.db, rows.as_teacher)]
        assert len(listed) == 200
        assert "Goal 0" not in listed

    @pytest.mark.spec("6.19")
    def test_the_name_of_a_deleted_goal_is_not_listed(self, rows: RowBuilder) -> None:
        service.delete(rows.db, rows.as_teacher, rows.add_goal(name="A typo"))
        assert queries.used_names(rows.db, rows.as_teacher) == []
