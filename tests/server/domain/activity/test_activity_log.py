"""The activity log, `GET /api/activity`: actor, action, time and device (specification 15.6)."""

from typing import Any

import pytest
from sqlalchemy import Connection, event

from server.domain.activity.models import ActivityRecord
from server.domain.submissions.models import Submission
from tests.factories.api_client import ApiClient
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import take_snapshot
from tests.server.conftest import MakeTestApp

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


def read_log(classroom: PreparedClassroom, query: str = "") -> list[Row]:
    response = classroom.teacher_client.get(f"{CALL}{query}")
    assert response.status_code == 200
    rows: list[Row] = response.json()
    return rows


def event_kinds(classroom: PreparedClassroom) -> list[str]:
    return [row["kind"] for row in read_log(classroom)]


def last_event(classroom: PreparedClassroom) -> Row:
    return read_log(classroom, "?limit=1")[0]


def try_student_sign_in(browser: ApiClient, classroom: PreparedClassroom, password: str = "wrong") -> int:
    browser.http.headers["User-Agent"] = IPAD
    return classroom.sign_in_student(browser, password).status_code


def approve_submission(classroom: PreparedClassroom) -> Submission:
    pending = classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Write", 7))
    response = classroom.teacher_client.http.patch(f"/api/submissions/{pending.id}/review", json={"status": "approved"})
    assert response.status_code == 200
    return pending


class TestTeacherActions:
    @pytest.mark.spec("15.6")
    def test_teacher_action_on_a_student_records_actor_student_object_and_device(
        self, classroom: PreparedClassroom
    ) -> None:
        goal_id = approve_submission(classroom).goal_id
        row = last_event(classroom)
        assert row.pop("id")
        assert row.pop("createdAt").endswith("Z")
        assert row == {
            "kind": "submission_approved",
            "whoRole": "teacher",
            "whoName": classroom.teacher.name,
            "studentName": classroom.student.full_name,
            "classroomId": classroom.row.id,
            "about": "Write",
            "amount": 7,
            "address": "127.0.0.1",
            "device": "class computer",
            "goalId": goal_id,
            "goalStudentId": classroom.student.id,
            "count": 1,
        }

    def test_settings_change_records_the_changed_setting(self, classroom: PreparedClassroom) -> None:
        body = {"teacherFromNetwork": True, "keepAwake": True}
        assert classroom.teacher_client.put("/api/settings", body).status_code == 200
        assert classroom.teacher_client.put("/api/settings", body).status_code == 200
        (row,) = read_log(classroom, "?kind=settings_changed")
        assert row["about"] == "teacher sign-in from other devices on"


class TestSignIns:
    def test_student_sign_in_is_recorded_with_the_device(self, classroom: PreparedClassroom) -> None:
        assert try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom, PASSWORD) == 200
        row = last_event(classroom)
        assert (row["kind"], row["whoRole"], row["whoName"]) == ("sign_in", "student", classroom.student.full_name)
        assert (row["address"], row["device"], row["classroomId"]) == ("10.0.0.17", "iPad, Safari", classroom.row.id)

    def test_recording_a_sign_in_needs_no_extra_transaction(self, classroom: PreparedClassroom) -> None:
        commits: list[Connection] = []
        event.listen(classroom.test_app.transactions.engine, "commit", commits.append)
        try_student_sign_in(classroom.test_app.lan_client(), classroom, PASSWORD)
        try_student_sign_in(classroom.test_app.lan_client(), classroom)
        # On PostgreSQL reads end with a commit, too.
        writes = [each for each in commits if not each.get_execution_options().get("postgresql_readonly")]
        assert len(writes) == 2

    def test_local_request_to_a_schools_server_is_recorded_as_made_there(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(school=True))
        try_student_sign_in(classroom.test_app.anonymous_client(), classroom)
        assert last_event(classroom)["device"] == "school's server"

    def test_sign_in_through_a_proxy_records_the_client_address(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(trusted_proxies="127.0.0.1"))
        try_student_sign_in(classroom.test_app.anonymous_client(), classroom)
        with classroom.test_app.open_session() as db:
            row = db.query(ActivityRecord).filter(ActivityRecord.kind == "sign_in_failed").one()
        assert row.device == "iPad, Safari"


class TestReading:
    def test_teachers_see_only_their_own_activity_log(self, classroom: PreparedClassroom) -> None:
        approve_submission(classroom)
        assert "submission_approved" not in event_kinds(classroom.other_teachers_classroom())

    def test_activity_log_is_filtered_by_kind_and_paginated(self, classroom: PreparedClassroom) -> None:
        for amount in (1, 2, 3):
            classroom.teacher_client.post(
                f"/api/students/{classroom.student.id}/corrections", {"amount": amount, "reason": "Why"}
            )
        approve_submission(classroom)
        first = read_log(classroom, "?kind=correction&kind=award&limit=2")
        assert [row["amount"] for row in first] == [3, 2]
        rest = read_log(classroom, f"?kind=correction&kind=award&limit=2&before={first[-1]['id']}")
        assert [row["amount"] for row in rest] == [1]

    @pytest.mark.postgresql
    def test_activity_log_is_deleted_with_its_teacher(self, classroom: PreparedClassroom) -> None:
        approve_submission(classroom)
        with classroom.test_app.transactions.writing() as db:
            db.delete(db.merge(classroom.teacher))
        assert take_snapshot(classroom.test_app)["activity"] == []

    def test_an_unknown_kind_is_refused(self, read_only_classroom: PreparedClassroom) -> None:
        assert read_only_classroom.teacher_client.get(f"{CALL}?kind=hacked").status_code == 422
