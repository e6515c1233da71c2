"""Workflows of a student and the teacher as sequences of writes; the caller sends each and returns the response."""

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from tests.durability.expected_state import Changes, EntityKey, EntityState, ExpectedState, Write
from tests.factories.images import photo_jpeg

Workflow = Generator[Write, Any, None]
GOAL_VALUE = 20
PRICE = 5
STOCK = 3
PHOTOGRAPHED, WITHDRAWN, UNDONE, CANCELLED, HANDED_OVER = 0.6, 0.2, 0.3, 0.3, 0.5
"""Probability of each optional step."""
UPLOAD = "/api/submissions/upload"
PHOTO = photo_jpeg(600, 800)


@dataclass(frozen=True, slots=True)
class StudentRef:
    """A student and the class."""

    classroom_id: str
    student_id: str
    username: str


class WriteBuilder:
    """Builds the writes about one student; `tag` makes the names of everything they create unique."""

    def __init__(self, expected: ExpectedState, place: StudentRef, tag: str) -> None:
        self.expected = expected
        self.student = place
        self.tag = tag
        self.goal: EntityKey = ("goal", f"Goal {tag}")
        self.proof: EntityKey = ("proof", f"Proof {tag}")
        self.item: EntityKey = ("item", f"Item {tag}")
        self.purchase: EntityKey = ("purchase", f"Item {tag}")

    def assign(self) -> Write:
        """Create a goal."""
        body = {"studentId": self.student.student_id, "classroomId": self.student.classroom_id, "goalbucks": GOAL_VALUE}
        return Write(
            "teacher",
            "POST",
            "/api/goals",
            {self.goal: (None, "current")},
            {**body, "name": self.goal[1]},
            key=f"goal {self.tag}",
            expected=201,
        )

    def submit(self, goal_id: str, photo: bytes | None) -> Write:
        """Submit a proof, with a photo or with text alone."""
        ids = {"goalId": goal_id, "studentId": self.student.student_id, "classroomId": self.student.classroom_id}
        proved: Changes = {self.proof: (None, "pending, with a photo" if photo else "pending")}
        body = {**ids, "submissionText": self.proof[1]}
        return Write("student", "POST", UPLOAD, proved, body, photo=photo, is_form=True, expected=201)

    def withdraw(self, proof_id: str) -> Write:
        """Withdraw the proof as the student."""
        gone = {self.proof: (self._current(self.proof), None)}
        return Write("student", "DELETE", f"/api/submissions/{proof_id}", gone, expected=204)

    def approve(self, proof_id: str) -> Write:
        """Approve: completes the goal and credits it."""
        changes: Changes = {
            self.goal: ("current", "completed"),
            **self._review("approved"),
            **self._balance(GOAL_VALUE),
        }
        return Write("teacher", "PATCH", f"/api/submissions/{proof_id}/review", changes, {"status": "approved"})

    def undo(self, proof_id: str) -> Write:
        """Undo an approval."""
        changes: Changes = {
            self.goal: ("completed", "current"),
            **self._review("pending"),
            **self._balance(-GOAL_VALUE),
        }
        return Write("teacher", "POST", f"/api/submissions/{proof_id}/undo-review", changes)

    def deny(self, proof_id: str, *, once_more: bool) -> Write:
        """Deny, finally or with a resubmission allowed."""
        body = {"status": "denied", "comment": "Please add the second page", "allowResubmission": once_more}
        changes = self._review("denied, once more" if once_more else "denied")
        return Write("teacher", "PATCH", f"/api/submissions/{proof_id}/review", changes, body)

    def correct(self, amount: int) -> Write:
        """Correct the balance by an amount of either sign."""
        correction: EntityKey = ("correction", f"Correction {self.tag}")
        return Write(
            "teacher",
            "POST",
            f"/api/students/{self.student.student_id}/corrections",
            {correction: (None, amount), **self._balance(amount)},
            {"amount": amount, "reason": correction[1]},
            key=f"correction {self.tag}",
            expected=201,
        )

    def create_item(self) -> Write:
        """Create a store item."""
        body = {"classroomId": self.student.classroom_id, "name": self.item[1], "goalbucksCost": PRICE, "stock": STOCK}
        key = f"item {self.tag}"
        return Write("teacher", "POST", "/api/store", {self.item: (None, STOCK)}, body, key=key, expected=201)

    def buy(self, item_id: str) -> Write:
        """Buy one: changes stock, balance, ledger and purchase."""
        changes: Changes = {self.purchase: (None, "pending"), self.item: (STOCK, STOCK - 1), **self._balance(-PRICE)}
        body = {"itemId": item_id, "goalbucksCost": PRICE}
        key = f"purchase {self.tag}"
        return Write("student", "POST", "/api/purchases", changes, body, key=key, expected=201)

    def fulfill(self, purchase_id: str) -> Write:
        changes = {self.purchase: ("pending", "fulfilled")}
        return Write("teacher", "PATCH", f"/api/purchases/{purchase_id}/fulfill", changes)

    def cancel(self, purchase_id: str) -> Write:
        """Cancel: stock and goalbucks are returned."""
        changes: Changes = {
            self.purchase: ("pending", "cancelled"),
            self.item: (STOCK - 1, STOCK),
            **self._balance(PRICE),
        }
        return Write("teacher", "POST", f"/api/purchases/{purchase_id}/cancel", changes)

    def _current(self, key: EntityKey) -> EntityState:
        return self.expected.known[key]

    def _review(self, status: str) -> Changes:
        before = str(self._current(self.proof))
        photo = ", with a photo" if before.endswith(", with a photo") else ""
        return {self.proof: (before, f"{status}{photo}")}

    def _balance(self, change: int) -> Changes:
        student: EntityKey = ("student", self.student.username)
        before = self._current(student)
        assert isinstance(before, int)
        return {student: (before, before + change)}


def random_workflow(writes: WriteBuilder, rng: random.Random) -> Workflow:
    """A random workflow: a goal with its proof and review, and the store, in random order."""
    parts = [_goal_steps, _store_steps]
    rng.shuffle(parts)
    for part in parts:
        yield from part(writes, rng)


def _goal_steps(writes: WriteBuilder, rng: random.Random) -> Workflow:
    goal = yield writes.assign()
    proof = yield writes.submit(goal["id"], PHOTO if rng.random() < PHOTOGRAPHED else None)
    if rng.random() < WITHDRAWN:
        yield writes.withdraw(proof["id"])
        proof = yield writes.submit(goal["id"], PHOTO)
    verdicts: list[Callable[[], Write]] = [
        lambda: writes.approve(proof["id"]),
        lambda: writes.approve(proof["id"]),
        lambda: writes.deny(proof["id"], once_more=False),
        lambda: writes.deny(proof["id"], once_more=True),
    ]
    reviewed = yield rng.choice(verdicts)()
    if reviewed["status"] == "approved" and rng.random() < UNDONE:
        yield writes.undo(proof["id"])
        yield writes.approve(proof["id"])


def _store_steps(writes: WriteBuilder, rng: random.Random) -> Workflow:
    yield writes.correct(rng.choice([PRICE, PRICE + 7]))
    item = yield writes.create_item()
    purchase = yield writes.buy(item["id"])
    if rng.random() < CANCELLED:
        yield writes.cancel(purchase["id"])
    elif rng.random() < HANDED_OVER:
        yield writes.fulfill(purchase["id"])


def full_workflow(writes: WriteBuilder) -> Workflow:
    """A workflow with every kind of step once."""
    goal = yield writes.assign()
    proof = yield writes.submit(goal["id"], PHOTO)
    yield writes.withdraw(proof["id"])
    proof = yield writes.submit(goal["id"], PHOTO)
    yield writes.approve(proof["id"])
    yield writes.undo(proof["id"])
    yield writes.deny(proof["id"], once_more=True)
    yield writes.correct(PRICE)
    item = yield writes.create_item()
    purchase = yield writes.buy(item["id"])
    yield writes.cancel(purchase["id"])
