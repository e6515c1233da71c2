"""The owner ends a substitute who is approving: the approval happens before the end or not at all."""

from collections import Counter
from functools import partial

import pytest

from server.data_protection.backups.integrity import ledger_problems, substitute_problems
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently


@pytest.mark.spec("27.3")
@pytest.mark.postgresql
@pytest.mark.parametrize("rounds", [10, pytest.param(200, marks=pytest.mark.long)])
def test_an_approval_is_complete_or_refused_while_the_owner_ends_the_code(
    classroom: PreparedClassroom, rounds: int
) -> None:
    test_app, outcomes = classroom.test_app, Counter[int]()
    path = f"/api/classrooms/{classroom.row.id}/substitute-code"
    for number in range(rounds):
        submission = test_app.submission(test_app.goal(classroom.student, f"Read {number}"))
        substitute = test_app.substitute_client(classroom.row)
        review = f"/api/submissions/{submission.id}/review"
        approved, ended = run_concurrently(
            partial(substitute.patch, review, {"status": "approved"}), partial(classroom.teacher_client.delete, path)
        )
        assert ended.status_code == 204
        assert approved.status_code in {200, 401}, approved.text
        assert error(substitute.get("/api/classrooms")) == (401, "not_signed_in")
        outcomes[approved.status_code] += 1
    assert classroom.balance()["balance"] == 25 * outcomes[200]
    with test_app.open_session() as db:
        assert ledger_problems(db) + substitute_problems(db) == []
    print(f"of {rounds} approvals {outcomes[200]} came first")  # noqa: T201 - shown by -s
