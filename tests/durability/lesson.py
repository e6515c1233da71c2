"""What a student and its teacher do one after the other, as the calls that they send; whoever sends them answers."""

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from tests.durability.notebook import Changes, Notebook, State, Subject, Write
from tests.factories.images import photo_jpeg

Lesson = Generator[Write, Any, None]
WORTH = 20
PRICE = 5
STOCK = 3
PHOTOGRAPHED, WITHDRAWN, UNDONE, CANCELLED, HANDED_OVER = 0.6, 0.2, 0.3, 0.3, 0.5
"""How often, of 1."""
UPLOAD = "/api/submissions/upload"
PHOTO = photo_jpeg(600, 800)


@dataclass(frozen=True, slots=True)
class Place:
    """A student in its class."""

    classroom_id: str
    student_id: str
    username: str


class Desk:
    """The calls about one student; `tag` names everything that they make."""

    def __init__(self, notebook: Notebook, place: Place, tag: str) -> None:
        self.notebook = notebook
        self.place = place
        self.tag = tag
        self.goal: Subject = ("goal", f"Goal {tag}")
        self.proof: Subject = ("proof", f"Proof {tag}")
        self.item: Subject = ("item", f"Item {tag}")
        self.purchase: Subject = ("purchase", f"Item {tag}")

    def assign(self) -> Write:
        """A goal."""
        body = {"studentId": self.place.student_id, "classroomId": self.place.classroom_id, "goalbucks": WORTH}
        return Write(
            "teacher",
            "POST",
            "/api/goals",
            {self.goal: (None, "current")},
            {**body, "name": self.goal[1]},
            key=f"goal {self.tag}",
            expected=201,
        )

    def prove(self, goal_id: str, photo: bytes | None) -> Write:
        """A proof, with a photo or with words alone."""
        ids = {"goalId": goal_id, "studentId": self.place.student_id, "classroomId": self.place.classroom_id}
        proved: Changes = {self.proof: (None, "pending, with a photo" if photo else "pending")}
        body = {**ids, "submissionText": self.proof[1]}
        return Write("student", "POST", UPLOAD, proved, body, photo=photo, is_form=True, expected=201)

    def withdraw(self, proof_id: str) -> Write:
        """The student takes it back."""
        gone = {self.proof: (self._now(self.proof), None)}
        return Write("student", "DELETE", f"/api/submissions/{proof_id}", gone, expected=204)

    def approve(self, proof_id: str) -> Write:
        """Completes the goal and pays it."""
        changes: Changes = {self.goal: ("current", "completed"), **self._review("approved"), **self._balance(WORTH)}
        return Write("teacher", "PATCH", f"/api/submissions/{proof_id}/review", changes, {"status": "approved"})

    def undo(self, proof_id: str) -> Write:
        """Takes an approval back."""
        changes: Changes = {self.goal: ("completed", "current"), **self._review("pending"), **self._balance(-WORTH)}
        return Write("teacher", "POST", f"/api/submissions/{proof_id}/undo-review", changes)

    def deny(self, proof_id: str, *, once_more: bool) -> Write:
        """Says no, for good or until the next try."""
        body = {"status": "denied", "comment": "Please add the second page", "allowResubmission": once_more}
        changes = self._review("denied, once more" if once_more else "denied")
        return Write("teacher", "PATCH", f"/api/submissions/{proof_id}/review", changes, body)

    def correct(self, amount: int) -> Write:
        """The teacher gives or takes."""
        correction: Subject = ("correction", f"Correction {self.tag}")
        return Write(
            "teacher",
            "POST",
            f"/api/students/{self.place.student_id}/corrections",
            {correction: (None, amount), **self._balance(amount)},
            {"amount": amount, "reason": correction[1]},
            key=f"correction {self.tag}",
            expected=201,
        )

    def offer(self) -> Write:
        """An item of the store."""
        body = {"classroomId": self.place.classroom_id, "name": self.item[1], "goalbucksCost": PRICE, "stock": STOCK}
        key = f"item {self.tag}"
        return Write("teacher", "POST", "/api/store", {self.item: (None, STOCK)}, body, key=key, expected=201)

    def buy(self, item_id: str) -> Write:
        """One of it: stock, balance, ledger and purchase."""
        changes: Changes = {self.purchase: (None, "pending"), self.item: (STOCK, STOCK - 1), **self._balance(-PRICE)}
        body = {"itemId": item_id, "goalbucksCost": PRICE}
        key = f"purchase {self.tag}"
        return Write("student", "POST", "/api/purchases", changes, body, key=key, expected=201)

    def hand_over(self, purchase_id: str) -> Write:
        """The student has got it."""
        changes = {self.purchase: ("pending", "fulfilled")}
        return Write("teacher", "PATCH", f"/api/purchases/{purchase_id}/fulfill", changes)

    def cancel(self, purchase_id: str) -> Write:
        """Stock and goalbucks come back."""
        changes: Changes = {
            self.purchase: ("pending", "cancelled"),
            self.item: (STOCK - 1, STOCK),
            **self._balance(PRICE),
        }
        return Write("teacher", "POST", f"/api/purchases/{purchase_id}/cancel", changes)

    def _now(self, subject: Subject) -> State:
        return self.notebook.known[subject]

    def _review(self, status: str) -> Changes:
        before = str(self._now(self.proof))
        photo = ", with a photo" if before.endswith(", with a photo") else ""
        return {self.proof: (before, f"{status}{photo}")}

    def _balance(self, change: int) -> Changes:
        student: Subject = ("student", self.place.username)
        before = self._now(student)
        assert isinstance(before, int)
        return {student: (before, before + change)}


def lesson(desk: Desk, dice: random.Random) -> Lesson:
    """A goal, its proof and what becomes of it, or the store first; the dice decide."""
    parts = [_proving, _shopping]
    dice.shuffle(parts)
    for part in parts:
        yield from part(desk, dice)


def _proving(desk: Desk, dice: random.Random) -> Lesson:
    goal = yield desk.assign()
    proof = yield desk.prove(goal["id"], PHOTO if dice.random() < PHOTOGRAPHED else None)
    if dice.random() < WITHDRAWN:
        yield desk.withdraw(proof["id"])
        proof = yield desk.prove(goal["id"], PHOTO)
    verdicts: list[Callable[[], Write]] = [
        lambda: desk.approve(proof["id"]),
        lambda: desk.approve(proof["id"]),
        lambda: desk.deny(proof["id"], once_more=False),
        lambda: desk.deny(proof["id"], once_more=True),
    ]
    reviewed = yield dice.choice(verdicts)()
    if reviewed["status"] == "approved" and dice.random() < UNDONE:
        yield desk.undo(proof["id"])
        yield desk.approve(proof["id"])


def _shopping(desk: Desk, dice: random.Random) -> Lesson:
    yield desk.correct(dice.choice([PRICE, PRICE + 7]))
    item = yield desk.offer()
    purchase = yield desk.buy(item["id"])
    if dice.random() < CANCELLED:
        yield desk.cancel(purchase["id"])
    elif dice.random() < HANDED_OVER:
        yield desk.hand_over(purchase["id"])


def whole_lesson(desk: Desk) -> Lesson:
    """Everything that a lesson can have, each once."""
    goal = yield desk.assign()
    proof = yield desk.prove(goal["id"], PHOTO)
    yield desk.withdraw(proof["id"])
    proof = yield desk.prove(goal["id"], PHOTO)
    yield desk.approve(proof["id"])
    yield desk.undo(proof["id"])
    yield desk.deny(proof["id"], once_more=True)
    yield desk.correct(PRICE)
    item = yield desk.offer()
    purchase = yield desk.buy(item["id"])
    yield desk.cancel(purchase["id"])
