"""The ledger: every balance change with reason, actor and time (specification 9.1)."""

import re
from typing import Any

import pytest

from tests.factories.fields import LEDGER_ENTRY, TIME
from tests.factories.room import Room
from tests.factories.world import World
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def ledger(room: Room, query: str = "") -> list[dict[str, Any]]:
    """Return the student's entries; asserts that the teacher sees the same."""
    path = f"/api/students/{room.student.id}/ledger{query}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    entries: list[dict[str, Any]] = listed.json()
    assert all(set(entry) == LEDGER_ENTRY for entry in entries)
    return entries


def test_new_student_has_an_empty_ledger(room: Room) -> None:
    assert ledger(room) == []


def test_approval_adds_a_ledger_entry(room: Room, hands: Hands) -> None:
    submission = room.world.submission(room.world.goal(room.student, "Read", 25))
    hands.move(minutes=1)
    reviewed = room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"}).json()
    (entry,) = ledger(room)
    assert re.fullmatch(TIME, entry["createdAt"])
    assert entry == {
        "id": entry["id"],
        "amount": 25,
        "reason": "goal",
        "description": "Read",
        "createdAt": reviewed["reviewedAt"],
        "createdBy": room.teacher.id,
        "balanceAfter": 25,
        "assignmentId": None,
        "reversedAt": None,
    }


@pytest.mark.spec("9.1")
def test_ledger_entries_are_newest_first_with_a_running_balance(room: Room) -> None:
    goal = room.world.completed_goal(room.student, "Read", 25)
    room.world.completed_goal(room.student, "Write", 5)
    room.world.entry(room.student, -10)
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    told = [(entry["reason"], entry["amount"], entry["balanceAfter"], entry["description"]) for entry in ledger(room)]
    assert told == [
        ("goal_reversed", -25, -5, "Read"),
        ("purchase", -10, 20, "Stickers"),
        ("goal", 5, 30, "Write"),
        ("goal", 25, 25, "Read"),
    ]


@pytest.mark.spec("9.1")
def test_reversal_leaves_the_original_entry_unchanged(room: Room) -> None:
    goal = room.world.completed_goal(room.student)
    (credit,) = ledger(room)
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    reversal, after = ledger(room)
    assert after == credit | {"reversedAt": reversal["createdAt"]}


def test_undone_and_repeated_approval_credits_again(room: Room) -> None:
    submission = room.world.submission(room.world.goal(room.student, "Read", 25))
    for _ in range(2):
        assert room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"}).status_code == 200
        assert room.desk.post(f"/api/submissions/{submission.id}/undo-review").status_code == 200
    assert [entry["amount"] for entry in ledger(room)] == [-25, 25, -25, 25]
    assert len({entry["id"] for entry in ledger(room)}) == 4


def test_renaming_or_deleting_the_goal_leaves_ledger_entries_unchanged(room: Room) -> None:
    goal = room.world.completed_goal(room.student, "Read")
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    before = ledger(room)
    room.desk.put(f"/api/goals/{goal.id}", {"name": "Write", "goalbucks": 1})
    room.desk.delete(f"/api/goals/{goal.id}")
    assert ledger(room) == before


def test_denials_and_pending_submissions_add_no_ledger_entries(room: Room) -> None:
    submission = room.world.submission(room.world.goal(room.student))
    room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "denied", "comment": "Blurred"})
    room.desk.post(f"/api/submissions/{submission.id}/undo-review")
    assert ledger(room) == []


class TestPagination:
    @pytest.fixture(autouse=True)
    def history(self, world: World, room: Room) -> None:
        for number in range(4):
            world.completed_goal(room.student, f"Goal {number}", number + 1)
        world.entry(room.student, -2)

    def test_ledger_limit_is_respected(self, room: Room) -> None:
        whole = ledger(room)
        assert [entry["amount"] for entry in whole] == [-2, 4, 3, 2, 1]
        for limit in (1, 2, 5, 500):
            assert ledger(room, f"?limit={limit}") == whole[:limit]

    def test_before_parameter_returns_older_ledger_entries(self, room: Room) -> None:
        whole = ledger(room)
        for place, entry in enumerate(whole):
            assert ledger(room, f"?before={entry['id']}") == whole[place + 1 :]
            assert ledger(room, f"?before={entry['id']}&limit=2") == whole[place + 1 : place + 3]

    def test_ledger_is_filtered_by_reason(self, room: Room) -> None:
        whole = ledger(room)
        assert ledger(room, "?status=purchase") == whole[:1]
        assert ledger(room, "?status=goal") == whole[1:]
        assert ledger(room, f"?status=goal&limit=1&before={whole[1]['id']}") == whole[2:3]
        assert ledger(room, "?status=unheard-of") == []

    @pytest.mark.spec("9.8")
    def test_ledger_contains_only_the_students_own_entries(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        room.world.completed_goal(classmate, "A classmate's")
        assert "A classmate's" not in {entry["description"] for entry in ledger(room)}
        assert len(room.desk.get(f"/api/students/{classmate.id}/ledger").json()) == 1
