"""Teachers who go on reviewing whatever happens to the server or its database, and remember what they were told."""

import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from server.database.postgresql import DatabaseUnavailableError
from tests.factories.caller import Caller

PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.05
ALREADY = "already_reviewed"


class Load:
    """Approves submission after submission at the servers of these ports; `hasten` when all may end."""

    def __init__(self, token: str, pending: Sequence[str], ports: Sequence[int]) -> None:
        self.acknowledged: set[str] = set()
        self.in_doubt: set[str] = set()
        """Those whose answer never came: done, or not."""
        self.unavailable: list[float] = []
        """When a 503 was answered."""
        self.unexpected: list[object] = []
        self._token = token
        self._waiting: SimpleQueue[str] = SimpleQueue()
        for each in pending:
            self._waiting.put(each)
        self._begun = Event()
        self._threads = [Thread(target=self._work, args=(port,)) for port in ports for _ in range(2)]
        for thread in self._threads:
            thread.start()

    def wait_until_under_way(self, answers: int = 10) -> None:
        """Until so many have been answered."""
        ends = time.monotonic() + PATIENCE_SECONDS
        while len(self.acknowledged) < answers:
            assert time.monotonic() < ends, self.unexpected
            time.sleep(PAUSE_SECONDS)

    def finish(self) -> None:
        """Until all that waited is reviewed, or its server is gone."""
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()

    def _work(self, port: int) -> None:
        with Caller(port, self._token) as caller, suppress(Empty):
            while True:
                submission = self._waiting.get_nowait()
                try:
                    self._review(caller, submission)
                except (OSError, HTTPException):
                    self.in_doubt.add(submission)
                    return

    def _review(self, caller: Caller, submission: str) -> None:
        self._look(caller, submission)
        while True:
            status, answer = caller.call("PATCH", f"/api/submissions/{submission}/review", {"status": "approved"})
            if self._is_away(status, answer):
                self.in_doubt.add(submission)  # perhaps it was kept and the word of it lost
                continue
            if status == 200 or (answer["code"] == ALREADY and submission in self.in_doubt):
                self.acknowledged.add(submission)
            else:
                self.unexpected.append((status, answer))
            return

    def _look(self, caller: Caller, submission: str) -> None:
        """At its photo, which it doesn't have: a call of a manual route."""
        while True:
            status, answer = caller.call("GET", f"/api/submissions/{submission}/image")
            if self._is_away(status, answer):
                continue
            if (status, answer["code"]) != (404, "not_found"):
                self.unexpected.append((status, answer))
            return

    def _is_away(self, status: int, answer: dict[str, Any]) -> bool:
        if status != 503 or answer["error"] != DatabaseUnavailableError.sentence:
            return False
        self.unavailable.append(time.monotonic())
        time.sleep(PAUSE_SECONDS)
        return True
