"""The activity log, `GET /api/activity`: actor, action, time and device (specification 15.6)."""

import pytest
from sqlalchemy import Connection, event

from server.domain.activity.models import ActivityRecord
from server.domain.activity.service import ActivityEvent
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.server.conftest import MakeTestApp
from tests.server.domain.activity.activity_log import (
    CALL,
    add_event,
    approve_submission,
    event_kinds,
    last_event,
    read_log,
    try_student_sign_in,
)


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

    def test_an_unknown_kind_is_refused(self, read_only_classroom: PreparedClassroom) -> None:
        assert read_only_classroom.teacher_client.get(f"{CALL}?kind=hacked").status_code == 422

    def test_bidirectional_control_characters_are_removed_from_names(self, classroom: PreparedClassroom) -> None:
        trick = "Ana\u202e\u2066\x07 pots\u200b\nmore مي\u200cدم"
        with classroom.test_app.transactions.writing() as db:
            db.get_one(Teacher, classroom.teacher.id).name = trick
            db.get_one(Student, classroom.student.id).first_name = trick
        add_event(classroom, ActivityEvent("correction", trick, 5, student_ids=[classroom.student.id]))
        harmless = "Ana pots more مي\u200cدم"
        row = last_event(classroom)
        assert [row["whoName"], row["about"]] == [harmless] * 2
        assert row["studentName"] == f"{harmless} {classroom.student.last_name}"
