"""Response models for progress."""

from server.domain.students.schemas import StudentAnswer


class StudentStatsAnswer(StudentAnswer):
    """A student with its numbers of completed and current goals, balance and last completed goal."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


class StudentStatsRowAnswer(StudentStatsAnswer):
    """A student in the list of all the teacher's classes, with the class's name."""

    class_name: str
