"""Expected database state: each entity after its last acknowledged write, compared with the database file."""

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.factories.seeded import CURRENT_GOAL

EntityKey = tuple[str, str]
"""Kind of an entity and the name that the test gave it."""
EntityState = str | int | None
"""None: the entity doesn't exist."""
Changes = Mapping[EntityKey, tuple[EntityState, EntityState]]
"""State before and after, by entity."""

_STATE_QUERIES = {
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
DUPLICATE = "there twice"


@dataclass(frozen=True, slots=True)
class Write:
    """An API call and all state changes that it makes atomically."""

    role: Literal["teacher", "student"]
    method: str
    path: str
    changes: Changes
    body: Mapping[str, object] | None = None
    photo: bytes | None = field(default=None, repr=False)
    is_form: bool = False
    key: str | None = None
    """An Idempotency-Key, with which the call may be repeated."""
    expected: int = 200


def read_state(folder: Path) -> dict[EntityKey, EntityState]:
    """The states in the data folder's database, read in one transaction."""
    found: dict[EntityKey, EntityState] = {}
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("BEGIN")  # one snapshot for all queries
        for kind, question in _STATE_QUERIES.items():
            for name, state in connection.execute(question):
                key = (kind, str(name))
                found[key] = DUPLICATE if key in found else state
    return found


def session_key(token: str) -> EntityKey:
    """The key of a session in the database."""
    return ("session", hashlib.sha256(token.encode()).hexdigest())


class ExpectedState:
    """`known`: the acknowledged states. Concurrent writers must write to different entities."""

    def __init__(self, known: Mapping[EntityKey, EntityState]) -> None:
        self.known = dict(known)

    def acknowledge(self, write: Write) -> None:
        """Record an acknowledged write."""
        for key, (before, after) in write.changes.items():
            assert self.known.get(key) == before, (key, before, after)
            self.known[key] = after

    def resolve(self, write: Write, found: Mapping[EntityKey, EntityState]) -> bool:
        """Whether a write without a success response was applied; AssertionError if it was applied in part."""
        after = {key: change[1] for key, change in write.changes.items()}
        now = {key: found.get(key) for key in after}
        if now != after or after == {key: self.known.get(key) for key in after}:
            assert now == {key: self.known.get(key) for key in after}, f"half of {write.path}"
            return False
        self.acknowledge(write)
        return True

    def differences(self, found: Mapping[EntityKey, EntityState]) -> dict[EntityKey, tuple[EntityState, EntityState]]:
        """The found and the acknowledged state of each entity where they differ. Additional sessions are allowed."""
        keys = {*self.known, *(key for key in found if key[0] != "session")}
        workers = {key: (found.get(key), self.known.get(key)) for key in keys}
        return {key: worker for key, worker in workers.items() if worker[0] != worker[1]}
