"""Compression of long responses."""

import pytest
from httpx2 import Response

from server.content_coding import MIN_BYTES
from tests.factories.classroom import PreparedClassroom

NAME = "A goal whose name is about as long as names may be"


def list_goals(classroom: PreparedClassroom, accept_encoding: str) -> Response:
    path = f"/api/students/{classroom.student.id}/goals?status=current"
    return classroom.student_client.get(path, headers={"accept-encoding": accept_encoding})


def assign_goals(classroom: PreparedClassroom) -> None:
    """Assign goals until their list is long enough to be compressed."""
    while int(list_goals(classroom, "identity").headers["content-length"]) < MIN_BYTES:
        for number in range(20):
            classroom.test_app.goal(classroom.student, f"{NAME} {number}")


def test_a_long_list_is_compressed_for_a_client_that_accepts_gzip(classroom: PreparedClassroom) -> None:
    assign_goals(classroom)
    plain, compressed = list_goals(classroom, "identity"), list_goals(classroom, "gzip, deflate")
    assert compressed.json() == plain.json()
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < MIN_BYTES / 4
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == compressed.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accept_encoding", ["gzip", "identity"])
def test_a_short_list_is_never_compressed(classroom: PreparedClassroom, accept_encoding: str) -> None:
    response = list_goals(classroom, accept_encoding)
    assert "content-encoding" not in response.headers
    assert "vary" not in response.headers
