"""The dashboard's rows."""

from server.domain.students.schemas import StudentAnswer


class StudentStatsAnswer(StudentAnswer):
    """A student with its goals completed, present balance, the goal completed last and how many goals are current."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


class StudentStatsRowAnswer(StudentStatsAnswer):
    """A row of the list of all classes."""

    class_name: str
