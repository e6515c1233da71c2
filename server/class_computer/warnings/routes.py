"""Route of the current warnings."""

from fastapi import Request

from server.class_computer.warnings.dependencies import WithMonitor
from server.class_computer.warnings.schemas import WarningResponse
from server.requests.gates import is_local_request, teacher_only
from server.requests.routing import router

warnings = router("/api/warnings", gate=teacher_only)


@warnings.get("", response_model=list[WarningResponse])
async def show(request: Request, services: WithMonitor) -> list[WarningResponse]:
    """Return the current warnings, with paths for the class computer itself only.

    A school's server logs them for its administrator instead, since its teachers can't solve the problems.
    """
    if services.deployment.is_school:
        return []
    is_local = is_local_request(request)
    shown = [(each.code, each.local_sentence if is_local else each.sentence) for each in services.monitor.warnings]
    host = services.deployment.host_label
    return [
        WarningResponse(code=code, sentence=sentence.format(host), **sentence.to_json()) for code, sentence in shown
    ]
