"""Making, listing and ending login cards."""

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.activity.models import ActivityRecord
from server.requests.idempotency import IdempotencyKey
from tests.factories.api_client import LAN_URL, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.server.conftest import MakeTestApp


def path_of(classroom: PreparedClassroom) -> str:
    return f"/api/classrooms/{classroom.row.id}/login-cards"


def make(classroom: PreparedClassroom, *, key: str | None = None) -> Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return classroom.teacher_client.post(path_of(classroom), {"studentIds": [classroom.student.id]}, headers=headers)


@pytest.mark.spec("2.31")
@pytest.mark.postgresql
def test_cards_are_made_listed_and_ended(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    client = classroom.teacher_client
    classroom.test_app.services.computer.network.update_endpoint(address="192.168.1.20", port=8080)
    response = make(classroom)
    assert response.status_code == 201
    ((card),) = response.json()
    assert card["studentId"] == classroom.student.id
    # The new card has ended the student's session.
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}/home").status_code == 401
    (listed,) = client.get(path_of(classroom)).json()
    made_at = fake_clock.now.isoformat().replace("+00:00", "Z")
    assert listed == {"studentId": classroom.student.id, "madeAt": made_at, "lastUsedAt": None, "address": LAN_URL}
    assert client.post(f"{path_of(classroom)}/end", {"studentIds": [classroom.student.id]}).status_code == 204
    assert client.get(path_of(classroom)).json() == []
    assert error(classroom.test_app.lan_client().post("/api/auth/card", {"code": card["code"]})) == (
        401,
        "invalid_card",
    )


@pytest.mark.spec("2.31", "11.7")
def test_repeating_an_idempotency_key_is_409_because_the_codes_are_not_stored(classroom: PreparedClassroom) -> None:
    made = make(classroom, key="one click").json()
    assert error(make(classroom, key="one click")) == (409, "already_made")
    with classroom.test_app.open_session() as db:
        (stored,) = db.scalars(select(IdempotencyKey.response_body))
        texts = [str(value) for row in db.execute(select(ActivityRecord.__table__)) for value in row]
    assert stored == b""
    assert not any(made[0]["code"] in text for text in texts)
    # The first card is still valid.
    browser = classroom.test_app.lan_client()
    assert browser.post("/api/auth/card", {"code": made[0]["code"]}).status_code == 200


def test_making_cards_for_no_student_or_too_many_is_refused(classroom: PreparedClassroom) -> None:
    for ids in ([], ["id"] * 501):
        assert error(classroom.teacher_client.post(path_of(classroom), {"studentIds": ids})) == (422, "invalid")


def test_a_card_of_a_school_server_has_the_address_of_the_teachers_browser(make_test_app: MakeTestApp) -> None:
    classroom = PreparedClassroom.create(make_test_app(school=True))
    assert make(classroom).status_code == 201
    (listed,) = classroom.teacher_client.get(path_of(classroom)).json()
    assert listed["address"] == "http://127.0.0.1:8080"


def test_without_a_network_a_card_has_no_address(classroom: PreparedClassroom) -> None:
    classroom.test_app.services.computer.network.update_endpoint(address=None)
    assert make(classroom).status_code == 201
    (listed,) = classroom.teacher_client.get(path_of(classroom)).json()
    assert listed["address"] is None
