"""Random days of a class with series: whatever happens, no day is made twice and no goals pile up.

Teachers, students, clock, time zone and restores take random turns; after each the invariants are checked. A failure is
printed as the shortest sequence of turns.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, configuration, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import ColumnElement, Engine, func, select
from sqlalchemy.orm import Session, SessionTransaction

from server import clock
from server.data_protection.backups.integrity import ledger_problems, series_problems
from server.database.hooks import HOOKS_KEY, Hooks
from server.domain.assignments import service as assignments
from server.domain.goals import service as goals
from server.domain.goals.models import Goal
from server.domain.no_school_days.models import DateRange, is_no_school
from server.domain.no_school_days.service import list_ranges, replace_ranges
from server.domain.series import service
from server.domain.series.making import due_series_ids, find_day, make_planned_day
from server.domain.series.models import WEEKDAYS, GoalSeries, SeriesDay, SeriesFields, Weekday
from server.domain.series.queries import is_running
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review, Submission
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

configuration.set_hypothesis_home_dir(Path(".pytest_cache") / "hypothesis")  # a folder that can't be a source
ZONES = {
    "Chicago": "CST6CDT,M3.2.0,M11.1.0",
    "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "Kolkata": "IST-5:30",
}
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""As early as the clock of a computer with a flat battery; ids have no time before 1970."""
STEPS = 40
MOST_SERIES = 4
FEW_EXAMPLES = settings(
    max_examples=10,
    stateful_step_count=STEPS,
    derandomize=True,  # deterministic, so that a failure is caused by a change
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
MANY_EXAMPLES = settings(FEW_EXAMPLES, max_examples=300, derandomize=False, print_blob=True)
"""At least 10,000 steps."""


class RandomDays(RuleBasedStateMachine):
    """A class of three students and another class, whose school days happen in random order."""

    def __init__(self, engine: Engine, fake_clock: FakeClock, set_time_zone: Callable[[str], None]) -> None:
        super().__init__()
        self.clock = fake_clock
        self.clock.now = FakeClock.START
        self.set_time_zone = set_time_zone
        self.db = Session(engine, info={HOOKS_KEY: (hooks := Hooks())})
        hooks.before_move.append(service.leave_all)
        self.rows = RowBuilder(self.db)
        self.other_classroom = self.rows.add_classroom("Room 13")
        for _ in range(2):
            self.rows.add_student()
        self.backup: SessionTransaction | None = None
        self.counts: Counter[str] = Counter()
        """Number of goals of each made day, by its assignment."""

    def teardown(self) -> None:
        self.db.close()

    # ---- Clock

    @rule(zone=st.sampled_from(sorted(ZONES)))
    def fly(self, zone: str) -> None:
        """Set the computer to another time zone."""
        self.set_time_zone(ZONES[zone])

    @rule(hours=st.integers(1, 40))
    def let_time_pass(self, hours: int) -> None:
        """Let time pass with the program running."""
        self.clock.advance(hours=hours)
        self.run_day_job()

    @rule(days=st.integers(2, 6))
    def go_to_school(self, days: int) -> None:
        """Let days pass with the program running."""
        for _ in range(days):
            self.let_time_pass(24)

    @rule(days=st.integers(1, 12))
    def sleep(self, days: int) -> None:
        """Let the computer be off or asleep, and start it again."""
        self.clock.advance(days=days)
        self.run_day_job()

    @rule(days=st.one_of(st.integers(-400, 400), st.just(-2800)))
    def set_clock(self, days: int) -> None:
        """Set the clock back or ahead, but not before `EARLIEST`."""
        self.clock.now = max(EARLIEST, self.clock.now + timedelta(days=days))
        self.run_day_job()

    @rule(year=st.integers(2026, 2027), is_spring=st.booleans())
    def change_to_summer_or_winter_time(self, year: int, *, is_spring: bool) -> None:
        """Go to the night before the clocks of Europe change."""
        month, day = (3, 28) if is_spring else (10, 25)
        self.clock.now = datetime(year, month, day, 22, 30, tzinfo=UTC)
        self.run_day_job()

    @rule()
    def run_day_job(self) -> None:
        """Make the day's goals, as after a start."""
        day = clock.local_date()
        for series_id in due_series_ids(self.db, day):
            make_planned_day(self.db, series_id, day)
            series = self.db.get_one(GoalSeries, series_id)
            assert WEEKDAYS[day.weekday()] in series.weekdays
            assert series.first_day <= day <= series.last_day
            assert not is_no_school(list_ranges(self.db, self.rows.teacher.id), day)
            self._check_open_goals(series)

    # ---- Teacher

    @initialize(zone=st.sampled_from(sorted(ZONES)))
    def repeat_a_goal_every_day(self, zone: str) -> None:
        """Begin in a time zone with a series of every day for everybody."""
        self.fly(zone)
        self._create(WEEKDAYS, 0, 250, None)
        self.go_to_school(2)

    @rule(
        weekdays=st.lists(st.sampled_from(WEEKDAYS), min_size=1, unique=True),
        start=st.integers(-3, 5),
        length=st.integers(0, 200),
        everybody=st.booleans(),
    )
    def repeat_a_goal(self, weekdays: Sequence[Weekday], start: int, length: int, *, everybody: bool) -> None:
        """Create a series."""
        self._create(weekdays, start, length, None if everybody else [self._students()[0].id])

    @rule(choice=st.integers(0, 9), weekdays=st.lists(st.sampled_from(WEEKDAYS), min_size=1, unique=True))
    def change_a_series(self, choice: int, weekdays: Sequence[Weekday]) -> None:
        """Change weekdays, worth and students of a series."""
        if (series := self._choose_series(choice)) is not None:
            last_day = min(series.last_day, clock.local_date() + timedelta(days=service.MAX_DAYS_AHEAD))
            first_day = min(series.first_day, last_day)
            fields = SeriesFields("Changed", 9, weekdays, first_day, last_day, None)
            service.edit(self.db, self.rows.classroom, series, fields)

    @rule(choice=st.integers(0, 9), end_open=st.booleans())
    def stop_a_series(self, choice: int, *, end_open: bool) -> None:
        """Stop a series for good."""
        if (series := self._choose_series(choice)) is not None:
            service.stop(self.db, series, end_open=end_open)

    @rule(choice=st.integers(0, 9))
    def make_todays_goals(self, choice: int) -> None:
        """Make today's goals, whatever weekday it is."""
        if (series := self._choose_series(choice)) is not None:
            is_new = find_day(self.db, series, clock.local_date()) is None
            _, assignment_id = service.make_today(self.db, series)
            self.counts[assignment_id] = self._count(assignment_id)
            if is_new:
                self._check_open_goals(series)

    @rule(start=st.integers(0, 5), length=st.integers(0, 9))
    def enter_no_school_days(self, start: int, length: int) -> None:
        """Replace the days without school by a range from today or later."""
        first_day = clock.local_date() + timedelta(days=start)
        ranges = [DateRange(first_day, first_day + timedelta(days=length))]
        replace_ranges(self.db, self.rows.teacher.id, ranges)

    @rule(choice=st.integers(0, 99))
    def delete_a_day(self, choice: int) -> None:
        """Delete the goals of a day for everybody, as far as they have no proof."""
        if (goal := self._choose(choice, Goal.assignment_id.is_not(None))) is not None:
            query = select(Goal).where(Goal.assignment_id == goal.assignment_id)
            assignments.delete(self.db, self.rows.as_teacher, self.db.scalars(query).all())

    @rule(choice=st.integers(0, 99))
    def delete_a_goal(self, choice: int) -> None:
        """Delete a goal that isn't completed."""
        if (goal := self._choose(choice, Goal.status != "completed")) is not None:
            goals.delete(self.db, self.rows.as_teacher, goal)

    @rule(choice=st.integers(0, 99))
    def complete_a_goal(self, choice: int) -> None:
        """Complete a goal without proof."""
        if (goal := self._choose(choice, Goal.status == "current")) is not None:
            submissions.complete_goal(self.db, self.rows.as_teacher, goal)

    @rule(choice=st.integers(0, 99))
    def reopen_a_goal(self, choice: int) -> None:
        """Reopen a completed or ended goal."""
        if (goal := self._choose(choice, Goal.status != "current")) is not None:
            submissions.reopen_goal(self.db, self.rows.as_teacher, goal)

    @rule(choice=st.integers(0, 99), verdict=st.sampled_from(["approved", "less", "denied", "returned"]))
    def review(self, choice: int, verdict: str) -> None:
        """Review a submission."""
        if (sent := self._choose_submission(choice)) is not None:
            if verdict in {"approved", "less"}:
                decision = Review("approved", None, goalbucks=1 if verdict == "less" else None)
            else:
                decision = Review("denied", "Which page?", allow_resubmission=verdict == "returned")
            submissions.review(self.db, self.rows.as_teacher, sent, decision)

    # ---- Students

    @rule(choice=st.integers(0, 99))
    def send_proof(self, choice: int) -> None:
        """Send proof of an open goal that takes it."""
        tried = select(Submission.goal_id).where(~Submission.allow_resubmission)
        if (goal := self._choose(choice, Goal.status == "current", Goal.id.not_in(tried))) is not None:
            self.rows.submit(goal)

    @rule(choice=st.integers(0, 99))
    def withdraw_proof(self, choice: int) -> None:
        """Take pending proof back."""
        if (sent := self._choose_submission(choice)) is not None:
            submissions.withdraw(self.db, sent)

    @rule()
    def join(self) -> None:
        """Add a student to the class."""
        self.rows.add_student()

    @precondition(lambda self: len(self._students()) > 1)
    @rule(choice=st.integers(0, 9), away=st.booleans())
    def go_away_or_come_back(self, choice: int, *, away: bool) -> None:
        """Mark a student as away or back."""
        students.set_away(self.db, self.rows.as_teacher, self._choose_student(choice), away=away)

    @precondition(lambda self: len(self._students()) > 1)
    @rule(choice=st.integers(0, 9))
    def move(self, choice: int) -> None:
        """Move a student to the other class."""
        students.move(self.db, self.rows.as_teacher, self._choose_student(choice), self.other_classroom)

    @precondition(lambda self: len(self._students()) > 1)
    @rule(choice=st.integers(0, 9))
    def leave(self, choice: int) -> None:
        """Delete a student."""
        students.delete(self.db, self.rows.as_teacher, self._choose_student(choice))

    # ---- Backups

    @precondition(lambda self: self.backup is None)
    @rule()
    def back_up(self) -> None:
        """Remember the present state of the database."""
        self.db.flush()
        self.backup = self.db.begin_nested()

    @precondition(lambda self: self.backup is not None)
    @rule()
    def restore(self) -> None:
        """Return to the backup; the clock goes on."""
        assert self.backup is not None
        self.backup.rollback()
        self.backup = None
        self.counts = Counter()
        self.run_day_job()

    # ---- Invariants

    @invariant()
    def a_student_has_at_most_one_goal_of_a_day(self) -> None:
        of_day = select(Goal.student_id, Goal.assignment_id).join(
            SeriesDay, SeriesDay.assignment_id == Goal.assignment_id
        )
        query = of_day.group_by(Goal.student_id, Goal.assignment_id).having(func.count() > 1)
        assert self.db.execute(query).all() == []

    @invariant()
    def deleted_goals_do_not_come_back(self) -> None:
        for assignment_id in self.db.scalars(select(SeriesDay.assignment_id)):
            now = self._count(assignment_id)
            assert now <= self.counts.get(assignment_id, now)
            self.counts[assignment_id] = now

    @invariant()
    def the_ledger_and_the_classes_are_consistent(self) -> None:
        assert ledger_problems(self.db) == []
        assert series_problems(self.db) == []

    # ---- Helpers

    def _create(self, weekdays: Sequence[Weekday], start: int, length: int, student_ids: list[str] | None) -> None:
        first_day = clock.local_date() + timedelta(days=start)
        last_day = first_day + timedelta(days=length)
        running = select(func.count()).select_from(GoalSeries).where(is_running(clock.local_date()))
        if self.db.scalars(running).one() < MOST_SERIES:
            fields = SeriesFields("Read", 5, weekdays, first_day, last_day, student_ids)
            service.create(self.db, self.rows.classroom, fields)

    def _students(self) -> Sequence[Student]:
        query = select(Student).where(Student.classroom_id == self.rows.classroom.id)
        return self.db.scalars(query.order_by(Student.id)).all()

    def _choose_student(self, choice: int) -> Student:
        found = self._students()
        return found[choice % len(found)]

    def _choose_series(self, choice: int) -> GoalSeries | None:
        query = select(GoalSeries).where(is_running(clock.local_date())).order_by(GoalSeries.id)
        found = self.db.scalars(query).all()
        return found[choice % len(found)] if found else None

    def _choose(self, choice: int, *conditions: ColumnElement[bool]) -> Goal | None:
        found = self.db.scalars(select(Goal).where(*conditions).order_by(Goal.id)).all()
        return found[choice % len(found)] if found else None

    def _choose_submission(self, choice: int) -> Submission | None:
        query = select(Submission).where(Submission.status == "pending").order_by(Submission.id)
        found = self.db.scalars(query).all()
        return found[choice % len(found)] if found else None

    def _count(self, assignment_id: str) -> int:
        query = select(func.count()).select_from(Goal).where(Goal.assignment_id == assignment_id)
        return self.db.scalars(query).one()

    def _check_open_goals(self, series: GoalSeries) -> None:
        """Check after a day was made: at most two goals with a due date, besides those in review or just returned."""
        days = select(SeriesDay).where(SeriesDay.series_id == series.id).order_by(SeriesDay.id.desc())
        last_made = self.db.scalars(days.offset(1).limit(1)).first()
        is_open = (Goal.series_id == series.id, Goal.status == "current", Goal.due_date.is_not(None))
        numbers: Counter[str] = Counter()
        for goal in self.db.scalars(select(Goal).where(*is_open)):
            tries = select(Submission).where(Submission.goal_id == goal.id).order_by(Submission.id.desc()).limit(1)
            latest = self.db.scalar(tries)
            is_pending = latest is not None and latest.status == "pending"
            is_returned = (
                latest is not None
                and latest.reviewed_at is not None
                and latest.allow_resubmission
                and last_made is not None
                and latest.reviewed_at >= last_made.created_at
            )
            if not is_pending and not is_returned:
                numbers[goal.student_id] += 1
        assert max(numbers.values(), default=0) <= 2


@pytest.fixture
def run(engine: Engine, fake_clock: FakeClock, set_time_zone: Callable[[str], None]) -> Callable[[settings], None]:
    """Run the state machine."""

    def run_machine(how: settings) -> None:
        machine = partial(RandomDays, engine, fake_clock, set_time_zone)
        run_state_machine_as_test(machine, settings=how)  # type: ignore[arg-type]  # a factory, which Hypothesis takes too

    return run_machine


@pytest.mark.spec("22.2", "22.3")
def test_hundreds_of_random_turns_keep_the_invariants(run: Callable[[settings], None]) -> None:
    run(FEW_EXAMPLES)


@pytest.mark.long
def test_ten_thousand_random_turns_keep_the_invariants(run: Callable[[settings], None]) -> None:
    run(MANY_EXAMPLES)
