"""The recovery application: its calls, and the pages of the UI.

Without a database there are no sessions: the calls are for requests made on the class computer itself. All other
requests get a 503.
"""

from collections.abc import Container
from contextlib import ExitStack

from fastapi import FastAPI, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from server.data_protection.backups.atomic_restore import UPLOAD_NAME, RestoreOptions
from server.data_protection.backups.errors import DatabaseMissingError, NotABackupError
from server.data_protection.backups.upload import UPLOAD_LIMIT, UploadLength, UploadOptions, save_upload
from server.deployment import Deployment
from server.errors import DomainError
from server.http.access_log import AccessLogMiddleware
from server.http.application import create_fastapi
from server.http.error_handlers import install_error_handlers
from server.http.frontend import frontend
from server.recovery.database_recovery import DatabaseRecovery
from server.recovery.dependencies import RecoveryServices, WithRecovery
from server.recovery.schemas import (
    RecoveryProblemResponse,
    RecoveryResponse,
    RecoveryRestoreRequest,
    RestoreCandidateResponse,
)
from server.requests.error_response import error_response
from server.requests.gates import RequireLocalClassComputer
from server.requests.request_guard import RequestGuardMiddleware
from server.requests.routing import require_gates, router
from server.settings import Settings

FILE_PATH = "/api/rescue/file"


class RecoveryRunningError(DomainError):
    """The response to every other call while the database is damaged or missing."""

    status = 503
    code = "needs_rescue"
    sentence = "GoalBucks is being repaired on the {host}. Please try again in a moment."
    retry_after_seconds = 5


recovery_calls = router("/api/rescue", gate=RequireLocalClassComputer(RecoveryRunningError), transaction="none")


@recovery_calls.get("")
async def show(services: WithRecovery) -> RecoveryResponse:
    """Return the state of the recovery, and the backups that can be restored."""
    recovery = services.recovery
    problem = recovery.problem
    return RecoveryResponse(
        doing=recovery.state,
        reason="missing" if isinstance(recovery.error, DatabaseMissingError) else "damaged",
        kept_in=str(recovery.error.folder) if recovery.error.has_data else None,
        backups=[RestoreCandidateResponse.of(each) for each in recovery.candidates],
        problem=problem and RecoveryProblemResponse(**problem.response_body(services.deployment.host_label)),
    )


@recovery_calls.post("/restore", status_code=202)
async def restore(body: RecoveryRestoreRequest, services: WithRecovery) -> RecoveryResponse:
    """Start to restore one of the backups in the folder."""
    services.recovery.restore(body.name, RestoreOptions(body.passphrase or None, body.without_photos))
    return await show(services)


@recovery_calls.post("/file", status_code=202, body="stream")
async def restore_file(
    request: Request, services: WithRecovery, options: UploadOptions, length: UploadLength = 0
) -> RecoveryResponse:
    """Start to restore the uploaded file."""
    recovery = services.recovery
    recovery.require_idle()
    if length == 0:
        raise NotABackupError
    with ExitStack() as stack:
        work = stack.enter_context(recovery.backups.work_folder())
        path = work / UPLOAD_NAME
        await save_upload(recovery.backups, request.stream(), length, path)
        recovery.restore_file(path, options, stack)
    return await show(services)


@recovery_calls.post("/begin-anew", status_code=202)
async def start_empty(services: WithRecovery) -> RecoveryResponse:
    """Start with an empty database."""
    services.recovery.start_empty()
    return await show(services)


def create_recovery_app(settings: Settings, recovery: DatabaseRecovery) -> FastAPI:
    """Build the application that handles requests during `recovery`."""
    app = create_fastapi()
    deployment = Deployment.of(settings)
    app.state.services = RecoveryServices(settings=settings, deployment=deployment, recovery=recovery)
    app.include_router(recovery_calls)
    require_gates(app)
    install_error_handlers(app)
    app.router.default = _RecoveryFallback(settings, deployment.host_label)
    app.add_middleware(
        RequestGuardMiddleware, names=_AnyHost(), limits={FILE_PATH: UPLOAD_LIMIT}, host=deployment.host_label
    )
    app.add_middleware(AccessLogMiddleware, host=deployment.host_label)
    return app


class _AnyHost(Container[str]):
    """Accepts every Host name: the pages hold no data, and the calls have a gate."""

    def __contains__(self, name: object) -> bool:
        return True


class _RecoveryFallback:
    def __init__(self, settings: Settings, host: str) -> None:
        self._host = host
        self._pages: ASGIApp = frontend(settings, host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        is_call = scope["type"] == "http" and (path == "/api" or path.startswith("/api/"))
        await (error_response(RecoveryRunningError(), self._host) if is_call else self._pages)(scope, receive, send)
