"""Who is asking. Services take an actor; they never see a request."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["teacher", "student"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person: the account's id and the session that it came with."""

    id: str
    role: Role
    session_id: str

    @property
    def is_teacher(self) -> bool:
        """Whether this is a teacher; else it is a student."""
        return self.role == "teacher"
