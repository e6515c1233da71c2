"""Open event streams."""

import socket
from collections.abc import Sequence
from contextlib import ExitStack

from tests.performance.school.dataset import Person, SchoolClass
from tests.performance.school.requests import RequestBuilder, cookies


class StreamClients:
    """Event streams of these students and all teachers; what they receive is little and isn't read."""

    def __init__(self, port: int, students: Sequence[Person], classes: Sequence[SchoolClass]) -> None:
        self._port = port
        self._people = [*students, *dict.fromkeys(school_class.teacher for school_class in classes)]
        self._open = ExitStack()

    def __enter__(self) -> None:
        call = RequestBuilder().stream()
        for person in self._people:
            device = self._open.enter_context(socket.create_connection(("127.0.0.1", self._port), 30))
            device.sendall(call.head + b"Cookie: " + cookies(person.token) + b"\r\n\r\n")
            assert device.recv(15).startswith(b"HTTP/1.1 200"), "a page isn't told of changes"

    def __exit__(self, *_: object) -> None:
        self._open.close()
