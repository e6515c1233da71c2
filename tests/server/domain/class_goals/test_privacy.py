"""Who gave is nowhere but with the giver and the class's teachers (specification 25.5)."""

import logging

import pytest

from server.domain.students.models import Student
from tests.factories.api_client import ApiClient
from tests.factories.classroom import PreparedClassroom


class GivenTo:
    """A class with two givers of equal balances, and a classmate who looks."""

    def __init__(self, classroom: PreparedClassroom) -> None:
        self.classroom = classroom
        self.givers = [
            classroom.test_app.student(classroom.row, first, last) for first, last in (("Noor", "Ali"), ("Mei", "Lin"))
        ]
        self.clients = [classroom.test_app.client_for(giver) for giver in self.givers]
        for giver in self.givers:
            classroom.test_app.award(giver, 50)
        self.goal = classroom.test_app.class_goal(classroom.row)
        self.path = f"/api/class-goals/{self.goal.id}/gifts"

    def seen_by(self, client: ApiClient, student: Student) -> list[bytes]:
        """Return the whole answers of everything that a student's pages load."""
        paths = (
            f"/api/class-goals/classroom/{self.classroom.row.id}",
            f"/api/students/{student.id}/home",
            f"/api/students/{student.id}/ledger",
            f"/api/students/{student.id}/goalbucks",
            f"/api/students/{student.id}/progress",
            f"/api/classrooms/single/{self.classroom.row.id}",
            f"/api/store/classroom/{self.classroom.row.id}",
            "/api/auth/session",
        )
        responses = [client.get(path) for path in paths]
        assert {each.status_code for each in responses} == {200}
        return [each.content for each in responses[:-1]]  # but for the seconds that the session still lasts


@pytest.mark.postgresql
@pytest.mark.spec("25.5")
def test_a_classmates_answers_are_the_same_whoever_gave(classroom: PreparedClassroom) -> None:
    given = GivenTo(classroom)
    seen = []
    for client in given.clients:
        assert client.post(given.path, {"amount": 10}).status_code == 201
        seen.append(given.seen_by(classroom.student_client, classroom.student))
        assert client.delete(given.path).status_code == 204
    assert seen[0] == seen[1]
    assert all(b'"given":10' in answers[0] and b'"given":10' in answers[1] for answers in seen)
    for name in (b"Noor", b"Mei", *(giver.id.encode() for giver in given.givers)):
        assert not any(name in answer for answer in seen[0])


@pytest.mark.spec("25.5")
def test_neither_the_activity_log_nor_the_servers_log_says_who_gave(
    classroom: PreparedClassroom, caplog: pytest.LogCaptureFixture
) -> None:
    given = GivenTo(classroom)
    with caplog.at_level(logging.DEBUG):
        given.clients[0].post(given.path, {"amount": 10})
        given.clients[0].post(given.path, {"amount": 1_000})
        given.clients[0].delete(given.path)
    logged = "".join(record.getMessage() for record in caplog.records if record.name.startswith("goalbucks"))
    assert "Noor" not in logged
    assert given.givers[0].id not in logged
    activity = classroom.teacher_client.get("/api/activity").json()
    assert "class_gift" not in str(activity)
    assert {row["kind"] for row in activity if row.get("studentId") == given.givers[0].id} <= {"award"}
