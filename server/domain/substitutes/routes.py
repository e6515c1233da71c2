"""Routes for the substitute code of a class, and for what substitutes did. A school's server responds 404 to them.

The sign-in with a code is in server/domain/auth.
"""

from collections.abc import Sequence

from fastapi import Depends

from server.domain.classrooms.access import ClassroomToAdminister
from server.domain.substitutes import queries, service
from server.domain.substitutes.dependencies import WithSubstitutes
from server.domain.substitutes.schemas import (
    NewSubstituteCodeResponse,
    SubstituteCodeResponse,
    SubstitutionResponse,
)
from server.domain.teachers.access import TeacherSelf
from server.requests.gates import Db, TeacherActor, require_class_computer, teacher_only
from server.requests.idempotency import IdempotentWithoutReplay
from server.requests.routing import router

_ON_A_CLASS_COMPUTER = [Depends(require_class_computer)]
substitute_codes = router("/api/classrooms", gate=teacher_only, dependencies=_ON_A_CLASS_COMPUTER)
substitutions = router("/api/teachers", gate=teacher_only, dependencies=_ON_A_CLASS_COMPUTER)


@substitute_codes.get("/{classroom_id}/substitute-code", response_model=SubstituteCodeResponse)
async def show_substitute_code(
    classroom: ClassroomToAdminister, services: WithSubstitutes, db: Db
) -> SubstituteCodeResponse:
    """Whether the class has a substitute code, without the code."""
    return queries.describe_code(db, services.substitute_code_key, classroom.id)


@substitute_codes.put(
    "/{classroom_id}/substitute-code",
    response_model=NewSubstituteCodeResponse,
    dependencies=[IdempotentWithoutReplay],
)
async def make_substitute_code(
    classroom: ClassroomToAdminister, actor: TeacherActor, services: WithSubstitutes, db: Db
) -> NewSubstituteCodeResponse:
    """Make a substitute code, which replaces the class's old one; it is shown this once."""
    return NewSubstituteCodeResponse(code=service.make_code(db, actor, services.substitute_code_key, classroom))


@substitute_codes.delete("/{classroom_id}/substitute-code", status_code=204)
async def end_substitute_code(classroom: ClassroomToAdminister, actor: TeacherActor, db: Db) -> None:
    """End the substitute code and the sessions of the class's substitutes."""
    service.end_code(db, actor, classroom)


@substitutions.get("/{teacher_id}/substitutions", response_model=list[SubstitutionResponse])
async def list_substitutions(teacher: TeacherSelf, db: Db) -> Sequence[SubstitutionResponse]:
    """List the finished substitutions of the last 30 days in the teacher's classes, at most 10, newest first."""
    return queries.finished_substitutions(db, teacher.id)
