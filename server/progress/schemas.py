"""The dashboard's rows."""

from server.students.schemas import StudentAnswer


class StudentStatsAnswer(StudentAnswer):
    """A student with its goals completed, present balance and the goal completed last."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None


class StudentStatsRowAnswer(StudentStatsAnswer):
    """A row of the list of all classes."""

    class_name: str
