"""Review load: connections that review until the server is gone and record every acknowledged status."""

import http.client
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread

from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass

CONNECTIONS = 4
TIMEOUT_SECONDS = 20.0
REVIEWS = {
    "approved": {"status": "approved"},
    "denied": {"status": "denied", "comment": "Please add the second page", "allowResubmission": True},
}
REVIEW_SEQUENCES = (("approved",), ("approved",), ("denied",), ("approved", "pending"))
"""The reviews of one submission after another; `pending` undoes the review."""


class ReviewLoad:
    """`acknowledged`: each submission's last acknowledged status; `in_flight`: the status of a pending request."""

    def __init__(self, seeded_class: SeededClass) -> None:
        self.seeded_class = seeded_class
        self.acknowledged: dict[str, str] = {}
        self.in_flight: dict[str, str] = {}
        self.responses = 0
        self.failures: list[object] = []
        self._waiting: SimpleQueue[tuple[str, Sequence[str]]] = SimpleQueue()
        for number, submission in enumerate(seeded_class.pending):
            self._waiting.put((submission, REVIEW_SEQUENCES[number % len(REVIEW_SEQUENCES)]))
        self._begun = Event()
        self._threads: list[Thread] = []

    def start(self, port: int) -> None:
        """Start the threads; returns after the first response."""
        self.in_flight.clear()
        self._begun.clear()
        self._threads = [Thread(target=self._work, args=(port,)) for _ in range(CONNECTIONS)]
        for thread in self._threads:
            thread.start()
        assert self._begun.wait(TIMEOUT_SECONDS)

    def join(self) -> None:
        """Wait until every thread has noticed that the server is gone."""
        for thread in self._threads:
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive()
        assert self.failures == []

    def wait_until_done(self) -> None:
        """Wait until everything is reviewed."""
        for thread in self._threads:
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive()

    def possible_statuses(self, submission: str) -> set[str]:
        """The statuses that the submission may have now: the acknowledged one or the one in flight."""
        known = self.acknowledged.get(submission, "pending")
        return {known, self.in_flight.get(submission, known)}

    def _work(self, port: int) -> None:
        with (
            HttpClient(port, self.seeded_class.teacher_token) as caller,
            suppress(Empty, OSError, http.client.HTTPException),
        ):
            while True:
                submission, course = self._waiting.get_nowait()
                for status in course:
                    self._ask(caller, submission, status)

    def _ask(self, caller: HttpClient, submission: str, status: str) -> None:
        self.in_flight[submission] = status
        path = f"/api/submissions/{submission}"
        if status == "pending":
            code, body = caller.request("POST", f"{path}/undo-review")
        else:
            code, body = caller.request("PATCH", f"{path}/review", REVIEWS[status])
        if (code, body.get("status")) == (200, status):
            self.acknowledged[submission] = status
        else:
            self.failures.append(body)
        self.responses += 1
        del self.in_flight[submission]
        self._begun.set()
