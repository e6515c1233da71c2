"""A class at work without a pause until there is no server any more; remembers what it was told."""

import http.client
import random
from collections.abc import Mapping
from itertools import count
from threading import Semaphore, Thread
from typing import Any

from tests.durability.lesson import Desk, Lesson, Place, lesson
from tests.durability.notebook import Notebook, State, Subject, Write
from tests.factories.caller import Caller, upload_form
from tests.factories.seated import SeatedClass, SeatedStudent

PATIENCE_SECONDS = 30.0
TOO_OFTEN = 429


def ask(caller: Caller, write: Write) -> tuple[int, Any]:
    """Send it; status and JSON of the answer."""
    if write.is_form:
        body, headers = upload_form({name: str(text) for name, text in (write.body or {}).items()}, write.photo)
        return caller.send(write.method, write.path, body, headers)
    headers = {"Idempotency_Key": write.key} if write.key else {}
    return caller.call(write.method, write.path, write.body, **headers)


class Pair:
    """The teacher with some students: one call after the other."""

    def __init__(self, room: SeatedClass, notebook: Notebook, students: tuple[SeatedStudent, ...], seed: str) -> None:
        self.room = room
        self.notebook = notebook
        self.students = students
        self.seed = seed
        self.dice = random.Random(seed)
        self.under_way: tuple[SeatedStudent, Write] | None = None
        self.acknowledged = 0
        self.refusals: list[object] = []
        self._numbers = count(1)

    def work(self, port: int, answered: Semaphore) -> None:
        """Until the server is gone."""
        try:
            if self.under_way is not None and self.under_way[1].key is not None:
                self._repeat(port, *self.under_way)
            self.under_way = None
            while not self.refusals:
                self._hold_lesson(port, answered)
        except (OSError, http.client.HTTPException):
            pass

    def _hold_lesson(self, port: int, answered: Semaphore) -> None:
        student = self.dice.choice(self.students)
        place = Place(self.room.id, student.id, student.username)
        held = lesson(Desk(self.notebook, place, f"{self.seed}-{next(self._numbers)}"), self.dice)
        with Caller(port, self.room.teacher_token) as teacher, Caller(port, student.token) as own:
            self._follow(held, student, {"teacher": teacher, "student": own}, answered)

    def _follow(self, held: Lesson, student: SeatedStudent, callers: Mapping[str, Caller], answered: Semaphore) -> None:
        write = next(held, None)
        while write is not None:
            self.under_way = (student, write)
            status, answer = ask(callers[write.who], write)
            if status != write.expected:
                self.refusals.append((status, answer, write))
                return
            self.notebook.acknowledge(write)
            self.acknowledged += 1
            self.under_way = None
            answered.release()
            try:
                write = held.send(answer)
            except StopIteration:
                return

    def _repeat(self, port: int, student: SeatedStudent, write: Write) -> None:
        """Nobody knows what became of it: the key lets it be sent again, and it is there once."""
        with Caller(port, self.room.teacher_token if write.who == "teacher" else student.token) as caller:
            status, answer = ask(caller, write)
        if status != write.expected:
            self.refusals.append((status, answer, write))
        elif any(self.notebook.known.get(subject) != after for subject, (_, after) in write.changes.items()):
            self.notebook.acknowledge(write)
        self.acknowledged += 1


class Classwork:
    """`pairs` at once on a class, each with students of its own."""

    def __init__(self, room: SeatedClass, notebook: Notebook, *, pairs: int, seed: int) -> None:
        self.notebook = notebook
        shares = [room.students[number::pairs] for number in range(pairs)]
        self.pairs = [Pair(room, notebook, share, f"{seed}.{number}") for number, share in enumerate(shares)]
        self._threads: list[Thread] = []

    @property
    def acknowledged(self) -> int:
        """Writes so far."""
        return sum(pair.acknowledged for pair in self.pairs)

    def begin(self, port: int, answers: int) -> None:
        """Go to work; returns when there were so many answers."""
        answered = Semaphore(0)
        self._threads = [Thread(target=pair.work, args=(port, answered)) for pair in self.pairs]
        for thread in self._threads:
            thread.start()
        for _ in range(answers):
            assert answered.acquire(timeout=PATIENCE_SECONDS), [pair.refusals for pair in self.pairs]

    def end(self) -> None:
        """Wait until all have noticed that the server is gone."""
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()
        assert [refusal for pair in self.pairs for refusal in pair.refusals] == []

    def settle(self, found: Mapping[Subject, State]) -> tuple[int, int]:
        """Look what became of the writes without an answer: how many there were, and how many are there (wholly)."""
        writes = [pair.under_way[1] for pair in self.pairs if pair.under_way is not None]
        return len(writes), sum(self.notebook.settle(write, found) for write in writes)
