"""Class goals: giving, taking back, reaching, ending; what a move, an erasure or a new term does to gifts."""

from datetime import date

import pytest
from sqlalchemy import event, select

from server.data_protection.backups.integrity import class_goal_problems, ledger_problems
from server.database.hooks import hooks_of
from server.domain.class_goals import queries, service
from server.domain.class_goals.models import (
    ClassGoal,
    ClassGoalFields,
    ClassGoalNotReachedError,
    ClassGoalOpenError,
    ClassGoalOverError,
)
from server.domain.class_goals.service import GivingOverError, MoreThanMissingError
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.goalbucks.service import NotEnoughGoalbucksError
from server.domain.progress.class_progress import progress_of_class
from server.domain.progress.periods import period_of
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.terms import service as terms
from server.domain.terms.models import TermEnding
from server.errors import InvalidError, NotFoundError
from server.live.changes import ChangeCollector, ChangeEvent
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder, actor_of


def fields(name: str = "Pizza", goalbucks: int = 100, until: date | None = None) -> ClassGoalFields:
    return ClassGoalFields(name, goalbucks, until)


def balance(rows: RowBuilder, student: Student) -> int:
    return balance_of(rows.db, student.id).balance


def given(rows: RowBuilder, goal: ClassGoal) -> int:
    return queries.given_to(rows.db, goal)


def add_giver(rows: RowBuilder, goal: ClassGoal, amount: int, has: int = 50) -> Student:
    """Add a classmate who has goalbucks and gives some of them."""
    student = rows.add_student()
    rows.award(has, student)
    rows.give(goal, amount, student)
    return student


def problems(rows: RowBuilder) -> list[str]:
    rows.db.flush()
    return class_goal_problems(rows.db) + ledger_problems(rows.db)


@pytest.mark.spec("25.2")
class TestMakingAndEditing:
    def test_a_class_has_one_open_goal(self, rows: RowBuilder) -> None:
        rows.add_class_goal()
        with pytest.raises(ClassGoalOpenError), rows.db.begin_nested():
            rows.add_class_goal("Another")
        rows.add_class_goal(classroom=rows.add_classroom())

    @pytest.mark.parametrize("over", ["ended", "reached", "done"])
    def test_after_it_is_over_the_next_one_can_be_made(self, rows: RowBuilder, over: str) -> None:
        goal = rows.add_class_goal(goalbucks=10)
        if over == "ended":
            service.end(rows.db, rows.as_teacher, goal)
        else:
            rows.award(10)
            rows.give(goal, 10)
        if over == "done":
            service.mark_done(rows.db, rows.as_teacher, goal)
        assert goal.status == over
        assert rows.add_class_goal("Next").status == "open"

    def test_name_target_and_date_can_be_changed(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        service.edit(rows.db, rows.as_teacher, goal, fields("Pizza", 200, date(2026, 12, 11)))
        assert (goal.name, goal.goalbucks, goal.until) == ("Pizza", 200, date(2026, 12, 11))

    def test_the_target_stays_above_what_was_given(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        rows.award(40)
        rows.give(goal, 40)
        with pytest.raises(InvalidError) as refused:
            service.edit(rows.db, rows.as_teacher, goal, fields(goalbucks=40))
        assert refused.value.fields["goalbucks"].format() == "must be more than the 40 that the class has given so far"
        service.edit(rows.db, rows.as_teacher, goal, fields(goalbucks=41))
        assert goal.status == "open"

    def test_a_goal_that_is_over_cannot_be_changed(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        service.end(rows.db, rows.as_teacher, goal)
        for change in (service.end, service.mark_done):
            with pytest.raises(ClassGoalOverError):
                change(rows.db, rows.as_teacher, goal)
        with pytest.raises(ClassGoalOverError):
            service.edit(rows.db, rows.as_teacher, goal, fields())

    def test_an_open_goal_cannot_be_marked_as_done(self, rows: RowBuilder) -> None:
        with pytest.raises(ClassGoalNotReachedError) as refused:
            service.mark_done(rows.db, rows.as_teacher, rows.add_class_goal())
        assert refused.value.code == "class_goal_open"

    def test_the_log_of_the_owner_has_each_change_and_no_gift(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=20)
        service.edit(rows.db, rows.as_teacher, goal, fields(goalbucks=30))
        rows.award(30)
        rows.give(goal, 30)
        service.mark_done(rows.db, rows.as_teacher, goal)
        service.end(rows.db, rows.as_teacher, rows.add_class_goal("Next", 500))
        events = [(each.kind, each.about, each.amount) for each in rows.events() if each.kind.startswith("class_goal")]
        assert events == [
            ("class_goal_made", "Movie afternoon", 20),
            ("class_goal_edited", "Pizza", 30),
            ("class_goal_done", "Pizza", 30),
            ("class_goal_made", "Next", 500),
            ("class_goal_ended", "Next", 500),
        ]
        assert {each.kind for each in rows.events()} - {kind for kind, *_ in events} == {"registered", "award"}


@pytest.mark.spec("25.3")
class TestGiving:
    def test_a_gift_leaves_the_balance_and_counts_as_spent(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        rows.award(30)
        gift = rows.give(goal, 20)
        sums = balance_of(rows.db, rows.student.id)
        assert (sums.balance, sums.earned, sums.spent) == (10, 30, 20)
        assert given(rows, goal) == 20
        assert rows.reasons() == ["award", "class_gift"]
        entry = rows.db.get_one(LedgerEntry, gift.entry_id)
        assert (entry.amount, entry.description) == (-20, "Movie afternoon")
        assert problems(rows) == []

    def test_nobody_can_give_what_they_do_not_have(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        rows.award(19)
        with pytest.raises(NotEnoughGoalbucksError):
            rows.give(goal, 20)
        assert (rows.balance, given(rows, goal)) == (19, 0)

    def test_nobody_can_give_more_than_is_missing(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=30)
        add_giver(rows, goal, 22)
        rows.award(50)
        with pytest.raises(MoreThanMissingError) as refused:
            rows.give(goal, 9)
        assert refused.value.translatable.params == {"missing": 8}
        rows.give(goal, 8)
        assert goal.status == "reached"

    def test_a_goal_that_is_over_takes_nothing(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=10)
        add_giver(rows, goal, 10)
        rows.award(10)
        with pytest.raises(GivingOverError) as refused:
            rows.give(goal, 1)
        assert refused.value.code == "class_goal_over"
        assert rows.balance == 10

    def test_a_student_of_another_class_cannot_give(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        outsider = rows.add_student(rows.add_classroom())
        with pytest.raises(NotFoundError):
            rows.give(goal, 1, outsider)

    def test_neither_a_gift_nor_its_return_is_in_progress(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        rows.award(30)
        rows.add_completed_goal(goalbucks=5)
        for _ in range(2):
            rows.give(goal, 10)
        service.take_back(rows.db, rows.as_student, goal)
        rows.give(goal, 10)
        rows.db.flush()
        period = period_of(rows.db, rows.classroom, "8weeks")
        progress = progress_of_class(rows.db, rows.classroom, period)
        assert [(row.earned, row.awards, row.spent) for row in progress.students] == [(5, 30, 0)]


@pytest.mark.spec("25.4")
class TestReturning:
    def test_taking_back_returns_all_own_gifts(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        classmate = add_giver(rows, goal, 7)
        rows.award(30)
        rows.give(goal, 10)
        rows.give(goal, 5)
        service.take_back(rows.db, rows.as_student, goal)
        assert (rows.balance, balance(rows, classmate), given(rows, goal)) == (30, 43, 7)
        assert rows.reasons() == ["award", "class_gift", "class_gift", "class_gift_returned", "class_gift_returned"]
        assert balance_of(rows.db, rows.student.id).spent == 0
        service.take_back(rows.db, rows.as_student, goal)
        assert (rows.balance, given(rows, goal)) == (30, 7)
        assert problems(rows) == []

    def test_ending_returns_every_gift_once(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        givers = [add_giver(rows, goal, amount) for amount in (5, 10, 15)]
        rows.give(goal, 20, givers[0])
        service.take_back(rows.db, actor_of(givers[2]), goal)
        service.end(rows.db, rows.as_teacher, goal)
        assert [balance(rows, giver) for giver in givers] == [50, 50, 50]
        assert (goal.status, given(rows, goal)) == ("ended", 0)
        assert rows.reasons(givers[2]) == ["award", "class_gift", "class_gift_returned"]
        assert problems(rows) == []

    def test_a_reached_goal_keeps_its_gifts(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=10)
        giver = add_giver(rows, goal, 10)
        with pytest.raises(GivingOverError):
            service.take_back(rows.db, actor_of(giver), goal)
        with pytest.raises(ClassGoalOverError):
            service.end(rows.db, rows.as_teacher, goal)
        service.mark_done(rows.db, rows.as_teacher, goal)
        assert (balance(rows, giver), given(rows, goal)) == (40, 10)

    def test_a_return_counts_in_the_week_of_its_gift(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        goal = rows.add_class_goal()
        rows.award(30)
        rows.give(goal, 10)
        fake_clock.advance(weeks=2)
        service.end(rows.db, rows.as_teacher, goal)
        weeks = {
            entry.reason: entry.week
            for entry in rows.db.scalars(select(LedgerEntry).where(LedgerEntry.student_id == rows.student.id))
        }
        assert weeks["class_gift_returned"] == weeks["class_gift"] == date(2026, 9, 14)
        assert problems(rows) == []

    def test_a_gift_of_before_a_new_term_comes_back_afterwards(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        goal = rows.add_class_goal()
        rows.award(30)
        rows.give(goal, 10)
        rows.db.flush()
        fake_clock.advance(minutes=1)
        terms.begin(rows.db, rows.as_teacher, rows.classroom, TermEnding("Fall", "end", "reset"))
        assert (rows.balance, goal.status, given(rows, goal)) == (0, "open", 10)
        fake_clock.advance(minutes=1)
        service.end(rows.db, rows.as_teacher, goal)
        assert rows.balance == 10
        assert problems(rows) == []


@pytest.mark.spec("25.4")
class TestGiversWhoLeave:
    @pytest.fixture(autouse=True)
    def _hooks(self, rows: RowBuilder) -> None:
        hooks_of(rows.db).before_move.append(service.return_before_move)
        hooks_of(rows.db).before_delete.append(service.delete_before_student)

    def move(self, rows: RowBuilder, student: Student) -> None:
        students.move(rows.db, rows.as_teacher, student, rows.add_classroom("Room 13"))
        rows.db.expire_all()

    def test_who_moves_gets_the_gifts_of_an_open_goal_back(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        giver, stays = add_giver(rows, goal, 20), add_giver(rows, goal, 5)
        self.move(rows, giver)
        assert (balance(rows, giver), balance(rows, stays), given(rows, goal)) == (50, 45, 5)
        assert queries.find_gifts_to_other_classes(rows.db) == []
        assert problems(rows) == []

    def test_who_moves_gets_nothing_back_of_a_reached_goal(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=20)
        giver = add_giver(rows, goal, 20)
        self.move(rows, giver)
        assert (balance(rows, giver), goal.status, given(rows, goal)) == (30, "reached", 20)
        assert queries.gifts_to(rows.db, goal) == []
        assert problems(rows) == []

    def test_who_is_deleted_takes_the_gifts_along(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        giver = add_giver(rows, goal, 20)
        add_giver(rows, goal, 5)
        students.delete(rows.db, rows.as_teacher, giver)
        assert (given(rows, goal), goal.status) == (5, "open")
        assert problems(rows) == []

    def test_a_reached_goal_stays_reached_without_a_giver_who_was_deleted(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal(goalbucks=20)
        giver = add_giver(rows, goal, 20)
        students.delete(rows.db, rows.as_teacher, giver)
        assert (given(rows, goal), goal.status) == (20, "reached")
        assert problems(rows) == []

    def test_the_class_is_told_of_a_deleted_giver_without_a_name(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        giver = add_giver(rows, goal, 20)
        events = collect_events(rows, lambda: students.delete(rows.db, rows.as_teacher, giver))
        assert ChangeEvent("class-goal", rows.teacher.id, rows.classroom.id, None) in events


def collect_events(rows: RowBuilder, change: object) -> set[ChangeEvent]:
    """Return the events of the flushes of a change."""
    rows.db.flush()
    collector = ChangeCollector(rows.db)

    def collect(db: object, _: object) -> None:
        session = rows.db
        assert db is session
        collector.add([*session.new, *session.dirty, *session.deleted])

    event.listen(rows.db, "after_flush", collect)
    assert callable(change)
    change()
    rows.db.flush()
    event.remove(rows.db, "after_flush", collect)
    collected = collector.collected()
    return set(collected.changes) if collected else set()


@pytest.mark.spec("25.5")
class TestWhoSeesWhat:
    def test_no_event_of_a_gift_that_the_class_gets_names_a_student(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        rows.award(30)

        def change() -> None:
            rows.give(goal, 10)
            service.take_back(rows.db, rows.as_student, goal)

        class_events = {each for each in collect_events(rows, change) if each.topic == "class-goal"}
        assert class_events == {ChangeEvent("class-goal", rows.teacher.id, rows.classroom.id, None)}

    def test_a_student_sees_the_own_share_only(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        add_giver(rows, goal, 20)
        rows.award(30)
        rows.give(goal, 4)
        rows.db.flush()
        (seen,) = queries.class_goals_of_class(rows.db, rows.as_student, rows.classroom.id)
        assert (seen.given, seen.own_gift) == (24, 4)
        (of_teacher,) = queries.class_goals_of_class(rows.db, rows.as_teacher, rows.classroom.id)
        assert (of_teacher.given, of_teacher.own_gift) == (24, None)
        assert queries.class_goal_for_student(rows.db, rows.student.id) == seen

    def test_the_teacher_sees_who_gave_what_newest_first(self, rows: RowBuilder) -> None:
        goal = rows.add_class_goal()
        giver = add_giver(rows, goal, 20)
        rows.give(goal, 3, giver)
        took_back = add_giver(rows, goal, 9)
        service.take_back(rows.db, actor_of(took_back), goal)
        seen = queries.gifts_to(rows.db, goal)
        assert [(each.student_id, each.student_name, each.amount) for each in seen] == [
            (giver.id, "Amara Okafor", 3),
            (giver.id, "Amara Okafor", 20),
        ]

    def test_a_student_is_shown_the_open_goal_before_a_reached_one(self, rows: RowBuilder) -> None:
        assert queries.class_goal_for_student(rows.db, rows.student.id) is None
        reached = rows.add_class_goal(goalbucks=10)
        add_giver(rows, reached, 10)
        rows.db.flush()

        def shown() -> tuple[str, str] | None:
            found = queries.class_goal_for_student(rows.db, rows.student.id)
            return (found.id, found.status) if found else None

        assert shown() == (reached.id, "reached")
        following = rows.add_class_goal("Next")
        rows.db.flush()
        assert shown() == (following.id, "open")
        service.end(rows.db, rows.as_teacher, following)
        assert shown() == (reached.id, "reached")
        service.mark_done(rows.db, rows.as_teacher, reached)
        assert shown() is None
