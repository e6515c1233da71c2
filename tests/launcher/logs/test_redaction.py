"""The log names nobody: the whole story with words that stand nowhere else, and then none of them is logged.

Through right calls, refused ones, crashes and a damaged database, in the files of the log and on the terminal.
"""

import http.client
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.factories.caller import upload_form
from tests.factories.images import photo_jpeg
from tests.factories.process import ServerProcess

pytestmark = pytest.mark.processes

WORDS = {
    "name": "Xanthippe Quillfeather",
    "email": "xanthippe.quillfeather@zebrafinch.example",
    "password": "Pw-Obsidian-Marmoset",
    "new password": "Pw-Velvet-Gyrfalcon",
    "wrong password": "Pw-Wrong-Axolotl",
    "first": "Balthasar",
    "last": "Wrenthistle",
    "username": "bwrenthistle77",
    "student password": "St-Copper-Pangolin",
    "class": "Room Periwinkle",
    "goal": "Count the Capercaillies",
    "proof": "I saw forty Dotterels",
    "file": "holiday-with-grandma-Ermintrude.jpg",
    "comment": "Lovely Kookaburra",
    "item": "Sticker of a Quokka",
    "suggestion": "Paint a Thylacine",
    "reason": "Helped the Numbat",
    "query": "Echidna-in-the-query",
    "header": "Bandicoot-in-a-header",
}
CRASHING = """
import sys
from server.domain.goals import service
from server.domain.suggestions import service as suggestions

def assign(db, actor, classroom_id, ids, fields):
    raise ValueError(f"could not assign {fields.name}") from KeyError(fields.name)

def suggest(db, actor, idea):
    raise LookupError(idea.name)

service.assign, suggestions.suggest = assign, suggest
sys.argv = ["goalbucks", *sys.argv[1:]]
from launcher.__main__ import main
sys.exit(main())
"""


class Person:
    """A browser with its own cookies on a real server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, {"Cookie": cookie, **named} if cookie else named)
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie", []):
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            received = answer.read()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(received) if received and is_json else None

    def call(self, method: str, path: str, **body: object) -> tuple[int, Any]:
        return self.send(method, path, json.dumps(body).encode(), Content_Type="application/json")

    def made(self, path: str, **body: object) -> Any:
        status, answer = self.call("POST", path, **body)
        assert status in (200, 201), answer
        return answer


def live(port: int) -> tuple[Person, Person, dict[str, str]]:
    """The main story and what goes wrong in it; teacher, student and the secrets that the server made."""
    teacher, student = Person(port), Person(port)
    account = {"name": WORDS["name"], "email": WORDS["email"], "password": WORDS["password"]}
    teacher_id = teacher.made("/api/auth/register-teacher", **account)["user"]["id"]
    assert teacher.call("POST", "/api/auth/register-teacher", **account)[0] == 409
    room = teacher.made("/api/classrooms", name=WORDS["class"], gradeLevel="5th Grade")
    child = teacher.made(
        "/api/students",
        classroomId=room["id"],
        firstName=WORDS["first"],
        lastName=WORDS["last"],
        username=WORDS["username"],
        password=WORDS["student password"],
    )
    entry = {"username": WORDS["username"], "classCode": room["classCode"], "password": WORDS["student password"]}
    assert student.call("POST", "/api/auth/student", **entry | {"password": WORDS["wrong password"]})[0] == 401
    student.made("/api/auth/student", **entry)
    goal = {"classroomId": room["id"], "studentId": child["id"], "name": WORDS["goal"], "goalbucks": 50}
    goal_id = teacher.made("/api/goals", **goal)["id"]
    ids = {"goalId": goal_id, "studentId": child["id"], "classroomId": room["id"], "submissionText": WORDS["proof"]}
    form, headers = upload_form(ids, photo_jpeg(30, 40))
    named = form.replace(b"proof.jpg", WORDS["file"].encode())
    status, sent = student.send("POST", "/api/submissions/upload", named, Content_Type=headers["Content-Type"])
    assert status == 201, sent
    review = {"status": "approved", "comment": WORDS["comment"]}
    assert teacher.call("PATCH", f"/api/submissions/{sent['id']}/review", **review)[0] == 200
    item = teacher.made("/api/store", classroomId=room["id"], name=WORDS["item"], goalbucksCost=5)
    student.made("/api/purchases", itemId=item["id"])
    student.made("/api/goal-suggestions", suggestedName=WORDS["suggestion"], suggestedGoalbucks=5)
    go_wrong(teacher, student, room["id"], WORDS["username"])
    change = {"currentPassword": WORDS["password"], "newPassword": WORDS["new password"]}
    assert teacher.call("PUT", f"/api/teachers/{teacher_id}/password", **change)[0] == 204
    made = {"class code": room["classCode"]}
    made |= {
        f"{who}'s {name}": value
        for who, each in (("teacher", teacher), ("student", student))
        for name, value in each.cookies.items()
    }
    return teacher, student, made


def go_wrong(teacher: Person, student: Person, room_id: str, taken: str) -> None:
    """What is refused, in every layer that refuses."""
    twin = {"firstName": WORDS["first"], "lastName": WORDS["last"], "username": taken, "password": "another one"}
    assert teacher.call("POST", "/api/students", classroomId=room_id, **twin)[0] == 409
    assert teacher.call("POST", "/api/goals", name=[WORDS["goal"]], goalbucks=WORDS["goal"])[0] == 422
    assert student.send("POST", "/api/goal-suggestions", WORDS["suggestion"].encode())[0] == 422
    broken, headers = upload_form({"submissionText": WORDS["proof"]}, b"no picture")
    assert student.send("POST", "/api/submissions/upload", broken, Content_Type=headers["Content-Type"])[0] == 422
    assert student.send("POST", "/api/submissions/upload", broken[:-9], Content_Type=headers["Content-Type"])[0] == 422
    query = f"/api/nothing?name={WORDS['query']}"
    assert student.send("GET", query, X_Name=WORDS["header"], User_Agent=WORDS["header"])[0] == 404
    assert student.send("GET", "/api/health", Host=f"{WORDS['header']}.test")[0] == 421
    assert student.send("POST", "/api/auth/logout", Origin=f"http://{WORDS['header']}.test")[0] == 403


def break_database(folder: Path) -> None:
    """From now on what is written meets an SQL error."""
    with closing(sqlite3.connect(folder / "goalbucks.db", timeout=20)) as db:
        db.execute("ALTER TABLE store_items RENAME TO hidden")
        db.commit()


@pytest.fixture
def server(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Iterator[ServerProcess]:
    """The program, of which two services crash with words of the person's once `crash` is in the environment."""
    del capfd
    server = ServerProcess(tmp_path / "data")
    yield server
    if server.process.poll() is None:
        server.stop()


def logged(folder: Path) -> str:
    return "".join(path.read_text("utf-8", "replace") for path in (folder / "logs").iterdir() if path.is_file())


def require_nameless(text: str, made: dict[str, str]) -> None:
    said = {what for what, word in (WORDS | made).items() if word.lower() in text.lower()}
    parts = {part for word in ("Xanthippe", "Quillfeather", "Balthasar", "Ermintrude", "zebrafinch") for part in [word]}
    said |= {part for part in parts if part.lower() in text.lower()}
    assert said == set()


def test_nothing_that_anybody_typed_or_got_stands_in_the_log(
    server: ServerProcess, capfd: pytest.CaptureFixture[str]
) -> None:
    teacher, student, made = live(server.port)
    break_database(server.data_dir)
    room_id = teacher.send("GET", "/api/classrooms")[1][0]["id"]
    assert teacher.call("POST", "/api/store", classroomId=room_id, name=WORDS["item"], goalbucksCost=5)[0] == 503
    del student
    assert server.stop() == 0
    text = logged(server.data_dir)
    assert "POST /api/auth/student 401" in text
    assert "no such table" in text
    require_nameless(text + "".join(capfd.readouterr()), made)


def test_not_even_a_crash_quotes_what_it_stumbled_over(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    server = ServerProcess(data, program=(sys.executable, "-c", CRASHING))
    try:
        teacher = Person(server.port)
        account = {"name": WORDS["name"], "email": WORDS["email"], "password": WORDS["password"]}
        teacher.made("/api/auth/register-teacher", **account)
        room = teacher.made("/api/classrooms", name=WORDS["class"], gradeLevel="5th Grade")
        fields = {"firstName": WORDS["first"], "lastName": WORDS["last"], "username": WORDS["username"]}
        child = teacher.made("/api/students", classroomId=room["id"], password=WORDS["student password"], **fields)
        goal = {"classroomId": room["id"], "studentId": child["id"], "name": WORDS["goal"], "goalbucks": 50}
        assert teacher.call("POST", "/api/goals", **goal)[0] == 500
        entry = {"username": WORDS["username"], "classCode": room["classCode"], "password": WORDS["student password"]}
        student = Person(server.port)
        student.made("/api/auth/student", **entry)
        idea = {"suggestedName": WORDS["suggestion"], "suggestedGoalbucks": 5}
        assert student.call("POST", "/api/goal-suggestions", **idea)[0] == 500
    finally:
        server.stop()
    text = logged(data)
    assert text.count(" crashed\n") == 2
    assert "builtins.ValueError" in text  # what happened and where is told, what it was about isn't
    assert "builtins.KeyError" in text
    assert "in assign" in text
    require_nameless(text + "".join(capfd.readouterr()), {"class code": room["classCode"]})
