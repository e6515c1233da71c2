"""The requests of the two portals' pages (the files queries.ts in ui/src/features), as forwarded by a school's proxy."""

import json

from server.database.base import new_id
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE
from tests.factories.http_client import build_upload_form
from tests.factories.passwords import PASSWORD
from tests.performance.school.dataset import Person, SchoolClass
from tests.performance.school.open_loop_load import Call

SCHOOL_ADDRESSES = ("203.0.113.20", "203.0.113.21", "203.0.113.22")
"""Public addresses of the school's devices."""
_PHOTO = b"GoalBucks photo"
_PREFIX = "__Host-"
Step = tuple[Call, ...]


def cookies(session: str | None, browser: str | None = None) -> bytes:
    """The Cookie header of a browser on HTTPS."""
    named = ((SESSION_COOKIE, session), (BROWSER_COOKIE, browser))
    return "; ".join(f"{_PREFIX}{name}={value}" for name, value in named if value).encode()


class RequestBuilder:
    """Builds requests from one public address of the school."""

    def __init__(self, address: str = SCHOOL_ADDRESSES[0]) -> None:
        self._common = (
            "Host: 127.0.0.1\r\n"
            f"X-Forwarded-For: {address}\r\n"
            "X-Forwarded-Proto: https\r\n"
            "User-Agent: Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/140.0.0.0 Safari/537.36\r\n"
            "Accept: application/json\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en-US,en;q=0.9\r\n"
        )

    def get(self, name: str, path: str, *, stream: bool = False) -> Call:
        """A read."""
        return Call(name, f"GET {path} HTTP/1.1\r\n{self._common}".encode(), stream=stream)

    def send(self, name: str, method: str, path: str, body: object, *, key: str = "") -> Call:
        """A JSON write; `key` is its Idempotency-Key."""
        content = json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._common}Content-Type: application/json\r\n"
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        return Call(name, f"{head}Content-Length: {len(content)}\r\n".encode(), content)

    # -- pages of students

    def login_page(self) -> Step:
        """The login page, with cached scripts."""
        return (self.get("login page", "/"), self.get("what the door allows", "/api/auth/config"))

    def sign_in(self, school_class: SchoolClass, student: Person) -> Step:
        """Sign in with the correct password."""
        body = {"username": student.username, "password": PASSWORD, "classCode": school_class.code}
        return (self.send("sign-in", "POST", "/api/auth/student", body),)

    def stream(self) -> Call:
        """The event stream."""
        return self.get("stream", "/api/events", stream=True)

    def home(self, student: Person) -> Step:
        """My Goals on first load, and after a change of several of its parts."""
        return (self.get("home", f"/api/students/{student.id}/home"),)

    def submissions(self, student: Person) -> Step:
        """The submissions on My Goals, after one was sent: too few queries to share a call of `home`."""
        proofs = f"/api/submissions/student/{student.id}"
        return (
            self.get("pending proofs", f"{proofs}?status=pending"),
            self.get("denied proofs", f"{proofs}?status=denied"),
            self.get("approved proofs", f"{proofs}?status=approved&limit=50"),
        )

    def first_page(self, student: Person) -> Step:
        """My Goals on first load, with the event stream."""
        return (self.stream(), *self.home(student))

    def store(self, school_class: SchoolClass, student: Person) -> Step:
        """The Store page."""
        return (
            self.get("store", f"/api/store/classroom/{school_class.id}"),
            self.get("purchases", f"/api/purchases/student/{student.id}?limit=50"),
            self.get("balance", f"/api/students/{student.id}/goalbucks"),
        )

    # -- actions of students

    def text_proof(self, school_class: SchoolClass, student: Person, goal: str) -> Step:
        """A text proof for a goal."""
        return (self._proof("text proof", school_class, student, goal, None),)

    def photo_proof(self, school_class: SchoolClass, student: Person, goal: str, photo: bytes) -> Step:
        """A photo proof for a goal; the job has the photo's bytes."""
        return (self._proof("photo proof", school_class, student, goal, photo),)

    def purchase(self, student: Person, item: str) -> Step:
        """A purchase."""
        body = {"studentId": student.id, "itemId": item, "goalbucksCost": 5}
        return (self.send("purchase", "POST", "/api/purchases", body, key=new_id()),)

    def _proof(self, name: str, school_class: SchoolClass, student: Person, goal: str, photo: bytes | None) -> Call:
        fields = {"goalId": goal, "studentId": student.id, "classroomId": school_class.id}
        if photo is None:
            fields["submissionText"] = "I read it to the end"
        body, headers = build_upload_form(fields, None if photo is None else _PHOTO)
        body = body.partition(_PHOTO)[0]
        length = len(body) + (0 if photo is None else len(photo_and_end(photo)))
        head = f"POST /api/submissions/upload HTTP/1.1\r\n{self._common}Content-Type: {headers['Content-Type']}\r\n"
        return Call(name, f"{head}Content-Length: {length}\r\n".encode(), body, photo=photo is not None)

    # -- pages of teachers

    def dashboard(self, school_class: SchoolClass) -> Step:
        """A class's dashboard, with the counts in the sidebar."""
        return (
            self.get("classes", "/api/classrooms"),
            self.get("class", f"/api/classrooms/single/{school_class.id}"),
            self.get("dashboard", f"/api/classrooms/{school_class.id}/students/stats"),
            *self.review_queue(school_class.teacher),
        )

    def review_queue(self, teacher: Person) -> Step:
        """The submissions and suggestions to review."""
        return (
            self.get("what waits: proofs", f"/api/submissions/teacher/{teacher.id}?status=pending"),
            self.get("what waits: ideas", f"/api/goal-suggestions/teacher/{teacher.id}"),
            self.get("what waits: purchases", f"/api/purchases/teacher/{teacher.id}?status=pending"),
        )

    def thumbnail(self, proof: str) -> Step:
        """The thumbnail of a proof's photo."""
        return (self.get("thumbnail", f"/api/submissions/{proof}/image?size=thumb"),)

    def review(self, proof: str) -> Step:
        """An approval."""
        return (self.send("review", "PATCH", f"/api/submissions/{proof}/review", {"status": "approved"}),)


def photo_and_end(photo: bytes) -> bytes:
    """A form's photo and the end of the multipart body."""
    body, _ = build_upload_form({}, _PHOTO)
    return photo + body.partition(_PHOTO)[2]
