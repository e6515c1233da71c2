"""Routes of the computer's preferences."""

from fastapi import Depends, Request

from server.class_computer.preferences import service
from server.class_computer.preferences.schemas import SettingsRequest, SettingsResponse
from server.computer.preferences import ComputerPreferences
from server.data_protection.privacy.dependencies import WithPrivacy
from server.database.hooks import after_commit
from server.errors import NoScreenError
from server.requests.dependencies import Core, CoreServices
from server.requests.gates import Db, TeacherActor, is_local_request, require_local_request, teacher_only
from server.requests.routing import router
from server.settings import program_version

preferences = router("/api/settings", gate=teacher_only)


class NoScreenForLogsError(NoScreenError):
    """The program runs without a desktop, so it can't open the folder of the logs."""

    key = "no_screen_for_logs"
    sentence = "This computer has no window to show the logs in. They are in its data folder."


def _to_response(request: Request, services: CoreServices, current: ComputerPreferences) -> SettingsResponse:
    is_local = is_local_request(request)
    fixed = services.deployment.forces_remote_sign_in
    return SettingsResponse(
        teacher_from_network=fixed or current.teacher_from_network,
        teacher_from_network_fixed=fixed,
        keep_awake=current.keep_awake,
        image_retention_days=current.image_retention_days,
        language=current.language,
        changeable=is_local,
        version=program_version(),
        data_folder=str(services.settings.data_dir) if is_local else None,
        can_show_logs=is_local and services.computer.desktop.show_logs is not None,
    )


@preferences.get("", response_model=SettingsResponse)
async def show(request: Request, services: Core, db: Db) -> SettingsResponse:
    """Return the preferences."""
    return _to_response(request, services, service.read(db))


@preferences.put("", response_model=SettingsResponse, dependencies=[Depends(require_local_request)])
async def change(
    body: SettingsRequest, actor: TeacherActor, request: Request, services: WithPrivacy, db: Db
) -> SettingsResponse:
    """Change preferences; allowed on the class computer itself only."""
    before = service.read(db)
    current = service.change(db, services.computer, body.changes())
    service.record_changes(db, actor, before, current)
    if service.shortens_retention(current, before):
        after_commit(db, services.retention.request_removal)
    return _to_response(request, services, current)


@preferences.post("/show-logs", status_code=204, dependencies=[Depends(require_local_request)])
async def show_logs(services: Core) -> None:
    """Open the folder of the logs in the computer's file manager."""
    if services.computer.desktop.show_logs is None:
        raise NoScreenForLogsError
    services.computer.desktop.show_logs()
