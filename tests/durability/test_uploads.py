"""Uploads that go wrong on the way: nothing is stored, nothing is left lying about, the class goes on."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from server.database.base import new_id
from server.media import MAX_IMAGE_BYTES
from server.security.sessions import SESSION_COOKIE
from tests.durability.books import Books
from tests.factories.caller import Caller, upload_form
from tests.factories.images import photo_jpeg
from tests.factories.process import ServerProcess
from tests.factories.seated import SeatedClass, seat

PATH = "/api/submissions/upload"
CHUNK = 64 * 1024
NOTICE_SECONDS = 10.0


class Uploader:
    """The first student of a class, byte by byte."""

    def __init__(self, server: ServerProcess, room: SeatedClass) -> None:
        self.server = server
        self.room = room
        self.student = room.students[0]
        self.ids = {"goalId": self.student.goal_id, "studentId": self.student.id, "classroomId": room.id}
        self.caller = Caller(server.port, self.student.token)
        self._before = self._images()

    def begin(self, content_type: str, **headers: str) -> socket.socket:
        """A connection on which the head of an upload was sent."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=NOTICE_SECONDS)
        lines = [f"POST {PATH} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {SESSION_COOKIE}={self.student.token}"]
        lines += [
            f"Content-Type: {content_type}",
            *(f"{name.replace('_', '-')}: {text}" for name, text in headers.items()),
        ]
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return connection

    def whole(self) -> int:
        """A whole upload's status."""
        body, headers = upload_form(self.ids, photo_jpeg(300, 400))
        return self.caller.send("POST", PATH, body, headers)[0]

    def left(self) -> list[object]:
        """What there is of the upload: rows and files."""
        rows = Books(self.server.data_dir).rows(f"SELECT id FROM submissions WHERE goal_id = '{self.student.goal_id}'")
        return [*rows, *(self._images() - self._before)]

    def cut_off(self) -> int:
        """How many uploads the log says were cut off; the file comes with its first line."""
        file = self.server.data_dir / "logs" / "goalbucks.log"
        return file.read_text(encoding="utf-8").count(f"POST {PATH} 499") if file.exists() else 0

    def _images(self) -> set[Path]:
        return {path for path in (self.server.data_dir / "images").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all: each test has a class of its own."""
    server = ServerProcess(tmp_path_factory.mktemp("uploads"))
    yield server
    assert server.stop() == 0


@pytest.fixture
def uploader(server: ServerProcess) -> Iterator[Uploader]:
    """A student with a goal to prove."""
    uploader = Uploader(server, seat(server.data_dir, email=f"{new_id()}@school.test"))
    with uploader.caller:
        yield uploader


def _answer(connection: socket.socket) -> tuple[int, dict[str, str]]:
    """Status and JSON of the answer; closes the connection."""
    with connection, http.client.HTTPResponse(connection) as answer:
        answer.begin()
        return answer.status, json.loads(answer.read())


def _until_logged(uploader: Uploader, count: int) -> None:
    end = time.monotonic() + NOTICE_SECONDS
    while uploader.cut_off() < count:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_an_upload_that_is_cut_off_stores_nothing_and_can_be_sent_again(uploader: Uploader, part: float) -> None:
    body, headers = upload_form(uploader.ids, photo_jpeg())
    before = uploader.cut_off()
    connection = uploader.begin(headers["Content-Type"], Content_Length=str(len(body)))
    connection.sendall(body[: int(len(body) * part)])
    connection.close()
    _until_logged(uploader, before + 1)
    assert uploader.left() == []
    assert uploader.caller.get("/api/health")["status"] == "ok"
    assert uploader.whole() == 201


def _too_much(head: bytes) -> Iterator[bytes]:
    yield head
    for _ in range(MAX_IMAGE_BYTES // CHUNK + 4):
        yield bytes(CHUNK)


def test_an_upload_of_unknown_length_over_the_limit_is_413_and_stores_nothing(uploader: Uploader) -> None:
    body, headers = upload_form(uploader.ids, b"")
    connection = uploader.begin(headers["Content-Type"], Transfer_Encoding="chunked")
    with suppress(OSError):  # it is refused before all was sent, as it should be
        for chunk in _too_much(body[: body.rindex(b"\r\n--")]):
            connection.sendall(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
    status, answer = _answer(connection)
    assert (status, answer["code"]) == (413, "image_too_large")
    assert answer["error"]
    assert uploader.left() == []
    assert uploader.whole() == 201


def test_an_upload_that_says_to_be_over_the_limit_is_413_before_it_is_sent(uploader: Uploader) -> None:
    connection = uploader.begin("multipart/form-data; boundary=x", Content_Length=str(2 * MAX_IMAGE_BYTES))
    status, answer = _answer(connection)
    assert (status, answer["code"]) == (413, "image_too_large")
    assert uploader.left() == []


def test_a_slow_upload_keeps_nobody_waiting_and_is_taken_when_it_is_whole(uploader: Uploader) -> None:
    body, headers = upload_form(uploader.ids, photo_jpeg(300, 400))
    connection = uploader.begin(headers["Content-Type"], Content_Length=str(len(body)))
    step = len(body) // 8 + 1
    with Caller(uploader.server.port, uploader.room.teacher_token) as teacher:
        for begin in range(0, len(body), step):
            assert uploader.left() == []
            connection.sendall(body[begin : begin + step])
            asked = time.monotonic()
            teacher.get(uploader.room.stats)
            assert time.monotonic() - asked < 2
    assert _answer(connection)[0] == 201
