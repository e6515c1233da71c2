"""The call about what there is to warn of."""

from fastapi import Request

from server.class_computer.warnings.schemas import WarningAnswer
from server.class_computer.warnings.services import WithMonitor
from server.security.gates import comes_from_own_computer, teacher_only
from server.security.routing import router

warnings = router("/api/warnings", access=teacher_only)


@warnings.get("", response_model=list[WarningAnswer])
async def show(request: Request, services: WithMonitor) -> list[WarningAnswer]:
    """What there is to warn of now; a folder's name only on the computer itself.

    A school's server tells its administrator by its log: no teacher there can do anything about it.
    """
    if not services.deployment.warns_teachers:
        return []
    here = comes_from_own_computer(request)
    return [
        WarningAnswer(code=each.code, sentence=f"{each.sentence} {each.here}" if here and each.here else each.sentence)
        for each in services.monitor.found
    ]
