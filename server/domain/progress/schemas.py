"""Response models for progress."""

from server.domain.students.schemas import StudentResponse


class StudentStatsResponse(StudentResponse):
    """A student with its numbers of completed and current goals, balance and last completed goal."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


class StudentStatsListItem(StudentStatsResponse):
    """A student in the list of all the teacher's classes, with the class's name."""

    class_name: str
