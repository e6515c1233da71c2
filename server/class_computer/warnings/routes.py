"""The call about what there is to warn of."""

from fastapi import Request

from server.class_computer.warnings.monitor import Watch
from server.class_computer.warnings.schemas import WarningAnswer
from server.security.gates import comes_from_own_computer, teacher_only
from server.security.routing import router
from server.settings import Settings

warnings = router("/api/warnings", access=teacher_only)


@warnings.get("", response_model=list[WarningAnswer])
async def show(request: Request) -> list[WarningAnswer]:
    """What there is to warn of now; a folder's name only on the computer itself.

    A school's server tells its administrator by its log: no teacher there can do anything about it.
    """
    settings: Settings = request.app.state.settings
    if settings.school:
        return []
    watch: Watch = request.app.state.watch
    here = comes_from_own_computer(request)
    return [
        WarningAnswer(code=each.code, sentence=f"{each.sentence} {each.here}" if here and each.here else each.sentence)
        for each in watch.found
    ]
