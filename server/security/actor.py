"""The authenticated person of a call. Services take an actor and never see a request."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["teacher", "student"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person: the account's id, its role and the id of the session."""

    id: str
    role: Role
    session_id: str
