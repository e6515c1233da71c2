"""Routes for goals; completing and reopening are in `submissions.routes`, since they review submissions."""

from collections.abc import Sequence

from fastapi import Response

from server.domain.classrooms.membership import get_classroom
from server.domain.goalbucks.queries import balance_of
from server.domain.goals import queries, service
from server.domain.goals.access import GoalToManage
from server.domain.goals.schemas import (
    BulkGoalRequest,
    GoalListItem,
    GoalNameResponse,
    GoalRequest,
    GoalResponse,
    NewGoalRequest,
)
from server.domain.students.access import VisibleStudentId
from server.domain.teachers.access import StaffSelf, TeacherSelf
from server.requests.gates import ClassActor, Db, TeacherActor, in_class, staff, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.list_query import ListPage
from server.requests.routing import router
from server.schema import AssignedCountResponse

goals = router("/api/goals", gate=teacher_only)
goal_list = router("/api/goals", gate=staff)
student_goals = router("/api/students", gate=in_class)


@student_goals.get("/{student_id}/goals", response_model=list[GoalResponse])
async def list_goals(
    student_id: VisibleStudentId, actor: ClassActor, page: ListPage, response: Response, db: Db
) -> Sequence[GoalResponse]:
    """List a student's goals: current ones by due date, then completed ones, newest first.

    Only `?status=ended` lists ended goals, and only for teachers. The headers `X-Goals-Completed` and
    `X-Goals-Goalbucks` give the number of all completed goals and the sum of their goalbucks, independent of the page.
    """
    totals = balance_of(db, student_id)
    response.headers["X-Goals-Completed"] = str(totals.goals_completed)
    response.headers["X-Goals-Goalbucks"] = str(totals.goals_goalbucks)
    if actor.role == "student" and page.status == "ended":
        return []
    return queries.goals_of_student(db, student_id, page)


@goal_list.get("/teacher/{teacher_id}", response_model=list[GoalListItem])
async def list_for_teacher(teacher: StaffSelf, page: ListPage, db: Db) -> Sequence[GoalListItem]:
    """List the goals of all the teacher's classes, newest first."""
    return queries.goals_for_teacher(db, teacher, page)


@goals.get("/teacher/{teacher_id}/names", response_model=list[GoalNameResponse])
async def list_used_names(teacher: TeacherSelf, db: Db) -> Sequence[GoalNameResponse]:
    """List the names that the teacher has given goals, most used first."""
    return queries.used_names(db, teacher)


@goals.post("", status_code=201, response_model=GoalResponse, dependencies=[Idempotent])
async def assign_goal(body: NewGoalRequest, actor: TeacherActor, db: Db) -> GoalResponse:
    """Assign a goal to one student."""
    classroom = get_classroom(db, actor, "manage", body.classroom_id)
    return GoalResponse.from_row(service.assign(db, classroom, body.student_id, body.to_fields()))


@goals.post("/bulk", status_code=201, response_model=AssignedCountResponse, dependencies=[Idempotent])
async def assign_goal_to_many(body: BulkGoalRequest, actor: TeacherActor, db: Db) -> AssignedCountResponse:
    """Assign the same goal to several students of a class: all or none."""
    classroom = get_classroom(db, actor, "manage", body.classroom_id)
    assignment_id, assigned = service.assign_to_many(db, classroom, body.student_ids, body.to_fields())
    return AssignedCountResponse(count=len(assigned), assignment_id=assignment_id)


@goals.put("/{goal_id}", response_model=GoalResponse)
async def edit_goal(goal: GoalToManage, body: GoalRequest) -> GoalResponse:
    """Edit a goal that isn't completed."""
    goal.edit(body.to_fields())
    return GoalResponse.from_row(goal)


@goals.delete("/{goal_id}", status_code=204)
async def delete_goal(goal: GoalToManage, actor: TeacherActor, db: Db) -> None:
    """Delete a goal that isn't completed, with its submissions."""
    service.delete(db, actor, goal)
