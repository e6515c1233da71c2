"""The activity log: what is recorded, merged, removed and made anonymous."""

from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.activity import queries, service
from server.domain.activity.client_info import ClientInfo, request_context
from server.domain.activity.kinds import AUTH_EVENTS, ActivityKind
from server.domain.activity.models import ActivityRecord
from server.domain.activity.service import ActivityEvent
from server.domain.goals import service as goals
from server.domain.submissions import service as submissions
from server.security.actor import ADMINISTRATOR, SYSTEM, Account, Role, SystemActor
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder


def record(rows: RowBuilder, kind: ActivityKind, about: str | None = None) -> None:
    service.record(rows.db, rows.as_teacher, ActivityEvent(kind, about))


def client(address: str, user_agent: str) -> AbstractContextManager[None]:
    """Record events as those of a request from this client."""
    info = ClientInfo(address, {"user-agent": user_agent}, lambda _: False, "class computer")
    return request_context(lambda: info)


def kinds(rows: RowBuilder) -> list[tuple[str, int]]:
    """Kind and count of what the test recorded; the first event is the teacher's registration."""
    return [(event.kind, event.count) for event in rows.events()[1:]]


def test_an_event_in_a_class_is_in_its_owners_log_and_says_who_acted(rows: RowBuilder) -> None:
    other = rows.for_other_teacher()
    before = len(other.events())
    for event in (
        ActivityEvent("class_code_changed", classroom_id=rows.classroom.id),
        ActivityEvent("goal_deleted", student_ids=[rows.student.id]),
    ):
        service.record(rows.db, other.as_teacher, event)
        last = rows.events()[-1]
        assert (last.kind, last.classroom_id) == (event.kind, rows.classroom.id)
        assert (last.who_role, last.who_id, last.who_name) == ("teacher", other.teacher.id, other.teacher.name)
    assert len(other.events()) == before


@pytest.mark.parametrize("actor", [SYSTEM, ADMINISTRATOR])
def test_who_acts_without_an_account_is_recorded_by_name(rows: RowBuilder, actor: SystemActor) -> None:
    service.record(rows.db, actor, ActivityEvent("goal_deleted", student_ids=[rows.student.id]))
    last = rows.events()[-1]
    assert (last.who_role, last.who_id, last.who_name) == (None, None, actor.name)


def test_an_event_of_one_student_names_the_student(rows: RowBuilder) -> None:
    service.record(rows.db, rows.as_teacher, ActivityEvent("login_cards_made", student_ids=[rows.student.id]))
    last = rows.events()[-1]
    assert (last.student_id, last.student_name) == (rows.student.id, rows.student.full_name)
    assert (last.classroom_id, last.about, last.count) == (rows.classroom.id, None, 1)


@pytest.mark.parametrize(("about", "recorded"), [(None, "Room 12 Homeroom"), ("Tidy desk", "Tidy desk")])
def test_an_event_of_several_students_counts_them_and_names_their_class_or_its_own_object(
    rows: RowBuilder, about: str | None, recorded: str
) -> None:
    student_ids = [rows.student.id, rows.add_student().id]
    service.record(rows.db, rows.as_teacher, ActivityEvent("login_cards_made", about, student_ids=student_ids))
    last = rows.events()[-1]
    assert (last.student_id, last.student_name) == (None, None)
    assert (last.classroom_id, last.about, last.count) == (rows.classroom.id, recorded, 2)


def test_an_event_of_no_students_is_not_recorded(rows: RowBuilder) -> None:
    service.record(rows.db, rows.as_teacher, ActivityEvent("login_cards_made", student_ids=[]))
    assert kinds(rows) == []


def test_an_event_of_the_own_account_is_in_the_teachers_log_and_names_a_student(rows: RowBuilder) -> None:
    for actor in (rows.as_teacher, rows.as_student):
        service.record(rows.db, actor, ActivityEvent("password_changed"))
    by_teacher, by_student = rows.events()[1:]
    assert (by_teacher.who_id, by_teacher.classroom_id, by_teacher.student_id) == (rows.teacher.id, None, None)
    assert (by_student.who_name, by_student.student_id) == (rows.student.full_name, rows.student.id)
    assert by_student.classroom_id == rows.classroom.id


@pytest.mark.parametrize("role", ["teacher", "student"])
def test_an_event_of_a_deleted_account_is_not_recorded(rows: RowBuilder, role: Role) -> None:
    service.record(rows.db, Account("gone", role), ActivityEvent("sign_in_failed"))
    assert kinds(rows) == []


def test_the_names_are_those_that_the_transaction_has_changed(rows: RowBuilder) -> None:
    rows.teacher.name = "Sam Whitfield"
    record(rows, "export")
    assert rows.events()[-1].who_name == "Sam Whitfield"


@pytest.mark.spec("15.6")
def test_failed_sign_ins_of_one_account_within_five_minutes_are_one_record(
    rows: RowBuilder, fake_clock: FakeClock
) -> None:
    for _ in range(3):
        record(rows, "sign_in_failed")
        fake_clock.advance(minutes=2)
    assert kinds(rows) == [("sign_in_failed", 3)]
    fake_clock.advance(minutes=5)
    record(rows, "sign_in_failed")
    assert kinds(rows) == [("sign_in_failed", 3), ("sign_in_failed", 1)]


def test_every_kind_of_event_about_authentication_is_merged(rows: RowBuilder) -> None:
    for kind in AUTH_EVENTS:
        for _ in range(3):
            record(rows, kind)
    assert set(kinds(rows)) == {(kind, 3) for kind in AUTH_EVENTS}


@pytest.mark.parametrize(
    ("address", "user_agent", "count"),
    [("10.0.0.17", "iPad Safari/1", 2), ("10.0.0.18", "iPad Safari/1", 1), ("10.0.0.17", "CrOS Chrome/1", 1)],
)
def test_failed_sign_ins_are_merged_only_if_address_and_device_are_the_same(
    rows: RowBuilder, address: str, user_agent: str, count: int
) -> None:
    with client("10.0.0.17", "iPad Safari/1"):
        record(rows, "sign_in_failed")
    with client(address, user_agent):
        record(rows, "sign_in_failed")
    assert rows.events()[1].count == count


@pytest.mark.parametrize(("later", "is_merged"), [(499, True), (500, False)])
def test_only_the_500_newest_records_are_searched_for_one_to_merge_with(
    rows: RowBuilder, later: int, *, is_merged: bool
) -> None:
    record(rows, "sign_in_failed")
    for _ in range(later):
        record(rows, "export")
    record(rows, "sign_in_failed")
    assert kinds(rows)[0] == ("sign_in_failed", 2 if is_merged else 1)


def test_a_teachers_actions_are_never_merged(rows: RowBuilder) -> None:
    for _ in range(2):
        record(rows, "export")
    assert kinds(rows) == [("export", 1), ("export", 1)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [("a\nb\t c", "a b c"), ("a\u202eb\0c", "abc"), ("👩\u200d🏫", "👩\u200d🏫"), ("x" * 500, "x" * 401)],
)
def test_texts_are_stored_on_one_line_without_control_characters_and_truncated(
    rows: RowBuilder, text: str, kept: str
) -> None:
    record(rows, "export", text)
    assert rows.events()[-1].about == kept


def test_names_are_stored_without_control_characters(rows: RowBuilder) -> None:
    rows.teacher.name = rows.student.first_name = "Ana\u202e\u2066\x07 pots\u200b\nmore مي\u200cدم"
    service.record(rows.db, rows.as_teacher, ActivityEvent("correction", student_ids=[rows.student.id]))
    harmless = "Ana pots more مي\u200cدم"
    assert (rows.events()[-1].who_name, rows.events()[-1].student_name) == (harmless, f"{harmless} Okafor")


def record_on_days(rows: RowBuilder, fake_clock: FakeClock, days: int) -> None:
    """Record an event on each of the next days."""
    for number in range(days):
        fake_clock.advance(days=1)
        record(rows, "export", f"day {number}")
    fake_clock.advance(hours=1)


@pytest.mark.spec("15.6")
def test_records_older_than_a_year_before_the_third_newest_day_are_pruned(
    fake_clock: FakeClock, rows: RowBuilder
) -> None:
    record(rows, "export", "old")
    fake_clock.advance(days=363)
    record_on_days(rows, fake_clock, 3)
    service.prune(rows.db, rows.teacher.id)
    assert len(rows.events()) == 5
    record_on_days(rows, fake_clock, 3)
    service.prune(rows.db, rows.teacher.id)
    assert [event.about for event in rows.events()] == ["day 0", "day 1", "day 2"] * 2


@pytest.mark.spec("15.6")
@pytest.mark.parametrize("years", [3, -3])
def test_a_clock_that_is_years_wrong_for_one_lesson_prunes_nothing(
    fake_clock: FakeClock, rows: RowBuilder, years: int
) -> None:
    record_on_days(rows, fake_clock, 5)
    before = len(rows.events())
    for _ in range(2):
        fake_clock.advance(days=365 * years)
        for _ in range(20):
            record(rows, "export", "in the lesson")
            service.prune(rows.db, rows.teacher.id)
        fake_clock.advance(days=-365 * years, hours=1)
        service.prune(rows.db, rows.teacher.id)
    assert len(rows.events()) == before + 40


def test_records_after_a_lesson_with_the_clock_ahead_are_pruned_after_a_year(
    fake_clock: FakeClock, rows: RowBuilder
) -> None:
    fake_clock.advance(days=1000)
    record(rows, "export", "in the lesson")
    fake_clock.advance(days=-1000)
    record(rows, "export", "old")
    fake_clock.advance(days=370)
    record_on_days(rows, fake_clock, 3)
    service.prune(rows.db, rows.teacher.id)
    assert [event.about for event in rows.events()] == ["in the lesson", "day 0", "day 1", "day 2"]


@pytest.mark.spec("15.6")
def test_failed_sign_ins_cannot_evict_a_teachers_actions(rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_AUTH_EVENTS", 2)
    monkeypatch.setattr(service, "MERGE_WINDOW", timedelta(0))
    record(rows, "export")
    for _ in range(5):
        record(rows, "sign_in_failed")
    service.prune(rows.db, rows.teacher.id)
    assert [kind for kind, _ in kinds(rows)] == ["export", "sign_in_failed", "sign_in_failed"]


def test_the_oldest_actions_beyond_the_limit_are_pruned(rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
    for about in ("oldest", "middle", "newest"):
        record(rows, "export", about)
    other_rows = rows.for_other_teacher()
    before = len(other_rows.events())
    service.prune(rows.db, rows.teacher.id)
    assert [event.about for event in rows.events()] == ["middle", "newest"]
    assert len(other_rows.events()) == before > 0


def test_recording_prunes_from_time_to_time(rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PRUNE_ID_SUFFIX", "")  # suffix of each id
    monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
    for _ in range(4):
        record(rows, "export")
    assert [event.kind for event in rows.events()] == ["export"] * 2


def test_one_pruning_deletes_a_limited_number_of_expired_records(
    fake_clock: FakeClock, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_EXPIRED_PER_PRUNE", 2)
    for _ in range(4):
        record(rows, "export")
    fake_clock.advance(days=4000)
    record_on_days(rows, fake_clock, 3)
    before = len(rows.events())
    service.prune(rows.db, rows.teacher.id)
    assert len(rows.events()) == before - 2


def test_the_log_does_not_contain_an_erased_students_name(rows: RowBuilder) -> None:
    classmate = rows.add_student(None, "Diego", "Ramirez")
    service.record(rows.db, rows.as_teacher, ActivityEvent("goal_completed", "Read", 5, student_ids=[classmate.id]))
    event = ActivityEvent("goal_completed", "Read", 5, student_ids=[rows.student.id])
    service.record(rows.db, rows.as_teacher, event)
    service.record(rows.db, rows.as_student, ActivityEvent("password_changed"))
    service.anonymize_student(rows.db, rows.student.id)
    about, by = rows.db.scalars(select(ActivityRecord).order_by(ActivityRecord.id.desc()).limit(2)).all()[::-1]
    assert (about.student_id, about.student_name, about.about) == (None, service.ERASED_STUDENT_NAME, None)
    assert (about.who_id, about.amount) == (rows.teacher.id, 5)
    assert (by.who_id, by.who_name, by.student_name) == (None, *[service.ERASED_STUDENT_NAME] * 2)
    assert "Diego Ramirez" in {event.student_name for event in rows.events()}


def linked_goals(rows: RowBuilder) -> list[tuple[str | None, str | None]]:
    """Goal and its student of the events of goals, oldest first."""
    page = queries.list_records(rows.db, rows.teacher.id, ["goal_completed", "goal_deleted"], PageRequest())
    return [(event.goal_id, event.goal_student_id) for event in page][::-1]


@pytest.mark.spec("15.6")
def test_an_event_names_its_goal_until_the_goal_is_deleted_or_leaves_the_teachers_classes(rows: RowBuilder) -> None:
    kept, moved, deleted = rows.add_goal(), rows.add_goal(), rows.add_goal()
    for goal in (kept, moved):
        submissions.complete_goal(rows.db, rows.as_teacher, goal)
    goals.delete(rows.db, rows.as_teacher, deleted)
    of_student = rows.student.id
    assert linked_goals(rows) == [(kept.id, of_student), (moved.id, of_student), (None, None)]
    moved.classroom_id = rows.for_other_teacher().classroom.id
    rows.db.flush()
    assert linked_goals(rows) == [(kept.id, of_student), (None, None), (None, None)]


def test_an_event_of_several_goals_names_none(rows: RowBuilder) -> None:
    other = rows.add_student()
    equal, alone = [rows.add_goal(name="Tidy"), rows.add_goal(other, name="Tidy")], rows.add_goal(name="Sums")
    submissions.complete_goals(rows.db, rows.as_teacher, [each.id for each in (*equal, alone)])
    assert set(linked_goals(rows)) == {(None, None), (alone.id, alone.student_id)}


def test_the_event_of_an_erased_students_goal_does_not_keep_its_id(rows: RowBuilder) -> None:
    submissions.complete_goal(rows.db, rows.as_teacher, rows.add_goal())
    service.anonymize_student(rows.db, rows.student.id)
    assert rows.db.scalars(select(ActivityRecord.goal_id)).all() == [None, None]
