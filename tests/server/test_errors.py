"""Whatever is wrong with a call, the answer has the one shape (decisions.md, Ids, times, errors)."""

import pytest

from tests.factories.world import World, error


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/classrooms/", "/api/health/"])
def test_an_unknown_call_is_404(world: World, path: str) -> None:
    assert error(world.visitor().get(path)) == (404, "not_found")


def test_no_browser_keeps_a_calls_answer(world: World) -> None:
    teacher = world.signed_in(world.teacher())
    for path in ("/api/classrooms", "/api/auth/session", "/api/nothing"):
        headers = teacher.get(path).headers
        assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_a_call_with_another_method_is_405(world: World) -> None:
    answer = world.visitor().delete("/api/health")
    assert error(answer) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"


@pytest.mark.sqlite_file
def test_a_database_that_does_not_answer_is_503_with_retry_after(world: World) -> None:
    teacher = world.signed_in(world.teacher())
    with world.transactions.engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE classrooms RENAME TO hidden")
        connection.commit()
    answer = teacher.get("/api/classrooms")
    assert error(answer) == (503, "store_unavailable")
    assert answer.headers["retry-after"] == "2"
    assert "classrooms" not in answer.text


def test_crashes_and_wrong_bodies_never_show_a_trace_or_sql(world: World) -> None:
    teacher = world.signed_in(world.teacher())
    answer = teacher.post("/api/goals", {"name": ["x"], "goalbucks": {"a": 1}, "studentId": None})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"name", "goalbucks", "studentId", "classroomId"}
    for leak in ("Traceback", "pydantic", "SELECT", "/server/", "type_error"):
        assert leak not in answer.text
