"""The access log: one line a request, without personal data."""

import json
import logging

import pytest

from launcher.logs.json_format import JsonFormatter
from tests.factories.app import RunningApp
from tests.factories.passwords import PASSWORD


def test_a_request_is_logged_as_one_line_with_its_id_and_no_personal_data(
    test_app: RunningApp, caplog: pytest.LogCaptureFixture
) -> None:
    classroom = test_app.classroom()
    student = test_app.student(classroom, "Amara", "Okafor")
    body = {"username": student.username, "password": PASSWORD, "classCode": classroom.class_code}
    with caplog.at_level(logging.INFO, "goalbucks.requests"):
        response = test_app.lan_client().post("/api/auth/student?note=Amara", body)
    (line,) = [record.getMessage() for record in caplog.records if record.name == "goalbucks.requests"]
    assert line.startswith("POST /api/auth/student 200 ")
    assert response.headers["x-request-id"] in line
    for private in ("Amara", student.username, PASSWORD, classroom.class_code):
        assert private not in line


def test_a_path_with_a_line_break_is_logged_as_one_line(test_app: RunningApp, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "goalbucks.requests"):
        test_app.anonymous_client().get("/api/no%0Asuch%0D%0Acall")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "goalbucks.requests"]
    assert "\n" not in line
    assert "%0A" in line


@pytest.mark.sqlite_file
def test_a_database_error_is_logged_without_personal_data(
    test_app: RunningApp, caplog: pytest.LogCaptureFixture
) -> None:
    teacher = test_app.client_for(test_app.teacher())
    with test_app.transactions.engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE classrooms RENAME TO hidden")
        connection.commit()
    assert teacher.post("/api/classrooms", {"name": "Amara's class"}).status_code == 503
    assert "no such table" in caplog.text
    assert "Amara" not in caplog.text


def test_a_request_is_logged_as_json_with_its_route_and_no_personal_data(
    test_app: RunningApp, caplog: pytest.LogCaptureFixture
) -> None:
    student = test_app.student(test_app.classroom(), "Amara", "Okafor")
    teacher = test_app.client_for(test_app.teacher())
    with caplog.at_level(logging.INFO, "goalbucks.requests"):
        response = teacher.get(f"/api/students/{student.id}/goals?note=Amara")
        teacher.get("/api/no-such-call")
    logged = [each for each in caplog.records if each.name == "goalbucks.requests"]
    served, missed = (json.loads(JsonFormatter().format(each)) for each in logged)
    assert served["time"].endswith("Z")
    assert (served["level"], served["method"], served["status"]) == ("info", "GET", response.status_code)
    assert (served["route"], missed["route"]) == ("/api/students/{student_id}/goals", None)
    assert served["request_id"] == response.headers["x-request-id"]
    assert served["duration_ms"] > 0
    assert "Amara" not in json.dumps(served)
    assert student.username not in json.dumps(served)
