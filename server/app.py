"""`create_app(settings)`: mounts the routers, installs the middleware, and ties both to the lifespan."""

import socket
from collections.abc import Container, Iterable

from fastapi import APIRouter, FastAPI

from server.class_computer.handoff.routes import handoff
from server.class_computer.network.device_tracking import DeviceTrackingMiddleware
from server.class_computer.network.routes import adapter_choice, nearby_servers, network
from server.class_computer.preferences.routes import preferences
from server.class_computer.warnings.routes import warnings
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from server.data_protection.backups.routes import RESTORE_PATH, backup_routes
from server.data_protection.backups.upload import UPLOAD_LIMIT
from server.data_protection.privacy.routes import retention_preview, student_data, teacher_export
from server.dependencies import AppServices
from server.deployment import Deployment
from server.domain.accounts.routes import (
    account,
    account_sessions,
    password_recovery,
    student_account,
    teacher_account,
    teacher_sessions,
)
from server.domain.activity.middleware import ClientInfoMiddleware
from server.domain.activity.routes import activity
from server.domain.assignments.routes import assignments, visible_assignments
from server.domain.auth.routes import auth
from server.domain.class_goals.routes import class_goals, student_gifts, visible_class_goals
from server.domain.classrooms.routes import class_list, classrooms
from server.domain.goalbucks.routes import awards, corrections, student_goalbucks
from server.domain.goals.routes import goal_list, goals, student_goals
from server.domain.groups.routes import class_groups, groups
from server.domain.login_cards.routes import card_sign_in, login_cards
from server.domain.members.routes import members
from server.domain.no_school_days.routes import no_school_days
from server.domain.picture_sign_in.routes import (
    class_pictures,
    picture_sign_in,
    student_pictures,
    visible_class_pictures,
)
from server.domain.presence.routes import presence
from server.domain.progress.routes import class_progress, class_stats, student_progress, teacher_progress
from server.domain.reports.routes import family_comments, reports
from server.domain.roster.reading.errors import LargeListError
from server.domain.roster.reading.table import MAX_LIST_BYTES
from server.domain.roster.routes import PREVIEW_PATH, roster
from server.domain.sample_class.routes import own_sample_class, sample_class
from server.domain.savings.routes import own_savings, savings
from server.domain.series.routes import goal_series
from server.domain.store.routes import (
    purchases,
    refunds,
    store,
    store_items,
    student_purchases,
    visible_purchases,
    visible_store_items,
)
from server.domain.student_home.routes import student_home
from server.domain.students.routes import (
    class_students,
    student_unlock,
    students,
    students_of_class,
    visible_classrooms,
    visible_students,
)
from server.domain.submissions import routes as submissions
from server.domain.substitutes.routes import substitute_codes, substitutions
from server.domain.suggestions import routes as suggestions
from server.domain.terms.routes import terms
from server.http.access_log import AccessLogMiddleware
from server.http.application import create_fastapi
from server.http.error_handlers import install_error_handlers
from server.http.frontend import frontend
from server.http.health import health
from server.lifespan import BackgroundService, Collector, Lifespan
from server.live.routes import here, live
from server.media import (
    MAX_IMAGE_BYTES,
    TooManyBytesError,
)
from server.requests.concurrency import ConcurrencyLimitMiddleware
from server.requests.gated_routes import InvalidRouteError
from server.requests.request_guard import BodyLimit, RequestGuardMiddleware
from server.requests.routing import require_gates
from server.runtime import Resources
from server.settings import Settings

MULTIPART_OVERHEAD = 64 * 1024
# The calls that a class makes most come first: routes are matched one after another.
ROUTERS: tuple[APIRouter, ...] = (
    student_goals,
    student_goalbucks,
    student_home,
    class_stats,
    class_progress,
    presence,
    submissions.visible_submissions,
    submissions.portfolios,
    submissions.teacher_submissions,
    suggestions.visible_suggestions,
    suggestions.teacher_suggestions,
    visible_purchases,
    visible_store_items,
    visible_class_goals,
    savings,
    live,
    here,
    auth,
    card_sign_in,
    health,
    handoff,
    class_list,
    classrooms,
    roster,
    login_cards,
    visible_classrooms,
    students_of_class,
    class_students,
    class_groups,
    teacher_progress,
    student_progress,
    reports,
    family_comments,
    terms,
    members,
    store,
    own_savings,
    students,
    student_unlock,
    visible_students,
    goal_list,
    goals,
    visible_assignments,
    assignments,
    groups,
    goal_series,
    class_goals,
    student_gifts,
    no_school_days,
    submissions.goal_completion,
    submissions.visible_goals,
    submissions.student_submissions,
    corrections,
    awards,
    store_items,
    student_purchases,
    purchases,
    refunds,
    suggestions.student_suggestions,
    teacher_account,
    password_recovery,
    picture_sign_in,
    visible_class_pictures,
    class_pictures,
    student_pictures,
    activity,
    student_account,
    account,
    account_sessions,
    teacher_sessions,
    network,
    adapter_choice,
    nearby_servers,
    preferences,
    backup_routes,
    teacher_export,
    student_data,
    retention_preview,
    warnings,
    sample_class,
    own_sample_class,
    substitute_codes,
    substitutions,
)


def create_app(
    settings: Settings,
    computer: HostComputer | None = None,
    background: BackgroundService | None = None,
    *,
    resources: Resources | None = None,
) -> FastAPI:
    """Build the application; its database and folder are opened when it starts.

    `computer`: the state of the computer, which the launcher sets. `background` is entered once requests are handled,
    and left before the services are closed. `resources`: how the database and the image store are opened.
    """
    computer = computer or HostComputer(NetworkEndpoint(settings.port))
    deployment = Deployment.of(settings)
    app = create_fastapi()
    _mount(app, ROUTERS)
    install_error_handlers(app)
    app.router.default = frontend(settings, deployment.host_label)
    _add_middleware(app, settings, computer, deployment.host_label)
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


def _mount(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Add the routers' routes as they are.

    `include_router` would build each route a second time, which takes 90 ms, to add the application's prefix and
    dependencies; it has none.
    """
    if app.router.prefix or app.router.dependencies:
        message = "the application's prefix and dependencies would be ignored"
        raise InvalidRouteError(message)
    for each in routers:
        app.router.routes.extend(each.routes)


def _add_middleware(app: FastAPI, settings: Settings, computer: HostComputer, host: str) -> None:
    app.add_middleware(
        RequestGuardMiddleware,
        names=_AllowedHosts(settings, computer),
        limits={
            submissions.UPLOAD_PATH: BodyLimit(MAX_IMAGE_BYTES + MULTIPART_OVERHEAD, TooManyBytesError),
            PREVIEW_PATH: BodyLimit(MAX_LIST_BYTES + MULTIPART_OVERHEAD, LargeListError),
            RESTORE_PATH: UPLOAD_LIMIT,  # other computers are refused before the body is read
        },
        host=host,
    )
    app.add_middleware(ClientInfoMiddleware, is_trusted_proxy=settings.is_trusted_proxy, host=host)
    app.add_middleware(DeviceTrackingMiddleware, computer=computer)
    app.add_middleware(ConcurrencyLimitMiddleware, is_exempt=settings.is_trusted_proxy, host=host)
    app.add_middleware(AccessLogMiddleware, host=host)


def _install_metrics(app: FastAPI) -> Collector:
    # With prometheus_client, which the first response of a class computer doesn't wait for.
    from server.http.metrics import Metrics, MetricsMiddleware, metrics_router  # noqa: PLC0415 - 11 ms and 2 MB

    metrics = Metrics()
    app.include_router(metrics_router(metrics))
    app.add_middleware(MetricsMiddleware, metrics=metrics)
    return metrics.collect


def close_event_streams(app: FastAPI) -> None:
    """Close the event streams when the server is about to stop, which would wait for them. On the event loop."""
    services: AppServices | None = getattr(app.state, "services", None)
    if services is not None:  # stopped before it had started
        services.hub.close()


class _AllowedHosts(Container[str]):
    """The host names of this computer; the announced one may change while it runs."""

    def __init__(self, settings: Settings, computer: HostComputer) -> None:
        own = socket.gethostname().lower().removesuffix(".local")
        self._permanent = frozenset({own, f"{own}.local", *(name.lower() for name in settings.allowed_hosts)})
        self._computer = computer

    def __contains__(self, name: object) -> bool:
        return name in self._permanent or (isinstance(name, str) and self._computer.network.is_own_name(name))
