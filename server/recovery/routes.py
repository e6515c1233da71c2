"""The rescue's calls, and the pages of the UI: all of them for whoever is at the class computer itself.

There is nobody to sign in as while the database is away. Everybody else is told to wait, whatever they ask.
"""

from collections.abc import Container
from contextlib import ExitStack
from typing import Annotated
from urllib.parse import unquote

from fastapi import APIRouter, Depends, FastAPI, Header, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from server.data_protection.backups.errors import DatabaseMissingError, NotABackupError, RestoreFailedError
from server.data_protection.backups.restoring import UPLOAD
from server.data_protection.backups.service import told
from server.disk import open_private
from server.errors import DomainError
from server.http.access_log import RequestLogMiddleware
from server.http.error_handlers import answer, answer_errors
from server.http.frontend import frontend
from server.recovery.repair import Repair
from server.recovery.schemas import LONGEST_PASSPHRASE, OfferAnswer, ProblemAnswer, RescueAnswer, RestoreBody
from server.schema import ErrorAnswer
from server.security.gates import comes_from_own_computer
from server.security.request_guard import BodyLimit, EdgeMiddleware
from server.settings import Settings, program_version

RETRY_AFTER_SECONDS = "5"
FILE_PATH = "/api/rescue/file"
LARGEST_FILE = 1 << 42
"""The room on the disk is the limit."""
LONGEST_FILE_SECONDS = 3600.0


class NeedsRescueError(DomainError):
    """The answer to whatever is asked meanwhile."""

    status = 503
    code = "needs_rescue"
    sentence = "GoalBucks is being repaired on the {host}. Please try again in a moment."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": RETRY_AFTER_SECONDS})


async def _require_here(request: Request) -> None:
    settings: Settings = request.app.state.settings
    # Nobody sits at a school's server, and a proxy on it may have forgotten its headers.
    if settings.school or not comes_from_own_computer(request):
        raise NeedsRescueError


async def _repair(request: Request) -> Repair:
    repair: Repair = request.app.state.repair
    return repair


Mending = Annotated[Repair, Depends(_repair)]
rescue = APIRouter(
    prefix="/api/rescue",
    dependencies=[Depends(_require_here)],
    responses={"4XX": {"model": ErrorAnswer}, 422: {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    redirect_slashes=False,
)


@rescue.get("")
async def show(repair: Mending) -> RescueAnswer:
    """How the repair stands, and what can be restored."""
    problem = repair.problem
    return RescueAnswer(
        doing=repair.doing,
        reason="missing" if isinstance(repair.refused, DatabaseMissingError) else "damaged",
        kept_in=str(repair.refused.aside) if repair.refused.keeps_files else None,
        backups=[OfferAnswer.of(each) for each in repair.offers],
        problem=None if problem is None else ProblemAnswer(error=problem.message, code=problem.code),
    )


@rescue.post("/restore", status_code=202)
async def restore(body: RestoreBody, repair: Mending) -> RescueAnswer:
    """Begin to restore one of the folder's backups."""
    repair.restore(body.name, (body.passphrase or "").strip() or None, without_photos=body.without_photos)
    return await show(repair)


@rescue.post("/file", status_code=202)
async def restore_file(
    request: Request,
    repair: Mending,
    passphrase: Annotated[str | None, Header(alias="Backup-Passphrase", max_length=9 * LONGEST_PASSPHRASE)] = None,
    without_photos: Annotated[bool, Header(alias="Backup-Without-Photos")] = False,  # noqa: FBT002 - a header
) -> RescueAnswer:
    """Begin to restore the backup that is the body. A passphrase comes percent-encoded: headers know few letters."""
    repair.require_idle()
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or not int(length):
        raise NotABackupError
    with ExitStack() as until:
        work = until.enter_context(repair.backups.work_folder())
        repair.backups.require_room({work: int(length)})
        path = work / UPLOAD
        try:
            with open(path, "xb", opener=open_private) as file:  # noqa: ASYNC230 - nobody else is served meanwhile
                async for piece in request.stream():
                    file.write(piece)
        except OSError as error:
            raise told(error, RestoreFailedError) from error
        opens = unquote(passphrase or "").strip() or None
        repair.restore_file(path, opens, until.pop_all(), without_photos=without_photos)
    return await show(repair)


@rescue.post("/begin-anew", status_code=202)
async def begin_anew(repair: Mending) -> RescueAnswer:
    """Begin with an empty GoalBucks."""
    repair.begin_anew()
    return await show(repair)


def create_rescue(settings: Settings, repair: Repair) -> FastAPI:
    """The application that stands in while `repair` goes on."""
    app = FastAPI(
        title="GoalBucks",
        version=program_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False},
    )
    app.state.settings, app.state.repair = settings, repair
    app.include_router(rescue)
    answer_errors(app)
    app.router.default = _WaitOrPage(settings)
    limit = BodyLimit(LARGEST_FILE, NotABackupError, LONGEST_FILE_SECONDS)
    app.add_middleware(EdgeMiddleware, names=_AnyName(), limits={FILE_PATH: limit}, host=settings.called)
    app.add_middleware(RequestLogMiddleware, host=settings.called)
    return app


class _AnyName(Container[str]):
    """What tells everybody the same tells nobody's name; what acts asks for the computer itself (`_require_here`)."""

    def __contains__(self, name: object) -> bool:
        return True


class _WaitOrPage:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pages: ASGIApp = frontend(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        is_call = scope["type"] == "http" and (path == "/api" or path.startswith("/api/"))
        await (answer(NeedsRescueError(), self._settings) if is_call else self._pages)(scope, receive, send)
