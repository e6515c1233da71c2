"""`create_app(settings)`: the one place that mounts routers and wires the parts together."""

import socket
import sys
from collections.abc import Container

from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts

from server.class_computer.handoff.routes import handoff
from server.class_computer.handoff.service import Handoffs
from server.class_computer.network.device_tracking import ArrivalsMiddleware
from server.class_computer.network.routes import doors, network
from server.class_computer.settings.routes import preferences
from server.class_computer.warnings.routes import warnings
from server.computer import ClassComputer, Reach
from server.data_protection.backups.routes import RESTORE_PATH, RESTORE_SECONDS, kept_backups
from server.data_protection.privacy.routes import image_retention, left_behind, one_student, whole_export
from server.domain.accounts.routes import (
    everybodys_sessions,
    recovering,
    student_account,
    student_locks,
    teacher_account,
)
from server.domain.assignments.routes import assignments
from server.domain.audit.middleware import SourceMiddleware
from server.domain.audit.routes import activity
from server.domain.auth.routes import auth
from server.domain.classrooms.routes import classrooms
from server.domain.goalbucks.routes import awards, corrections, student_goalbucks
from server.domain.goals.routes import goals, student_goals
from server.domain.presence.routes import presence
from server.domain.progress.routes import all_progress, progress
from server.domain.store.routes import buying, purchases, seen_purchases, seen_store, store
from server.domain.students.routes import class_students, seen_classrooms, seen_students, students
from server.domain.submissions import routes as submissions
from server.domain.suggestions import routes as suggestions
from server.errors import TooLargeError
from server.http.access_log import RequestLogMiddleware
from server.http.error_handlers import answer_errors
from server.http.frontend import frontend
from server.http.health import health
from server.lifespan import Beside, lifespan
from server.live.hub import Hub
from server.live.routes import live
from server.media import (
    MAX_BYTES,
    TooManyBytesError,
)
from server.security.concurrency import ConcurrencyLimitMiddleware
from server.security.fair_queue import Queues
from server.security.request_guard import BodyLimit, EdgeMiddleware
from server.security.routing import GatedRoute, UnguardedRouteError
from server.settings import Settings, program_version

MULTIPART_OVERHEAD = 64 * 1024
ROUTERS: tuple[APIRouter, ...] = (
    health,
    auth,
    handoff,
    classrooms,
    seen_classrooms,
    class_students,
    progress,
    all_progress,
    presence,
    students,
    seen_students,
    student_goals,
    student_goalbucks,
    goals,
    assignments,
    submissions.goals,
    submissions.sent,
    submissions.reviewed,
    submissions.seen,
    corrections,
    awards,
    store,
    seen_store,
    buying,
    seen_purchases,
    purchases,
    suggestions.suggesting,
    suggestions.reviewed,
    suggestions.seen,
    teacher_account,
    recovering,
    activity,
    student_account,
    student_locks,
    everybodys_sessions,
    live,
    network,
    doors,
    preferences,
    kept_backups,
    whole_export,
    one_student,
    left_behind,
    image_retention,
    warnings,
)


def create_app(settings: Settings, computer: ClassComputer | None = None, beside: Beside | None = None) -> FastAPI:
    """The application on its own database and folder; both are made when it starts.

    `computer`: what the launcher knows of the computer it runs on; `beside` is entered once requests can be answered,
    and left before anything that it may ask is gone.
    """
    app = FastAPI(
        title="GoalBucks",
        version=program_version(),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False},
    )
    app.state.settings = settings
    app.state.computer = computer = computer or ClassComputer(Reach(settings.port))
    app.state.beside = beside
    app.state.queues = Queues()
    app.state.handoffs = Handoffs(computer.handoff_key)
    for each in ROUTERS:
        app.include_router(each)
    _require_gates(app)
    answer_errors(app)
    app.router.default = frontend(settings)
    app.add_middleware(
        EdgeMiddleware,
        names=_OwnNames(settings, computer),
        limits={
            submissions.UPLOAD_PATH: BodyLimit(MAX_BYTES + MULTIPART_OVERHEAD, TooManyBytesError),
            # As large as the disk has room for; whoever isn't at the computer itself is refused before it is read.
            RESTORE_PATH: BodyLimit(sys.maxsize, TooLargeError, RESTORE_SECONDS),
        },
        host=settings.called,
    )
    app.add_middleware(SourceMiddleware)
    app.add_middleware(ArrivalsMiddleware, computer=computer)
    app.add_middleware(ConcurrencyLimitMiddleware, is_exempt=settings.trusts, host=settings.called)
    app.add_middleware(RequestLogMiddleware, host=settings.called)
    if settings.school or settings.metrics_token or settings.workers > 1:
        _measure(app)
    return app


def _measure(app: FastAPI) -> None:
    # Imported only where it is asked for: a classroom's first answer doesn't wait for it.
    from server.http.metrics import Measures, MetricsMiddleware, metrics  # noqa: PLC0415

    app.state.measures = measures = Measures()
    app.include_router(metrics)
    _require_gates(app)
    app.add_middleware(MetricsMiddleware, measures=measures)


def end_streams(app: FastAPI) -> None:
    """The server is about to stop, which would wait for event streams in vain. On the event loop."""
    hub: Hub | None = getattr(app.state, "live", None)
    if hub is not None:  # told to stop before it had begun
        hub.close()


class _OwnNames(Container[str]):
    """The names that are this computer's now; the announced one may change while it runs."""

    def __init__(self, settings: Settings, computer: ClassComputer) -> None:
        own = socket.gethostname().lower().removesuffix(".local")
        self._lasting = frozenset({own, f"{own}.local", *(name.lower() for name in settings.allowed_hosts)})
        self._computer = computer

    def __contains__(self, name: object) -> bool:
        return name in self._lasting or (isinstance(name, str) and self._computer.has_name(name))


def _require_gates(app: FastAPI) -> None:
    for context in iter_route_contexts(app.routes):
        if not isinstance(context.original_route, GatedRoute):
            message = f"{context.path} was not made by security.routing.router"
            raise UnguardedRouteError(message)
