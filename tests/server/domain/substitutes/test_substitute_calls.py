"""What a substitute may do, and what is kept of it (docs/specification.md, 27.4 and 27.6)."""

import csv
import io
import zipfile
from typing import Any

import pytest

from server.domain.submissions.models import Submission
from tests.factories.api_client import ApiClient, error
from tests.factories.call_rows import CallRows
from tests.factories.calls import CALLS, request_of
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock

LISTS = {
    "GET /api/students/teacher/{teacher_id}",
    "GET /api/goals/teacher/{teacher_id}",
    "GET /api/assignments/teacher/{teacher_id}",
    "GET /api/assignments/teacher/{teacher_id}/filters",
    "GET /api/submissions/teacher/{teacher_id}",
    "GET /api/purchases/teacher/{teacher_id}",
    "GET /api/goalbucks/awards/recent/{teacher_id}",
}
NOT_PERMITTED = (403, "not_as_substitute")


def own_id(substitute: ApiClient) -> str:
    found: str = substitute.get("/api/auth/session").json()["user"]["id"]
    return found


def review(browser: ApiClient, submission: Submission, **body: Any) -> tuple[int, str]:
    response = browser.patch(f"/api/submissions/{submission.id}/review", {"status": "approved", **body})
    return error(response) if response.status_code >= 400 else (response.status_code, "")


@pytest.mark.spec("27.4")
def test_what_a_substitute_may_not_do_says_so(classroom: PreparedClassroom) -> None:
    rows = CallRows(classroom.test_app)
    substitute = rows.client("substitute")
    refused = [
        name for name, call in CALLS.items() if call.expected["substitute"] == 403 and call.expected["anonymous"] == 401
    ]
    assert len(refused) > 80
    assert {name: error(request_of(name, rows).send(substitute)) for name in refused} == dict.fromkeys(
        refused, NOT_PERMITTED
    )


@pytest.mark.spec("27.4")
@pytest.mark.postgresql
def test_a_substitute_has_lists_of_the_one_class(classroom: PreparedClassroom) -> None:
    rows = CallRows(classroom.test_app)
    assert {name for name, call in CALLS.items() if call.expected["substitute"] == 404 and call.row is None} - {
        "GET /api/submissions/{submission_id}/image"
    } == LISTS
    for student in (rows.student, rows.student_elsewhere):
        classroom.test_app.submission(classroom.test_app.goal(student))
    substitute = rows.client("substitute")
    for name in LISTS:
        path = name.removeprefix("GET ").format(teacher_id=own_id(substitute))
        assert substitute.get(path).status_code == 200, name
    listed = [
        substitute.get(f"/api/{kind}/teacher/{own_id(substitute)}").json()
        for kind in ("submissions", "goals", "students")
    ]
    assert [{each["classroomId"] for each in found} for found in listed] == [{rows.classroom.id}] * 3


@pytest.mark.spec("27.4")
def test_another_class_of_the_teacher_is_not_found(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    submission = classroom.test_app.submission(classroom.test_app.goal(other.student))
    substitute = classroom.test_app.substitute_client(classroom.row)
    paths = [f"classrooms/{other.row.id}/students", f"classrooms/single/{other.row.id}", f"students/{other.student.id}"]
    assert [error(substitute.get(f"/api/{path}")) for path in paths] == [(404, "not_found")] * 3
    assert review(substitute, submission) == (404, "not_found")
    body = {"classroomId": other.row.id, "studentIds": [other.student.id], "amount": 5, "reason": "Tidy"}
    assert error(substitute.post("/api/goalbucks/award", body)) == (404, "not_found")


@pytest.mark.spec("27.6")
@pytest.mark.postgresql
def test_log_record_and_ledger_name_the_substitute(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student)
    submission = classroom.test_app.submission(goal)
    substitute = classroom.test_app.substitute_client(classroom.row)
    assert review(substitute, submission, comment="Well read") == (200, "")
    who = own_id(substitute)
    logged = [
        (each["kind"], each["whoRole"], each["whoName"])
        for each in classroom.teacher_client.get("/api/activity").json()
        if each["whoRole"] == "substitute"
    ]
    assert logged == [
        ("submission_approved", "substitute", "Dana Cho"),
        ("substitute_began", "substitute", "Dana Cho"),
    ]
    (attempt,) = classroom.teacher_client.get(f"/api/goals/{goal.id}/submissions").json()
    assert (attempt["reviewerName"], attempt["reviewedBySubstitute"], attempt["reviewedBy"]) == ("Dana Cho", True, who)
    (entry,) = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    assert entry["createdBy"] == who


@pytest.mark.spec("27.6")
def test_names_stay_after_the_substitution_and_are_exported(classroom: PreparedClassroom) -> None:
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student))
    substitute = classroom.test_app.substitute_client(classroom.row)
    assert review(substitute, submission) == (200, "")
    assert substitute.post("/api/auth/logout").status_code == 204
    response = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export?language=en")
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        tables = {
            name: list(csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig"))))
            for name in archive.namelist()
            if name.endswith(".csv")
        }
    by_name = {name.rsplit("/", 1)[-1]: rows for name, rows in tables.items()}
    assert [row["Reviewed by"] for row in by_name["submissions.csv"]] == ["Dana Cho (substitute)"]
    assert [row["By"] for row in by_name["goalbucks.csv"]] == ["Dana Cho (substitute)"]
    assert [(row["Class"], row["Name"]) for row in by_name["substitutes.csv"]] == [("Room 12 Homeroom", "Dana Cho")]
    assert "Dana Cho (substitute)" in {row["Who"] for row in by_name["activity.csv"]}


@pytest.mark.spec("27.6", "11.7")
def test_a_repeated_call_of_a_substitute_has_one_effect(classroom: PreparedClassroom) -> None:
    substitute = classroom.test_app.substitute_client(classroom.row)
    body = {"classroomId": classroom.row.id, "studentIds": [classroom.student.id], "amount": 5, "reason": "Tidy"}
    sent = [substitute.post("/api/goalbucks/award", body, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert sent[0].json() == sent[1].json()
    assert classroom.balance()["balance"] == 5


@pytest.mark.spec("27.6")
@pytest.mark.postgresql
def test_the_owner_reads_afterwards_what_was_done(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    test_app, path = classroom.test_app, f"/api/teachers/{classroom.teacher.id}/substitutions"
    approved, denied = (test_app.submission(test_app.goal(classroom.student, name)) for name in ("Read", "Write"))
    test_app.ledger_entry(classroom.student, 50, "correction")
    purchase = test_app.purchase(classroom.student, test_app.store_item(classroom.row))
    test_app.substitute_client(classroom.other_teachers_classroom().row).post("/api/auth/logout")
    substitute = test_app.substitute_client(classroom.row)
    began_at = fake_clock.now
    assert review(substitute, approved) == (200, "")
    assert review(substitute, denied, status="denied", comment="Blurred", allowResubmission=True) == (200, "")
    assert substitute.post("/api/purchases/fulfill", {"purchaseIds": [purchase.id]}).status_code == 200
    body = {"classroomId": classroom.row.id, "studentIds": [classroom.student.id], "amount": 5, "reason": "Tidy"}
    assert substitute.post("/api/goalbucks/award", body).status_code == 201
    assert classroom.teacher_client.get(path).json() == []
    fake_clock.advance(hours=1)
    assert substitute.post("/api/auth/logout").status_code == 204
    (done,) = classroom.teacher_client.get(path).json()
    assert done.pop("id")
    times = [each.isoformat().replace("+00:00", "Z") for each in (began_at, fake_clock.now)]
    assert [done.pop("beganAt"), done.pop("endedAt")] == times
    assert done == {
        "classroomId": classroom.row.id,
        "className": "Room 12 Homeroom",
        "name": "Dana Cho",
        "approved": 1,
        "denied": 1,
        "awards": 1,
        "handedOver": 1,
    }
    fake_clock.advance(days=31)
    assert test_app.client_for(classroom.teacher).get(path).json() == []


@pytest.mark.spec("27.6")
def test_one_that_ended_by_midnight_is_told_the_next_day(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    classroom.test_app.substitute_client(classroom.row)
    fake_clock.advance(days=1)
    path = f"/api/teachers/{classroom.teacher.id}/substitutions"
    assert [each["name"] for each in classroom.teacher_client.get(path).json()] == ["Dana Cho"]
