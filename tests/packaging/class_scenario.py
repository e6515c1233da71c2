"""Scenario of a class over HTTP, from the first account to the first purchase."""

import io
from typing import Any, Self

from httpx2 import Client, Response
from PIL import Image

from tests.factories.images import METADATA_MARKER, heic_bytes, is_upright, photo_jpeg
from tests.factories.passwords import PASSWORD

WORTH = 25
PRICE = 10


class ClassScenario:
    """A teacher at the computer itself and one student; call the methods in their order, or `run` for all of them."""

    def __init__(self, address: str, *, invite: str | None = None) -> None:
        self._invite = invite
        self.teacher, self.student = (Client(base_url=address, timeout=30) for _ in range(2))
        self.teacher_id = self.class_id = self.student_id = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.teacher.close()
        self.student.close()

    def run(self) -> None:
        """Run the whole scenario."""
        self.open_class()
        for photo in (photo_jpeg(900, 1200, orientation=6), heic_bytes()):
            self.give_goal()
            response = self.send_photo(photo)
            assert response.status_code == 201, response.text
            self.approve()
        self.buy()

    def open_class(self) -> None:
        """Register the teacher, create a class and a student, and sign both in."""
        new = {"name": "Elena Rivera", "email": "elena@school.test", "password": PASSWORD}
        registered = self.teacher.post("/api/auth/register-teacher", json={**new, "inviteCode": self._invite})
        self.teacher_id = _json(registered, 201)["user"]["id"]
        assert self.teacher.post("/api/auth/logout").status_code == 204
        account = {"username": new["email"], "password": PASSWORD}
        assert _json(self.teacher.post("/api/auth/teacher", json=account))["user"]["id"] == self.teacher_id
        new_class = {"name": "Math 101", "gradeLevel": "5th Grade"}
        classroom = _json(self.teacher.post("/api/classrooms", json=new_class), 201)
        self.class_id = classroom["id"]
        own = {"username": "amara.o", "password": "reading"}
        student = {**own, "firstName": "Amara", "lastName": "Okafor", "classroomId": self.class_id}
        self.student_id = _json(self.teacher.post("/api/students", json=student), 201)["id"]
        credentials = {**own, "classCode": classroom["classCode"]}
        assert _json(self.student.post("/api/auth/student", json=credentials))["user"]["id"] == self.student_id

    def give_goal(self) -> None:
        """Assign a goal to the student."""
        goal = {"studentIds": [self.student_id], "classroomId": self.class_id, "name": "Read", "goalbucks": WORTH}
        assert _json(self.teacher.post("/api/goals/bulk", json=goal), 201)["count"] == 1

    def send_photo(self, photo: bytes) -> Response:
        """Submit a photo for the current goal; return the response."""
        goals = _json(self.student.get(f"/api/students/{self.student_id}/goals"))
        (goal,) = (each for each in goals if each["status"] == "current")
        form = {"goalId": goal["id"], "studentId": self.student_id, "classroomId": self.class_id}
        return self.student.post("/api/submissions/upload", data=form, files={"image": ("proof.jpg", photo)})

    def approve(self) -> None:
        """Load the photo of the pending submission, and approve it."""
        waiting = f"/api/submissions/teacher/{self.teacher_id}?status=pending"
        (proof,) = _json(self.teacher.get(waiting))
        picture = self.teacher.get(proof["imageUrl"])
        assert picture.headers["content-type"] == "image/jpeg"
        assert is_upright(Image.open(io.BytesIO(picture.content)))
        assert METADATA_MARKER not in picture.content
        before = self.balance()
        _json(self.teacher.patch(f"/api/submissions/{proof['id']}/review", json={"status": "approved"}))
        assert self.balance() == before + WORTH

    def buy(self) -> None:
        """Add a store item, and buy it as the student."""
        item = {"name": "Sticker", "goalbucksCost": PRICE, "stock": 1, "classroomId": self.class_id}
        sticker = _json(self.teacher.post("/api/store", json=item), 201)
        before = self.balance()
        _json(self.student.post("/api/purchases", json={"itemId": sticker["id"], "goalbucksCost": PRICE}), 201)
        assert self.balance() == before - PRICE

    def balance(self) -> int:
        """Return the student's balance."""
        return int(_json(self.student.get(f"/api/students/{self.student_id}/goalbucks"))["balance"])


def _json(response: Response, status: int = 200) -> Any:
    assert response.status_code == status, response.text
    return response.json()
