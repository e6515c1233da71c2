"""The lifecycle of a class, from sign-in to deletion, on a failing disk: each refused write is repeated."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from server.data_protection.backups.integrity import check_integrity
from server.security.sessions import SESSION_COOKIE
from server.settings import Settings
from tests.durability.expected_state import ExpectedState, Write, read_state, session_key
from tests.durability.load_generator import send_write
from tests.durability.workflow import StudentRef, Workflow, WriteBuilder, full_workflow
from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL

MAX_ATTEMPTS = 3
REFUSAL_STATUS = 503
NOT_DELETED = (409, "not_backed_up")
_SENTENCE = re.compile(r"[A-Z].*[.)]")
_INTERNALS = re.compile(r"sqlite|select |errno|traceback|\.py|\.db|/|[<>{}\\]", re.IGNORECASE)


class SessionClient(HttpClient):
    """A client that keeps its session cookie."""

    token = ""

    def send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> tuple[int, Any]:
        """Like `HttpClient.send`, and stores the session cookie."""
        connection = self.connection
        connection.request(method, path, content, {**self.session_headers, **headers})
        response = connection.getresponse()
        given = SimpleCookie(response.getheader("Set-Cookie", ""))
        if SESSION_COOKIE in given:
            self.token = given[SESSION_COOKIE].value
            self.session_headers = {"Cookie": f"{SESSION_COOKIE}={self.token}"}
        received = response.read()
        return response.status, json.loads(received) if received else None


class ClassLifecycle:
    """A class's lifecycle; `number` makes its names unique, `scratch` is for copies of the folder.

    `before_write` is called before the first attempt of each write, `after_refusal` after each refusal was checked.
    Without `lesson` the lifecycle has only the class, its backup and its deletion.
    """

    def __init__(
        self, folder: Path, expected: ExpectedState, number: str, scratch: Path, *, lesson: bool = True
    ) -> None:
        self.folder = folder
        self.expected = expected
        self.number = number
        self.scratch = scratch
        self.lesson = lesson
        self.before_write: Callable[[Write], None] = lambda _: None
        self.after_refusal: Callable[[], None] = lambda: None
        self.refusals: Counter[str] = Counter()
        self.clients: dict[str, SessionClient] = {}

    def run(self, port: int) -> None:
        """Run the whole lifecycle."""
        with SessionClient(port) as teacher, SessionClient(port) as student:
            self.clients = {"teacher": teacher, "student": student}
            steps = self._steps()
            write = next(steps, None)
            while write is not None:
                response = self._write(write)
                try:
                    write = steps.send(response)
                except StopIteration:
                    return

    def _steps(self) -> Workflow:
        known = self.expected.known
        yield self._sign_in("teacher", {"username": EMAIL, "password": PASSWORD})
        known[session_key(self.clients["teacher"].token)] = "there"
        name, username = f"Class {self.number}", f"student {self.number}"
        new_class = {("class", name): (None, "there")}
        body = {"name": name, "gradeLevel": "5th Grade"}
        made = yield Write("teacher", "POST", "/api/classrooms", new_class, body, key=name, expected=201)
        fields = {"firstName": "Chloé", "lastName": "Nguyen", "username": username, "password": PASSWORD}
        student = {**fields, "classroomId": made["id"]}
        added = yield Write(
            "teacher", "POST", "/api/students", {("student", username): (None, 0)}, student, expected=201
        )
        yield self._sign_in("student", {**fields, "classCode": made["classCode"]})
        session = session_key(self.clients["student"].token)
        known[session] = "there"
        if self.lesson:
            yield from full_workflow(
                WriteBuilder(self.expected, StudentRef(made["id"], added["id"], username), self.number)
            )
        kept = yield Write("teacher", "POST", "/api/backups", {}, {}, expected=201)
        assert (self.folder / "backups" / kept["name"]).is_file()
        own = [each for each in known if each[1].endswith(f" {self.number}") or each == session]
        gone = {each: (known[each], None) for each in own}
        yield Write("teacher", "DELETE", f"/api/classrooms/{made['id']}", gone, expected=204)
        for each in own:
            del known[each]

    def _sign_in(self, who: str, body: dict[str, str]) -> Write:
        return Write("teacher" if who == "teacher" else "student", "POST", f"/api/auth/{who}", {}, body)

    def _write(self, write: Write) -> Any:
        responses = []
        self.before_write(write)
        for _ in range(MAX_ATTEMPTS):
            status, body = send_write(self.clients[write.role], write)
            if status == write.expected:
                self.expected.acknowledge(write)
                return body
            responses.append((status, body))
            self._check_refusal(write, status, body)
        raise AssertionError((write, responses))

    def _check_refusal(self, write: Write, status: int, body: dict[str, str]) -> None:
        """Check the message, that nothing changed, and that a crash now would leave the write complete or absent."""
        context = (write.path, status, body)
        assert status == REFUSAL_STATUS or (status, body["code"]) == NOT_DELETED, context
        assert _SENTENCE.fullmatch(body["error"]), context
        assert not _INTERNALS.search(body["error"]), context
        self.refusals[body["code"]] += 1
        assert self.expected.differences(read_state(self.folder)) == {}, context
        left = copy_as_after_crash(self.folder, self.scratch / "crashed")
        # A copy: the server goes on from the current state, not from what a crash would leave.
        crashed = ExpectedState(self.expected.known)
        found = read_state(left)
        crashed.resolve(write, found)
        assert crashed.differences(found) == {}, context
        assert check_integrity(Settings(data_dir=left)).problems == [], context
        self.after_refusal()


def copy_as_after_crash(folder: Path, copy: Path) -> Path:
    """Copy the data folder as a crash would leave it; images are read in place."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for name in ("goalbucks.db", "goalbucks.db-wal"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, copy / name)
    (copy / "images").symlink_to(folder / "images")
    return copy
