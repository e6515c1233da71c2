"""The activity log, `GET /api/activity`: actor, action, time and device (specification 15.6)."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from server.domain.audit.models import AuditRecord
from server.domain.audit.service import AuditAction, AuditActor
from server.domain.suggestions.models import GoalSuggestion
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import stored
from tests.factories.world import error
from tests.server.conftest import Hands, MakeWorld
from tests.server.domain.audit.activity_log import (
    add_event,
    approve_submission,
    buy_item,
    deny_submission,
    event_kinds,
    last_event,
    read_log,
    try_student_sign_in,
)

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


Action = Callable[[Room], object]


def undo_fulfillment(room: Room, purchase_id: str) -> None:
    room.desk.patch(f"/api/purchases/{purchase_id}/fulfill")
    assert room.desk.post(f"/api/purchases/{purchase_id}/unfulfill").status_code == 200


def approved_suggestion(room: Room) -> GoalSuggestion:
    return room.world.approved_suggestion(room.teacher, room.world.suggestion(room.student, "Swim", 3))


STUDENT_ACTIONS: dict[str, tuple[Action, Row]] = {
    "submission_approved": (approve_submission, {"about": "Write", "amount": 7}),
    "submission_denied": (lambda room: deny_submission(room, again=False), {"about": "Write", "amount": 7}),
    "submission_returned": (lambda room: deny_submission(room, again=True), {"about": "Write", "amount": 7}),
    "review_undone": (
        lambda room: room.desk.post(f"/api/submissions/{approve_submission(room)}/undo-review"),
        {"about": "Write", "amount": 7},
    ),
    "goal_completed": (
        lambda room: room.desk.post(f"/api/goals/{room.world.goal(room.student, 'Read', 9).id}/complete"),
        {"about": "Read", "amount": 9},
    ),
    "goal_reopened": (
        lambda room: room.desk.post(f"/api/goals/{room.world.completed_goal(room.student, 'Read', 9).id}/reopen"),
        {"about": "Read", "amount": 9},
    ),
    "goal_deleted": (
        lambda room: room.desk.delete(f"/api/goals/{room.world.goal(room.student, 'Read', 9).id}"),
        {"about": "Read", "amount": 9},
    ),
    "suggestion_denied": (
        lambda room: room.desk.put(
            f"/api/goal-suggestions/{room.world.suggestion(room.student, 'Swim', 3).id}/deny", {}
        ),
        {"about": "Swim", "amount": 3},
    ),
    "suggestion_approved": (
        lambda room: room.desk.put(
            f"/api/goal-suggestions/{room.world.suggestion(room.student, 'Swim', 3).id}/approve",
            {"name": "Swim far"},
        ),
        {"about": "Swim far", "amount": 3},
    ),
    "suggestion_answer_undone": (
        lambda room: room.desk.post(f"/api/goal-suggestions/{approved_suggestion(room).id}/undo-answer"),
        {"about": "Swim", "amount": 3},
    ),
    "correction": (
        lambda room: room.desk.post(
            f"/api/students/{room.student.id}/corrections", {"amount": -5, "reason": "Counted twice"}
        ),
        {"about": "Counted twice", "amount": -5},
    ),
    "award": (
        lambda room: room.desk.post(
            "/api/goalbucks/award",
            {"classroomId": room.classroom.id, "studentIds": [room.student.id], "amount": 5, "reason": "Tidy"},
        ),
        {"about": "Tidy", "amount": 5},
    ),
    "purchase_fulfilled": (
        lambda room: room.desk.http.patch(f"/api/purchases/{buy_item(room)}/fulfill"),
        {"about": "Pencil", "amount": 5},
    ),
    "fulfillment_undone": (lambda room: undo_fulfillment(room, buy_item(room)), {"about": "Pencil", "amount": 5}),
    "purchase_cancelled": (
        lambda room: room.desk.post(f"/api/purchases/{buy_item(room)}/cancel"),
        {"about": "Pencil", "amount": 5},
    ),
    "student_unlocked": (
        lambda room: (
            try_student_sign_in(room.tablet, room),
            room.desk.post(f"/api/students/{room.student.id}/unlock"),
        ),
        {},
    ),
    "student_moved": (
        lambda room: room.desk.put(
            f"/api/students/{room.student.id}/classroom",
            {"classroomId": room.world.classroom(room.teacher, "Science").id},
        ),
        {"about": "Science"},
    ),
    "student_password_changed": (
        lambda room: room.desk.put(
            f"/api/students/{room.student.id}",
            {
                "firstName": room.student.first_name,
                "lastName": room.student.last_name,
                "username": room.student.username,
                "password": "another",
            },
        ),
        {},
    ),
    "student_deleted": (lambda room: room.desk.delete(f"/api/students/{room.student.id}"), {}),
}
CLASS_ACTIONS: dict[str, tuple[Action, Row]] = {
    "item_deleted": (
        lambda room: room.desk.delete(f"/api/store/{room.world.item(room.classroom, 'Pencil', 5).id}"),
        {"about": "Pencil", "amount": 5},
    ),
    "class_code_changed": (lambda room: room.desk.post(f"/api/classrooms/{room.classroom.id}/class-code"), {}),
    "class_deleted": (lambda room: room.desk.delete(f"/api/classrooms/{room.classroom.id}"), {}),
}


class TestTeacherActions:
    @pytest.mark.spec("15.6")
    @pytest.mark.parametrize("kind", STUDENT_ACTIONS)
    def test_teacher_action_on_a_student_records_actor_student_object_and_device(self, room: Room, kind: str) -> None:
        doing, told = STUDENT_ACTIONS[kind]
        doing(room)
        row = last_event(room)
        assert row.pop("id")
        assert row.pop("createdAt").endswith("Z")
        if kind == "student_moved":
            assert row.pop("classroomId") != room.classroom.id
            row["classroomId"] = room.classroom.id
        assert (
            row
            == {
                "kind": kind,
                "whoRole": "teacher",
                "whoName": room.teacher.name,
                "studentName": room.student.full_name,
                "classroomId": room.classroom.id,
                "about": None,
                "amount": None,
                "address": "127.0.0.1",
                "device": "class computer",
                "count": 1,
            }
            | told
        )

    @pytest.mark.parametrize("kind", CLASS_ACTIONS)
    def test_teacher_action_in_a_class_records_no_student(self, room: Room, kind: str) -> None:
        doing, told = CLASS_ACTIONS[kind]
        doing(room)
        row = last_event(room)
        expected = {"kind": kind, "studentName": None, "about": room.classroom.name} | told
        assert {name: row[name] for name in expected} == expected

    def test_teacher_action_on_many_students_is_one_row_with_a_count(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        ids = [room.student.id, classmate.id]
        body = {"classroomId": room.classroom.id, "studentIds": ids, "amount": 5, "reason": "Tidy"}
        assert room.desk.post("/api/goalbucks/award", body).status_code == 201
        row = last_event(room)
        assert (row["kind"], row["count"], row["amount"], row["studentName"]) == ("award", 2, 5, None)

    def test_bulk_review_is_one_row_per_submission(self, room: Room) -> None:
        ids = [room.world.submission(room.world.goal(room.student)).id for _ in range(3)]
        body = {"submissionIds": ids, "status": "approved"}
        assert room.desk.post("/api/submissions/review", body).status_code == 200
        assert event_kinds(room).count("submission_approved") == 3

    def test_refused_action_is_not_recorded(self, room: Room) -> None:
        done = room.world.completed_goal(room.student)
        before = stored(room.world)["activity"]
        assert error(room.desk.delete(f"/api/goals/{done.id}")) == (409, "already_completed")
        assert error(room.desk.post(f"/api/goals/{done.id}/complete")) == (409, "already_completed")
        assert stored(room.world)["activity"] == before

    def test_settings_change_records_the_changed_setting(self, room: Room) -> None:
        body = {"teacherFromNetwork": True, "keepAwake": True}
        assert room.desk.put("/api/settings", body).status_code == 200
        assert room.desk.put("/api/settings", body).status_code == 200
        (row,) = read_log(room, "?kind=settings_changed")
        assert row["about"] == "teacher sign-in from other devices on"

    def test_audit_events_outlive_the_class(self, room: Room) -> None:
        approve_submission(room)
        room.desk.delete(f"/api/classrooms/{room.classroom.id}")
        row = read_log(room, "?kind=submission_approved")[0]
        assert row["studentName"] == room.student.full_name


class TestSignIns:
    def test_student_sign_in_is_recorded_with_the_device(self, room: Room) -> None:
        assert try_student_sign_in(room.world.device("10.0.0.17"), room, PASSWORD) == 200
        row = last_event(room)
        assert (row["kind"], row["whoRole"], row["whoName"]) == ("sign_in", "student", room.student.full_name)
        assert (row["address"], row["device"], row["classroomId"]) == ("10.0.0.17", "iPad, Safari", room.classroom.id)

    def test_teacher_sign_in_is_recorded(self, room: Room) -> None:
        body = {"username": room.teacher.email, "password": PASSWORD}
        assert room.world.visitor().post("/api/auth/teacher", body).status_code == 200
        assert (last_event(room)["kind"], last_event(room)["whoRole"]) == ("sign_in", "teacher")

    @pytest.mark.spec("15.6")
    def test_repeated_failed_sign_ins_are_one_row_with_a_count(self, room: Room) -> None:
        for _ in range(10):
            assert try_student_sign_in(room.world.device("10.0.0.17"), room) == 401
        assert try_student_sign_in(room.world.device("10.0.0.17"), room) == 429
        (row,) = read_log(room, "?kind=sign_in_failed")
        assert (row["count"], row["whoName"], row["address"]) == (10, room.student.full_name, "10.0.0.17")

    def test_failed_sign_ins_from_another_device_or_later_are_separate_rows(self, room: Room, hands: Hands) -> None:
        for _ in range(2):
            try_student_sign_in(room.world.device("10.0.0.17"), room)
        try_student_sign_in(room.world.device("10.0.0.18"), room)
        hands.move(minutes=6)
        try_student_sign_in(room.world.device("10.0.0.17"), room)
        assert [row["count"] for row in read_log(room, "?kind=sign_in_failed")] == [1, 1, 2]

    def test_failed_sign_ins_of_unknown_accounts_are_not_recorded(self, room: Room) -> None:
        before = stored(room.world)["activity"]
        body = {"username": "nobody", "password": "wrong", "classCode": room.classroom.class_code}
        assert room.world.device().post("/api/auth/student", body).status_code == 401
        assert room.world.visitor().post("/api/auth/teacher", body).status_code == 401
        assert stored(room.world)["activity"] == before

    def test_wrong_present_password_is_recorded_as_a_failed_sign_in(self, room: Room) -> None:
        body = {"currentPassword": "wrong", "newPassword": "another"}
        assert room.tablet.put(f"/api/students/{room.student.id}/password", body).status_code == 422
        assert (last_event(room)["kind"], last_event(room)["whoName"]) == ("sign_in_failed", room.student.full_name)

    def test_recording_a_sign_in_needs_no_extra_transaction(self, room: Room) -> None:
        commits: list[object] = []
        event.listen(room.world.transactions.engine, "commit", commits.append)
        try_student_sign_in(room.world.device(), room, PASSWORD)
        try_student_sign_in(room.world.device(), room)
        assert len(commits) == 2

    def test_raw_user_agent_is_never_stored(self, room: Room) -> None:
        try_student_sign_in(room.world.device(), room, PASSWORD, agent="<b>Chrome/1" + "x" * 9000)
        assert last_event(room)["device"] == "Chrome"

    def test_sign_in_through_a_proxy_records_the_client_address(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(trusted_proxies="127.0.0.1"))
        try_student_sign_in(room.world.visitor(), room)
        with room.world.look() as db:
            row = db.query(AuditRecord).filter(AuditRecord.kind == "sign_in_failed").one()
        assert row.device == "iPad, Safari"


class TestReading:
    def test_teachers_see_only_their_own_activity_log(self, room: Room) -> None:
        approve_submission(room)
        assert "submission_approved" not in event_kinds(room.elsewhere())

    def test_activity_log_is_filtered_by_kind_and_paginated(self, room: Room) -> None:
        for amount in (1, 2, 3):
            room.desk.post(f"/api/students/{room.student.id}/corrections", {"amount": amount, "reason": "Why"})
        approve_submission(room)
        first = read_log(room, "?kind=correction&kind=award&limit=2")
        assert [row["amount"] for row in first] == [3, 2]
        rest = read_log(room, f"?kind=correction&kind=award&limit=2&before={first[-1]['id']}")
        assert [row["amount"] for row in rest] == [1]

    @pytest.mark.parametrize("query", ["kind=hacked", "limit=0", "limit=501", "limit=x", f"before={'x' * 65}"])
    def test_invalid_activity_parameters_are_refused(self, untouched: Room, query: str) -> None:
        assert untouched.desk.get(f"{CALL}?{query}").status_code == 422

    def test_bidirectional_control_characters_are_removed_from_names(self, room: Room) -> None:
        trick = "Ana\u202e\u2066\x07 pots\u200b\nmore مي\u200cدم"
        add_event(
            room,
            AuditAction("correction", trick, 5),
            who=AuditActor("teacher", room.teacher.id, trick),
            student_name=trick,
        )
        harmless = "Ana pots more مي\u200cدم"
        row = last_event(room)
        assert [row["whoName"], row["studentName"], row["about"]] == [harmless] * 3

    def test_long_reason_is_truncated(self, room: Room) -> None:
        body = {"amount": 5, "reason": "x" * 5000}
        assert room.desk.post(f"/api/students/{room.student.id}/corrections", body).status_code == 201
        assert last_event(room)["about"] == "x" * 401
