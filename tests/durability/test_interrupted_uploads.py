"""Interrupted uploads: nothing is stored, no file is left, and the server goes on."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from server.database.base import new_id
from server.media import MAX_IMAGE_BYTES
from server.security.sessions import SESSION_COOKIE
from tests.durability.db_invariants import DbInvariants
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.factories.waiting import wait_until

PATH = "/api/submissions/upload"
CHUNK = 64 * 1024
TIMEOUT_SECONDS = 10.0


class Uploader:
    """The first student of a class, uploading byte by byte."""

    def __init__(self, server: ServerProcess, seeded_class: SeededClass) -> None:
        self.server = server
        self.seeded_class = seeded_class
        self.student = seeded_class.students[0]
        self.ids = {"goalId": self.student.goal_id, "studentId": self.student.id, "classroomId": seeded_class.id}
        self.caller = HttpClient(server.port, self.student.token)
        self._before = self._images()

    def open_upload(self, content_type: str, **headers: str) -> socket.socket:
        """Open a connection and send the head of an upload."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=TIMEOUT_SECONDS)
        lines = [f"POST {PATH} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {SESSION_COOKIE}={self.student.token}"]
        lines += [
            f"Content-Type: {content_type}",
            *(f"{name.replace('_', '-')}: {text}" for name, text in headers.items()),
        ]
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return connection

    def upload_whole(self) -> int:
        """Upload a whole photo; returns the status."""
        body, headers = build_upload_form(self.ids, photo_jpeg(300, 400))
        return self.caller.send("POST", PATH, body, headers)[0]

    def leftovers(self) -> list[object]:
        """Return the rows and files that the upload stored."""
        rows = DbInvariants(self.server.data_dir).query(
            f"SELECT id FROM submissions WHERE goal_id = '{self.student.goal_id}'"
        )
        return [*rows, *(self._images() - self._before)]

    def cut_off_count(self) -> int:
        """Number of uploads that the log reports as cut off; the file is created with its first line."""
        file = self.server.data_dir / "logs" / "goalbucks.log"
        return file.read_text(encoding="utf-8").count(f"POST {PATH} 499") if file.exists() else 0

    def _images(self) -> set[Path]:
        return {path for path in (self.server.data_dir / "images").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Shared by all tests: each has a class of its own."""
    server = ServerProcess(tmp_path_factory.mktemp("uploads"), forked=True)
    yield server
    assert server.stop() == 0


@pytest.fixture
def uploader(server: ServerProcess) -> Iterator[Uploader]:
    """A student with a goal to submit for."""
    uploader = Uploader(server, seed(server.data_dir, email=f"{new_id()}@school.test"))
    with uploader.caller:
        yield uploader


def _read_response(connection: socket.socket) -> tuple[int, dict[str, str]]:
    """Status and JSON of the response; closes the connection."""
    with connection, http.client.HTTPResponse(connection) as response:
        response.begin()
        return response.status, json.loads(response.read())


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_an_interrupted_upload_stores_nothing_and_can_be_repeated(uploader: Uploader, part: float) -> None:
    body, headers = build_upload_form(uploader.ids, photo_jpeg())
    before = uploader.cut_off_count()
    connection = uploader.open_upload(headers["Content-Type"], Content_Length=str(len(body)))
    connection.sendall(body[: int(len(body) * part)])
    connection.close()
    wait_until(lambda: uploader.cut_off_count() > before)
    assert uploader.leftovers() == []
    assert uploader.caller.get("/api/health")["status"] == "ok"
    assert uploader.upload_whole() == 201


def _oversized(head: bytes) -> Iterator[bytes]:
    yield head
    for _ in range(MAX_IMAGE_BYTES // CHUNK + 4):
        yield bytes(CHUNK)


def test_an_upload_of_unknown_length_over_the_limit_is_413_and_stores_nothing(uploader: Uploader) -> None:
    body, headers = build_upload_form(uploader.ids, b"")
    connection = uploader.open_upload(headers["Content-Type"], Transfer_Encoding="chunked")
    with suppress(OSError):  # the server refuses before everything is sent, as it should
        for chunk in _oversized(body[: body.rindex(b"\r\n--")]):
            connection.sendall(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
    status, response = _read_response(connection)
    assert (status, response["code"]) == (413, "image_too_large")
    assert response["error"]
    assert uploader.leftovers() == []
    assert uploader.upload_whole() == 201


def test_an_upload_that_declares_too_large_a_length_gets_413_before_its_body_is_sent(uploader: Uploader) -> None:
    connection = uploader.open_upload("multipart/form-data; boundary=x", Content_Length=str(2 * MAX_IMAGE_BYTES))
    status, body = _read_response(connection)
    assert (status, body["code"]) == (413, "image_too_large")
    assert uploader.leftovers() == []


def test_a_slow_upload_blocks_no_other_request_and_succeeds_when_complete(uploader: Uploader) -> None:
    body, headers = build_upload_form(uploader.ids, photo_jpeg(300, 400))
    connection = uploader.open_upload(headers["Content-Type"], Content_Length=str(len(body)))
    step = len(body) // 8 + 1
    with HttpClient(uploader.server.port, uploader.seeded_class.teacher_token) as teacher:
        for begin in range(0, len(body), step):
            assert uploader.leftovers() == []
            connection.sendall(body[begin : begin + step])
            teacher.get(uploader.seeded_class.stats_path)
    assert _read_response(connection)[0] == 201
