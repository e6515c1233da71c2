"""The activity log, `GET /api/activity`: actor, action, time and device (specification 15.6)."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, event

from server.domain.activity.models import ActivityRecord
from server.domain.activity.service import ActivityEvent
from server.domain.students.models import Student
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import take_snapshot
from tests.server.conftest import MakeTestApp
from tests.server.domain.activity.activity_log import (
    CALL,
    Row,
    add_event,
    approve_submission,
    buy_item,
    deny_submission,
    event_kinds,
    last_event,
    read_log,
    try_student_sign_in,
)

Action = Callable[[PreparedClassroom], object]


def undo_fulfillment(classroom: PreparedClassroom, purchase_id: str) -> None:
    classroom.teacher_client.patch(f"/api/purchases/{purchase_id}/fulfill")
    assert classroom.teacher_client.post(f"/api/purchases/{purchase_id}/unfulfill").status_code == 200


def approved_suggestion(classroom: PreparedClassroom) -> GoalSuggestion:
    return classroom.test_app.approved_suggestion(
        classroom.teacher, classroom.test_app.suggestion(classroom.student, "Swim", 3)
    )


STUDENT_ACTIONS: dict[str, tuple[Action, Row]] = {
    "submission_approved": (approve_submission, {"about": "Write", "amount": 7}),
    "submission_denied": (lambda classroom: deny_submission(classroom, again=False), {"about": "Write", "amount": 7}),
    "submission_returned": (lambda classroom: deny_submission(classroom, again=True), {"about": "Write", "amount": 7}),
    "review_undone": (
        lambda classroom: classroom.teacher_client.post(
            f"/api/submissions/{approve_submission(classroom)}/undo-review"
        ),
        {"about": "Write", "amount": 7},
    ),
    "goal_completed": (
        lambda classroom: classroom.teacher_client.post(
            f"/api/goals/{classroom.test_app.goal(classroom.student, 'Read', 9).id}/complete"
        ),
        {"about": "Read", "amount": 9},
    ),
    "goal_reopened": (
        lambda classroom: classroom.teacher_client.post(
            f"/api/goals/{classroom.test_app.completed_goal(classroom.student, 'Read', 9).id}/reopen"
        ),
        {"about": "Read", "amount": 9},
    ),
    "goal_deleted": (
        lambda classroom: classroom.teacher_client.delete(
            f"/api/goals/{classroom.test_app.goal(classroom.student, 'Read', 9).id}"
        ),
        {"about": "Read", "amount": 9},
    ),
    "suggestion_denied": (
        lambda classroom: classroom.teacher_client.put(
            f"/api/goal-suggestions/{classroom.test_app.suggestion(classroom.student, 'Swim', 3).id}/deny", {}
        ),
        {"about": "Swim", "amount": 3},
    ),
    "suggestion_approved": (
        lambda classroom: classroom.teacher_client.put(
            f"/api/goal-suggestions/{classroom.test_app.suggestion(classroom.student, 'Swim', 3).id}/approve",
            {"name": "Swim far"},
        ),
        {"about": "Swim far", "amount": 3},
    ),
    "suggestion_answer_undone": (
        lambda classroom: classroom.teacher_client.post(
            f"/api/goal-suggestions/{approved_suggestion(classroom).id}/undo-answer"
        ),
        {"about": "Swim", "amount": 3},
    ),
    "correction": (
        lambda classroom: classroom.teacher_client.post(
            f"/api/students/{classroom.student.id}/corrections", {"amount": -5, "reason": "Counted twice"}
        ),
        {"about": "Counted twice", "amount": -5},
    ),
    "award": (
        lambda classroom: classroom.teacher_client.post(
            "/api/goalbucks/award",
            {"classroomId": classroom.row.id, "studentIds": [classroom.student.id], "amount": 5, "reason": "Tidy"},
        ),
        {"about": "Tidy", "amount": 5},
    ),
    "purchase_fulfilled": (
        lambda classroom: classroom.teacher_client.http.patch(f"/api/purchases/{buy_item(classroom)}/fulfill"),
        {"about": "Pencil", "amount": 5},
    ),
    "fulfillment_undone": (
        lambda classroom: undo_fulfillment(classroom, buy_item(classroom)),
        {"about": "Pencil", "amount": 5},
    ),
    "purchase_cancelled": (
        lambda classroom: classroom.teacher_client.post(f"/api/purchases/{buy_item(classroom)}/cancel"),
        {"about": "Pencil", "amount": 5},
    ),
    "student_unlocked": (
        lambda classroom: (
            try_student_sign_in(classroom.student_client, classroom),
            classroom.teacher_client.post(f"/api/students/{classroom.student.id}/unlock"),
        ),
        {},
    ),
    "student_moved": (
        lambda classroom: classroom.teacher_client.put(
            f"/api/students/{classroom.student.id}/classroom",
            {"classroomId": classroom.test_app.classroom(classroom.teacher, "Science").id},
        ),
        {"about": "Science"},
    ),
    "student_password_changed": (
        lambda classroom: classroom.teacher_client.put(
            f"/api/students/{classroom.student.id}",
            {
                "firstName": classroom.student.first_name,
                "lastName": classroom.student.last_name,
                "username": classroom.student.username,
                "password": "another",
            },
        ),
        {},
    ),
    "student_deleted": (lambda classroom: classroom.teacher_client.delete(f"/api/students/{classroom.student.id}"), {}),
}
CLASS_ACTIONS: dict[str, tuple[Action, Row]] = {
    "item_deleted": (
        lambda classroom: classroom.teacher_client.delete(
            f"/api/store/{classroom.test_app.store_item(classroom.row, 'Pencil', 5).id}"
        ),
        {"about": "Pencil", "amount": 5},
    ),
    "class_code_changed": (
        lambda classroom: classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/class-code"),
        {},
    ),
    "class_deleted": (lambda classroom: classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}"), {}),
}


class TestTeacherActions:
    @pytest.mark.spec("15.6")
    @pytest.mark.parametrize("kind", STUDENT_ACTIONS)
    def test_teacher_action_on_a_student_records_actor_student_object_and_device(
        self, classroom: PreparedClassroom, kind: str
    ) -> None:
        action, changes = STUDENT_ACTIONS[kind]
        action(classroom)
        row = last_event(classroom)
        assert row.pop("id")
        assert row.pop("createdAt").endswith("Z")
        if kind == "student_moved":
            assert row.pop("classroomId") != classroom.row.id
            row["classroomId"] = classroom.row.id
        assert (
            row
            == {
                "kind": kind,
                "whoRole": "teacher",
                "whoName": classroom.teacher.name,
                "studentName": classroom.student.full_name,
                "classroomId": classroom.row.id,
                "about": None,
                "amount": None,
                "address": "127.0.0.1",
                "device": "class computer",
                "count": 1,
            }
            | changes
        )

    @pytest.mark.parametrize("kind", CLASS_ACTIONS)
    def test_teacher_action_in_a_class_records_no_student(self, classroom: PreparedClassroom, kind: str) -> None:
        action, changes = CLASS_ACTIONS[kind]
        action(classroom)
        row = last_event(classroom)
        expected = {"kind": kind, "studentName": None, "about": classroom.row.name} | changes
        assert {name: row[name] for name in expected} == expected

    def test_teacher_action_on_many_students_is_one_row_with_a_count(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row)
        ids = [classroom.student.id, classmate.id]
        body = {"classroomId": classroom.row.id, "studentIds": ids, "amount": 5, "reason": "Tidy"}
        assert classroom.teacher_client.post("/api/goalbucks/award", body).status_code == 201
        row = last_event(classroom)
        assert (row["kind"], row["count"], row["amount"], row["studentName"]) == ("award", 2, 5, None)

    def test_bulk_review_is_one_row_per_submission(self, classroom: PreparedClassroom) -> None:
        ids = [classroom.test_app.submission(classroom.test_app.goal(classroom.student)).id for _ in range(3)]
        body = {"submissionIds": ids, "status": "approved"}
        assert classroom.teacher_client.post("/api/submissions/review", body).status_code == 200
        assert event_kinds(classroom).count("submission_approved") == 3

    def test_refused_action_is_not_recorded(self, classroom: PreparedClassroom) -> None:
        done = classroom.test_app.completed_goal(classroom.student)
        before = take_snapshot(classroom.test_app)["activity"]
        assert error(classroom.teacher_client.delete(f"/api/goals/{done.id}")) == (409, "already_completed")
        assert error(classroom.teacher_client.post(f"/api/goals/{done.id}/complete")) == (409, "already_completed")
        assert take_snapshot(classroom.test_app)["activity"] == before

    def test_settings_change_records_the_changed_setting(self, classroom: PreparedClassroom) -> None:
        body = {"teacherFromNetwork": True, "keepAwake": True}
        assert classroom.teacher_client.put("/api/settings", body).status_code == 200
        assert classroom.teacher_client.put("/api/settings", body).status_code == 200
        (row,) = read_log(classroom, "?kind=settings_changed")
        assert row["about"] == "teacher sign-in from other devices on"

    def test_events_outlive_the_class(self, classroom: PreparedClassroom) -> None:
        approve_submission(classroom)
        classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}")
        row = read_log(classroom, "?kind=submission_approved")[0]
        assert row["studentName"] == classroom.student.full_name


class TestSignIns:
    def test_student_sign_in_is_recorded_with_the_device(self, classroom: PreparedClassroom) -> None:
        assert try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom, PASSWORD) == 200
        row = last_event(classroom)
        assert (row["kind"], row["whoRole"], row["whoName"]) == ("sign_in", "student", classroom.student.full_name)
        assert (row["address"], row["device"], row["classroomId"]) == ("10.0.0.17", "iPad, Safari", classroom.row.id)

    def test_teacher_sign_in_is_recorded(self, classroom: PreparedClassroom) -> None:
        assert classroom.sign_in_teacher(classroom.test_app.anonymous_client()).status_code == 200
        assert (last_event(classroom)["kind"], last_event(classroom)["whoRole"]) == ("sign_in", "teacher")

    @pytest.mark.spec("15.6")
    def test_repeated_failed_sign_ins_are_one_row_with_a_count(self, classroom: PreparedClassroom) -> None:
        for _ in range(10):
            assert try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom) == 401
        assert try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom) == 429
        (row,) = read_log(classroom, "?kind=sign_in_failed")
        assert (row["count"], row["whoName"], row["address"]) == (10, classroom.student.full_name, "10.0.0.17")

    def test_failed_sign_ins_from_another_device_or_later_are_separate_rows(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        for _ in range(2):
            try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom)
        try_student_sign_in(classroom.test_app.lan_client("10.0.0.18"), classroom)
        fake_clock.advance(minutes=6)
        try_student_sign_in(classroom.test_app.lan_client("10.0.0.17"), classroom)
        assert [row["count"] for row in read_log(classroom, "?kind=sign_in_failed")] == [1, 1, 2]

    def test_failed_sign_ins_of_unknown_accounts_are_not_recorded(self, classroom: PreparedClassroom) -> None:
        before = take_snapshot(classroom.test_app)["activity"]
        body = {"username": "nobody", "password": "wrong", "classCode": classroom.row.class_code}
        assert classroom.test_app.lan_client().post("/api/auth/student", body).status_code == 401
        assert classroom.test_app.anonymous_client().post("/api/auth/teacher", body).status_code == 401
        assert take_snapshot(classroom.test_app)["activity"] == before

    def test_wrong_present_password_is_recorded_as_a_failed_sign_in(self, classroom: PreparedClassroom) -> None:
        body = {"currentPassword": "wrong", "newPassword": "another"}
        assert classroom.student_client.put(f"/api/students/{classroom.student.id}/password", body).status_code == 422
        assert (last_event(classroom)["kind"], last_event(classroom)["whoName"]) == (
            "sign_in_failed",
            classroom.student.full_name,
        )

    def test_recording_a_sign_in_needs_no_extra_transaction(self, classroom: PreparedClassroom) -> None:
        commits: list[Connection] = []
        event.listen(classroom.test_app.transactions.engine, "commit", commits.append)
        try_student_sign_in(classroom.test_app.lan_client(), classroom, PASSWORD)
        try_student_sign_in(classroom.test_app.lan_client(), classroom)
        # On PostgreSQL reads end with a commit, too.
        writes = [each for each in commits if not each.get_execution_options().get("postgresql_readonly")]
        assert len(writes) == 2

    def test_raw_user_agent_is_never_stored(self, classroom: PreparedClassroom) -> None:
        try_student_sign_in(classroom.test_app.lan_client(), classroom, PASSWORD, agent="<b>Chrome/1" + "x" * 9000)
        assert last_event(classroom)["device"] == "Chrome"

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

    @pytest.mark.parametrize("query", ["kind=hacked", "limit=0", "limit=501", "limit=x", f"before={'x' * 65}"])
    def test_invalid_activity_parameters_are_refused(self, read_only_classroom: PreparedClassroom, query: str) -> None:
        assert read_only_classroom.teacher_client.get(f"{CALL}?{query}").status_code == 422

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

    def test_long_reason_is_truncated(self, classroom: PreparedClassroom) -> None:
        body = {"amount": 5, "reason": "x" * 5000}
        assert (
            classroom.teacher_client.post(f"/api/students/{classroom.student.id}/corrections", body).status_code == 201
        )
        assert last_event(classroom)["about"] == "x" * 401
