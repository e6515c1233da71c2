"""`GET /api/activity`: who did what, when, and from which device (issue 7)."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from server.activity import service
from server.activity.kinds import AT_THE_DOOR
from server.activity.models import Activity
from server.activity.service import Deed, Happening, Person, forget_student
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, stored
from tests.factories.world import Browser, World, error
from tests.server.conftest import Hands, MakeWorld

CALL = "/api/activity"
IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
Row = dict[str, Any]


def log(room: Room, query: str = "") -> list[Row]:
    answer = room.desk.get(f"{CALL}{query}")
    assert answer.status_code == 200
    rows: list[Row] = answer.json()
    return rows


def kinds(room: Room) -> list[str]:
    return [row["kind"] for row in log(room)]


def last(room: Room) -> Row:
    return log(room, "?limit=1")[0]


def student_tries(browser: Browser, room: Room, password: str = "wrong", *, agent: str = IPAD) -> int:
    body = {
        "username": room.student.username,
        "password": password,
        "classCode": room.classroom.class_code,
    }
    return browser.http.post("/api/auth/student", json=body, headers={"User-Agent": agent}).status_code


def deny(room: Room, *, again: bool) -> None:
    pending = room.world.submission(room.world.goal(room.student, "Write", 7))
    body = {"status": "denied", "comment": "No", "allowResubmission": again}
    assert room.desk.http.patch(f"/api/submissions/{pending.id}/review", json=body).status_code == 200


def approve(room: Room) -> str:
    pending = room.world.submission(room.world.goal(room.student, "Write", 7))
    answer = room.desk.http.patch(f"/api/submissions/{pending.id}/review", json={"status": "approved"})
    assert answer.status_code == 200
    return pending.id


def buy(room: Room) -> str:
    room.world.award(room.student, 5)
    return room.world.purchase(room.student, room.world.item(room.classroom)).id


Doing = Callable[[Room], object]
DONE: dict[str, tuple[Doing, Row]] = {
    "submission_approved": (approve, {"about": "Write", "amount": 7}),
    "submission_denied": (lambda room: deny(room, again=False), {"about": "Write", "amount": 7}),
    "submission_returned": (lambda room: deny(room, again=True), {"about": "Write", "amount": 7}),
    "review_undone": (
        lambda room: room.desk.post(f"/api/submissions/{approve(room)}/undo-review"),
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
        lambda room: room.desk.http.patch(f"/api/purchases/{buy(room)}/fulfill"),
        {"about": "Pencil", "amount": 5},
    ),
    "purchase_cancelled": (
        lambda room: room.desk.post(f"/api/purchases/{buy(room)}/cancel"),
        {"about": "Pencil", "amount": 5},
    ),
    "student_unlocked": (
        lambda room: (student_tries(room.tablet, room), room.desk.post(f"/api/students/{room.student.id}/unlock")),
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
IN_CLASS: dict[str, tuple[Doing, Row]] = {
    "item_deleted": (
        lambda room: room.desk.delete(f"/api/store/{room.world.item(room.classroom, 'Pencil', 5).id}"),
        {"about": "Pencil", "amount": 5},
    ),
    "class_code_changed": (lambda room: room.desk.post(f"/api/classrooms/{room.classroom.id}/class-code"), {}),
    "class_deleted": (lambda room: room.desk.delete(f"/api/classrooms/{room.classroom.id}"), {}),
}


class TestWhatTheTeacherDoes:
    @pytest.mark.parametrize("kind", DONE)
    def test_to_a_student_says_who_whom_what_and_where(self, room: Room, kind: str) -> None:
        doing, told = DONE[kind]
        doing(room)
        row = last(room)
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

    @pytest.mark.parametrize("kind", IN_CLASS)
    def test_in_a_class_says_what_and_names_no_student(self, room: Room, kind: str) -> None:
        doing, told = IN_CLASS[kind]
        doing(room)
        row = last(room)
        expected = {"kind": kind, "studentName": None, "about": room.classroom.name} | told
        assert {name: row[name] for name in expected} == expected

    def test_to_many_is_one_row_that_says_how_many(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        ids = [room.student.id, classmate.id]
        body = {"classroomId": room.classroom.id, "studentIds": ids, "amount": 5, "reason": "Tidy"}
        assert room.desk.post("/api/goalbucks/award", body).status_code == 201
        row = last(room)
        assert (row["kind"], row["count"], row["amount"], row["studentName"]) == ("award", 2, 5, None)

    def test_reviews_of_many_are_a_row_each(self, room: Room) -> None:
        ids = [room.world.submission(room.world.goal(room.student)).id for _ in range(3)]
        body = {"submissionIds": ids, "status": "approved"}
        assert room.desk.post("/api/submissions/review", body).status_code == 200
        assert kinds(room).count("submission_approved") == 3

    def test_what_is_refused_was_not_done(self, room: Room) -> None:
        done = room.world.completed_goal(room.student)
        before = stored(room.world)["activity"]
        assert error(room.desk.delete(f"/api/goals/{done.id}")) == (409, "already_completed")
        assert error(room.desk.post(f"/api/goals/{done.id}/complete")) == (409, "already_completed")
        assert stored(room.world)["activity"] == before

    def test_to_the_settings_says_what_was_switched(self, room: Room) -> None:
        body = {"teacherFromNetwork": True, "keepAwake": True}
        assert room.desk.put("/api/settings", body).status_code == 200
        assert room.desk.put("/api/settings", body).status_code == 200
        (row,) = log(room, "?kind=settings_changed")
        assert row["about"] == "teacher sign-in from other devices on"

    def test_outlasts_the_class(self, room: Room) -> None:
        approve(room)
        room.desk.delete(f"/api/classrooms/{room.classroom.id}")
        row = log(room, "?kind=submission_approved")[0]
        assert row["studentName"] == room.student.full_name


class TestSignIns:
    def test_of_a_student_is_told_with_its_device(self, room: Room) -> None:
        assert student_tries(room.world.device("10.0.0.17"), room, PASSWORD) == 200
        row = last(room)
        assert (row["kind"], row["whoRole"], row["whoName"]) == ("sign_in", "student", room.student.full_name)
        assert (row["address"], row["device"], row["classroomId"]) == ("10.0.0.17", "iPad, Safari", room.classroom.id)

    def test_of_the_teacher_is_told(self, room: Room) -> None:
        body = {"username": room.teacher.email, "password": PASSWORD}
        assert room.world.visitor().post("/api/auth/teacher", body).status_code == 200
        assert (last(room)["kind"], last(room)["whoRole"]) == ("sign_in", "teacher")

    def test_that_fail_are_one_row_with_a_count(self, room: Room) -> None:
        for _ in range(10):
            assert student_tries(room.world.device("10.0.0.17"), room) == 401
        assert student_tries(room.world.device("10.0.0.17"), room) == 429
        (row,) = log(room, "?kind=sign_in_failed")
        assert (row["count"], row["whoName"], row["address"]) == (10, room.student.full_name, "10.0.0.17")

    def test_from_elsewhere_or_later_are_rows_of_their_own(self, room: Room, hands: Hands) -> None:
        for _ in range(2):
            student_tries(room.world.device("10.0.0.17"), room)
        student_tries(room.world.device("10.0.0.18"), room)
        hands.move(minutes=6)
        student_tries(room.world.device("10.0.0.17"), room)
        assert [row["count"] for row in log(room, "?kind=sign_in_failed")] == [1, 1, 2]

    def test_of_nobody_are_kept_nowhere(self, room: Room) -> None:
        before = stored(room.world)["activity"]
        body = {"username": "nobody", "password": "wrong", "classCode": room.classroom.class_code}
        assert room.world.device().post("/api/auth/student", body).status_code == 401
        assert room.world.visitor().post("/api/auth/teacher", body).status_code == 401
        assert stored(room.world)["activity"] == before

    def test_with_a_wrong_present_password_count_as_failed(self, room: Room) -> None:
        body = {"currentPassword": "wrong", "newPassword": "another"}
        assert room.tablet.put(f"/api/students/{room.student.id}/password", body).status_code == 422
        assert (last(room)["kind"], last(room)["whoName"]) == ("sign_in_failed", room.student.full_name)

    def test_cost_no_transaction_more(self, room: Room) -> None:
        commits: list[object] = []
        event.listen(room.world.transactions.engine, "commit", commits.append)
        student_tries(room.world.device(), room, PASSWORD)
        student_tries(room.world.device(), room)
        assert len(commits) == 2

    def test_a_user_agent_is_never_kept_as_it_came(self, room: Room) -> None:
        student_tries(room.world.device(), room, PASSWORD, agent="<b>Chrome/1" + "x" * 9000)
        assert last(room)["device"] == "Chrome"

    def test_through_a_proxy_are_told_by_the_devices_address(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(trusted_proxies="127.0.0.1"))
        student_tries(room.world.visitor(), room)
        with room.world.look() as db:
            row = db.query(Activity).filter(Activity.kind == "sign_in_failed").one()
        assert row.device == "iPad, Safari"


class TestReading:
    def test_another_teacher_reads_another_log(self, room: Room) -> None:
        approve(room)
        assert "submission_approved" not in kinds(room.elsewhere())

    def test_by_kind_and_a_page_at_a_time(self, room: Room) -> None:
        for amount in (1, 2, 3):
            room.desk.post(f"/api/students/{room.student.id}/corrections", {"amount": amount, "reason": "Why"})
        approve(room)
        first = log(room, "?kind=correction&kind=award&limit=2")
        assert [row["amount"] for row in first] == [3, 2]
        rest = log(room, f"?kind=correction&kind=award&limit=2&before={first[-1]['id']}")
        assert [row["amount"] for row in rest] == [1]

    @pytest.mark.parametrize("query", ["kind=hacked", "limit=0", "limit=501", "limit=x", f"before={'x' * 65}"])
    def test_what_makes_no_sense_is_refused(self, untouched: Room, query: str) -> None:
        assert untouched.desk.get(f"{CALL}?{query}").status_code == 422

    def test_names_are_told_without_marks_that_turn_the_line_around(self, room: Room) -> None:
        trick = "Ana\u202e\u2066\x07 pots\u200b\nmore مي\u200cدم"
        add(room, Deed("correction", trick, 5), who=Person("teacher", room.teacher.id, trick), student_name=trick)
        harmless = "Ana pots more مي\u200cدم"
        row = last(room)
        assert [row["whoName"], row["studentName"], row["about"]] == [harmless] * 3

    def test_a_long_reason_is_cut(self, room: Room) -> None:
        body = {"amount": 5, "reason": "x" * 5000}
        assert room.desk.post(f"/api/students/{room.student.id}/corrections", body).status_code == 201
        assert last(room)["about"] == "x" * 401


def add(room: Room, deed: Deed, *, who: Person | None = None, student_name: str | None = None) -> None:
    """A row of the teacher's own log."""
    person = who or Person("teacher", room.teacher.id, room.teacher.name)
    with room.world.transactions.writing() as db:
        service.note(db, Happening(deed, room.teacher.id, person, student_name=student_name))


def clear(room: Room) -> None:
    with room.world.transactions.writing() as db:
        service.clear(db, room.teacher.id)


class TestBounds:
    def test_what_is_over_a_year_old_goes(self, room: Room, hands: Hands) -> None:
        add(room, Deed("correction"))
        before = count(room.world, "activity")
        hands.move(days=364)
        clear(room)
        assert count(room.world, "activity") == before > 0
        hands.move(days=2)
        clear(room)
        assert count(room.world, "activity") == 0

    def test_a_clock_that_is_wrong_takes_only_some_along(
        self, room: Room, hands: Hands, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MOST_OLD_AT_ONCE", 2)
        for _ in range(5):
            add(room, Deed("correction"))
        before = count(room.world, "activity")
        hands.move(days=4000)
        clear(room)
        assert count(room.world, "activity") == before - 2

    def test_knocking_at_the_door_pushes_out_nothing_that_was_done(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MOST_AT_THE_DOOR", 3)
        monkeypatch.setattr(service, "MOST_OTHERS", 2)
        with room.world.transactions.writing() as db:
            db.query(Activity).delete()
        for amount in (1, 2, 3):
            add(room, Deed("correction", None, amount))
        for number in range(5):
            add(room, Deed("sign_in"), who=Person("student", f"student {number}", "Ana"))
        clear(room)
        assert kinds(room) == ["sign_in"] * 3 + ["correction"] * 2
        assert [row["amount"] for row in log(room, "?kind=correction")] == [3, 2]

    def test_another_teachers_rows_stay(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        elsewhere = room.elsewhere()
        add(elsewhere, Deed("correction"))
        monkeypatch.setattr(service, "MOST_OTHERS", 0)
        clear(room)
        assert "correction" in kinds(elsewhere)

    def test_noting_clears_now_and_then(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "CLEARED_BY", "")  # each id ends so
        monkeypatch.setattr(service, "MOST_OTHERS", 2)
        for _ in range(4):
            add(room, Deed("correction"))
        assert kinds(room) == ["correction"] * 2

    def test_whatever_can_be_caused_at_the_door_is_counted_together(self, room: Room) -> None:
        for kind in AT_THE_DOOR:
            for _ in range(3):
                add(room, Deed(kind))
        assert {(row["kind"], row["count"]) for row in log(room)} >= {(kind, 3) for kind in AT_THE_DOOR}


class TestForgetting:
    def test_an_erased_students_rows_keep_what_and_when_and_name_nobody(self, room: Room) -> None:
        student_tries(room.world.device("10.0.0.17"), room, PASSWORD)
        approve(room)
        room.desk.delete(f"/api/goals/{room.world.goal(room.student, 'Ana reads').id}")
        before = log(room)
        with room.world.transactions.writing() as db:
            forget_student(db, room.student.id)
        after = log(room)
        assert [(row["kind"], row["createdAt"]) for row in after] == [(row["kind"], row["createdAt"]) for row in before]
        told = repr(stored(room.world)["activity"])
        for word in (room.student.first_name, room.student.last_name, room.student.id, "Ana reads", "10.0.0.17"):
            assert word not in told
        assert {row["whoName"] for row in after if row["whoRole"] == "student"} == {"an erased student"}
        assert {row["whoName"] for row in after if row["whoRole"] == "teacher"} == {room.teacher.name}

    def test_classmates_keep_theirs(self, room: Room) -> None:
        classmate = room.world.student(room.classroom, "Diego", "Ramirez")
        room.desk.delete(f"/api/students/{classmate.id}")
        with room.world.transactions.writing() as db:
            forget_student(db, room.student.id)
        assert last(room)["studentName"] == "Diego Ramirez"


def test_the_log_goes_with_its_teacher(world: World) -> None:
    room = Room.of(world)
    approve(room)
    with world.transactions.writing() as db:
        db.delete(db.merge(room.teacher))
    assert stored(world)["activity"] == []
