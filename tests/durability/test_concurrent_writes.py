"""Simultaneous requests to the real program over real sockets."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.factories.http_client import HttpClient
from tests.factories.seeded import STUDENTS, SeededClass, seed

Answer = tuple[int, Any]


def _at_once(port: int, seeded_class: SeededClass, count: int, call: Callable[[HttpClient], Answer]) -> list[Answer]:
    together = Barrier(count)

    def run(_: int) -> Answer:
        with HttpClient(port, seeded_class.teacher_token) as caller:
            caller.get(seeded_class.stats_path)  # the connection is open, so that the calls overlap in the server
            together.wait(10)
            return call(caller)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def test_of_two_simultaneous_reviews_of_a_submission_one_succeeds_and_the_other_gets_409(
    folder: Path, start: Start
) -> None:
    seeded_class = seed(folder, submissions=1)
    port = start().port
    tried = seeded_class.pending[:10]
    for submission in tried:
        path = f"/api/submissions/{submission}/review"
        responses = _at_once(
            port,
            seeded_class,
            2,
            lambda caller, path=path: caller.request("PATCH", path, {"status": "approved"}),  # type: ignore[misc]
        )
        assert sorted(status for status, _ in responses) == [200, 409]
        (refused,) = (body for status, body in responses if status == 409)
        assert refused["code"] == "already_reviewed"
    invariants = DbInvariants(folder)
    assert invariants.violations() == {}
    assert invariants.query("SELECT count(*) FROM goalbuck_entries") == [(len(tried),)]


def test_eight_simultaneous_bulk_assignments_with_one_idempotency_key_create_one_set_of_goals(
    folder: Path, start: Start
) -> None:
    seeded_class = seed(folder)
    goal = {
        "studentIds": [student.id for student in seeded_class.students],
        "classroomId": seeded_class.id,
        "name": "Learn the poem",
        "goalbucks": 10,
    }
    responses = _at_once(
        start().port,
        seeded_class,
        8,
        lambda caller: caller.request("POST", "/api/goals/bulk", goal, Idempotency_Key="one click"),
    )
    assert [(status, response["count"]) for status, response in responses] == [(201, STUDENTS)] * 8
    assert len({response["assignmentId"] for _, response in responses}) == 1
    counted = DbInvariants(folder).query(
        "SELECT count(*), count(DISTINCT student_id) FROM goals WHERE name = 'Learn the poem'"
    )
    assert counted == [(STUDENTS, STUDENTS)]
