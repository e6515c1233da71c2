"""Limits and retention of the activity log."""

import pytest

from server.domain.activity import service
from server.domain.activity.kinds import AUTH_EVENTS
from server.domain.activity.service import ActivityEvent
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import take_snapshot
from tests.server.domain.activity.activity_log import (
    add_event,
    approve_submission,
    event_kinds,
    read_log,
)


class TestRetention:
    def test_recording_prunes_from_time_to_time(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "PRUNE_ID_SUFFIX", "")  # suffix of each id
        monkeypatch.setattr(service, "MAX_OTHER_EVENTS", 2)
        for _ in range(4):
            add_event(classroom, ActivityEvent("correction"))
        assert event_kinds(classroom) == ["correction"] * 2

    def test_all_authentication_events_share_one_limit(self, classroom: PreparedClassroom) -> None:
        for kind in AUTH_EVENTS:
            for _ in range(3):
                add_event(classroom, ActivityEvent(kind))
        assert {(row["kind"], row["count"]) for row in read_log(classroom)} >= {(kind, 3) for kind in AUTH_EVENTS}


@pytest.mark.postgresql
def test_activity_log_is_deleted_with_its_teacher(test_app: RunningApp) -> None:
    classroom = PreparedClassroom.create(test_app)
    approve_submission(classroom)
    with test_app.transactions.writing() as db:
        db.delete(db.merge(classroom.teacher))
    assert take_snapshot(test_app)["activity"] == []
