"""What a class was told: of each thing that calls change, the state after the last answer; held against the file."""

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.factories.seated import CURRENT_GOAL

Subject = tuple[str, str]
"""The kind of a thing and the name that the test gave it."""
State = str | int | None
"""None: it isn't there."""
Changes = Mapping[Subject, tuple[State, State]]
"""Before and after."""

_QUESTIONS = {
    "class": "SELECT name, 'there' FROM classrooms",
    "student": "SELECT username, coalesce(earned - spent, 0) FROM students LEFT JOIN balances ON student_id = id",
    "goal": f"SELECT name, status FROM goals WHERE name <> '{CURRENT_GOAL}'",
    "proof": """SELECT submission_text, status || CASE WHEN allow_resubmission THEN ', once more' ELSE '' END
        || CASE WHEN image_key IS NULL THEN '' ELSE ', with a photo' END FROM submissions""",
    "item": "SELECT name, stock FROM store_items",
    "purchase": "SELECT item_name, status FROM purchases",
    "correction": "SELECT description, amount FROM goalbuck_entries WHERE reason = 'correction'",
    "session": "SELECT token_hash, 'there' FROM sessions",
}
TWICE = "there twice"


@dataclass(frozen=True, slots=True)
class Write:
    """A call, and what it changes from what into what, all or nothing."""

    who: Literal["teacher", "student"]
    method: str
    path: str
    changes: Changes
    body: Mapping[str, object] | None = None
    photo: bytes | None = field(default=None, repr=False)
    is_form: bool = False
    key: str | None = None
    """An Idempotency-Key: then it may be asked for again."""
    expected: int = 200


def found_in(folder: Path) -> dict[Subject, State]:
    """The states that the data folder's database tells of."""
    found: dict[Subject, State] = {}
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("BEGIN")  # all of one moment
        for kind, question in _QUESTIONS.items():
            for name, state in connection.execute(question):
                subject = (kind, str(name))
                found[subject] = TWICE if subject in found else state
    return found


def session_of(token: str) -> Subject:
    """A sign-in's session, as the database names it."""
    return ("session", hashlib.sha256(token.encode()).hexdigest())


class Notebook:
    """`known`: the states that were acknowledged. Whoever writes, writes of things of its own."""

    def __init__(self, known: Mapping[Subject, State]) -> None:
        self.known = dict(known)

    def acknowledge(self, write: Write) -> None:
        """It was answered."""
        for subject, (before, after) in write.changes.items():
            assert self.known.get(subject) == before, (subject, before, after)
            self.known[subject] = after

    def settle(self, write: Write, found: Mapping[Subject, State]) -> bool:
        """It was under way or refused: whether it is in the file, wholly; AssertionError when a part of it is."""
        after = {subject: change[1] for subject, change in write.changes.items()}
        now = {subject: found.get(subject) for subject in after}
        if now != after or after == {subject: self.known.get(subject) for subject in after}:
            assert now == {subject: self.known.get(subject) for subject in after}, f"half of {write.path}"
            return False
        self.acknowledge(write)
        return True

    def differences(self, found: Mapping[Subject, State]) -> dict[Subject, tuple[State, State]]:
        """What the file says otherwise, and what was acknowledged. Of sessions there may be more."""
        subjects = {*self.known, *(subject for subject in found if subject[0] != "session")}
        pairs = {subject: (found.get(subject), self.known.get(subject)) for subject in subjects}
        return {subject: pair for subject, pair in pairs.items() if pair[0] != pair[1]}
