"""Teachers who review without a pause until there is no server any more, and remember what they were told."""

import http.client
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread

from tests.factories.caller import Caller
from tests.factories.seated import SeatedClass

CONNECTIONS = 4
PATIENCE_SECONDS = 20.0
REVIEWS = {
    "approved": {"status": "approved"},
    "denied": {"status": "denied", "comment": "Please add the second page", "allowResubmission": True},
}
COURSES = (("approved",), ("approved",), ("denied",), ("approved", "pending"))
"""What becomes of one submission after the other; `pending` again is an undone review."""


class Reviewers:
    """`acknowledged`: each submission's status by the last answer; `under_way`: the one asked for without an answer."""

    def __init__(self, room: SeatedClass) -> None:
        self.room = room
        self.acknowledged: dict[str, str] = {}
        self.under_way: dict[str, str] = {}
        self.answers = 0
        self.refusals: list[object] = []
        self._waiting: SimpleQueue[tuple[str, Sequence[str]]] = SimpleQueue()
        for number, submission in enumerate(room.pending):
            self._waiting.put((submission, COURSES[number % len(COURSES)]))
        self._begun = Event()
        self._threads: list[Thread] = []

    def begin(self, port: int) -> None:
        """Go to work; returns when the first answer is there."""
        self.under_way.clear()
        self._begun.clear()
        self._threads = [Thread(target=self._work, args=(port,)) for _ in range(CONNECTIONS)]
        for thread in self._threads:
            thread.start()
        assert self._begun.wait(PATIENCE_SECONDS)

    def end(self) -> None:
        """Wait until all have noticed that the server is gone."""
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()
        assert self.refusals == []

    def wait(self) -> None:
        """Until all that waited is reviewed."""
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()

    def may_be(self, submission: str) -> set[str]:
        """The statuses that the submission may have now: what was acknowledged, or what was under way."""
        known = self.acknowledged.get(submission, "pending")
        return {known, self.under_way.get(submission, known)}

    def _work(self, port: int) -> None:
        with Caller(port, self.room.teacher_token) as caller, suppress(Empty, OSError, http.client.HTTPException):
            while True:
                submission, course = self._waiting.get_nowait()
                for status in course:
                    self._ask(caller, submission, status)

    def _ask(self, caller: Caller, submission: str, status: str) -> None:
        self.under_way[submission] = status
        path = f"/api/submissions/{submission}"
        if status == "pending":
            code, answer = caller.call("POST", f"{path}/undo-review")
        else:
            code, answer = caller.call("PATCH", f"{path}/review", REVIEWS[status])
        if (code, answer.get("status")) == (200, status):
            self.acknowledged[submission] = status
        else:
            self.refusals.append(answer)
        self.answers += 1
        del self.under_way[submission]
        self._begun.set()
