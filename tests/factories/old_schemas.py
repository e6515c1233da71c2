"""Data folders written by earlier versions: `python -m tests.factories.old_schemas COMMIT` makes a fixture.

Checks out that commit's program from git, runs it and creates data over its own API; the resulting data folder and
backup are stored in tests/fixtures/schemas (README.md there).
"""

import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.factories.auth_emulator import AuthEmulator
from tests.factories.images import photo_jpeg
from tests.factories.paths import ROOT
from tests.factories.server_process import PROGRAM, ServerProcess
from tests.factories.user_client import UserClient

SCHEMAS_FOLDER: Final = ROOT / "tests" / "fixtures" / "schemas"
TEACHER_EMAIL: Final = "elena@school.test"
CO_TEACHER_EMAIL: Final = "marcus@school.test"
GOOGLE_EMAIL: Final = "diego@school.test"
PASSWORD: Final = "open sesame"
STUDENTS: Final = (("Amara", "Okafor"), ("Benjamín", "Rivera"), ("Chloé", "Ångström"))
(
    STORE,
    SETTINGS,
    GOOGLE_AND_BACKUPS,
    RECOVERY,
    ASSIGNMENTS,
    LANGUAGES,
    ROSTERS,
    LOGIN_CARDS,
    PICTURES,
    DETAILS,
    GOAL_PICTURES,
) = (
    "0002",
    "0003",
    "0004",
    "0005",
    "0008",
    "0011",
    "0012",
    "0013",
    "0014",
    "0018",
    "0020",
)
SCHOOL_YEAR = "0021"
TOGETHER = "0022"
"""First schema revision of each feature."""


class SampleYear:
    """Sample data of a school year, created over the API; extended whenever a schema adds something."""

    def __init__(self, server: ServerProcess, revision: str) -> None:
        self.server = server
        self.revision = revision
        self.teacher = UserClient(server)
        self.teacher_id = self.teacher.sign_in(
            "/api/auth/register-teacher", name="Elena Rivera", email=TEACHER_EMAIL, password=PASSWORD
        )["id"]
        fields = {"teacherId": self.teacher_id, "name": "Room 12 Homeroom", "gradeLevel": "5th Grade"}
        self.classroom = self.teacher.request("POST", "/api/classrooms", fields)
        self.teacher.request("POST", "/api/classrooms", {**fields, "name": "An empty class", "gradeLevel": None})
        self.students = [self._student(*name) for name in STUDENTS]

    def _student(self, first: str, last: str) -> tuple[str, UserClient]:
        names = {"firstName": first, "lastName": last, "username": first.casefold(), "password": PASSWORD}
        row = self.teacher.request("POST", "/api/students", {**names, "classroomId": self.classroom["id"]})
        person = UserClient(self.server)
        credentials = {"username": first.casefold(), "classCode": self.classroom["classCode"]}
        status, _ = person.http.request("POST", "/api/auth/student", {**credentials, "password": "a slip"})
        assert status == 401
        person.sign_in("/api/auth/student", **credentials, password=PASSWORD)
        return row["id"], person

    def assign_goals(self, name: str, worth: int) -> list[dict[str, Any]]:
        """Assign a goal to every student and return the goals in the students' order."""
        ids = [student_id for student_id, _ in self.students]
        body = {"studentIds": ids, "classroomId": self.classroom["id"], "name": name, "goalbucks": worth}
        self.teacher.request("POST", "/api/goals/bulk", {**body, "dueDate": "2026-12-01"}, Idempotency_Key=name)
        lists = [self.teacher.request("GET", f"/api/students/{each}/goals") for each in ids]
        return [next(goal for goal in goals if goal["name"] == name) for goals in lists]

    def review(self, submission: str, status: str, **more: object) -> None:
        """Review a submission as the teacher."""
        self.teacher.request("PATCH", f"/api/submissions/{submission}/review", {"status": status, **more})

    def create_everything(self) -> None:
        """Create everything that the revision supports."""
        self.submit_proofs()
        if self.revision >= STORE:
            self.use_store()
        if self.revision >= SETTINGS:
            self.teacher.request("PUT", "/api/settings", {"keepAwake": False, "teacherFromNetwork": False})
        if self.revision >= RECOVERY:
            self.teacher.request(
                "POST", f"/api/teachers/{self.teacher_id}/recovery-code", {"currentPassword": PASSWORD}
            )
            self.teacher.request("PUT", "/api/settings", {"imageRetentionDays": 365})
        if self.revision >= LANGUAGES:
            self.teacher.request("PUT", "/api/account/language", {"language": "es"})
            self.students[0][1].request("PUT", "/api/account/language", {"language": "en"})
            self.teacher.request("PUT", "/api/settings", {"language": "es"})
        if self.revision >= ROSTERS:
            amara, *_ = self.students
            row = {"firstName": "Amara", "lastName": "Okafor", "username": "amara", "studentId": amara[0]}
            body = {"rows": [{**row, "externalId": "S-1001"}]}
            self.teacher.request("POST", f"/api/classrooms/{self.classroom['id']}/roster", body)
        if self.revision >= LOGIN_CARDS:
            path = f"/api/classrooms/{self.classroom['id']}/login-cards"  # ends the student's session
            self.teacher.request("POST", path, {"studentIds": [self.students[2][0]]})
        if self.revision >= PICTURES:
            self.use_pictures()
        if self.revision >= DETAILS:
            self.use_details()
        if self.revision >= SCHOOL_YEAR:
            self.use_school_year()

    def add_co_teacher(self) -> None:
        """Let another teacher join the class, and leave one invitation unused."""
        path = f"/api/classrooms/{self.classroom['id']}/invitations"
        code, _ = (self.teacher.request("POST", path)["code"] for _ in range(2))
        marcus = UserClient(self.server)
        account = {"name": "Marcus Hill", "email": CO_TEACHER_EMAIL, "password": PASSWORD}
        marcus.sign_in("/api/auth/register-teacher", **account)
        marcus.request("POST", "/api/classrooms/join", {"code": code})

    def use_school_year(self) -> None:
        """Create a group, days without school, goals that repeat, a term, a comment for the family and part credit."""
        student_ids = [student_id for student_id, _ in self.students]
        group = {"name": "Red readers", "studentIds": student_ids}
        self.teacher.request("POST", f"/api/classrooms/{self.classroom['id']}/groups", group)
        today = date.today()  # noqa: DTZ011 - the program's date
        holiday = {"from": str(today + timedelta(days=7)), "to": str(today + timedelta(days=9)), "name": "Fall break"}
        self.teacher.request("PUT", f"/api/teachers/{self.teacher_id}/no-school-days", [holiday])
        self.repeat_goal("Water the plants", today, student_ids[:2])
        stopped = self.repeat_goal("Feed the fish", today, None)
        self.teacher.request("POST", f"/api/goal-series/{stopped['id']}/stop", {"endOpen": True})
        comment = {"text": "Amara reads with great joy.", "basedOn": None}
        self.teacher.request("PUT", f"/api/students/{student_ids[0]}/family-comment", comment)
        term = {"name": "Fall 2026", "goals": "keep", "balances": "keep"}
        self.teacher.request("POST", f"/api/classrooms/{self.classroom['id']}/terms", term)
        goal, *_ = self.assign_goals("Learn twenty words", 20)
        self.review(self.students[0][1].submit_proof(goal, "I know half of them"), "approved", goalbucks=10)
        if self.revision >= TOGETHER:
            self.use_class_goals()
            self.use_store_rules()
            self.add_co_teacher()
            self.use_substitute()

    def use_class_goals(self) -> None:
        """Create a class goal that is reached, one that is ended, and an open one to which students give."""
        gives, takes_back, _ = (person for _, person in self.students)
        reached = self.make_class_goal("Longer recess", 3)
        gives.request("POST", f"/api/class-goals/{reached}/gifts", {"amount": 3}, Idempotency_Key="one click")
        self.teacher.request("POST", f"/api/class-goals/{reached}/done")
        ended = self.make_class_goal("Pizza", 500)
        gives.request("POST", f"/api/class-goals/{ended}/gifts", {"amount": 2})
        self.teacher.request("POST", f"/api/class-goals/{ended}/end")
        current = self.make_class_goal("Movie afternoon", 1_000)
        for person in (gives, takes_back):
            person.request("POST", f"/api/class-goals/{current}/gifts", {"amount": 1})
        takes_back.request("DELETE", f"/api/class-goals/{current}/gifts")

    def make_class_goal(self, name: str, target: int) -> str:
        """Create a class goal and return its id."""
        body = {"classroomId": self.classroom["id"], "name": name, "goalbucks": target, "until": "2027-06-11"}
        made: dict[str, Any] = self.teacher.request("POST", "/api/class-goals", body)
        return str(made["id"])

    def use_store_rules(self) -> None:
        """Limit an item that a student saves for, save for one that is deleted, and close the store."""
        path, limit = f"/api/classrooms/{self.classroom['id']}", {"perStudent": 1, "per": "week"}
        item = {"classroomId": self.classroom["id"], "name": "Class DJ", "goalbucksCost": 300}
        items = [self.teacher.request("POST", "/api/store", {**item, **limit}) for _ in range(2)]
        for (student_id, person), chosen in zip(self.students, items, strict=False):
            person.request("PUT", f"/api/students/{student_id}/savings", {"itemId": chosen["id"]})
        self.teacher.request("DELETE", f"/api/store/{items[1]['id']}")
        self.teacher.request("PUT", f"{path}/store", {"open": False})

    def use_substitute(self) -> None:
        """Let a substitute award and finish; the code stays."""
        path = f"/api/classrooms/{self.classroom['id']}"
        code = self.teacher.request("PUT", f"{path}/substitute-code")["code"]
        substitute = UserClient(self.server)
        substitute.sign_in("/api/auth/substitute", code=code, name="Dana Cho")
        award = {"classroomId": self.classroom["id"], "studentIds": [self.students[0][0]], "amount": 5}
        substitute.request("POST", "/api/goalbucks/award", {**award, "reason": "Helped a friend"})
        substitute.request("POST", "/api/auth/logout")

    def repeat_goal(self, name: str, today: date, student_ids: list[str] | None) -> dict[str, Any]:
        """Give a goal every day from today on, to these students or to everybody in the class."""
        weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        series = {"classroomId": self.classroom["id"], "studentIds": student_ids, "name": name, "goalbucks": 5}
        until = str(today + timedelta(days=30))
        body = {**series, "weekdays": weekdays, "until": until}
        created: dict[str, Any] = self.teacher.request("POST", "/api/goal-series", body)
        return created

    def use_details(self) -> None:
        """Assign a goal with details, and mark a student as away."""
        goal = {"studentId": self.students[0][0], "name": "Draw a map", "goalbucks": 12, "details": "With a key"}
        if self.revision >= GOAL_PICTURES:
            goal["picture"] = "globe"
        self.teacher.request("POST", "/api/goals", {**goal, "classroomId": self.classroom["id"]})
        away, _ = self._student("Dmitri", "Volkov")
        self.teacher.request("PUT", f"/api/students/{away}/away", {"away": True})

    def use_pictures(self) -> None:
        """Sign in with pictures, and fail to."""
        path = f"/api/classrooms/{self.classroom['id']}/pictures"
        student = self.teacher.request("PUT", path, {"on": True})["students"][0]
        body = {"classCode": self.classroom["classCode"], "studentId": student["studentId"]}
        person = UserClient(self.server)
        status, _ = person.http.request("POST", "/api/auth/pictures", {**body, "pictures": ["cat", "cat", "cat"]})
        assert status == 401
        person.sign_in("/api/auth/pictures", **body, pictures=student["pictures"])

    def submit_proofs(self) -> None:
        """Create submissions in all states, with and without images."""
        photos = [photo_jpeg(240, 320, orientation=each, grain=False) for each in (1, 6, 8)]
        people = [person for _, person in self.students]
        for photo, person, goal in zip(photos, people, self.assign_goals("Read for 20 minutes", 25), strict=True):
            self.review(person.submit_proof(goal, "I read it to the end", photo), "approved", comment="Well read")
        again, denied, waiting = self.assign_goals("Write a letter", 40)
        self.review(
            people[0].submit_proof(again, "A draft"), "denied", comment="Sign it, please", allowResubmission=True
        )
        people[0].submit_proof(again, "Signed", photos[0])
        self.review(people[1].submit_proof(denied, "No letter"), "denied", comment="Where is it?")
        people[2].submit_proof(waiting, "To my aunt in Århus ✉", photos[2])
        undone, completed, reopened = self.assign_goals("Learn the poem", 10)
        submission = people[0].submit_proof(undone, "By heart")
        self.review(submission, "approved")
        self.teacher.request("POST", f"/api/submissions/{submission}/undo-review")
        self.teacher.request("POST", f"/api/goals/{completed['id']}/complete")
        self.teacher.request("POST", f"/api/goals/{reopened['id']}/complete")
        self.teacher.request("POST", f"/api/goals/{reopened['id']}/reopen")

    def use_store(self) -> None:
        """Create store items, purchases, suggestions, awards and a correction."""
        classroom_id, teacher = self.classroom["id"], self.teacher
        gift = {
            "classroomId": classroom_id,
            "studentIds": [each for each, _ in self.students],
            "amount": 20,
            "reason": "Tidy",
        }
        teacher.request("POST", "/api/goalbucks/award", gift)
        if self.revision >= ASSIGNMENTS:
            wrong = teacher.request("POST", "/api/goalbucks/award", {**gift, "reason": "A slip"})["assignmentId"]
            teacher.request("POST", f"/api/goalbucks/award/{wrong}/reverse")
        teacher.request("POST", f"/api/students/{self.students[0][0]}/corrections", {"amount": -3, "reason": "Twice"})
        items = [
            teacher.request(
                "POST", "/api/store", {"classroomId": classroom_id, "name": name, "goalbucksCost": 5, "stock": stock}
            )
            for name, stock in (("Pencil", None), ("Homework pass", 7), ("Sticker", 9))
        ]
        bought = []
        for (student_id, person), item in zip(self.students, items, strict=True):
            order = {"studentId": student_id, "itemId": item["id"]}
            bought.append(person.request("POST", "/api/purchases", order, Idempotency_Key="one click")["id"])
            idea = {"suggestedName": f"Swim with {item['name']}", "suggestedGoalbucks": 15, "description": "100 m"}
            suggestion = person.request("POST", "/api/goal-suggestions", {"studentId": student_id, **idea})["id"]
            if item is not items[2]:
                verdict = "approve" if item is items[0] else "deny"
                teacher.request("PUT", f"/api/goal-suggestions/{suggestion}/{verdict}", {})
        teacher.request("PATCH", f"/api/purchases/{bought[0]}/fulfill", {})
        teacher.request("POST", f"/api/purchases/{bought[1]}/cancel", {"reason": "Sold out"})
        teacher.request("DELETE", f"/api/store/{items[2]['id']}")


def write_fixture(commit: str, scratch: Path) -> list[Path]:
    """Write the fixture of a commit and return its files."""
    tree, data = scratch / "program", scratch / "data"
    archive = subprocess.run(
        ["git", "archive", commit, "server", "launcher", "pyproject.toml"], cwd=ROOT, check=True, capture_output=True
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(tree, filter="data")
    revision = max(path.name[:4] for path in (tree / "server/database/migrations/versions").glob("0*.py"))
    with AuthEmulator() as google:
        knows_google = revision >= GOOGLE_AND_BACKUPS
        server = ServerProcess(data, folder=tree, environment=google.environment if knows_google else None)
        try:
            SampleYear(server, revision).create_everything()
            if knows_google:
                google.create_account(PASSWORD, email=GOOGLE_EMAIL, name="Diego Ramírez")
                token = google.sign_in(GOOGLE_EMAIL, PASSWORD)
                UserClient(server).sign_in("/api/auth/register-teacher", idToken=token)
        finally:
            server.stop()
    return _keep(revision, tree, data)


def _keep(revision: str, tree: Path, data: Path) -> list[Path]:
    SCHEMAS_FOLDER.mkdir(exist_ok=True)
    made = [SCHEMAS_FOLDER / f"{revision}.zip"]
    with zipfile.ZipFile(made[0], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as kept:
        for path in (data / "goalbucks.db", *data.glob("*.key"), *sorted((data / "images").rglob("*.jpg"))):
            kept.write(path, path.relative_to(data))
    if revision >= GOOGLE_AND_BACKUPS:
        backup = data / "class.backup"
        subprocess.run([*PROGRAM, "backup", str(backup), "--data-dir", str(data)], cwd=tree, check=True)
        made.append(Path(shutil.copy(backup, SCHEMAS_FOLDER / f"{revision}.backup")))
    return made


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for written in write_fixture(sys.argv[1], Path(folder)):
            print(written.relative_to(ROOT), written.stat().st_size)  # noqa: T201 - what was asked for
