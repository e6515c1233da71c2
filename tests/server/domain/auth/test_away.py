"""A student who is away signs in in no way, and in every way again once back (specification 5.18)."""

import pytest

from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD


def mark(classroom: PreparedClassroom, *, away: bool) -> None:
    response = classroom.teacher_client.put(f"/api/students/{classroom.student.id}/away", {"away": away})
    assert response.status_code == 200
    assert (response.json()["awaySince"] is not None) == away


def attempts(classroom: PreparedClassroom) -> dict[str, tuple[str, dict[str, object]]]:
    """Each way to sign in with the student's right secret: path and body."""
    code = classroom.row.class_code
    credentials: dict[str, object] = {"username": classroom.student.username, "password": PASSWORD, "classCode": code}
    pictures: dict[str, object] = {
        "studentId": classroom.student.id,
        "pictures": list(classroom.test_app.pictures_of(classroom.student)),
    }
    return {
        "password": ("/api/auth/student", credentials),
        "card": ("/api/auth/card", {"code": classroom.test_app.login_card(classroom.student)}),
        "pictures": ("/api/auth/pictures", {"classCode": code, **pictures}),
    }


def outcomes(browser: ApiClient, calls: dict[str, tuple[str, dict[str, object]]]) -> dict[str, tuple[int, str] | int]:
    found: dict[str, tuple[int, str] | int] = {}
    for way, (path, body) in calls.items():
        response = browser.post(path, body)
        found[way] = response.status_code if response.is_success else error(response)
    return found


@pytest.mark.spec("5.18")
@pytest.mark.postgresql
def test_an_away_student_signs_in_nowhere_and_everywhere_again_once_back(classroom: PreparedClassroom) -> None:
    classroom.test_app.switch_pictures(classroom.row)
    calls, browser = attempts(classroom), classroom.test_app.lan_client()
    signed_in = classroom.test_app.lan_client()
    assert signed_in.post(*calls["password"]).is_success
    mark(classroom, away=True)
    assert signed_in.get("/api/auth/session").status_code == 401
    assert outcomes(browser, calls) == {
        "password": (401, "invalid_credentials"),
        "card": (401, "invalid_card"),
        "pictures": (401, "wrong_pictures"),
    }
    assert error(browser.post("/api/auth/card/look", calls["card"][1])) == (401, "invalid_card")
    names = browser.post("/api/auth/pictures/names", {"classCode": classroom.row.class_code}).json()
    assert names == []
    mark(classroom, away=False)
    assert outcomes(browser, calls) == dict.fromkeys(calls, 200)


@pytest.mark.spec("5.18")
def test_goals_proof_and_balance_of_an_away_student_stay(classroom: PreparedClassroom) -> None:
    path = f"/api/students/{classroom.student.id}/goals"
    body = {"studentId": classroom.student.id, "classroomId": classroom.row.id, "name": "Read", "goalbucks": 5}
    assert classroom.teacher_client.post("/api/goals", body).status_code == 201
    before = classroom.teacher_client.get(path).json()
    mark(classroom, away=True)
    assert classroom.teacher_client.get(path).json() == before
    rows = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students/stats").json()
    assert [row["id"] for row in rows if row["awaySince"] is not None] == [classroom.student.id]
