"""Signing in with a substitute code, and how long it lasts (docs/specification.md, 27.2 and 27.3)."""

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.activity.models import ActivityRecord
from server.domain.auth.substitute_sign_in import WRONG_CODE_LIMIT
from server.security.sessions import SignInSession
from server.security.substitutions import Substitution
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD

WRONG, LIMITED, ENDED = (401, "invalid_substitute_code"), (429, "too_often"), (401, "not_signed_in")


def begin(browser: ApiClient, code: str, name: str = "Dana Cho") -> Response:
    return browser.post("/api/auth/substitute", {"code": code, "name": name})


def substitution(classroom: PreparedClassroom) -> Substitution:
    with classroom.test_app.open_session() as db:
        return db.scalars(select(Substitution)).one()


@pytest.mark.spec("27.2", "27.5")
@pytest.mark.postgresql
def test_a_substitute_has_a_name_and_one_class(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    classroom.other_classroom()
    code = classroom.test_app.substitute_code(classroom.row)
    browser = classroom.test_app.anonymous_client()
    user = begin(browser, f" {code[:4].lower()}-{code[4:]} ", " Dana Cho ").json()["user"]
    row = substitution(classroom)
    until = row.ends_at.isoformat().replace("+00:00", "Z")
    assert user == {
        "id": row.id,
        "role": "teacher",
        "username": "",
        "name": "Dana Cho",
        "language": None,
        "isSample": False,
        "membership": {"classroomId": classroom.row.id, "role": "substitute", "until": until},
    }
    assert browser.http.cookies.get("goalbucks_browser") is None
    session = browser.get("/api/auth/session").json()
    assert session["user"] == user
    assert session["expiresIn"] == (row.ends_at - fake_clock.now).total_seconds()
    assert session["idleTimeout"] is None
    assert [each["id"] for each in browser.get("/api/classrooms").json()] == [classroom.row.id]
    used_at = fake_clock.now.isoformat().replace("+00:00", "Z")
    path = f"/api/classrooms/{classroom.row.id}/substitute-code"
    assert classroom.teacher_client.get(path).json()["lastUsedAt"] == used_at
    with classroom.test_app.open_session() as db:
        event = db.scalars(select(ActivityRecord).where(ActivityRecord.kind == "substitute_began")).one()
    assert (event.teacher_id, event.who_role, event.who_id) == (classroom.teacher.id, "substitute", row.id)
    assert event.who_name == "Dana Cho"


@pytest.mark.spec("27.5")
def test_a_teacher_has_no_membership(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.get("/api/auth/session").json()["user"]["membership"] is None


@pytest.mark.spec("27.2")
def test_only_the_class_computer_takes_a_code(classroom: PreparedClassroom) -> None:
    code = classroom.test_app.substitute_code(classroom.row)
    assert error(begin(classroom.test_app.lan_client(), code)) == (403, "own_computer_only")


@pytest.mark.spec("27.2")
def test_the_session_is_of_no_use_on_another_device(classroom: PreparedClassroom) -> None:
    """Also where teachers may sign in from other devices."""
    assert classroom.teacher_client.put("/api/settings", {"teacherFromNetwork": True}).status_code == 200
    substitute = classroom.test_app.substitute_client(classroom.row)
    device = classroom.test_app.lan_client()
    device.http.cookies.set("goalbucks_session", substitute.http.cookies["goalbucks_session"])
    assert error(device.get("/api/classrooms")) == (403, "own_computer_only")
    assert error(device.get("/api/auth/session")) == ENDED


@pytest.mark.spec("27.2")
def test_it_replaces_the_session_of_the_browser(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.client_for(classroom.teacher)
    token = browser.http.cookies["goalbucks_session"]
    assert begin(browser, classroom.test_app.substitute_code(classroom.row)).status_code == 200
    assert error(browser.get("/api/activity")) == (403, "not_as_substitute")
    before = classroom.test_app.anonymous_client()
    before.http.cookies.set("goalbucks_session", token)
    assert error(before.get("/api/activity")) == ENDED
    assert is_signed_in(classroom.teacher_client)


@pytest.mark.spec("27.2")
def test_a_name_is_required(classroom: PreparedClassroom) -> None:
    response = begin(classroom.test_app.anonymous_client(), classroom.test_app.substitute_code(classroom.row), "D")
    assert error(response)[0] == 422
    assert list(response.json()["fields"]) == ["name"]


@pytest.mark.spec("27.2")
@pytest.mark.postgresql
def test_wrong_codes_are_limited_and_the_right_one_still_works(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    code = classroom.test_app.substitute_code(classroom.row)
    visitor = classroom.test_app.anonymous_client()
    wrong = [error(begin(visitor, "ABCD EFGH")) for _ in range(WRONG_CODE_LIMIT.max_events + 1)]
    assert wrong == [WRONG] * 30 + [LIMITED]
    assert begin(visitor, code).status_code == 200
    fake_clock.advance(minutes=5)
    assert error(begin(visitor, "")) == WRONG


@pytest.mark.spec("27.2")
def test_nobody_begins_in_an_archived_class(classroom: PreparedClassroom) -> None:
    code = classroom.test_app.substitute_code(classroom.row)
    substitute = classroom.test_app.substitute_client(classroom.row, code)
    archived = f"/api/classrooms/{classroom.row.id}/archived"
    assert classroom.teacher_client.put(archived, {"archived": True}).status_code == 200
    assert error(substitute.get("/api/classrooms")) == ENDED
    assert error(begin(classroom.test_app.anonymous_client(), code)) == WRONG


@pytest.mark.spec("27.2")
def test_nobody_begins_for_a_disabled_account(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    code = classroom.test_app.substitute_code(classroom.row)
    with classroom.test_app.transactions.writing() as db:
        db.merge(classroom.teacher).disabled_at = fake_clock.now
    assert error(begin(classroom.test_app.anonymous_client(), code)) == (403, "teacher_disabled")


class TestEnd:
    @pytest.mark.spec("27.3")
    def test_finish_ends_the_substitution(self, classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
        substitute = classroom.test_app.substitute_client(classroom.row)
        fake_clock.advance(hours=1)
        assert substitute.post("/api/auth/logout").status_code == 204
        assert substitution(classroom).ended_at == fake_clock.now

    @pytest.mark.spec("27.3")
    @pytest.mark.postgresql
    def test_signing_out_everywhere_ends_substitutes_too(self, classroom: PreparedClassroom) -> None:
        substitute = classroom.test_app.substitute_client(classroom.row)
        elsewhere = classroom.test_app.substitute_client(classroom.other_teachers_classroom().row)
        assert classroom.teacher_client.post("/api/auth/logout-everywhere").status_code == 204
        assert error(substitute.get("/api/classrooms")) == ENDED
        assert is_signed_in(elsewhere)

    @pytest.mark.spec("27.3")
    def test_a_new_password_ends_substitutes(self, classroom: PreparedClassroom) -> None:
        substitute = classroom.test_app.substitute_client(classroom.row)
        body = {"currentPassword": PASSWORD, "newPassword": "another password"}
        path = f"/api/teachers/{classroom.teacher.id}/password"
        assert classroom.teacher_client.put(path, body).status_code == 204
        assert error(substitute.get("/api/classrooms")) == ENDED
        assert is_signed_in(classroom.teacher_client)

    @pytest.mark.spec("27.3")
    def test_the_list_of_the_owners_sessions_leaves_out_substitutes(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.substitute_client(classroom.row)
        with classroom.test_app.open_session() as db:
            of_substitute = db.scalars(select(SignInSession.id).where(SignInSession.substitution_id.is_not(None))).one()
        sessions = classroom.teacher_client.get("/api/account/sessions").json()
        assert [each["current"] for each in sessions] == [True]
        assert error(classroom.teacher_client.delete(f"/api/account/sessions/{of_substitute}")) == (404, "not_found")
