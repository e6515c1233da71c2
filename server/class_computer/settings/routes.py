"""The calls about the computer's switches."""

from fastapi import Request

from server.class_computer.settings import service
from server.class_computer.settings.schemas import SettingsAnswer, SettingsBody
from server.computer import ClassComputer, Switches
from server.database.hooks import after_commit
from server.errors import DomainError
from server.security.gates import Db, OwnComputer, TeacherActor, comes_from_own_computer, teacher_only
from server.security.routing import router
from server.settings import Settings, program_version

preferences = router("/api/settings", access=teacher_only)


class NoScreenError(DomainError):
    """There is no desktop to show the logs on."""

    code = "no_screen"
    sentence = "This computer has no window to show the logs in. They are in its data folder."


def _answer(request: Request, switches: Switches) -> SettingsAnswer:
    settings: Settings = request.app.state.settings
    computer: ClassComputer = request.app.state.computer
    here = comes_from_own_computer(request)
    fixed = settings.school or settings.teacher_from_network
    return SettingsAnswer(
        teacher_from_network=fixed or switches.teacher_from_network,
        teacher_from_network_fixed=fixed,
        keep_awake=switches.keep_awake,
        image_retention_days=switches.image_retention_days,
        changeable=here,
        version=program_version(),
        data_folder=str(settings.data_dir) if here else None,
        can_show_logs=here and computer.show_logs is not None,
    )


@preferences.get("", response_model=SettingsAnswer)
async def show(request: Request, db: Db) -> SettingsAnswer:
    """What is switched on."""
    return _answer(request, service.read(db))


@preferences.put("", response_model=SettingsAnswer)
async def change(
    body: SettingsBody, here: OwnComputer, actor: TeacherActor, request: Request, db: Db
) -> SettingsAnswer:
    """Switch something, on the class computer itself."""
    del here
    before = service.read(db)
    switches = service.change(db, request.app.state.computer, body.changes())
    service.note_changes(db, actor, before, switches)
    if service.keeps_less(switches, before):
        after_commit(db, request.app.state.retention.remove_now)
    return _answer(request, switches)


@preferences.post("/show-logs", status_code=204)
async def show_logs(here: OwnComputer, request: Request) -> None:
    """Open the folder of the logs on the computer's screen."""
    del here
    computer: ClassComputer = request.app.state.computer
    if computer.show_logs is None:
        raise NoScreenError
    computer.show_logs()
