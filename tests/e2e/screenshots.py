"""`make screenshots`: the README's pictures, taken of the real program with a class in it."""

import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx2
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, IPAD, LAPTOP, PHONE
from tests.e2e.screens import PASSWORD, NewStudent, sign_in_student
from tests.factories.process import ROOT, ServerProcess

PICTURES = ROOT / "docs" / "pictures"
DRAWING = ROOT / "tests" / "fixtures" / "reading-log.svg"
EMAIL = "elena@school.local"
AMARA = NewStudent("Amara", "Okafor", "amara.o")
STUDENTS = (
    AMARA,
    NewStudent("Bartholomew", "Featherstonehaugh-Montgomery", "bart.fm"),
    NewStudent("Chloé", "Nguyễn-Lefèvre", "chloe.nl"),
    NewStudent("Diego", "Ramírez", "diego.r"),
    NewStudent("Emma", "Li", "emma.li"),
    NewStudent("Grace", "Kim", "grace.k"),
    NewStudent("Hank", "O'Brien", "hank.ob"),
    NewStudent("Isla", "Patel", "isla.p"),
    NewStudent("Jamal", "Washington", "jamal.w"),
    NewStudent("نور", "الهدى", "noor.a"),
)
DONE = (
    ("Spelling list 14", 15),
    ("Science fair poster", 60),
    ("Help set up the science corner", 20),
    ("Learn the 7 and 8 times tables", 40),
    ("Write a thank-you letter", 15),
)


class Story:
    """A class that has worked for a while, put in through the same calls that the screens make."""

    def __init__(self, server: ServerProcess, photo: bytes) -> None:
        self.server = server
        self.teacher = httpx2.Client(base_url=server.here)
        self._post("/api/auth/register-teacher", name="Elena Rivera", email=EMAIL, password=PASSWORD)
        self.classroom = self._post("/api/classrooms", name="Room 12 Homeroom", gradeLevel="5th Grade")
        self._post("/api/classrooms", name="Science Club", gradeLevel="5th Grade")
        self.students = [self._add(student) for student in STUDENTS]
        for number, student in enumerate(self.students):
            for name, goalbucks in DONE[number % 3 : number % 3 + 3 - number % 2]:
                self._complete(student, name, goalbucks)
        everybody = [student["id"] for student in self.students]
        self._assign(everybody, "Read for 20 minutes every night", 25)
        self._assign(everybody[:1], "Explain how a volcano erupts", 60)
        self._assign(everybody[:1], "Be a buddy at recess", 10)
        self._prove(STUDENTS[3], "Read for 20 minutes every night", "I read to my little sister on Friday.", None)
        self._prove(AMARA, "Read for 20 minutes every night", "I read every night this week.", photo)

    def _post(self, path: str, **body: Any) -> Any:
        answer = self.teacher.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def _add(self, new: NewStudent) -> Any:
        names = {"firstName": new.first_name, "lastName": new.last_name}
        return self._post(
            "/api/students", **names, username=new.username, password=new.password, classroomId=self.classroom["id"]
        )

    def _assign(self, student_ids: list[str], name: str, goalbucks: int) -> None:
        class_id = self.classroom["id"]
        self._post("/api/goals/bulk", studentIds=student_ids, classroomId=class_id, name=name, goalbucks=goalbucks)

    def _complete(self, student: Any, name: str, goalbucks: int) -> None:
        class_id = self.classroom["id"]
        goal = self._post("/api/goals", studentId=student["id"], classroomId=class_id, name=name, goalbucks=goalbucks)
        self._post(f"/api/goals/{goal['id']}/complete")

    def _prove(self, student: NewStudent, goal_name: str, text: str, photo: bytes | None) -> None:
        with httpx2.Client(base_url=self.server.lan) as browser:
            code = self.classroom["classCode"]
            body = {"username": student.username, "password": student.password, "classCode": code}
            user = browser.post("/api/auth/student", json=body).json()["user"]
            goals = browser.get(f"/api/students/{user['id']}/goals").json()
            goal = next(goal for goal in goals if goal["name"] == goal_name)
            form = {"goalId": goal["id"], "studentId": user["id"], "classroomId": user["classroomId"]}
            files = {"image": ("log.jpg", photo, "image/jpeg")} if photo else {"": ("", b"")}
            sent = browser.post("/api/submissions/upload", data={**form, "submissionText": text}, files=files)
            sent.raise_for_status()


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = ServerProcess(Path(folder), host="0.0.0.0")
        try:
            story = Story(server, _photo(browser))
            _login(browser, server)
            _teacher(browser, server, story)
            _student(browser, server, story)
        finally:
            server.stop()
            browser.close()


def _photo(browser: Browser) -> bytes:
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    page.goto(DRAWING.as_uri())
    picture = page.screenshot(type="jpeg", quality=90)
    page.close()
    return picture


def _login(browser: Browser, server: ServerProcess) -> None:
    page = browser.new_page(base_url=server.lan, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Student Login").wait_for()
    _keep(page, "login")


def _teacher(browser: Browser, server: ServerProcess, story: Story) -> None:
    page = browser.new_page(base_url=server.here, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/teacher/class/*")
    page.goto(f"/teacher/class/{story.classroom['id']}")
    for name in ("Amara", "Diego", "Emma"):
        page.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
    _keep(page, "class")
    page.goto("/teacher/submissions")
    page.get_by_role("article").first.wait_for()
    _keep(page, "submissions")


def _student(browser: Browser, server: ServerProcess, story: Story) -> None:
    page = browser.new_page(base_url=server.lan, viewport=IPAD, reduced_motion="reduce")
    sign_in_student(page, AMARA, story.classroom["classCode"])
    page.get_by_role("heading", name="Completed Goals").wait_for()
    close = page.get_by_role("button", name="Close")
    if close.count():
        close.first.click()
    _keep(page, "my-goals")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Submit Goal").first.click()
    page.get_by_role("dialog").wait_for()
    _keep(page, "submit-goal-phone")


def _keep(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(600)  # fades and counting balances come to rest
    with Image.open(BytesIO(page.screenshot())) as shot:
        # 256 colours are enough for a flat screen and a third of the bytes.
        shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
