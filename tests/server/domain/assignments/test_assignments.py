"""Bulk assignments: listed as one row, edited and deleted for all students (specification 6.6)."""

from functools import partial
from typing import Any

import pytest

from server.domain.assignments import queries
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from tests.factories.agreement import assert_agreement
from tests.factories.at_once import at_once
from tests.factories.fields import ASSIGNED_GOAL, ASSIGNMENT_ROW
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql


@pytest.fixture
def students(room: Room) -> list[Student]:
    """Three students of the class; the first is `room.student`."""
    names = (("Bo", "Adams"), ("Cy", "Baker"))
    return [room.student, *(room.world.student(room.classroom, *each) for each in names)]


@pytest.fixture
def assignment(room: Room, students: list[Student]) -> str:
    return room.world.assignment(*students, name="Read", goalbucks=25)


def assignment_goals(room: Room, assignment: str) -> dict[str, dict[str, Any]]:
    """Return the assignment's goals by student id."""
    answer = room.desk.get(f"/api/assignments/{assignment}")
    assert answer.status_code == 200
    assert all(set(goal) == ASSIGNED_GOAL for goal in answer.json())
    return {goal["studentId"]: goal for goal in answer.json()}


def list_assignments(room: Room, query: str = "") -> list[dict[str, Any]]:
    answer = room.desk.get(f"/api/assignments/teacher/{room.teacher.id}{query}")
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()
    assert all(set(row) == ASSIGNMENT_ROW for row in found)
    return found


def complete(room: Room, assignment: str, student: Student) -> None:
    goal = assignment_goals(room, assignment)[student.id]
    assert room.desk.post(f"/api/goals/{goal['id']}/complete").status_code == 200


def submit_proof(room: Room, assignment: str, student: Student) -> None:
    with room.world.look() as db:
        goal = db.get_one(Goal, assignment_goals(room, assignment)[student.id]["id"])
    room.world.submission(goal)


class TestListing:
    @pytest.mark.spec("6.6")
    def test_bulk_assignment_is_one_row_with_students_and_completed_count(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        complete(room, assignment, students[2])
        (row,) = list_assignments(room, "?status=current")
        assert row["assignmentId"] == assignment
        assert (row["name"], row["goalbucks"], row["dueDate"], row["overdue"]) == ("Read", 25, None, False)
        assert (row["studentId"], row["studentNames"]) == (None, ["Bo Adams", "Amara Okafor"])
        assert (row["total"], row["completed"], row["className"]) == (3, 1, room.classroom.name)
        (done,) = list_assignments(room, "?status=completed")
        assert (done["studentNames"], done["total"], done["completed"]) == (["Cy Baker"], 3, 1)
        assert done["completedAt"] is not None

    def test_single_goal_is_its_own_row(self, room: Room) -> None:
        alone = [room.world.goal(room.student, "Write") for _ in range(2)]
        assert [(row["id"], row["assignmentId"], row["studentId"]) for row in list_assignments(room)] == [
            (goal.id, None, room.student.id) for goal in reversed(alone)
        ]

    def test_pagination_counts_rows_and_shows_each_assignment_once(self, room: Room, students: list[Student]) -> None:
        for number in range(3):
            room.world.goal(room.student, f"single {number}")
            room.world.assignment(*students, name=f"bulk {number}")
        names, before = [], ""
        while page := list_assignments(room, f"?status=current&limit=2{before}"):
            names += [row["name"] for row in page]
            before = f"&before={page[-1]['id']}"
        assert names == ["bulk 2", "single 2", "bulk 1", "single 1", "bulk 0", "single 0"]

    def test_goals_beyond_the_query_parameter_limit_are_all_listed(
        self, room: Room, students: list[Student], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(queries, "MAX_QUERY_PARAMETERS", 2)
        for number in range(3):
            room.world.goal(room.student, f"single {number}")
            room.world.assignment(*students, name=f"bulk {number}")
        listed = {row["name"]: row["total"] for row in list_assignments(room)}
        assert listed == {f"single {number}": 1 for number in range(3)} | {f"bulk {number}": 3 for number in range(3)}

    def test_row_shows_the_values_of_most_of_its_goals(self, room: Room, assignment: str) -> None:
        newest = max(assignment_goals(room, assignment).values(), key=lambda goal: goal["id"])
        room.desk.put(f"/api/goals/{newest['id']}", {"name": "Read more", "goalbucks": 50})
        (row,) = list_assignments(room)
        assert (row["name"], row["goalbucks"]) == ("Read", 25)
        assert {goal["name"] for goal in assignment_goals(room, assignment).values()} == {"Read", "Read more"}

    def test_student_moved_to_another_class_stays_in_the_row(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        other = room.another().classroom.id
        assert room.desk.put(f"/api/students/{students[1].id}/classroom", {"classroomId": other}).status_code == 200
        (row,) = list_assignments(room, "?limit=10")
        assert (row["total"], len(row["studentNames"])) == (3, 3)
        assert room.desk.delete(f"/api/assignments/{assignment}").json() == {"deleted": 3, "kept": 0}

    def test_deleted_student_is_no_longer_counted(self, room: Room, students: list[Student], assignment: str) -> None:
        room.desk.delete(f"/api/students/{students[1].id}")
        assert list_assignments(room)[0]["total"] == 2
        assert room.desk.delete(f"/api/assignments/{assignment}").json() == {"deleted": 2, "kept": 0}


class TestBulkChanges:
    def test_bulk_response_contains_the_assignment_id(self, room: Room, students: list[Student]) -> None:
        body = {"studentIds": [each.id for each in students], "classroomId": room.classroom.id}
        answer = room.desk.post("/api/goals/bulk", {**body, "name": "Read", "goalbucks": 5}).json()
        assert answer["count"] == 3
        assert {goal["assignmentId"] for goal in assignment_goals(room, answer["assignmentId"]).values()} == {
            answer["assignmentId"]
        }

    @pytest.mark.spec("6.6")
    def test_deleting_keeps_and_counts_goals_with_proof_or_credit(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        complete(room, assignment, students[0])
        submit_proof(room, assignment, students[1])
        assert room.desk.delete(f"/api/assignments/{assignment}").json() == {"deleted": 1, "kept": 2}
        assert set(assignment_goals(room, assignment)) == {students[0].id, students[1].id}
        with nothing_stored(room.world):
            assert room.desk.delete(f"/api/assignments/{assignment}").json() == {"deleted": 0, "kept": 2}

    def test_each_goal_shows_whether_it_is_changeable(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        submit_proof(room, assignment, students[0])
        complete(room, assignment, students[1])
        changeable = {student_id: goal["changeable"] for student_id, goal in assignment_goals(room, assignment).items()}
        assert changeable == {students[0].id: False, students[1].id: False, students[2].id: True}

    def test_concurrent_deletes_delete_the_assignment_once(self, room: Room, assignment: str) -> None:
        delete = partial(room.desk.delete, f"/api/assignments/{assignment}")
        assert sorted(answer.status_code for answer in at_once(delete, delete)) == [200, 404]
        assert count(room.world, "goals") == 0

    @pytest.mark.spec("6.6")
    def test_editing_keeps_and_counts_goals_with_proof_or_credit(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        complete(room, assignment, students[0])
        submit_proof(room, assignment, students[1])
        body = {"name": "Write", "goalbucks": 30, "dueDate": "2020-01-01"}
        assert room.desk.put(f"/api/assignments/{assignment}", body).json() == {"changed": 1, "kept": 2}
        names = {student_id: goal["name"] for student_id, goal in assignment_goals(room, assignment).items()}
        assert names == {students[0].id: "Read", students[1].id: "Read", students[2].id: "Write"}

    @pytest.mark.parametrize("body", [{"name": "Read", "goalbucks": 0}, {"name": " ", "goalbucks": 5}, {}])
    def test_invalid_edit_is_refused_and_changes_nothing(
        self, room: Room, assignment: str, body: dict[str, object]
    ) -> None:
        with nothing_stored(room.world):
            answer = room.desk.put(f"/api/assignments/{assignment}", body)
        assert error(answer) == (422, "invalid")

    def test_activity_log_records_the_number_of_students(self, room: Room, assignment: str) -> None:
        room.desk.put(f"/api/assignments/{assignment}", {"name": "Write", "goalbucks": 30})
        room.desk.delete(f"/api/assignments/{assignment}")
        log = room.desk.get("/api/activity").json()
        told = [(each["kind"], each["about"], each["amount"], each["count"]) for each in log[:2]]
        assert told == [("assignment_deleted", "Write", 30, 3), ("assignment_edited", "Write", 30, 3)]

    def test_invariants_hold_after_editing_and_deleting(
        self, room: Room, students: list[Student], assignment: str
    ) -> None:
        complete(room, assignment, students[0])
        room.desk.delete(f"/api/assignments/{assignment}")
        with room.world.look() as db:
            assert_agreement(db)
