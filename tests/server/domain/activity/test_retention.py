"""Limits, retention and anonymization of the activity log."""

from datetime import timedelta

import pytest

from server.domain.activity import service
from server.domain.activity.kinds import AUTH_EVENTS
from server.domain.activity.models import ActivityRecord
from server.domain.activity.service import ActivityEvent, anonymize_student
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import count_rows, take_snapshot
from tests.server.domain.activity.activity_log import (
    add_event,
    approve_submission,
    event_kinds,
    last_event,
    read_log,
    try_student_sign_in,
)


def prune(classroom: PreparedClassroom) -> None:
    with classroom.test_app.transactions.writing() as db:
        service.prune(db, classroom.teacher.id)


class TestRetention:
    @pytest.mark.postgresql
    @pytest.mark.spec("15.6")
    def test_events_over_a_year_old_are_deleted(self, fake_clock: FakeClock, classroom: PreparedClassroom) -> None:
        add_event(classroom, ActivityEvent("correction"))
        before = count_rows(classroom.test_app, "activity")
        fake_clock.advance(days=363)
        for kept in (before + 1, before + 2, before + 3, before + 4, 5, 6):
            fake_clock.advance(days=1)
            add_event(classroom, ActivityEvent("correction"))
            fake_clock.advance(minutes=1)
            prune(classroom)
            assert count_rows(classroom.test_app, "activity") == kept
        assert before > 0

    @pytest.mark.postgresql
    @pytest.mark.spec("15.6")
    def test_failed_sign_ins_do_not_evict_teacher_actions(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_AUTH_EVENTS", 3)
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
        with classroom.test_app.transactions.writing() as db:
            db.query(ActivityRecord).delete()
        for amount in (1, 2, 3):
            add_event(classroom, ActivityEvent("correction", None, amount))
        monkeypatch.setattr(service, "MERGE_WINDOW", timedelta(0))
        for _ in range(5):
            add_event(classroom, ActivityEvent("sign_in"))
        prune(classroom)
        assert event_kinds(classroom) == ["sign_in"] * 3 + ["correction"] * 2
        assert [row["amount"] for row in read_log(classroom, "?kind=correction")] == [3, 2]

    def test_recording_prunes_from_time_to_time(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "PRUNE_ID_SUFFIX", "")  # suffix of each id
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
        for _ in range(4):
            add_event(classroom, ActivityEvent("correction"))
        assert event_kinds(classroom) == ["correction"] * 2

    @pytest.mark.postgresql
    def test_all_authentication_events_share_one_limit(self, classroom: PreparedClassroom) -> None:
        for kind in AUTH_EVENTS:
            for _ in range(3):
                add_event(classroom, ActivityEvent(kind))
        assert {(row["kind"], row["count"]) for row in read_log(classroom)} >= {(kind, 3) for kind in AUTH_EVENTS}


class TestErasure:
    @pytest.mark.postgresql
    def test_events_of_an_erased_student_are_anonymized(self, classroom: PreparedClassroom) -> None:
        try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom, PASSWORD)
        approve_submission(classroom)
        classroom.teacher_client.delete(f"/api/goals/{classroom.test_app.goal(classroom.student, 'Ana reads').id}")
        before = read_log(classroom)
        with classroom.test_app.transactions.writing() as db:
            anonymize_student(db, classroom.student.id)
        after = read_log(classroom)
        assert [(row["kind"], row["createdAt"]) for row in after] == [(row["kind"], row["createdAt"]) for row in before]
        log = repr(take_snapshot(classroom.test_app)["activity"])
        for word in (
            classroom.student.first_name,
            classroom.student.last_name,
            classroom.student.id,
            "Ana reads",
            "10.0.0.17",
        ):
            assert word not in log
        assert {row["whoName"] for row in after if row["whoRole"] == "student"} == {"an erased student"}
        assert {row["whoName"] for row in after if row["whoRole"] == "teacher"} == {classroom.teacher.name}

    def test_events_of_classmates_are_unchanged_by_an_erasure(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row, "Diego", "Ramirez")
        classroom.teacher_client.delete(f"/api/students/{classmate.id}")
        with classroom.test_app.transactions.writing() as db:
            anonymize_student(db, classroom.student.id)
        assert last_event(classroom)["studentName"] == "Diego Ramirez"


@pytest.mark.postgresql
def test_activity_log_is_deleted_with_its_teacher(test_app: RunningApp) -> None:
    classroom = PreparedClassroom.create(test_app)
    approve_submission(classroom)
    with test_app.transactions.writing() as db:
        db.delete(db.merge(classroom.teacher))
    assert take_snapshot(test_app)["activity"] == []
