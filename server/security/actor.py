"""Who acts: the signed-in person of a call, or the server itself. Services take an actor and never see a request."""

from dataclasses import dataclass
from typing import Literal

AccountRole = Literal["teacher", "student"]
Role = Literal[AccountRole, "substitute"]
"""A substitute has no account: the session names a row of `substitutions`."""


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a teacher or a student, or the substitution of a substitute."""

    id: str
    role: Role


@dataclass(frozen=True, slots=True)
class Actor(Account):
    """A signed-in person, and the id of the session."""

    session_id: str


@dataclass(frozen=True, slots=True)
class SystemActor:
    """Who works without a session. It has no role: the services that it calls get loaded objects."""

    id: str
    name: str


SYSTEM = SystemActor("system", "GoalBucks")
"""The server itself."""
ADMINISTRATOR = SystemActor("administrator", "the administrator")
"""Of a school's server, with `goalbucks admin`."""
