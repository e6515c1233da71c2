"""Route of the current warnings."""

from fastapi import Request

from server.class_computer.warnings.schemas import WarningAnswer
from server.class_computer.warnings.services import WithMonitor
from server.security.gates import comes_from_own_computer, teacher_only
from server.security.routing import router

warnings = router("/api/warnings", access=teacher_only)


@warnings.get("", response_model=list[WarningAnswer])
async def show(request: Request, services: WithMonitor) -> list[WarningAnswer]:
    """Return the current warnings, with paths for the class computer itself only.

    A school's server logs them for its administrator instead, since its teachers can't solve the problems.
    """
    if not services.deployment.warns_teachers:
        return []
    is_local = comes_from_own_computer(request)
    return [
        WarningAnswer(
            code=each.code, sentence=f"{each.sentence} {each.here}" if is_local and each.here else each.sentence
        )
        for each in services.monitor.found
    ]
