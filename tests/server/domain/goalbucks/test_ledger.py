"""The ledger: every balance change with reason, actor and time (specification 9.1)."""

import re
from typing import Any

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import LEDGER_ENTRY, TIMESTAMP


def ledger(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's entries; asserts that the teacher sees the same."""
    return classroom.list_own_rows(f"/api/students/{classroom.student.id}/ledger{query}", LEDGER_ENTRY)


def test_approval_adds_a_ledger_entry(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))
    fake_clock.advance(minutes=1)
    reviewed = classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"}).json()
    (entry,) = ledger(classroom)
    assert re.fullmatch(TIMESTAMP, entry["createdAt"])
    assert entry == {
        "id": entry["id"],
        "amount": 25,
        "reason": "goal",
        "description": "Read",
        "createdAt": reviewed["reviewedAt"],
        "createdBy": classroom.teacher.id,
        "balanceAfter": 25,
        "assignmentId": None,
        "reversedAt": None,
    }


@pytest.mark.spec("9.1")
def test_reversal_leaves_the_original_entry_unchanged(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.completed_goal(classroom.student)
    (credit,) = ledger(classroom)
    classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")
    reversal, after = ledger(classroom)
    assert after == credit | {"reversedAt": reversal["createdAt"]}


def test_renaming_or_deleting_the_goal_leaves_ledger_entries_unchanged(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.completed_goal(classroom.student, "Read")
    classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")
    before = ledger(classroom)
    classroom.teacher_client.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 1})
    classroom.teacher_client.delete(f"/api/goals/{goal.id}")
    assert ledger(classroom) == before
