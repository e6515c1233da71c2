"""Limits, retention and anonymization of the activity log."""

from typing import Any

import pytest

from server.domain.audit import service
from server.domain.audit.kinds import AUTH_EVENTS
from server.domain.audit.models import AuditRecord
from server.domain.audit.service import AuditAction, AuditActor, anonymize_student
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, stored
from tests.factories.world import World
from tests.server.conftest import Hands
from tests.server.domain.audit.activity_log import (
    add_event,
    approve_submission,
    event_kinds,
    last_event,
    read_log,
    try_student_sign_in,
)

pytestmark = pytest.mark.postgresql

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


def prune(room: Room) -> None:
    with room.world.transactions.writing() as db:
        service.prune(db, room.teacher.id)


class TestRetention:
    @pytest.mark.spec("15.6")
    def test_events_over_a_year_old_are_deleted(self, room: Room, hands: Hands) -> None:
        add_event(room, AuditAction("correction"))
        before = count(room.world, "activity")
        hands.move(days=364)
        prune(room)
        assert count(room.world, "activity") == before > 0
        hands.move(days=2)
        prune(room)
        assert count(room.world, "activity") == 0

    def test_wrong_clock_deletes_only_a_limited_number_of_events(
        self, room: Room, hands: Hands, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_EXPIRED_PER_PRUNE", 2)
        for _ in range(5):
            add_event(room, AuditAction("correction"))
        before = count(room.world, "activity")
        hands.move(days=4000)
        prune(room)
        assert count(room.world, "activity") == before - 2

    @pytest.mark.spec("15.6")
    def test_failed_sign_ins_do_not_evict_teacher_actions(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "MAX_AUTH_EVENTS", 3)
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
        with room.world.transactions.writing() as db:
            db.query(AuditRecord).delete()
        for amount in (1, 2, 3):
            add_event(room, AuditAction("correction", None, amount))
        for number in range(5):
            add_event(room, AuditAction("sign_in"), who=AuditActor("student", f"student {number}", "Ana"))
        prune(room)
        assert event_kinds(room) == ["sign_in"] * 3 + ["correction"] * 2
        assert [row["amount"] for row in read_log(room, "?kind=correction")] == [3, 2]

    def test_events_of_other_teachers_are_kept(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        elsewhere = room.elsewhere()
        add_event(elsewhere, AuditAction("correction"))
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 0)
        prune(room)
        assert "correction" in event_kinds(elsewhere)

    def test_recording_prunes_from_time_to_time(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "PRUNE_ID_SUFFIX", "")  # suffix of each id
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
        for _ in range(4):
            add_event(room, AuditAction("correction"))
        assert event_kinds(room) == ["correction"] * 2

    def test_all_authentication_events_share_one_limit(self, room: Room) -> None:
        for kind in AUTH_EVENTS:
            for _ in range(3):
                add_event(room, AuditAction(kind))
        assert {(row["kind"], row["count"]) for row in read_log(room)} >= {(kind, 3) for kind in AUTH_EVENTS}


class TestErasure:
    def test_events_of_an_erased_student_are_anonymized(self, room: Room) -> None:
        try_student_sign_in(room.world.device("10.0.0.17"), room, PASSWORD)
        approve_submission(room)
        room.desk.delete(f"/api/goals/{room.world.goal(room.student, 'Ana reads').id}")
        before = read_log(room)
        with room.world.transactions.writing() as db:
            anonymize_student(db, room.student.id)
        after = read_log(room)
        assert [(row["kind"], row["createdAt"]) for row in after] == [(row["kind"], row["createdAt"]) for row in before]
        told = repr(stored(room.world)["activity"])
        for word in (room.student.first_name, room.student.last_name, room.student.id, "Ana reads", "10.0.0.17"):
            assert word not in told
        assert {row["whoName"] for row in after if row["whoRole"] == "student"} == {"an erased student"}
        assert {row["whoName"] for row in after if row["whoRole"] == "teacher"} == {room.teacher.name}

    def test_events_of_classmates_are_unchanged_by_an_erasure(self, room: Room) -> None:
        classmate = room.world.student(room.classroom, "Diego", "Ramirez")
        room.desk.delete(f"/api/students/{classmate.id}")
        with room.world.transactions.writing() as db:
            anonymize_student(db, room.student.id)
        assert last_event(room)["studentName"] == "Diego Ramirez"


def test_activity_log_is_deleted_with_its_teacher(world: World) -> None:
    room = Room.of(world)
    approve_submission(room)
    with world.transactions.writing() as db:
        db.delete(db.merge(room.teacher))
    assert stored(world)["activity"] == []
