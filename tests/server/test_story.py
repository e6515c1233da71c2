import pytest

from tests.factories.app import RunningApp
from tests.factories.passwords import PASSWORD

pytestmark = pytest.mark.postgresql


def test_goal_is_assigned_submitted_approved_and_credited(test_app: RunningApp) -> None:
    teacher = test_app.anonymous_client()
    registered = teacher.post(
        "/api/auth/register-teacher", {"name": "Elena Rivera", "email": "elena@school.local", "password": PASSWORD}
    )
    assert registered.status_code == 201, registered.text
    teacher_id = registered.json()["user"]["id"]
    classroom = teacher.post("/api/classrooms", {"name": "Math 101", "gradeLevel": "5th Grade"}).json()
    new = {"firstName": "Amara", "lastName": "Okafor", "username": "amara.o", "password": "pass"}
    created = teacher.post("/api/students", {**new, "classroomId": classroom["id"]})
    assert created.status_code == 201, created.text
    goal = {"studentIds": [created.json()["id"]], "classroomId": classroom["id"], "name": "Read", "goalbucks": 25}
    assert teacher.post("/api/goals/bulk", goal).json()["count"] == 1

    student = test_app.lan_client()
    signed_in = student.post(
        "/api/auth/student", {"username": " AMARA.O ", "password": "pass", "classCode": classroom["classCode"].lower()}
    )
    assert signed_in.status_code == 200, signed_in.text
    user = signed_in.json()["user"]
    (mine,) = student.get(f"/api/students/{user['id']}/goals").json()
    form = {"goalId": mine["id"], "studentId": user["id"], "classroomId": classroom["id"], "submissionText": "Done"}
    sent = student.http.post("/api/submissions/upload", data=form, files={"": ("", b"")})
    assert sent.status_code == 201, sent.text

    (pending,) = teacher.get(f"/api/submissions/teacher/{teacher_id}?status=pending").json()
    assert pending["studentName"] == "Amara Okafor"
    reviewed = teacher.patch(f"/api/submissions/{pending['id']}/review", {"status": "approved"})
    assert reviewed.status_code == 200, reviewed.text
    assert student.get(f"/api/students/{user['id']}/goalbucks").json() == {"balance": 25, "earned": 25, "spent": 0}
    (row,) = teacher.get(f"/api/classrooms/{classroom['id']}/students/stats").json()
    assert (row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]) == (1, 25, "Read")
