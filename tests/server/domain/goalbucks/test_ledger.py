"""The ledger: every balance change with reason, actor and time (specification 9.1)."""

import re
from typing import Any

import pytest

from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import LEDGER_ENTRY, TIMESTAMP


def ledger(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's entries; asserts that the teacher sees the same."""
    path = f"/api/students/{classroom.student.id}/ledger{query}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    entries: list[dict[str, Any]] = listed.json()
    assert all(set(entry) == LEDGER_ENTRY for entry in entries)
    return entries


def test_new_student_has_an_empty_ledger(classroom: PreparedClassroom) -> None:
    assert ledger(classroom) == []


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


@pytest.mark.postgresql
@pytest.mark.spec("9.1")
def test_ledger_entries_are_newest_first_with_a_running_balance(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.completed_goal(classroom.student, "Read", 25)
    classroom.test_app.completed_goal(classroom.student, "Write", 5)
    classroom.test_app.ledger_entry(classroom.student, -10)
    classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")
    shown = [
        (entry["reason"], entry["amount"], entry["balanceAfter"], entry["description"]) for entry in ledger(classroom)
    ]
    assert shown == [
        ("goal_reversed", -25, -5, "Read"),
        ("purchase", -10, 20, "Stickers"),
        ("goal", 5, 30, "Write"),
        ("goal", 25, 25, "Read"),
    ]


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


def test_denials_and_pending_submissions_add_no_ledger_entries(classroom: PreparedClassroom) -> None:
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student))
    classroom.teacher_client.patch(
        f"/api/submissions/{submission.id}/review", {"status": "denied", "comment": "Blurred"}
    )
    classroom.teacher_client.post(f"/api/submissions/{submission.id}/undo-review")
    assert ledger(classroom) == []


class TestPagination:
    @pytest.fixture(autouse=True)
    def history(self, test_app: RunningApp, classroom: PreparedClassroom) -> None:
        for number in range(4):
            test_app.completed_goal(classroom.student, f"Goal {number}", number + 1)
        test_app.ledger_entry(classroom.student, -2)

    @pytest.mark.postgresql
    def test_before_parameter_returns_older_ledger_entries(self, classroom: PreparedClassroom) -> None:
        whole = ledger(classroom)
        for place, entry in enumerate(whole):
            assert ledger(classroom, f"?before={entry['id']}") == whole[place + 1 :]
            assert ledger(classroom, f"?before={entry['id']}&limit=2") == whole[place + 1 : place + 3]

    @pytest.mark.spec("9.8")
    def test_ledger_contains_only_the_students_own_entries(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row)
        classroom.test_app.completed_goal(classmate, "A classmate's")
        assert "A classmate's" not in {entry["description"] for entry in ledger(classroom)}
        assert len(classroom.teacher_client.get(f"/api/students/{classmate.id}/ledger").json()) == 1
