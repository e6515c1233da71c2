"""The calls for reports and comments for families (specification 23.5, 23.6)."""

from typing import Any

import pytest
from httpx2 import Response

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom

pytestmark = [pytest.mark.usefixtures("fake_clock"), pytest.mark.postgresql]


def save(classroom: PreparedClassroom, text: str, based_on: str | None) -> Response:
    path = f"/api/students/{classroom.student.id}/family-comment"
    return classroom.teacher_client.put(path, json={"text": text, "basedOn": based_on})


def report(classroom: PreparedClassroom) -> dict[str, Any]:
    response = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/reports")
    assert response.status_code == 200
    (found,) = response.json()["reports"]
    row: dict[str, Any] = found
    return row


@pytest.mark.spec("23.5")
def test_a_class_has_a_report_of_each_student(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, "Read", 25)
    found = report(classroom)
    assert found["reached"] == [
        {"name": "Read", "goalbucks": 25, "completedAt": "2026-09-14T10:00:00Z", "goals": 1, "given": None}
    ]
    assert found["comment"] == {"text": "", "updatedAt": None}
    assert (found["goalsCompleted"], found["balance"], len(found["goalsByWeek"])) == (1, 25, 8)


@pytest.mark.spec("23.6")
def test_a_comment_is_saved_unless_another_one_was_meanwhile(classroom: PreparedClassroom) -> None:
    saved = save(classroom, " Two\nlines ", None)
    assert saved.json() == {"text": "Two\nlines", "updatedAt": "2026-09-14T10:00:00Z"}
    refused = save(classroom, "mine", None)
    assert error(refused) == (409, "changed_meanwhile")
    assert refused.json()["params"] == {"text": "Two\nlines"}
    assert save(classroom, "mine", saved.json()["updatedAt"]).status_code == 200
    assert report(classroom)["comment"]["text"] == "mine"


@pytest.mark.spec("23.6")
def test_a_comment_has_at_most_600_characters(classroom: PreparedClassroom) -> None:
    assert save(classroom, "x" * 600, None).status_code == 200
    assert error(save(classroom, "x" * 601, None)) == (422, "invalid")
