"""No personal data in the log files or on the terminal, after valid, refused and crashing requests.

All names, texts and secrets of the requests are words that occur nowhere else.
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

from tests.factories.http_client import build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.server_process import ServerProcess

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

def assign(db, classroom, student_id, fields):
    raise ValueError(f"could not assign {fields.name}") from KeyError(fields.name)

def suggest(db, actor, idea):
    raise LookupError(idea.name)

service.assign, suggestions.suggest = assign, suggest
sys.argv = ["goalbucks", *sys.argv[1:]]
from launcher.__main__ import main
sys.exit(main())
"""


class Browser:
    """HTTP client with its own cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, {"Cookie": cookie, **named} if cookie else named)
            response = connection.getresponse()
            for header in response.headers.get_all("Set-Cookie", []):
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            received = response.read()
        is_json = response.headers.get_content_type() == "application/json"
        return response.status, json.loads(received) if received and is_json else None

    def call(self, method: str, path: str, **body: object) -> tuple[int, Any]:
        return self.send(method, path, json.dumps(body).encode(), Content_Type="application/json")

    def made(self, path: str, **body: object) -> Any:
        status, answer = self.call("POST", path, **body)
        assert status in (200, 201), answer
        return answer


def run_scenario(port: int) -> tuple[Browser, Browser, dict[str, str]]:
    """Send valid and refused requests; return teacher, student and the secrets that the server generated."""
    teacher, student = Browser(port), Browser(port)
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
    form, headers = build_upload_form(ids, photo_jpeg(30, 40))
    named = form.replace(b"proof.jpg", WORDS["file"].encode())
    status, sent = student.send("POST", "/api/submissions/upload", named, Content_Type=headers["Content-Type"])
    assert status == 201, sent
    review = {"status": "approved", "comment": WORDS["comment"]}
    assert teacher.call("PATCH", f"/api/submissions/{sent['id']}/review", **review)[0] == 200
    item = teacher.made("/api/store", classroomId=room["id"], name=WORDS["item"], goalbucksCost=5)
    student.made("/api/purchases", itemId=item["id"])
    student.made("/api/goal-suggestions", suggestedName=WORDS["suggestion"], suggestedGoalbucks=5)
    send_refused_requests(teacher, student, room["id"], WORDS["username"])
    change = {"currentPassword": WORDS["password"], "newPassword": WORDS["new password"]}
    assert teacher.call("PUT", f"/api/teachers/{teacher_id}/password", **change)[0] == 204
    made = {"class code": room["classCode"]}
    made |= {
        f"{who}'s {name}": value
        for who, each in (("teacher", teacher), ("student", student))
        for name, value in each.cookies.items()
    }
    return teacher, student, made


def send_refused_requests(teacher: Browser, student: Browser, room_id: str, taken: str) -> None:
    """Send requests that each layer refuses."""
    twin = {"firstName": WORDS["first"], "lastName": WORDS["last"], "username": taken, "password": "another one"}
    assert teacher.call("POST", "/api/students", classroomId=room_id, **twin)[0] == 409
    assert teacher.call("POST", "/api/goals", name=[WORDS["goal"]], goalbucks=WORDS["goal"])[0] == 422
    assert student.send("POST", "/api/goal-suggestions", WORDS["suggestion"].encode())[0] == 422
    broken, headers = build_upload_form({"submissionText": WORDS["proof"]}, b"no picture")
    assert student.send("POST", "/api/submissions/upload", broken, Content_Type=headers["Content-Type"])[0] == 422
    assert student.send("POST", "/api/submissions/upload", broken[:-9], Content_Type=headers["Content-Type"])[0] == 422
    query = f"/api/nothing?name={WORDS['query']}"
    assert student.send("GET", query, X_Name=WORDS["header"], User_Agent=WORDS["header"])[0] == 404
    assert student.send("GET", "/api/health", Host=f"{WORDS['header']}.test")[0] == 421
    assert student.send("POST", "/api/auth/logout", Origin=f"http://{WORDS['header']}.test")[0] == 403


def break_database(folder: Path) -> None:
    """Make later writes fail with an SQL error."""
    with closing(sqlite3.connect(folder / "goalbucks.db", timeout=20)) as db:
        db.execute("ALTER TABLE store_items RENAME TO hidden")
        db.commit()


@pytest.fixture
def server(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Iterator[ServerProcess]:
    """A running server, whose output is captured."""
    del capfd
    server = ServerProcess(tmp_path / "data", forked=True)
    yield server
    if server.process.poll() is None:
        server.stop()


def read_logs(folder: Path) -> str:
    return "".join(path.read_text("utf-8", "replace") for path in (folder / "logs").iterdir() if path.is_file())


def require_no_personal_data(text: str, made: dict[str, str]) -> None:
    found = {what for what, word in (WORDS | made).items() if word.lower() in text.lower()}
    parts = {part for word in ("Xanthippe", "Quillfeather", "Balthasar", "Ermintrude", "zebrafinch") for part in [word]}
    found |= {part for part in parts if part.lower() in text.lower()}
    assert found == set()


def test_the_log_contains_no_personal_data_or_secrets(server: ServerProcess, capfd: pytest.CaptureFixture[str]) -> None:
    teacher, student, made = run_scenario(server.port)
    break_database(server.data_dir)
    room_id = teacher.send("GET", "/api/classrooms")[1][0]["id"]
    assert teacher.call("POST", "/api/store", classroomId=room_id, name=WORDS["item"], goalbucksCost=5)[0] == 503
    del student
    assert server.stop() == 0
    text = read_logs(server.data_dir)
    assert "POST /api/auth/student 401" in text
    assert "no such table" in text
    require_no_personal_data(text + "".join(capfd.readouterr()), made)


def test_the_traceback_of_a_crash_contains_no_personal_data(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    server = ServerProcess(data, program=(sys.executable, "-c", CRASHING))
    try:
        teacher = Browser(server.port)
        account = {"name": WORDS["name"], "email": WORDS["email"], "password": WORDS["password"]}
        teacher.made("/api/auth/register-teacher", **account)
        room = teacher.made("/api/classrooms", name=WORDS["class"], gradeLevel="5th Grade")
        fields = {"firstName": WORDS["first"], "lastName": WORDS["last"], "username": WORDS["username"]}
        child = teacher.made("/api/students", classroomId=room["id"], password=WORDS["student password"], **fields)
        goal = {"classroomId": room["id"], "studentId": child["id"], "name": WORDS["goal"], "goalbucks": 50}
        assert teacher.call("POST", "/api/goals", **goal)[0] == 500
        entry = {"username": WORDS["username"], "classCode": room["classCode"], "password": WORDS["student password"]}
        student = Browser(server.port)
        student.made("/api/auth/student", **entry)
        idea = {"suggestedName": WORDS["suggestion"], "suggestedGoalbucks": 5}
        assert student.call("POST", "/api/goal-suggestions", **idea)[0] == 500
    finally:
        server.stop()
    text = read_logs(data)
    assert text.count(" crashed\n") == 2
    assert "builtins.ValueError" in text  # the traceback has types and functions, not values
    assert "builtins.KeyError" in text
    assert "in assign" in text
    require_no_personal_data(text + "".join(capfd.readouterr()), {"class code": room["classCode"]})
