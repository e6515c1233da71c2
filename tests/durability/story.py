"""The main story from sign-in to the class's deletion, on a disk that fails: what is refused is asked for again."""

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
from tests.durability.classwork import ask
from tests.durability.lesson import Desk, Lesson, Place, whole_lesson
from tests.durability.notebook import Notebook, Write, found_in, session_of
from tests.factories.caller import Caller
from tests.factories.passwords import PASSWORD
from tests.factories.seated import EMAIL

MOST_TRIES = 3
REFUSALS = {503, 507}
NOT_DELETED = (409, "not_backed_up")
_SENTENCE = re.compile(r"[A-Z].*[.)]")
_MACHINERY = re.compile(r"sqlite|select |errno|traceback|\.py|\.db|/|[<>{}\\]", re.IGNORECASE)


class Browser(Caller):
    """Keeps the session that it is given."""

    token = ""

    def send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> tuple[int, Any]:
        """As Caller, noting the cookie."""
        connection = self.connection
        connection.request(method, path, content, {**self.own, **headers})
        answer = connection.getresponse()
        given = SimpleCookie(answer.getheader("Set-Cookie", ""))
        if SESSION_COOKIE in given:
            self.token = given[SESSION_COOKIE].value
            self.own = {"Cookie": f"{SESSION_COOKIE}={self.token}"}
        received = answer.read()
        return answer.status, json.loads(received) if received else None


class Story:
    """One class's life, named by `number`; what a crash would leave is looked at in `scratch`.

    `when_asking` is called before each write is asked for the first time, `when_refused` after each refusal was looked
    at. Without `lesson` it is about the class alone, its backup and its deletion.
    """

    def __init__(self, folder: Path, notebook: Notebook, number: str, scratch: Path, *, lesson: bool = True) -> None:
        self.folder = folder
        self.notebook = notebook
        self.number = number
        self.scratch = scratch
        self.lesson = lesson
        self.when_asking: Callable[[Write], None] = lambda _: None
        self.when_refused: Callable[[], None] = lambda: None
        self.refusals: Counter[str] = Counter()
        self.browsers: dict[str, Browser] = {}

    def tell(self, port: int) -> None:
        """From the beginning to the end."""
        with Browser(port) as teacher, Browser(port) as student:
            self.browsers = {"teacher": teacher, "student": student}
            told = self._story()
            write = next(told, None)
            while write is not None:
                answer = self._write(write)
                try:
                    write = told.send(answer)
                except StopIteration:
                    return

    def _story(self) -> Lesson:
        known = self.notebook.known
        yield self._sign_in("teacher", {"username": EMAIL, "password": PASSWORD})
        known[session_of(self.browsers["teacher"].token)] = "there"
        name, username = f"Class {self.number}", f"student {self.number}"
        new_class = {("class", name): (None, "there")}
        body = {"name": name, "gradeLevel": "5th Grade"}
        made = yield Write("teacher", "POST", "/api/classrooms", new_class, body, key=name, expected=201)
        fields = {"firstName": "Chloé", "lastName": "Nguyen", "username": username, "password": PASSWORD}
        seat = {**fields, "classroomId": made["id"]}
        seated = yield Write("teacher", "POST", "/api/students", {("student", username): (None, 0)}, seat, expected=201)
        yield self._sign_in("student", {**fields, "classCode": made["classCode"]})
        session = session_of(self.browsers["student"].token)
        known[session] = "there"
        if self.lesson:
            yield from whole_lesson(Desk(self.notebook, Place(made["id"], seated["id"], username), self.number))
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
        answers = []
        self.when_asking(write)
        for _ in range(MOST_TRIES):
            status, answer = ask(self.browsers[write.who], write)
            if status == write.expected:
                self.notebook.acknowledge(write)
                return answer
            answers.append((status, answer))
            self._refused(write, status, answer)
        raise AssertionError((write, answers))

    def _refused(self, write: Write, status: int, answer: dict[str, str]) -> None:
        """In a sentence; nothing of it is there, and after a crash at this moment nothing or all of it would be."""
        told = (write.path, status, answer)
        assert status in REFUSALS or (status, answer["code"]) == NOT_DELETED, told
        assert _SENTENCE.fullmatch(answer["error"]), told
        assert not _MACHINERY.search(answer["error"]), told
        self.refusals[answer["code"]] += 1
        assert self.notebook.differences(found_in(self.folder)) == {}, told
        left = as_a_crash_would_leave(self.folder, self.scratch / "crashed")
        # In a notebook of its own: the server goes on from what it has, not from what a crash would leave.
        crashed = Notebook(self.notebook.known)
        found = found_in(left)
        crashed.settle(write, found)
        assert crashed.differences(found) == {}, told
        assert check_integrity(Settings(data_dir=left)).problems == [], told
        self.when_refused()


def as_a_crash_would_leave(folder: Path, copy: Path) -> Path:
    """The data folder as the next start would find it; its images are looked at where they are."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for name in ("goalbucks.db", "goalbucks.db-wal"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, copy / name)
    (copy / "images").symlink_to(folder / "images")
    return copy
