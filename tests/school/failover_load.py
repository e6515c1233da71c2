"""Load generator that reviews through failures of servers and database and records every acknowledged review."""

import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from server.database.postgresql import DatabaseUnavailableError
from tests.factories.http_client import HttpClient

TIMEOUT_SECONDS = 60.0
PAUSE_SECONDS = 0.05
ALREADY_REVIEWED = "already_reviewed"


class FailoverLoad:
    """Approves submissions one after another at the servers of these ports."""

    def __init__(self, token: str, pending: Sequence[str], ports: Sequence[int]) -> None:
        self.acknowledged: set[str] = set()
        self.unresolved: set[str] = set()
        """Reviews without a response, of unknown outcome."""
        self.unavailable: list[float] = []
        """Times of 503 responses."""
        self.unexpected: list[object] = []
        self._token = token
        self._waiting: SimpleQueue[str] = SimpleQueue()
        for each in pending:
            self._waiting.put(each)
        self._begun = Event()
        self._threads = [Thread(target=self._run, args=(port,)) for port in ports for _ in range(2)]
        for thread in self._threads:
            thread.start()

    def wait_for_responses(self, count: int = 10) -> None:
        """Wait for this many responses."""
        ends = time.monotonic() + TIMEOUT_SECONDS
        while len(self.acknowledged) < count:
            assert time.monotonic() < ends, self.unexpected
            time.sleep(PAUSE_SECONDS)

    def join(self) -> None:
        """Wait until everything is reviewed or the server is gone."""
        for thread in self._threads:
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive()

    def _run(self, port: int) -> None:
        with HttpClient(port, self._token) as caller, suppress(Empty):
            while True:
                submission = self._waiting.get_nowait()
                try:
                    self._review(caller, submission)
                except (OSError, HTTPException):
                    self.unresolved.add(submission)
                    return

    def _review(self, caller: HttpClient, submission: str) -> None:
        self._read_photo(caller, submission)
        while True:
            status, body = caller.request("PATCH", f"/api/submissions/{submission}/review", {"status": "approved"})
            if self._is_unavailable(status, body):
                self.unresolved.add(submission)  # it may have been committed and its response lost
                continue
            if status == 200 or (body["code"] == ALREADY_REVIEWED and submission in self.unresolved):
                self.acknowledged.add(submission)
            else:
                self.unexpected.append((status, body))
            return

    def _read_photo(self, caller: HttpClient, submission: str) -> None:
        """Read a photo that doesn't exist: a route with manual transactions."""
        while True:
            status, body = caller.request("GET", f"/api/submissions/{submission}/image")
            if self._is_unavailable(status, body):
                continue
            if (status, body["code"]) != (404, "not_found"):
                self.unexpected.append((status, body))
            return

    def _is_unavailable(self, status: int, body: dict[str, Any]) -> bool:
        if status != 503 or body["error"] != DatabaseUnavailableError.sentence:
            return False
        self.unavailable.append(time.monotonic())
        time.sleep(PAUSE_SECONDS)
        return True
