"""Who acts: the signed-in person of a call, or the server itself. Services take an actor and never see a request."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["teacher", "student"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person: the account's id, its role and the id of the session."""

    id: str
    role: Role
    session_id: str


@dataclass(frozen=True, slots=True)
class SystemActor:
    """The server itself, in work without a session. It has no role: the services that it calls get loaded objects."""

    id: str = "system"


SYSTEM = SystemActor()
