"""The history that the services make of the timeline, and its removal (specification 21)."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server import clock
from server.data_protection.backups.integrity import ledger_problems
from server.database.base import Base, Entity, new_id, own_ids
from server.domain.activity.models import ActivityRecord
from server.domain.class_goals.models import ClassGoal
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import is_sample_class
from server.domain.goalbucks.models import Balance, LedgerEntry
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup
from server.domain.reports.models import FamilyComment
from server.domain.sample_class import history, service, timeline
from server.domain.sample_class.content import Content
from server.domain.sample_class.content_en import ENGLISH
from server.domain.sample_class.content_es import SPANISH
from server.domain.sample_class.history import Access
from server.domain.sample_class.timeline import Calendar
from server.domain.series.making import due_series_ids
from server.domain.series.models import SeriesDay
from server.domain.series.queries import find_foreign_goals
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers import service as teachers
from server.domain.teachers.models import SAMPLE_EMAIL, Teacher
from server.domain.teachers.sample_account import SampleClassError
from server.domain.teachers.service import EmailTakenError
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.sessions import SigningInBrowser, create_session
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

PHOTOS = [f"{number:032x}" for number in range(timeline.PHOTO_COUNT)]
DAYS = {
    "a Monday": datetime(2026, 11, 23, 14, tzinfo=UTC),
    "a Friday": datetime(2026, 11, 27, 14, tzinfo=UTC),
    "a Sunday": datetime(2026, 11, 29, 14, tzinfo=UTC),
    "the first minute of a Monday": datetime(2026, 11, 23, 5, 0, 30, tzinfo=UTC),
    "the last minute of a Monday": datetime(2026, 11, 24, 4, 59, 30, tzinfo=UTC),
    "February 29": datetime(2028, 2, 29, 14, tzinfo=UTC),
    "the day of the change to summer time": datetime(2026, 3, 8, 7, 30, tzinfo=UTC),
    "the week after the change to winter time": datetime(2026, 11, 2, 14, tzinfo=UTC),
    "the first day of a year": datetime(2027, 1, 1, 14, tzinfo=UTC),
}
NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"


def make(db: Session, content: Content = ENGLISH) -> Teacher:
    return history.make(db, content, Access("7KXW3M", "a hash"), PHOTOS)


def rows_of(db: Session) -> list[Entity]:
    """Return all rows that have an id and a time."""
    models = [each.class_ for each in Base.registry.mappers if issubclass(each.class_, Entity)]
    return [row for model in models for row in db.scalars(select(model))]


@pytest.fixture(params=list(DAYS.values()), ids=list(DAYS))
def day(request: pytest.FixtureRequest, set_time_zone: Callable[[str], None], fake_clock: FakeClock) -> datetime:
    set_time_zone(NEW_YORK)
    fake_clock.now = request.param
    return fake_clock.now


@pytest.mark.spec("21.2")
@pytest.mark.parametrize("content", [ENGLISH, SPANISH], ids=["English", "Spanish"])
def test_the_check_of_balances_and_weeks_finds_nothing(db: Session, content: Content, fake_clock: FakeClock) -> None:
    del fake_clock
    make(db, content)
    assert ledger_problems(db) == []
    assert len(db.scalars(select(Student)).all()) == 12
    assert {each.earned > 0 for each in db.scalars(select(Balance))} == {True}


@pytest.mark.spec("21.2")
def test_the_eight_weeks_end_on_the_day_it_is_made(db: Session, day: datetime) -> None:
    make(db)
    moments = sorted(row.created_at for row in rows_of(db))
    today = clock.local_date(day)
    assert moments[-1] <= day
    assert clock.local_date(moments[-1]) >= clock.local_date(day - timedelta(minutes=10))
    assert timedelta(weeks=7, days=2) < today - clock.local_date(moments[0]) < timedelta(weeks=8)
    assert ledger_problems(db) == []


@pytest.mark.spec("21.2")
def test_ids_and_weeks_are_those_of_the_moments_at_which_rows_were_made(db: Session, day: datetime) -> None:
    del day
    make(db)
    rows = rows_of(db)
    assert len(rows) > 500
    for row in rows:
        milliseconds = int(row.id.replace("-", "")[:12], 16)
        assert milliseconds == int(row.created_at.timestamp() * 1000), type(row)
    for entry in db.scalars(select(LedgerEntry).where(LedgerEntry.reason == "goal")):
        assert entry.week == clock.monday_of(clock.local_date(entry.created_at))


@pytest.mark.spec("21.2")
def test_ids_of_others_do_not_follow_the_clock_of_the_history(db: Session, fake_clock: FakeClock) -> None:
    before = new_id()
    make(db)
    after = new_id()
    assert before[:13] == after[:13]
    with own_ids(), clock.at(fake_clock.now - timedelta(days=3)):
        assert new_id() < before
    assert new_id() > after
    assert clock.now() == fake_clock.now


@pytest.mark.spec("21.2")
def test_every_page_has_something_to_show(db: Session, fake_clock: FakeClock) -> None:
    del fake_clock
    make(db)
    goals = db.scalars(select(Goal)).all()
    submissions = db.scalars(select(Submission)).all()
    assert {goal.status for goal in goals} == {"current", "completed", "ended"}
    assert {(goal.goalbucks, goal.offered_goalbucks) for goal in goals if goal.offered_goalbucks} == {(10, 15)}
    assert len(db.scalars(select(FamilyComment)).all()) == 1
    assert any(goal.overdue for goal in goals)
    assert any(goal.details for goal in goals)
    assert {goal.picture is None for goal in goals} == {True, False}
    assert {each.picture is None for each in db.scalars(select(StoreItem))} == {True, False}
    assert sorted(each.name for each in db.scalars(select(StudentGroup))) == ["Blue readers", "Red readers"]
    assert {each.status for each in submissions} == {"pending", "approved", "denied"}
    assert {each.allow_resubmission for each in submissions if each.status == "denied"} == {True, False}
    assert {each.image_key is None for each in submissions if each.status == "pending"} == {True, False}
    assert {each.image_key for each in submissions} - {None} == set(PHOTOS)
    assert {each.status for each in db.scalars(select(GoalSuggestion))} == {"pending", "approved", "denied"}
    assert {each.status for each in db.scalars(select(Purchase))} == {"pending", "fulfilled", "cancelled"}
    assert {each.stock == 0 for each in db.scalars(select(StoreItem))} == {True, False}
    assert {each.reason for each in db.scalars(select(LedgerEntry))} == {
        "goal",
        "purchase",
        "refund",
        "award",
        "award_reversed",
        "correction",
        "class_gift",
    }
    assert [(each.status, each.goalbucks) for each in db.scalars(select(ClassGoal))] == [("open", 200)]
    assert len({each.description for each in db.scalars(select(LedgerEntry)) if each.reason == "award"}) == 6
    assert [each.first_name for each in db.scalars(select(Student)) if each.away_since] == ["Keanu"]
    assert len(db.scalars(select(ActivityRecord)).all()) > 50


@pytest.mark.spec("21.2")
def test_its_daily_goal_is_made_on_every_school_day_until_today(db: Session, day: datetime) -> None:
    make(db)
    today = clock.local_date(day)
    days = db.scalars(select(SeriesDay.day).order_by(SeriesDay.id)).all()
    calendar = Calendar(day)
    planned = [calendar.due(each) for each in range(timeline.DAILY.first_day, timeline.SCHOOL_DAYS)]
    assert days == [each for each in planned if each != calendar.due(timeline.NO_SCHOOL_ON)]
    assert due_series_ids(db, today) == []
    of_series = db.scalars(select(Goal).where(Goal.series_id.is_not(None))).all()
    assert {goal.status for goal in of_series} == {"current", "completed", "ended"}
    last_two = {*days[-2:]}
    assert {goal.due_date for goal in of_series if goal.is_current} == last_two
    assert find_foreign_goals(db) == []


@pytest.mark.spec("21.2")
def test_amara_has_four_goals_to_work_on(db: Session, fake_clock: FakeClock) -> None:
    del fake_clock
    make(db)
    amara = db.scalars(select(Student).where(Student.username == "amara.o")).one()
    goals = db.scalars(select(Goal).where(Goal.student_id == amara.id, Goal.status == "current")).all()
    assert len(goals) == 4
    current = {goal.id for goal in goals}
    assert not [each for each in db.scalars(select(Submission)) if each.goal_id in current]


@pytest.mark.parametrize("content", [ENGLISH, SPANISH], ids=["English", "Spanish"])
def test_the_initials_of_the_students_are_those_of_the_timeline(content: Content) -> None:
    assert "".join(each.initial for each in content.students) == timeline.EVERYBODY


def test_both_languages_have_the_same_texts() -> None:
    assert ENGLISH.goals.keys() == SPANISH.goals.keys()
    assert ENGLISH.items.keys() == SPANISH.items.keys()
    assert ENGLISH.awards.keys() == SPANISH.awards.keys()
    assert ENGLISH.suggestions.keys() == SPANISH.suggestions.keys()
    for key, english in ENGLISH.goals.items():
        spanish = SPANISH.goals[key]
        assert english.name != spanish.name
        assert (len(english.notes), len(english.comments)) == (len(spanish.notes), len(spanish.comments))
        assert (english.details is None) == (spanish.details is None)


def test_school_days_skip_weekends(set_time_zone: Callable[[str], None]) -> None:
    set_time_zone(NEW_YORK)
    calendar = Calendar(datetime(2026, 11, 29, 14, tzinfo=UTC))
    days = [calendar.due(number) for number in range(timeline.SCHOOL_DAYS)]
    assert days[-1] == date(2026, 11, 27)
    assert days[0] == date(2026, 10, 5)
    assert calendar.due_in(-2) == days[-1]
    assert calendar.at(0, 9) == datetime(2026, 10, 5, 13, tzinfo=UTC)
    assert calendar.at(39, 9) == datetime(2026, 11, 27, 14, tzinfo=UTC)


@pytest.mark.spec("21.3")
def test_removing_leaves_no_row_of_it_and_all_of_the_others(db: Session, rows: RowBuilder) -> None:
    create_session(db, "teacher", rows.teacher.id, SigningInBrowser(is_local=True))
    rows.award(5)
    others = {row.id for row in rows_of(db)}
    teacher = make(db)
    service.remove(db, Actor(teacher.id, "teacher", ""))
    db.expire_all()
    assert {row.id for row in rows_of(db)} == others
    assert db.scalars(select(Balance.student_id)).all() == [rows.student.id]


@pytest.mark.spec("21.3")
def test_only_its_own_teacher_can_remove_it(db: Session, rows: RowBuilder) -> None:
    with pytest.raises(NotFoundError):
        service.remove(db, rows.as_teacher)
    make(db)
    with pytest.raises(NotFoundError):
        service.remove(db, rows.as_teacher)


@pytest.mark.spec("21.1")
def test_it_is_found_until_its_class_is_deleted_and_can_then_be_made_anew(db: Session, fake_clock: FakeClock) -> None:
    del fake_clock
    assert service.find_made(db) is None
    teacher = make(db)
    assert service.find_made(db) is teacher
    db.delete(db.scalars(select(Classroom)).one())
    db.flush()
    assert service.find_made(db) is None
    assert make(db) is teacher
    assert len(db.scalars(select(Teacher)).all()) == 1
    assert is_sample_class(db, db.scalars(select(Classroom.id)).one())


@pytest.mark.spec("21.4")
def test_its_account_gets_no_other_class_and_no_other_code(db: Session, rows: RowBuilder) -> None:
    teacher = make(db)
    actor = Actor(teacher.id, "teacher", "")
    classroom = db.scalars(select(Classroom).where(Classroom.teacher_id == teacher.id)).one()
    with pytest.raises(SampleClassError):
        classrooms.create(db, actor, name="Another", grade_level=None)
    with pytest.raises(SampleClassError):
        classrooms.renew_code(db, actor, classroom)
    assert classroom.class_code == "7KXW3M"
    assert not is_sample_class(db, rows.classroom.id)


@pytest.mark.spec("21.4")
@pytest.mark.parametrize("email", [SAMPLE_EMAIL, f" {SAMPLE_EMAIL.upper()} "])
@pytest.mark.parametrize("made", [True, False])
def test_nobody_can_register_with_its_email(db: Session, email: str, made: bool, fake_clock: FakeClock) -> None:  # noqa: FBT001 - a parameter
    del fake_clock
    if made:
        make(db)
    with pytest.raises(EmailTakenError):
        teachers.register(db, name="Sam", email=email, password_hash="a hash")
    assert teachers.has_accounts(db) is False
