"""Response model for activity records."""

from server.domain.activity.kinds import ActivityKind
from server.schema import ResponseModel, Timestamp
from server.security.actor import Role


class ActivityResponse(ResponseModel):
    """An entry of the activity log, with the names at that time."""

    id: str
    kind: ActivityKind
    created_at: Timestamp
    who_role: Role | None
    """null for a school's administrator."""
    who_name: str
    student_name: str | None
    classroom_id: str | None
    about: str | None
    """The goal, item, class or reason."""
    amount: int | None
    """Goalbucks."""
    address: str | None
    device: str | None
    """Such as "iPad, Safari", "class computer" or "school's server"; null if it isn't recognized."""
    goal_id: str | None
    """The goal whose record the teacher can open; null for other events and after its deletion."""
    goal_student_id: str | None
    """The student of that goal."""
    count: int
    """Number of events merged within five minutes, or of affected students."""
