"""Routes for assignments."""

from typing import Annotated

from fastapi import Depends, Query

from server.domain.assignments import queries, service
from server.domain.assignments.access import AssignmentToManage, AssignmentToView
from server.domain.assignments.queries import GoalFilter
from server.domain.assignments.schemas import (
    AssignedGoalResponse,
    AssignmentListItem,
    DeletedAssignmentResponse,
    EditedAssignmentResponse,
    FilterOptionsResponse,
)
from server.domain.goals.schemas import GoalRequest
from server.domain.teachers.access import StaffSelf
from server.requests.gates import Db, TeacherActor, staff, teacher_only
from server.requests.list_query import ListPage
from server.requests.routing import router

assignments = router("/api/assignments", gate=teacher_only)
visible_assignments = router("/api/assignments", gate=staff)


async def goal_filter(
    classroom_id: Annotated[str | None, Query(alias="classroomId", max_length=64)] = None,
    name: Annotated[str | None, Query(alias="goal", max_length=200)] = None,
    student_id: Annotated[str | None, Query(alias="studentId", max_length=64)] = None,
) -> GoalFilter:
    """Read `?classroomId=&goal=&studentId=`; `goal` is a name. A value that no goal has lists nothing."""
    return GoalFilter(classroom_id, name, student_id)


WantedGoals = Annotated[GoalFilter, Depends(goal_filter)]


@visible_assignments.get("/teacher/{teacher_id}", response_model=list[AssignmentListItem])
async def list_assignments(teacher: StaffSelf, page: ListPage, wanted: WantedGoals, db: Db) -> list[AssignmentListItem]:
    """List the goals of all the teacher's classes, grouped by assignment, newest first."""
    return queries.assignments_for_teacher(db, teacher, page, wanted)


@visible_assignments.get("/teacher/{teacher_id}/filters", response_model=FilterOptionsResponse)
async def list_filter_options(
    teacher: StaffSelf, wanted: WantedGoals, db: Db, status: Annotated[str | None, Query(max_length=20)] = None
) -> FilterOptionsResponse:
    """List the classes, names of goals and students by which the assignments can be filtered, with numbers of goals."""
    return queries.filter_options(db, teacher, status, wanted)


@visible_assignments.get("/{assignment_id}", response_model=list[AssignedGoalResponse])
async def list_goals_of_assignment(assigned: AssignmentToView, db: Db) -> list[AssignedGoalResponse]:
    """List the goals of one assignment, without ended ones, by the students' last and first names."""
    rows = [row for row in assigned if row.goal.status != "ended"]
    goals = [row.goal for row in rows]
    changeable = {goal.id for goal in service.changeable_goals(db, goals)}
    pending = service.pending_goal_ids(db, goals)
    return [
        AssignedGoalResponse.from_row(
            row.goal,
            student_name=f"{row.first_name} {row.last_name}",
            class_name=row.class_name,
            changeable=row.goal.id in changeable,
            submission_pending=row.goal.id in pending,
        )
        for row in rows
    ]


@assignments.put("/{assignment_id}", response_model=EditedAssignmentResponse)
async def edit_assignment(
    rows: AssignmentToManage, body: GoalRequest, actor: TeacherActor, db: Db
) -> EditedAssignmentResponse:
    """Edit the assignment's current goals; goals that have proof or are completed stay unchanged."""
    result = service.edit(db, actor, [row.goal for row in rows], body.to_fields())
    return EditedAssignmentResponse(changed=result.affected, kept=result.kept)


@assignments.delete("/{assignment_id}", response_model=DeletedAssignmentResponse)
async def delete_assignment(rows: AssignmentToManage, actor: TeacherActor, db: Db) -> DeletedAssignmentResponse:
    """Delete the assignment's goals; goals that have proof or are completed are kept."""
    result = service.delete(db, actor, [row.goal for row in rows])
    return DeletedAssignmentResponse(deleted=result.affected, kept=result.kept)
