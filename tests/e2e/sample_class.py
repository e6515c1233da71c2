"""A sample class with a history, created through the calls that the screens make."""

from datetime import datetime, timedelta
from typing import Any

import httpx2
from playwright.sync_api import Browser

from tests.e2e.page_actions import NewStudent
from tests.factories.http_client import TIMEOUT_SECONDS
from tests.factories.passwords import PASSWORD
from tests.factories.paths import ROOT
from tests.factories.server_process import ServerProcess

DRAWING = ROOT / "tests" / "fixtures" / "reading-log.svg"
EMAIL = "elena@school.local"
NEW_EMAIL = "sam@school.local"
"""A teacher without a class."""
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
NEWCOMER = NewStudent("Zoë", "Adeyemi", "zoe.a")
"""A student in a class without any activity."""
READING_DETAILS = "The title of the book, and one thing that happened in it. A photo of your reading log is fine too."
BUYERS = (AMARA, STUDENTS[1], STUDENTS[6])
BOUGHT_ITEM = "Sticker sheet"
ITEMS: tuple[tuple[str, str | None, int, int | None], ...] = (
    ("Choose your seat for a day", "Sit next to a friend, if you both work well.", 30, None),
    ("Homework pass", None, 100, 5),
    ("Line leader", "Lead the line to lunch for a whole week.", 40, 0),
    (BOUGHT_ITEM, "Twelve shiny ones.", 10, 24),
    ("Lunch with Ms. Rivera", "Bring your lunch and one friend.", 150, None),
)
COMPLETED_GOALS = (
    ("Spelling list 14", 15),
    ("Science fair poster", 60),
    ("Help set up the science corner", 20),
    ("Learn the 7 and 8 times tables", 40),
    ("Write a thank-you letter", 15),
)


class SampleClass:
    """A sample class with a history, created through the calls that the screens make."""

    def __init__(self, server: ServerProcess, photo: bytes) -> None:
        self.server = server
        self._browsers = {"teacher": httpx2.Client(base_url=server.local_url, timeout=TIMEOUT_SECONDS)}
        try:
            self._create(photo)
        finally:
            for browser in self._browsers.values():
                browser.close()

    def _create(self, photo: bytes) -> None:
        self._post("/api/auth/register-teacher", name="Elena Rivera", email=EMAIL, password=PASSWORD)
        self._post("/api/auth/register-teacher", name="Sam Newton", email=NEW_EMAIL, password=PASSWORD)
        self._post("/api/auth/teacher", username=EMAIL, password=PASSWORD)
        self.classroom = self._post("/api/classrooms", name="Room 12 Homeroom", gradeLevel="5th Grade")
        self.science_club = self._post("/api/classrooms", name="Science Club", gradeLevel="5th Grade")
        self.empty_classroom = self._post("/api/classrooms", name="Chess Club", gradeLevel=None)
        self.students = [self._add_student(student) for student in STUDENTS]
        for number, student in enumerate(self.students):
            for name, goalbucks in COMPLETED_GOALS[number % 3 : number % 3 + 3 - number % 2]:
                self._complete(student, name, goalbucks)
        everybody = [student["id"] for student in self.students]
        self._assign(everybody, "Read for 20 minutes every night", 25, days=5, details=READING_DETAILS)
        self._assign(everybody[:1], "Explain how a volcano erupts", 60, days=2)
        self._assign(everybody[:1], "Be a buddy at recess", 10, days=-1)
        self._assign(everybody[:4], "Draw a map of our school", 20, details="Show the way from the gate to our room.")
        self._assign(everybody[:1], "Write down every plant on the way to school", 30)
        self._assign(everybody[:1], "Water the class plants", 10)
        self._assign(everybody[:1], "Help a classmate", 15)
        self._review_some(photo)
        self._submit(STUDENTS[3], "Read for 20 minutes every night", "I read to my little sister on Friday.", None)
        self._submit(AMARA, "Read for 20 minutes every night", "I read every night this week.", photo)
        self._create_items()
        self._suggest(AMARA, "Learn to knit", 30, "My grandma can show me.")
        self._suggest(STUDENTS[4], "Run a mile without stopping", 50, None)
        self.newcomer = self._add_student(NEWCOMER, self.science_club)
        names = {"classroomId": self.classroom["id"], "studentIds": everybody}
        self._post("/api/goalbucks/award", **names, amount=5, reason="The whole class tidied up")

    def open_product_sample(self) -> str:
        """Make the sample class that the product offers, unless it exists, and return its class code."""
        with httpx2.Client(base_url=self.server.local_url, timeout=TIMEOUT_SECONDS) as browser:
            browser.post("/api/sample-class", json={"language": "en"}).raise_for_status()
            (classroom,) = browser.get("/api/classrooms").json()
        code: str = classroom["classCode"]
        return code

    def make_substitute_code(self) -> str:
        """Make the substitute code of the class, in place of an earlier one, and return it."""
        with httpx2.Client(base_url=self.server.local_url, timeout=TIMEOUT_SECONDS) as browser:
            browser.post("/api/auth/teacher", json={"username": EMAIL, "password": PASSWORD}).raise_for_status()
            made = browser.put(f"/api/classrooms/{self.classroom['id']}/substitute-code").json()
        code: str = made["code"]
        return code

    def _post(self, path: str, **body: Any) -> Any:
        response = self._browsers["teacher"].post(path, json=body)
        response.raise_for_status()
        return response.json()

    def _add_student(self, new: NewStudent, classroom: Any = None) -> Any:
        names = {"firstName": new.first_name, "lastName": new.last_name}
        return self._post(
            "/api/students",
            **names,
            username=new.username,
            password=new.password,
            classroomId=(classroom or self.classroom)["id"],
        )

    def _assign(
        self, student_ids: list[str], name: str, goalbucks: int, days: int | None = None, details: str | None = None
    ) -> None:
        due = None if days is None else str(datetime.now().astimezone().date() + timedelta(days=days))
        goal = {"name": name, "goalbucks": goalbucks, "dueDate": due, "details": details}
        self._post("/api/goals/bulk", studentIds=student_ids, classroomId=self.classroom["id"], **goal)

    def _complete(self, student: Any, name: str, goalbucks: int) -> None:
        class_id = self.classroom["id"]
        goal = self._post("/api/goals", studentId=student["id"], classroomId=class_id, name=name, goalbucks=goalbucks)
        self._post(f"/api/goals/{goal['id']}/complete")

    def _review_some(self, photo: bytes) -> None:
        """Reviews: one returned, one denied, one returned and sent again, one approved."""
        first = self._submit(AMARA, "Explain how a volcano erupts", "Hot stuff comes out.", None)
        self._review(first, "denied", "A good start! Please add what magma is.", again=True)
        plants = self._submit(AMARA, "Write down every plant on the way to school", "Trees.", None)
        self._review(plants, "denied", "We have walked there together since, so this one is over.")
        draft = self._submit(STUDENTS[1], "Draw a map of our school", "Only my way to school.", photo)
        self._review(draft, "denied", "Please add the playground and the library.", again=True)
        self._submit(STUDENTS[1], "Draw a map of our school", "Now with the library and the playground.", photo)
        drawn = self._submit(STUDENTS[2], "Draw a map of our school", "Here it is!", photo)
        self._review(drawn, "approved", "What a careful drawing!")
        helped = self._submit(AMARA, "Help a classmate", "I helped Emma find the page. Then she read alone.", None)
        self._review(helped, "approved", "Thank you for your patience.")
        thirsty = self._submit(AMARA, "Water the class plants", "Here they are.", photo)
        self._review(thirsty, "denied", "Is the big one dry? Look again.", again=True)
        watered = self._submit(AMARA, "Water the class plants", "The big one has a new leaf.", photo)
        self._review(watered, "approved", "I can see it!")

    def _review(self, sent: Any, verdict: str, comment: str, *, again: bool = False) -> None:
        body = {"status": verdict, "comment": comment, "allowResubmission": again}
        self._browsers["teacher"].patch(f"/api/submissions/{sent['id']}/review", json=body).raise_for_status()

    def _create_items(self) -> None:
        class_id = self.classroom["id"]
        items = {
            name: self._post(
                "/api/store", classroomId=class_id, name=name, description=description, goalbucksCost=cost, stock=stock
            )
            for name, description, cost, stock in ITEMS
        }
        order = {"itemId": items[BOUGHT_ITEM]["id"]}
        bought = [
            self._student_client(student).post("/api/purchases", json=order).raise_for_status().json()
            for student in BUYERS
        ]
        self._browsers["teacher"].patch(f"/api/purchases/{bought[0]['id']}/fulfill", json={}).raise_for_status()
        cancelled = (
            self._student_client(AMARA)
            .post("/api/purchases", json={"itemId": items[ITEMS[0][0]]["id"]})
            .raise_for_status()
        )
        self._post(f"/api/purchases/{cancelled.json()['id']}/cancel", reason="There is a field trip on Friday.")

    def _suggest(self, student: NewStudent, name: str, goalbucks: int, reason: str | None) -> None:
        body = {"suggestedName": name, "suggestedGoalbucks": goalbucks, "description": reason}
        self._student_client(student).post("/api/goal-suggestions", json=body).raise_for_status()

    def _student_client(self, student: NewStudent) -> httpx2.Client:
        if student.username in self._browsers:
            return self._browsers[student.username]
        browser = self._browsers[student.username] = httpx2.Client(
            base_url=self.server.lan_url, timeout=TIMEOUT_SECONDS
        )
        code = self.classroom["classCode"]
        body = {"username": student.username, "password": student.password, "classCode": code}
        browser.post("/api/auth/student", json=body).raise_for_status()
        return browser

    def _submit(self, student: NewStudent, goal_name: str, text: str, photo: bytes | None) -> Any:
        browser = self._student_client(student)
        user = browser.get("/api/auth/session").json()["user"]
        goals = browser.get(f"/api/students/{user['id']}/goals").json()
        goal = next(goal for goal in goals if goal["name"] == goal_name)
        form = {"goalId": goal["id"], "studentId": user["id"], "classroomId": user["classroomId"]}
        files = {"image": ("log.jpg", photo, "image/jpeg")} if photo else {"": ("", b"")}
        sent = browser.post("/api/submissions/upload", data={**form, "submissionText": text}, files=files)
        return sent.raise_for_status().json()


def drawn_photo(browser: Browser) -> bytes:
    """A drawn reading log, like a student's photo."""
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    page.goto(DRAWING.as_uri())
    picture = page.screenshot(type="jpeg", quality=90)
    page.close()
    return picture
