"""Bulk assignments: listed as one row, edited and deleted for all students (specification 6.6)."""

from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.response_fields import ASSIGNED_GOAL, ASSIGNMENT_ROW
from tests.factories.snapshots import assert_unchanged, count_rows


@pytest.fixture
def students(classroom: PreparedClassroom) -> list[Student]:
    """Three students of the class; the first is `classroom.student`."""
    names = (("Bo", "Adams"), ("Cy", "Baker"))
    return [classroom.student, *(classroom.test_app.student(classroom.row, *each) for each in names)]


@pytest.fixture
def assignment(classroom: PreparedClassroom, students: list[Student]) -> str:
    return classroom.test_app.assignment(*students, name="Read", goalbucks=25)


def assignment_goals(classroom: PreparedClassroom, assignment: str) -> dict[str, dict[str, Any]]:
    """Return the assignment's goals by student id."""
    goals = classroom.list_rows(f"/api/assignments/{assignment}", ASSIGNED_GOAL)
    return {goal["studentId"]: goal for goal in goals}


def list_assignments(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    return classroom.list_rows(f"/api/assignments/teacher/{classroom.teacher.id}{query}", ASSIGNMENT_ROW)


def complete(classroom: PreparedClassroom, assignment: str, student: Student) -> None:
    goal = assignment_goals(classroom, assignment)[student.id]
    assert classroom.teacher_client.post(f"/api/goals/{goal['id']}/complete").status_code == 200


def submit_proof(classroom: PreparedClassroom, assignment: str, student: Student) -> None:
    with classroom.test_app.open_session() as db:
        goal = db.get_one(Goal, assignment_goals(classroom, assignment)[student.id]["id"])
    classroom.test_app.submission(goal)


class TestFilters:
    @pytest.mark.postgresql
    @pytest.mark.spec("19.2")
    def test_filters_select_rows_and_are_listed_with_numbers(
        self, classroom: PreparedClassroom, students: list[Student], assignment: str
    ) -> None:
        classroom.test_app.goal(students[1], "Draw")
        of_student = f"&studentId={students[1].id}"
        rows = list_assignments(classroom, f"?status=current&goal=Read{of_student}&classroomId={classroom.row.id}")
        assert [(row["assignmentId"], row["studentNames"]) for row in rows] == [(assignment, ["Bo Adams"])]
        path = f"/api/assignments/teacher/{classroom.teacher.id}/filters?status=current&goal=Read"
        response = classroom.teacher_client.get(path)
        assert response.status_code == 200
        options = response.json()
        assert options["classes"] == [{"value": classroom.row.id, "label": classroom.row.name, "count": 3}]
        assert {each["label"]: each["count"] for each in options["goals"]} == {"Read": 3, "Draw": 1}
        assert {each["label"] for each in options["students"]} == {each.full_name for each in students}


class TestListing:
    @pytest.mark.postgresql
    @pytest.mark.spec("6.6")
    def test_bulk_assignment_is_one_row_with_students_and_completed_count(
        self, classroom: PreparedClassroom, students: list[Student], assignment: str
    ) -> None:
        complete(classroom, assignment, students[2])
        (row,) = list_assignments(classroom, "?status=current")
        assert row["assignmentId"] == assignment
        assert (row["name"], row["goalbucks"], row["dueDate"], row["overdue"]) == ("Read", 25, None, False)
        assert (row["studentId"], row["studentNames"]) == (None, ["Bo Adams", "Amara Okafor"])
        assert (row["total"], row["completed"], row["className"]) == (3, 1, classroom.row.name)
        (done,) = list_assignments(classroom, "?status=completed")
        assert (done["studentNames"], done["total"], done["completed"]) == (["Cy Baker"], 3, 1)
        assert done["completedAt"] is not None

    @pytest.mark.postgresql
    def test_pagination_counts_rows_and_shows_each_assignment_once(
        self, classroom: PreparedClassroom, students: list[Student]
    ) -> None:
        for number in range(3):
            classroom.test_app.goal(classroom.student, f"single {number}")
            classroom.test_app.assignment(*students, name=f"bulk {number}")
        names, before = [], ""
        while page := list_assignments(classroom, f"?status=current&limit=2{before}"):
            names += [row["name"] for row in page]
            before = f"&before={page[-1]['id']}"
        assert names == ["bulk 2", "single 2", "bulk 1", "single 1", "bulk 0", "single 0"]


class TestBulkChanges:
    @pytest.mark.postgresql
    @pytest.mark.spec("6.6")
    def test_deleting_keeps_and_counts_goals_with_proof_or_credit(
        self, classroom: PreparedClassroom, students: list[Student], assignment: str
    ) -> None:
        complete(classroom, assignment, students[0])
        submit_proof(classroom, assignment, students[1])
        assert classroom.teacher_client.delete(f"/api/assignments/{assignment}").json() == {"deleted": 1, "kept": 2}
        assert set(assignment_goals(classroom, assignment)) == {students[0].id, students[1].id}
        with assert_unchanged(classroom.test_app):
            assert classroom.teacher_client.delete(f"/api/assignments/{assignment}").json() == {"deleted": 0, "kept": 2}

    def test_each_goal_shows_whether_it_is_changeable(
        self, classroom: PreparedClassroom, students: list[Student], assignment: str
    ) -> None:
        submit_proof(classroom, assignment, students[0])
        complete(classroom, assignment, students[1])
        changeable = {
            student_id: goal["changeable"] for student_id, goal in assignment_goals(classroom, assignment).items()
        }
        assert changeable == {students[0].id: False, students[1].id: False, students[2].id: True}

    @pytest.mark.postgresql
    def test_concurrent_deletes_delete_the_assignment_once(self, classroom: PreparedClassroom, assignment: str) -> None:
        delete = partial(classroom.teacher_client.delete, f"/api/assignments/{assignment}")
        assert sorted(response.status_code for response in run_concurrently(delete, delete)) == [200, 404]
        assert count_rows(classroom.test_app, "goals") == 0

    @pytest.mark.postgresql
    @pytest.mark.spec("6.6")
    def test_editing_keeps_and_counts_goals_with_proof_or_credit(
        self, classroom: PreparedClassroom, students: list[Student], assignment: str
    ) -> None:
        complete(classroom, assignment, students[0])
        submit_proof(classroom, assignment, students[1])
        body = {"name": "Write", "goalbucks": 30, "dueDate": "2020-01-01"}
        assert classroom.teacher_client.put(f"/api/assignments/{assignment}", body).json() == {"changed": 1, "kept": 2}
        names = {student_id: goal["name"] for student_id, goal in assignment_goals(classroom, assignment).items()}
        assert names == {students[0].id: "Read", students[1].id: "Read", students[2].id: "Write"}
