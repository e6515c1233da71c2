"""`GET /api/students/{id}/home`: the parts of My Goals in one response."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.full_history import create_full_history

PARTS = {
    "balance": "/api/students/{id}/goalbucks",
    "currentGoals": "/api/students/{id}/goals?status=current",
    "completedGoals": "/api/students/{id}/goals?status=completed&limit=50",
    "pendingSubmissions": "/api/submissions/student/{id}?status=pending",
    "deniedSubmissions": "/api/submissions/student/{id}?status=denied",
    "approvedSubmissions": "/api/submissions/student/{id}?status=approved&limit=50",
    "ledger": "/api/students/{id}/ledger?limit=20",
    "pendingSuggestions": "/api/goal-suggestions/student/{id}?status=pending",
    "suggestions": "/api/goal-suggestions/student/{id}?limit=50",
    "purchases": "/api/purchases/student/{id}?limit=51",
    "savings": "/api/students/{id}/savings",
}
TOTALS = {"goalsCompleted": "x-goals-completed", "goalsGoalbucks": "x-goals-goalbucks"}


def assert_parts_equal_their_calls(classroom: PreparedClassroom) -> dict[str, Any]:
    """Compare the response for teacher and student with the responses of the single calls; return it."""
    client, student_id = classroom.student_client, classroom.student.id
    path = f"/api/students/{student_id}/home"
    response = client.get(path)
    assert response.status_code == 200
    home: dict[str, Any] = response.json()
    assert home == classroom.teacher_client.get(path).json()
    single = {part: client.get(call.format(id=student_id)).json() for part, call in PARTS.items()}
    single["classroom"] = client.get(f"/api/classrooms/single/{classroom.row.id}").json()
    (single["classGoal"],) = client.get(f"/api/class-goals/classroom/{classroom.row.id}").json() or [None]
    single["store"] = {"open": single["classroom"]["storeOpen"]}
    headers = client.get(f"/api/students/{student_id}/goals").headers
    assert home == single | {part: int(headers[name]) for part, name in TOTALS.items()}
    return home


@pytest.mark.postgresql
@pytest.mark.spec("6.13", "11.14")
def test_each_part_is_what_its_own_call_returns(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    assert classroom.test_app.award(classroom.student, 7)
    home = assert_parts_equal_their_calls(classroom)
    assert [part for part, rows in home.items() if rows == []] == []


def test_parts_of_a_new_student_are_empty(classroom: PreparedClassroom) -> None:
    home = assert_parts_equal_their_calls(classroom)
    assert home["balance"] == {"balance": 0, "earned": 0, "spent": 0}
    assert home["currentGoals"] == home["purchases"] == home["ledger"] == []


def test_long_lists_are_cut_as_those_of_the_single_calls(classroom: PreparedClassroom) -> None:
    test_app, student = classroom.test_app, classroom.student
    make_rows: tuple[Callable[[], object], ...] = (
        lambda: test_app.completed_goal(student),
        lambda: test_app.purchase(student, item),
    )
    item = test_app.store_item(classroom.row, "Pen", 1, None)
    for _ in range(52):
        for make in make_rows:
            make()
    home = assert_parts_equal_their_calls(classroom)
    lengths = {part: len(home[part]) for part in ("completedGoals", "ledger", "purchases")}
    assert lengths == {"completedGoals": 50, "ledger": 20, "purchases": 51}
    assert home["goalsCompleted"] == 52


def test_student_of_a_moved_class_sees_the_new_class(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    moved = classroom.teacher_client.put(
        f"/api/students/{classroom.student.id}/classroom", {"classroomId": other.row.id}
    )
    assert moved.status_code == 200
    home = classroom.student_client.get(f"/api/students/{classroom.student.id}/home").json()
    assert home["classroom"]["id"] == other.row.id
