"""The calls for terms: responses, errors, the backup before, and repeated and concurrent calls."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.data_protection.backups.backup_writer import BackupWriter
from server.data_protection.backups.errors import BackupDiskFullError
from server.domain.terms.models import Term
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.snapshots import assert_unchanged

BODY = {"name": "Fall 2026", "goals": "end", "balances": "reset"}


def path_of(classroom: PreparedClassroom) -> str:
    return f"/api/classrooms/{classroom.row.id}/terms"


def begin(classroom: PreparedClassroom, key: str | None = None) -> Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return classroom.teacher_client.post(path_of(classroom), BODY, headers=headers)


def reset_entries(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    path = f"/api/students/{classroom.student.id}/ledger?status=new_term"
    found: list[dict[str, Any]] = classroom.teacher_client.get(path).json()
    return found


@pytest.mark.spec("24.1", "24.5")
def test_a_term_is_described_ended_and_listed(fake_clock: FakeClock, classroom: PreparedClassroom) -> None:
    fake_clock.advance(days=2)
    classroom.test_app.award(classroom.student, 240)
    classroom.test_app.goal(classroom.student)
    days = {"from": "2026-09-14", "to": "2026-09-20"}
    described = classroom.teacher_client.get(f"{path_of(classroom)}/next")
    assert described.json() == {**days, "openGoals": 1, "keptGoals": 0, "goalbucks": 240}
    made = begin(classroom)
    assert made.status_code == 201
    assert made.json() == {"id": made.json()["id"], "name": "Fall 2026", **days}
    assert classroom.teacher_client.get(path_of(classroom)).json() == [made.json()]
    (entry,) = reset_entries(classroom)
    assert (entry["amount"], entry["description"], entry["balanceAfter"]) == (-240, "Fall 2026", 0)


@pytest.mark.spec("24.1")
@pytest.mark.sqlite_file
def test_a_second_term_in_a_week_is_refused_before_its_backup(classroom: PreparedClassroom) -> None:
    begin(classroom)
    with assert_unchanged(classroom.test_app):
        assert error(begin(classroom)) == (409, "term_too_short")
        assert error(classroom.teacher_client.get(f"{path_of(classroom)}/next")) == (409, "term_too_short")
    kinds = [each["kind"] for each in classroom.teacher_client.get("/api/backups").json()["backups"]]
    assert kinds == ["before-new-term"]


@pytest.mark.spec("24.1")
@pytest.mark.sqlite_file
def test_nothing_happens_when_the_backup_fails(classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BackupDiskFullError

    classroom.test_app.award(classroom.student, 5)
    monkeypatch.setattr(BackupWriter, "write", refuse)
    with assert_unchanged(classroom.test_app):
        refused = begin(classroom)
        assert error(refused) == (409, "not_backed_up")
    assert refused.json()["error"].startswith("No new term began, because the backup")


@pytest.mark.spec("24.1")
def test_a_repeated_call_has_one_effect(classroom: PreparedClassroom) -> None:
    classroom.test_app.award(classroom.student, 5)
    first, second = begin(classroom, "key"), begin(classroom, "key")
    assert (second.status_code, second.json()) == (201, first.json())
    assert len(reset_entries(classroom)) == 1


@pytest.mark.spec("24.1")
@pytest.mark.postgresql
def test_two_windows_end_a_term_once(classroom: PreparedClassroom) -> None:
    classroom.test_app.award(classroom.student, 5)
    responses = run_concurrently(*[partial(begin, classroom)] * 3)
    assert sorted(each.status_code for each in responses) == [201, 409, 409]
    with classroom.test_app.open_session() as db:
        assert db.query(Term).count() == 1
    assert len(reset_entries(classroom)) == 1


@pytest.mark.spec("24.3")
@pytest.mark.postgresql
def test_what_is_credited_and_undone_meanwhile_leaves_no_balance_below_zero(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.completed_goal(classroom.student)
    award = classroom.test_app.award(classroom.student, 5)
    teacher = classroom.teacher_client
    run_concurrently(
        partial(begin, classroom),
        partial(teacher.post, f"/api/goals/{goal.id}/reopen"),
        partial(teacher.post, f"/api/goalbucks/award/{award}/reverse"),
    )
    balance = teacher.get(f"/api/students/{classroom.student.id}/goalbucks").json()
    assert balance["balance"] == 0


@pytest.mark.spec("24.3")
def test_an_award_of_before_is_neither_counted_nor_taken_back(classroom: PreparedClassroom) -> None:
    path = f"/api/goalbucks/award/{classroom.test_app.award(classroom.student, 5)}"
    begin(classroom)
    assert classroom.teacher_client.get(path).json() == {"count": 0}
    assert error(classroom.teacher_client.post(f"{path}/reverse")) == (409, "term_closed")


@pytest.mark.spec("24.4")
def test_progress_and_reports_can_be_of_a_finished_term(classroom: PreparedClassroom) -> None:
    term = begin(classroom).json()
    for name in ("progress", "reports"):
        found = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/{name}?time={term['id']}")
        assert found.json()["from"] == term["from"]


@pytest.mark.spec("24.4")
def test_a_comment_about_a_term_of_another_class_is_not_found(classroom: PreparedClassroom) -> None:
    term = begin(classroom.other_classroom()).json()
    path = f"/api/students/{classroom.student.id}/family-comment"
    refused = classroom.teacher_client.put(path, {"text": "Amara reads.", "termId": term["id"]})
    assert error(refused) == (404, "not_found")
