"""The calls for co-teachers (specification 26)."""

import re
import zipfile
from io import BytesIO
from typing import Any

import pytest

from server.domain.members.service import WRONG_INVITATION_LIMIT
from server.domain.teachers.models import Teacher
from server.requests import rate_limit
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import CLASSROOM, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

JOIN = "/api/classrooms/join"


@pytest.fixture
def marcus(classroom: PreparedClassroom) -> Teacher:
    return classroom.test_app.teacher("Marcus Hill")


@pytest.fixture
def marcus_client(classroom: PreparedClassroom, marcus: Teacher) -> ApiClient:
    return classroom.test_app.client_for(marcus)


@pytest.fixture
def co_teacher(classroom: PreparedClassroom, marcus: Teacher, marcus_client: ApiClient) -> ApiClient:
    """The client of a co-teacher of the class."""
    classroom.test_app.join(classroom.row, marcus)
    return marcus_client


def members_path(classroom: PreparedClassroom, teacher: Teacher | None = None) -> str:
    return f"/api/classrooms/{classroom.row.id}/members" + (f"/{teacher.id}" if teacher else "")


def invite(classroom: PreparedClassroom, **headers: str) -> dict[str, Any]:
    response = classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/invitations", headers=headers)
    assert response.status_code == 201
    made: dict[str, Any] = response.json()
    return made


@pytest.mark.spec("26.2", "26.5", "13.2")
def test_a_teacher_joins_with_a_code_and_reads_whose_class_it_is(
    classroom: PreparedClassroom, marcus: Teacher, marcus_client: ApiClient
) -> None:
    made = invite(classroom)
    assert set(made) == {"code", "endsAt"}
    assert re.fullmatch(TIMESTAMP, made["endsAt"])
    joined = marcus_client.post(JOIN, {"code": made["code"]})
    assert joined.status_code == 200
    assert set(joined.json()) == CLASSROOM
    assert (joined.json()["teacherId"], joined.json()["ownerName"]) == (classroom.teacher.id, classroom.teacher.name)
    assert marcus_client.get("/api/classrooms").json() == [joined.json()]
    owner, member = marcus_client.get(members_path(classroom)).json()
    assert owner == {"teacherId": classroom.teacher.id, "name": "Elena Rivera", "role": "owner", "since": None}
    assert re.fullmatch(TIMESTAMP, member.pop("since"))
    assert member == {"teacherId": marcus.id, "name": "Marcus Hill", "role": "co-teacher"}


@pytest.mark.spec("26.2", "11.7")
def test_a_repeated_invitation_is_not_made_twice_and_its_code_is_not_stored(classroom: PreparedClassroom) -> None:
    invite(classroom, **{"Idempotency-Key": "a"})
    path = f"/api/classrooms/{classroom.row.id}/invitations"
    again = classroom.teacher_client.post(path, headers={"Idempotency-Key": "a"})
    assert error(again) == (409, "already_made")


@pytest.mark.spec("26.2")
def test_a_wrong_code_is_401_and_limited_for_the_address(
    classroom: PreparedClassroom, marcus_client: ApiClient
) -> None:
    with classroom.test_app.transactions.writing() as db:
        rate_limit.record(db, WRONG_INVITATION_LIMIT.for_key("127.0.0.1"), WRONG_INVITATION_LIMIT.max_events - 1)
    assert error(marcus_client.post(JOIN, {"code": "wrong"})) == (401, "invalid_invitation")
    refused = marcus_client.post(JOIN, {"code": "wrong"})
    assert error(refused) == (429, "too_often")
    assert 0 < int(refused.headers["Retry-After"]) <= 300
    assert marcus_client.get("/api/auth/session").status_code == 200
    assert marcus_client.post(JOIN, {"code": invite(classroom)["code"]}).status_code == 200


@pytest.mark.spec("26.3")
def test_the_owner_ends_a_membership_and_the_next_call_is_refused(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    path = f"/api/classrooms/single/{classroom.row.id}"
    assert co_teacher.get(path).status_code == 200
    assert classroom.teacher_client.delete(members_path(classroom, marcus)).status_code == 204
    assert error(co_teacher.get(path)) == (404, "not_found")
    assert co_teacher.get("/api/classrooms").json() == []
    assert error(classroom.teacher_client.delete(members_path(classroom, marcus))) == (404, "not_found")


@pytest.mark.spec("26.3", "4.12")
def test_a_co_teacher_leaves_also_an_archived_class(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    path = f"/api/classrooms/{classroom.row.id}/archived"
    assert classroom.teacher_client.put(path, {"archived": True}).status_code == 200
    assert error(classroom.teacher_client.delete(members_path(classroom, marcus))) == (409, "class_archived")
    assert len(co_teacher.get("/api/classrooms?archived=true").json()) == 1
    assert co_teacher.delete(members_path(classroom, marcus)).status_code == 204
    assert co_teacher.get("/api/classrooms?archived=true").json() == []


@pytest.mark.spec("26.3")
def test_a_co_teacher_ends_no_other_membership_and_the_owner_has_none(
    classroom: PreparedClassroom, co_teacher: ApiClient
) -> None:
    priya = classroom.test_app.co_teacher(classroom.row, name="Priya Raman")
    with assert_unchanged(classroom.test_app):
        assert error(co_teacher.delete(members_path(classroom, priya))) == (403, "owner_only")
        assert error(co_teacher.delete(members_path(classroom, classroom.teacher))) == (403, "owner_only")
        assert error(classroom.teacher_client.delete(members_path(classroom, classroom.teacher))) == (404, "not_found")


@pytest.mark.spec("26.5")
def test_the_lists_of_a_co_teacher_hold_the_rows_of_the_class(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    app, student = classroom.test_app, classroom.student
    own = PreparedClassroom.create(app, marcus)
    app.submission(app.goal(student))
    app.submission(app.goal(own.student))
    app.suggestion(student)
    app.completed_goal(student)
    app.purchase(student, app.store_item(classroom.row))
    app.series(classroom.row)
    for kind in ("submissions", "goals", "goal-suggestions", "purchases", "assignments", "goal-series", "students"):
        listed = co_teacher.get(f"/api/{kind}/teacher/{marcus.id}").json()
        assert classroom.row.id in {each["classroomId"] for each in listed}, kind
    assert {each["id"] for each in co_teacher.get(f"/api/submissions/teacher/{marcus.id}?limit=10").json()} == {
        each["id"]
        for of in (classroom, own)
        for each in co_teacher.get(f"/api/submissions/student/{of.student.id}").json()
    }


@pytest.mark.spec("26.4", "7.12")
def test_co_teachers_read_the_days_without_school_that_apply(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    path = f"/api/teachers/{classroom.teacher.id}/no-school-days"
    days = [{"from": "2026-12-21", "to": "2027-01-02", "name": "Winter break"}]
    assert classroom.teacher_client.put(path, days).json() == days
    assert co_teacher.get(path).json() == days
    assert co_teacher.get(f"/api/teachers/{marcus.id}/no-school-days").json() == []
    assert error(co_teacher.put(path, [])) == (404, "not_found")
    assert error(classroom.teacher_client.get(f"/api/teachers/{marcus.id}/no-school-days")) == (404, "not_found")


@pytest.mark.spec("26.4")
def test_students_move_and_items_are_copied_only_with_the_permission_in_both_classes(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    app = classroom.test_app
    own, stranger = PreparedClassroom.create(app, marcus), classroom.other_teachers_classroom()
    app.store_item(classroom.row)
    app.store_item(stranger.row)
    move = f"/api/students/{classroom.student.id}/classroom"
    with assert_unchanged(app):
        body = {"studentIds": [classroom.student.id]}
        assert error(co_teacher.post(f"/api/classrooms/{own.row.id}/students/move", body)) == (403, "owner_only")
        assert error(co_teacher.put(move, {"classroomId": own.row.id})) == (403, "owner_only")
        move_own = f"/api/students/{own.student.id}/classroom"
        assert error(co_teacher.put(move_own, {"classroomId": classroom.row.id})) == (403, "owner_only")
        copy = f"/api/store/classroom/{own.row.id}/copy"
        assert error(co_teacher.post(copy, {"fromClassroomId": stranger.row.id})) == (404, "not_found")
    assert co_teacher.post(copy, {"fromClassroomId": classroom.row.id}).json() == {"count": 1}


@pytest.mark.spec("26.8", "12.5")
def test_an_export_of_a_co_teacher_holds_the_own_classes_alone(
    classroom: PreparedClassroom, marcus: Teacher, co_teacher: ApiClient
) -> None:
    export = co_teacher.get(f"/api/teachers/{marcus.id}/export")
    assert export.status_code == 200
    with zipfile.ZipFile(BytesIO(export.content)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert marcus.name.encode() in content
    assert classroom.student.username.encode() not in content
    own = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export")
    with zipfile.ZipFile(BytesIO(own.content)) as archive:
        assert marcus.name in archive.read("classes.csv").decode()
    assert error(co_teacher.get(f"/api/students/{classroom.student.id}/export")) == (403, "owner_only")
