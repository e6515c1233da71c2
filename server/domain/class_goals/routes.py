"""Routes for class goals, and for giving goalbucks to them."""

from collections.abc import Sequence

from server.domain.class_goals import queries, service
from server.domain.class_goals.access import ClassGoalToManage, OwnClassGoal
from server.domain.class_goals.schemas import (
    ClassGoalRequest,
    ClassGoalResponse,
    GiftRequest,
    GiftResponse,
    GivenResponse,
    NewClassGoalRequest,
)
from server.domain.classrooms.membership import get_classroom
from server.domain.students.access import VisibleClassroom
from server.requests import rate_limit
from server.requests.gates import AnyActor, Db, StudentActor, TeacherActor, signed_in, student_only, teacher_only
from server.requests.idempotency import Idempotent
from server.requests.routing import router

visible_class_goals = router("/api/class-goals", gate=signed_in)
student_gifts = router("/api/class-goals", gate=student_only)
class_goals = router("/api/class-goals", gate=teacher_only)


@visible_class_goals.get("/classroom/{classroom_id}", response_model=list[ClassGoalResponse])
async def list_class_goals(classroom: VisibleClassroom, actor: AnyActor, db: Db) -> Sequence[ClassGoalResponse]:
    """List a class's goals, newest first, for its teacher and its students."""
    return queries.class_goals_of_class(db, actor, classroom.id)


@class_goals.post("", status_code=201, response_model=ClassGoalResponse, dependencies=[Idempotent])
async def create_class_goal(body: NewClassGoalRequest, actor: TeacherActor, db: Db) -> ClassGoalResponse:
    """Create a goal of a class, which has at most one open one."""
    classroom = get_classroom(db, actor, "manage", body.classroom_id)
    return queries.to_response(db, service.create(db, actor, classroom, body.to_fields()))


@class_goals.put("/{class_goal_id}", response_model=ClassGoalResponse)
async def edit_class_goal(
    goal: ClassGoalToManage, body: ClassGoalRequest, actor: TeacherActor, db: Db
) -> ClassGoalResponse:
    """Change name, target or date of an open goal."""
    service.edit(db, actor, goal, body.to_fields())
    return queries.to_response(db, goal)


@class_goals.post("/{class_goal_id}/end", response_model=ClassGoalResponse)
async def end_class_goal(goal: ClassGoalToManage, actor: TeacherActor, db: Db) -> ClassGoalResponse:
    """End an open goal: everybody gets back what they gave."""
    service.end(db, actor, goal)
    return queries.to_response(db, goal)


@class_goals.post("/{class_goal_id}/done", response_model=ClassGoalResponse)
async def mark_class_goal_done(goal: ClassGoalToManage, actor: TeacherActor, db: Db) -> ClassGoalResponse:
    """Mark a reached goal as done."""
    service.mark_done(db, actor, goal)
    return queries.to_response(db, goal)


@class_goals.get("/{class_goal_id}/gifts", response_model=list[GiftResponse])
async def list_gifts(goal: ClassGoalToManage, db: Db) -> Sequence[GiftResponse]:
    """List who gave what and didn't get it back, newest first."""
    return queries.gifts_to(db, goal)


@student_gifts.post("/{class_goal_id}/gifts", status_code=201, response_model=GivenResponse, dependencies=[Idempotent])
async def give(goal: OwnClassGoal, body: GiftRequest, actor: StudentActor, db: Db) -> GivenResponse:
    """Give goalbucks to the open goal of the own class."""
    rate_limit.consume(db, [service.GIFTS_BY_STUDENT.for_key(actor.id)])
    service.give(db, actor, goal, body.amount)
    return GivenResponse(given=queries.given_to(db, goal), own_gift=queries.own_gift_to(db, goal, actor.id))


@student_gifts.delete("/{class_goal_id}/gifts", status_code=204)
async def take_back(goal: OwnClassGoal, actor: StudentActor, db: Db) -> None:
    """Take back all that the student gave to an open goal."""
    service.take_back(db, actor, goal)
