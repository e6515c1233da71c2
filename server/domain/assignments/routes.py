"""Routes for assignments."""

from server.domain.assignments import queries, service
from server.domain.assignments.access import OwnedAssignment
from server.domain.assignments.queries import AssignmentSummary
from server.domain.assignments.schemas import (
    AssignedGoalAnswer,
    AssignmentRowAnswer,
    DeletedAssignmentAnswer,
    EditedAssignmentAnswer,
)
from server.domain.goals.schemas import GoalBody
from server.domain.teachers.access import TeacherSelf
from server.security.gates import Db, TeacherActor, teacher_only
from server.security.list_query import ListPage
from server.security.routing import router

assignments = router("/api/assignments", access=teacher_only)


@assignments.get("/teacher/{teacher_id}", response_model=list[AssignmentRowAnswer])
async def list_assignments(teacher: TeacherSelf, page: ListPage, db: Db) -> list[AssignmentSummary]:
    """List the goals of all the teacher's classes, grouped by assignment, newest first."""
    return queries.assignments_for_teacher(db, teacher.id, page)


@assignments.get("/{assignment_id}", response_model=list[AssignedGoalAnswer])
async def list_goals_of_assignment(rows: OwnedAssignment, db: Db) -> list[AssignedGoalAnswer]:
    """List the goals of one assignment by the students' last and first names."""
    changeable = {goal.id for goal in service.changeable_goals(db, [goal for goal, *_ in rows])}
    return [
        AssignedGoalAnswer.from_row(
            goal, student_name=f"{first} {last}", class_name=class_name, changeable=goal.id in changeable
        )
        for goal, first, last, class_name in rows
    ]


@assignments.put("/{assignment_id}", response_model=EditedAssignmentAnswer)
async def edit_assignment(rows: OwnedAssignment, body: GoalBody, actor: TeacherActor, db: Db) -> EditedAssignmentAnswer:
    """Edit the assignment's goals; goals that have proof or are completed stay unchanged."""
    result = service.edit(db, actor, [goal for goal, *_ in rows], body.to_fields())
    return EditedAssignmentAnswer(changed=result.affected, kept=result.kept)


@assignments.delete("/{assignment_id}", response_model=DeletedAssignmentAnswer)
async def delete_assignment(rows: OwnedAssignment, actor: TeacherActor, db: Db) -> DeletedAssignmentAnswer:
    """Delete the assignment's goals; goals that have proof or are completed are kept."""
    result = service.delete(db, actor, [goal for goal, *_ in rows])
    return DeletedAssignmentAnswer(deleted=result.affected, kept=result.kept)
