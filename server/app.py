"""`create_app(settings)`: mounts the routers, installs the middleware, and ties both to the lifespan."""

import socket
import sys
from collections.abc import Container

from fastapi import APIRouter, FastAPI

from server.class_computer.handoff.routes import handoff
from server.class_computer.network.device_tracking import ArrivalsMiddleware
from server.class_computer.network.routes import doors, network
from server.class_computer.settings.routes import preferences
from server.class_computer.warnings.routes import warnings
from server.computer import ClassComputer, Reach
from server.data_protection.backups.routes import RESTORE_PATH, RESTORE_SECONDS, kept_backups
from server.data_protection.privacy.routes import image_retention, left_behind, one_student, whole_export
from server.deployment import Deployment
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
from server.http.error_handlers import install_error_handlers
from server.http.frontend import frontend
from server.http.health import health
from server.lifespan import BackgroundService, Collector, Lifespan
from server.live.routes import live
from server.media import (
    MAX_BYTES,
    TooManyBytesError,
)
from server.runtime import Resources
from server.security.concurrency import ConcurrencyLimitMiddleware
from server.security.request_guard import BodyLimit, EdgeMiddleware
from server.security.routing import require_gates
from server.services import AppServices
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


def create_app(
    settings: Settings,
    computer: ClassComputer | None = None,
    background: BackgroundService | None = None,
    *,
    resources: Resources | None = None,
) -> FastAPI:
    """Build the application; its database and folder are opened when it starts.

    `computer`: what the launcher knows of the computer it runs on. `background` is entered once requests are answered,
    and left before the services are closed. `resources`: how the database and the image store are opened.
    """
    computer = computer or ClassComputer(Reach(settings.port))
    deployment = Deployment.of(settings)
    app = FastAPI(
        title="GoalBucks",
        version=program_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False},
    )
    for each in ROUTERS:
        app.include_router(each)
    install_error_handlers(app)
    app.router.default = frontend(settings)
    _add_middleware(app, settings, computer)
    collector = _install_metrics(app) if deployment.exports_metrics else None
    require_gates(app)
    app.router.lifespan_context = Lifespan(
        settings=settings,
        computer=computer,
        background=background,
        collector=collector,
        resources=resources or Resources(),
    )
    return app


def _add_middleware(app: FastAPI, settings: Settings, computer: ClassComputer) -> None:
    host = Deployment.of(settings).host_label
    app.add_middleware(
        EdgeMiddleware,
        names=_AllowedHosts(settings, computer),
        limits={
            submissions.UPLOAD_PATH: BodyLimit(MAX_BYTES + MULTIPART_OVERHEAD, TooManyBytesError),
            # Only the free space on the disk limits it; other computers are refused before the body is read.
            RESTORE_PATH: BodyLimit(sys.maxsize, TooLargeError, RESTORE_SECONDS),
        },
        host=host,
    )
    app.add_middleware(SourceMiddleware, is_trusted_proxy=settings.trusts)
    app.add_middleware(ArrivalsMiddleware, computer=computer)
    app.add_middleware(ConcurrencyLimitMiddleware, is_exempt=settings.trusts, host=host)
    app.add_middleware(RequestLogMiddleware, host=host)


def _install_metrics(app: FastAPI) -> Collector:
    # 11 ms, with prometheus_client, that the first answer of a class computer doesn't wait for.
    from server.http.metrics import Measures, MetricsMiddleware, metrics_router  # noqa: PLC0415

    measures = Measures()
    app.include_router(metrics_router(measures))
    app.add_middleware(MetricsMiddleware, measures=measures)
    return measures.watching


def close_event_streams(app: FastAPI) -> None:
    """Close the event streams when the server is about to stop, which would wait for them. On the event loop."""
    services: AppServices | None = getattr(app.state, "services", None)
    if services is not None:  # stopped before it had started
        services.hub.close()


class _AllowedHosts(Container[str]):
    """The host names of this computer; the announced one may change while it runs."""

    def __init__(self, settings: Settings, computer: ClassComputer) -> None:
        own = socket.gethostname().lower().removesuffix(".local")
        self._permanent = frozenset({own, f"{own}.local", *(name.lower() for name in settings.allowed_hosts)})
        self._computer = computer

    def __contains__(self, name: object) -> bool:
        return name in self._permanent or (isinstance(name, str) and self._computer.has_name(name))
