"""Making, replacing and ending the substitute code of a class (docs/specification.md, 27.1)."""

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.activity.models import ActivityRecord
from server.domain.substitutes.models import SubstituteCode
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.server.conftest import MakeTestApp

ENDED = (401, "not_signed_in")


def path_of(classroom: PreparedClassroom) -> str:
    return f"/api/classrooms/{classroom.row.id}/substitute-code"


def begin(browser: ApiClient, code: str) -> Response:
    return browser.post("/api/auth/substitute", {"code": code, "name": "Dana Cho"})


def kinds_of(classroom: PreparedClassroom) -> list[str]:
    with classroom.test_app.open_session() as db:
        kinds = db.scalars(select(ActivityRecord.kind).where(ActivityRecord.kind.startswith("substitute")))
        return list(kinds.all())


def is_offered(browser: ApiClient) -> bool:
    offered: bool = browser.get("/api/auth/config").json()["substituteCode"]
    return offered


@pytest.mark.spec("27.1")
@pytest.mark.postgresql
def test_a_code_is_shown_once_and_stored_as_a_hash(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    teacher = classroom.teacher_client
    assert teacher.get(path_of(classroom)).json() == {"active": False, "madeAt": None, "lastUsedAt": None}
    code = teacher.put(path_of(classroom)).json()["code"]
    assert len(code) == 8
    made_at = fake_clock.now.isoformat().replace("+00:00", "Z")
    assert teacher.get(path_of(classroom)).json() == {"active": True, "madeAt": made_at, "lastUsedAt": None}
    with classroom.test_app.open_session() as db:
        (row,) = db.scalars(select(SubstituteCode))
    assert code not in str(vars(row))
    assert kinds_of(classroom) == ["substitute_code_made"]


@pytest.mark.spec("27.1")
def test_a_new_code_replaces_the_old_one_and_substitutes_stay_signed_in(classroom: PreparedClassroom) -> None:
    test_app = classroom.test_app
    old = classroom.teacher_client.put(path_of(classroom)).json()["code"]
    substitute = test_app.substitute_client(classroom.row, old)
    new = classroom.teacher_client.put(path_of(classroom)).json()["code"]
    assert error(begin(test_app.anonymous_client(), old)) == (401, "invalid_substitute_code")
    assert begin(test_app.anonymous_client(), new).status_code == 200
    assert is_signed_in(substitute)


@pytest.mark.spec("27.1", "11.7")
def test_a_repeated_request_makes_no_second_code(classroom: PreparedClassroom) -> None:
    key = {"Idempotency-Key": "one"}
    code = classroom.teacher_client.put(path_of(classroom), headers=key).json()["code"]
    assert error(classroom.teacher_client.put(path_of(classroom), headers=key)) == (409, "already_made")
    assert begin(classroom.test_app.anonymous_client(), code).status_code == 200


@pytest.mark.spec("27.1", "27.4")
@pytest.mark.postgresql
def test_ending_the_code_ends_the_sessions_of_its_substitutes(classroom: PreparedClassroom) -> None:
    test_app = classroom.test_app
    code = test_app.substitute_code(classroom.row)
    substitutes = [test_app.substitute_client(classroom.row, code) for _ in range(2)]
    elsewhere = test_app.substitute_client(classroom.other_classroom().row)
    assert classroom.teacher_client.delete(path_of(classroom)).status_code == 204
    assert [error(each.get("/api/classrooms")) for each in substitutes] == [ENDED, ENDED]
    assert is_signed_in(elsewhere)
    assert error(begin(test_app.anonymous_client(), code)) == (401, "invalid_substitute_code")
    assert classroom.teacher_client.get(path_of(classroom)).json()["active"] is False
    assert "substitute_code_ended" in kinds_of(classroom)


@pytest.mark.spec("27.1")
def test_ending_a_code_that_does_not_exist_changes_nothing(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.delete(path_of(classroom)).status_code == 204
    assert kinds_of(classroom) == []


@pytest.mark.spec("27.1")
def test_the_login_page_offers_the_code_on_the_class_computer_while_a_class_has_one(
    classroom: PreparedClassroom,
) -> None:
    visitor, student = classroom.test_app.anonymous_client(), classroom.test_app.lan_client()
    assert not is_offered(visitor)
    classroom.test_app.substitute_code(classroom.row)
    assert (is_offered(visitor), is_offered(student)) == (True, False)
    archived = f"/api/classrooms/{classroom.row.id}/archived"
    assert classroom.teacher_client.put(archived, {"archived": True}).status_code == 200
    assert not is_offered(visitor)


@pytest.mark.spec("27.1")
def test_a_code_from_another_computer_does_not_count(classroom: PreparedClassroom) -> None:
    code = classroom.test_app.substitute_code(classroom.row)
    with classroom.test_app.transactions.writing() as db:
        db.scalars(select(SubstituteCode)).one().key_id = "another key"
    visitor = classroom.test_app.anonymous_client()
    assert not is_offered(visitor)
    assert error(begin(visitor, code)) == (401, "invalid_substitute_code")
    assert classroom.teacher_client.get(path_of(classroom)).json()["active"] is False
    new = classroom.teacher_client.put(path_of(classroom)).json()["code"]
    assert begin(visitor, new).status_code == 200


@pytest.mark.spec("27.1", "21.3")
def test_the_sample_class_has_no_code(classroom: PreparedClassroom) -> None:
    browser = classroom.test_app.anonymous_client()
    assert browser.post("/api/sample-class", {"language": "en"}).status_code == 200
    (sample,) = browser.get("/api/classrooms").json()
    assert error(browser.put(f"/api/classrooms/{sample['id']}/substitute-code")) == (409, "sample_class")


@pytest.mark.spec("27.1")
def test_a_school_server_has_no_substitutes(make_test_app: MakeTestApp) -> None:
    classroom = PreparedClassroom.create(make_test_app(school=True))
    path, teacher = path_of(classroom), classroom.teacher_client
    responses = [
        teacher.get(path),
        teacher.put(path),
        teacher.delete(path),
        teacher.get(f"/api/teachers/{classroom.teacher.id}/substitutions"),
        begin(classroom.test_app.anonymous_client(), "ABCDEFGH"),
    ]
    assert {error(each) for each in responses} == {(404, "not_found")}
    assert not is_offered(classroom.test_app.anonymous_client())
