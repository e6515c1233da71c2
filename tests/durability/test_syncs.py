"""Before an answer leaves, the disk has what it tells of: each write of each call, seen from below the program."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.openapi import document
from tests.durability.lesson import PHOTO
from tests.durability.shim import Shim, needs_a_shim
from tests.durability.story import Browser
from tests.durability.syncs import LOG, Trace
from tests.factories.caller import upload_form
from tests.factories.passwords import PASSWORD
from tests.factories.process import PROGRAM, ServerProcess
from tests.factories.seated import EMAIL, SeatedClass, seat

pytestmark = needs_a_shim
WITHOUT_SYNC = """
import sys
from server.database import sqlite
sqlite._PRAGMAS = tuple(pragma.replace("synchronous=FULL", "synchronous=NORMAL") for pragma in sqlite._PRAGMAS)
from launcher.__main__ import main
sys.exit(main())
"""


class Tour:
    """Calls one after the other, each held against the trace; `who` sends them."""

    def __init__(self, folder: Path, beside: Path, room: SeatedClass, program: tuple[str, ...] = PROGRAM) -> None:
        shim = Shim(folder, beside, traced=True)
        self.server = ServerProcess(folder, environment=shim.environment, program=program)
        self.trace = Trace(shim.trace)
        self.teacher = Browser(self.server.port, room.teacher_token)
        self.student = Browser(self.server.port, room.students[0].token)
        self.seen: set[tuple[str, str]] = set()
        self.unsafe: dict[str, set[str]] = {}

    def call(self, method: str, path: str, body: object = None, *, by: Browser | None = None, **ids: str) -> Any:
        """`path` as the OpenAPI has it."""
        return self._noted(method, path, (by or self.teacher).call(method, path.format(**ids), body))

    def upload(self, ids: dict[str, str], photo: bytes | None) -> Any:
        """A proof."""
        path = "/api/submissions/upload"
        form, headers = upload_form({**ids, "submissionText": "Done"}, photo)
        return self._noted("POST", path, self.student.send("POST", path, form, headers))

    def _noted(self, method: str, path: str, answered: tuple[int, Any]) -> Any:
        status, answer = answered
        assert 200 <= status < 300, (method, path, answer)
        synced = self.trace.synced
        unsafe = self.trace.until_the_answer()
        assert self.trace.synced > synced or unsafe, f"{method} {path} wrote nothing"
        if unsafe:
            self.unsafe[f"{method} {path}"] = unsafe
        self.seen.add((method, path))
        return answer

    def end(self) -> None:
        """The server, and the connections."""
        for browser in (self.teacher, self.student):
            browser.connection.close()
        if self.server.process.poll() is None:
            self.server.stop()


@pytest.fixture
def room(folder: Path) -> SeatedClass:
    return seat(folder, students=2)


@pytest.fixture
def tour(folder: Path, tmp_path: Path, room: SeatedClass) -> Iterator[Tour]:
    made = Tour(folder, tmp_path / "shim", room)
    yield made
    made.end()


def _goals_and_proofs(tour: Tour, room: SeatedClass) -> None:
    student = room.students[0].id
    of = {"studentId": student, "classroomId": room.id}
    goal = tour.call("POST", "/api/goals", {**of, "name": "Read", "goalbucks": 20})
    tour.call("PUT", "/api/goals/{goal_id}", {"name": "Read on", "goalbucks": 25}, goal_id=goal["id"])
    many = {"studentIds": [each.id for each in room.students], "classroomId": room.id, "name": "Poem", "goalbucks": 5}
    assignment = tour.call("POST", "/api/goals/bulk", many)["assignmentId"]
    change = {"name": "Poem", "goalbucks": 6}
    tour.call("PUT", "/api/assignments/{assignment_id}", change, assignment_id=assignment)
    tour.call("DELETE", "/api/assignments/{assignment_id}", assignment_id=assignment)
    proof = tour.upload({**of, "goalId": goal["id"]}, PHOTO)
    tour.call("DELETE", "/api/submissions/{submission_id}", by=tour.student, submission_id=proof["id"])
    proof = tour.upload({**of, "goalId": goal["id"]}, PHOTO)
    own = proof["id"]
    tour.call("PATCH", "/api/submissions/{submission_id}/review", {"status": "approved"}, submission_id=own)
    tour.call("POST", "/api/submissions/{submission_id}/undo-review", submission_id=own)
    tour.call("POST", "/api/submissions/review", {"submissionIds": [proof["id"]], "status": "approved"})
    spare = tour.call("POST", "/api/goals", {**of, "name": "Sums", "goalbucks": 20})
    tour.upload({**of, "goalId": spare["id"]}, None)
    tour.call("POST", "/api/goals/{goal_id}/complete", goal_id=spare["id"])
    tour.call("POST", "/api/goals/{goal_id}/reopen", goal_id=spare["id"])
    tour.call("DELETE", "/api/goals/{goal_id}", goal_id=room.students[0].goal_id)


def _ideas_and_store(tour: Tour, room: SeatedClass) -> None:
    student = room.students[0].id
    for verdict in ("approve", "deny"):
        idea = {"suggestedName": f"Swim and {verdict}", "suggestedGoalbucks": 5}
        kept = tour.call("POST", "/api/goal-suggestions", idea, by=tour.student)
        tour.call("PUT", f"/api/goal-suggestions/{{suggestion_id}}/{verdict}", {}, suggestion_id=kept["id"])
        tour.call("POST", "/api/goal-suggestions/{suggestion_id}/undo-answer", suggestion_id=kept["id"])
    gift = {"classroomId": room.id, "studentIds": [student], "amount": 50, "reason": "Helpful"}
    award = tour.call("POST", "/api/goalbucks/award", gift)["assignmentId"]
    tour.call("POST", "/api/goalbucks/award/{assignment_id}/reverse", assignment_id=award)
    tour.call("POST", "/api/goalbucks/award", gift)
    correction = {"amount": -1, "reason": "Counted twice"}
    tour.call("POST", "/api/students/{student_id}/corrections", correction, student_id=student)
    offer = {"name": "Pen", "goalbucksCost": 5, "stock": 9}
    item = tour.call("POST", "/api/store", {**offer, "classroomId": room.id})["id"]
    tour.call("PUT", "/api/store/{item_id}", {**offer, "stock": 8}, item_id=item)
    for ending in (("PATCH", "fulfill"), ("POST", "cancel")):
        bought = tour.call("POST", "/api/purchases", {"itemId": item}, by=tour.student)["id"]
        tour.call(ending[0], f"/api/purchases/{{purchase_id}}/{ending[1]}", purchase_id=bought)
        if ending[1] == "fulfill":
            tour.call("POST", "/api/purchases/{purchase_id}/unfulfill", purchase_id=bought)
    tour.call("DELETE", "/api/store/{item_id}", item_id=item)


def _people(tour: Tour, room: SeatedClass) -> None:
    body = {"firstName": "Amara", "lastName": "Okafor", "username": "amara.o", "password": PASSWORD}
    made = tour.call("POST", "/api/students", {**body, "classroomId": room.id})["id"]
    tour.call("PUT", "/api/students/{student_id}", {**body, "firstName": "Ama"}, student_id=made)
    other = tour.call("POST", "/api/classrooms", {"name": "Room 13"})
    tour.call("PUT", "/api/classrooms/{classroom_id}", {"name": "Room 14"}, classroom_id=other["id"])
    code = tour.call("POST", "/api/classrooms/{classroom_id}/class-code", classroom_id=other["id"])["classCode"]
    tour.call("PUT", "/api/students/{student_id}/classroom", {"classroomId": other["id"]}, student_id=made)
    here = Browser(tour.server.port)
    with here:
        sign_in = {"username": "amara.o", "password": PASSWORD, "classCode": code}
        tour.call("POST", "/api/auth/student", sign_in, by=here)
        change = {"currentPassword": PASSWORD, "newPassword": "open barley"}
        tour.call("PUT", "/api/students/{student_id}/password", change, by=here, student_id=made)
        tour.call("POST", "/api/auth/logout", by=here)
    tour.call("DELETE", "/api/students/{student_id}", student_id=made)
    tour.call("POST", "/api/backups", {})
    tour.call("DELETE", "/api/classrooms/{classroom_id}", classroom_id=other["id"])


def _teachers(tour: Tour, room: SeatedClass) -> None:
    with Browser(tour.server.port) as here:
        new = {"name": "Omar Haddad", "email": "omar@school.test", "password": PASSWORD}
        tour.call("POST", "/api/auth/register-teacher", new, by=here)
        tour.call("POST", "/api/auth/logout-everywhere", by=here)
    tour.call("POST", "/api/auth/teacher", {"username": EMAIL, "password": PASSWORD})
    tour.call("PUT", "/api/teachers/{teacher_id}", {"name": "Elena R."}, teacher_id=room.teacher_id)
    tour.call("PUT", "/api/settings", {"keepAwake": False})
    own = room.teacher_id
    change = {"currentPassword": PASSWORD, "newPassword": "open barley"}
    tour.call("PUT", "/api/teachers/{teacher_id}/password", change, teacher_id=own)
    known = {"currentPassword": "open barley"}
    code = tour.call("POST", "/api/teachers/{teacher_id}/recovery-code", known, teacher_id=own)["code"]
    with Browser(tour.server.port) as here:
        recovering = {"username": EMAIL, "code": code, "newPassword": PASSWORD}
        tour.call("POST", "/api/auth/recover", recovering, by=here)


ELSEWHERE = {
    ("POST", "/api/auth/firebase"): "Google's; its session is written as the others are",
    ("POST", "/api/auth/handoff/deliver"): "held in memory for five minutes",
    ("POST", "/api/auth/handoff/look"): "held in memory for five minutes",
    ("POST", "/api/auth/handoff/claim"): "held in memory for five minutes; its session is written as the others are",
    ("PUT", "/api/network/adapter"): "where to announce: the launcher's file, chosen again in a click",
    ("POST", "/api/settings/show-logs"): "opens a folder",
    ("POST", "/api/backups/show-folder"): "opens a folder",
    ("POST", "/api/students/{student_id}/unlock"): "forgets what is held in memory",
    ("POST", "/api/backups/{name}/restore"): "test_backups.py kills it at each line",
    ("POST", "/api/backups/restore"): "test_backups.py kills it at each line",
    ("POST", "/api/rescue/restore"): "a restore, without a server beside it",
    ("POST", "/api/rescue/file"): "a restore, without a server beside it",
    ("POST", "/api/rescue/begin-anew"): "moves a damaged database's folder",
    ("POST", "/api/students/{student_id}/erase"): "test_erasures.py kills it at each line",
    ("DELETE", "/api/backups/{name}"): "a file that a power cut brings back can be taken away again",
}
"""Why these writing calls aren't toured."""


def test_the_disk_has_what_each_answer_tells_of_before_it_leaves(tour: Tour, room: SeatedClass) -> None:
    _goals_and_proofs(tour, room)
    _ideas_and_store(tour, room)
    _people(tour, room)
    _teachers(tour, room)
    assert tour.unsafe == {}
    assert not tour.trace.overtaken
    paths: dict[str, dict[str, object]] = document()["paths"]
    writing = {(verb.upper(), path) for path, verbs in paths.items() for verb in verbs if verb != "get"}
    assert writing - tour.seen - ELSEWHERE.keys() == set()
    print(f"{len(tour.seen)} writing calls, {tour.trace.synced} syncs, each before its answer")  # noqa: T201


def test_a_database_that_syncs_less_would_be_noticed(folder: Path, tmp_path: Path, room: SeatedClass) -> None:
    tour = Tour(folder, tmp_path / "shim", room, (sys.executable, "-c", WITHOUT_SYNC))
    try:
        tour.call("PUT", "/api/settings", {"keepAwake": False})
        assert tour.unsafe == {"PUT /api/settings": {LOG}}
    finally:
        tour.end()
