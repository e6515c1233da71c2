"""Answers about what was done."""

from server.domain.audit.kinds import Kind
from server.schema import Answer, Time
from server.security.actor import Role


class ActivityAnswer(Answer):
    """One thing that was done: by whom, to whom or what, when, and from which device. Names as they were then."""

    id: str
    kind: Kind
    created_at: Time
    who_role: Role | None
    """null: a school's administrator."""
    who_name: str
    student_name: str | None
    classroom_id: str | None
    about: str | None
    """The goal, item, class or reason."""
    amount: int | None
    """Goalbucks."""
    address: str | None
    device: str | None
    """Such as "iPad, Safari", or "class computer"; null when the device doesn't say."""
    count: int
    """How often within five minutes, or to how many students."""
