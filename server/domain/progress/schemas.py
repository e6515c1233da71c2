"""Response models for progress."""

from dataclasses import dataclass

from server.domain.students.schemas import StudentResponse


@dataclass(slots=True)
class StudentStatsResponse(StudentResponse):
    """A student with its numbers of completed and current goals, balance and last completed goal."""

    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


@dataclass(slots=True)
class StudentStatsListItem(StudentStatsResponse):
    """A student in the list of all the teacher's classes, with the class's name."""

    class_name: str
