"""`create_app(settings)`: the one place that mounts routers and wires the parts together."""

import logging
import socket
import threading
from collections.abc import AsyncIterator, Callable, Collection, Container
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import timedelta
from functools import partial
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.accounts.routes import everybodys_sessions, student_account, student_locks, teacher_account
from server.backups.chores import daily_backups
from server.backups.damage import marked, require_whole, was_stopped_uncleanly
from server.backups.integrity import sums_differ
from server.backups.restoring import restore_while_serving
from server.backups.service import Backups
from server.classrooms.models import Classroom
from server.classrooms.routes import classrooms
from server.computer import ClassComputer, Reach
from server.database.engine import open_engine
from server.database.hooks import Hooks, after_commit
from server.database.migrate import migrate
from server.database.transactions import PausedError, Transactions
from server.error_answers import answer_errors
from server.frontend import frontend
from server.goalbucks.routes import awards, corrections, student_goalbucks
from server.goals.routes import goals, student_goals
from server.handoff.routes import handoff
from server.handoff.service import Handoffs
from server.health import health
from server.live.changes import Gathering
from server.live.hub import Hub
from server.live.routes import live
from server.media import (
    MAX_BYTES,
    ImagePool,
    ImageStoreError,
    MediaStore,
    Removals,
    TooManyBytesError,
    open_store,
)
from server.network.arrivals import ArrivalsMiddleware
from server.network.news import NetworkNews
from server.network.queries import own_door
from server.network.routes import doors, network
from server.preferences import service as preferences_kept
from server.preferences.routes import preferences
from server.progress.routes import all_progress, progress
from server.request_log import RequestLogMiddleware
from server.security.edge import BodyLimit, EdgeMiddleware
from server.security.idempotency import forget
from server.security.identity_provider import IdentityProvider
from server.security.queueing import Queues
from server.security.routing import GatedRoute, UnguardedRouteError
from server.settings import Settings, program_version
from server.signin.routes import auth
from server.store.routes import buying, purchases, seen_purchases, seen_store, store
from server.students.models import Student
from server.students.routes import class_students, seen_classrooms, seen_students, students
from server.submissions import routes as submissions
from server.submissions.queries import all_image_keys, image_keys_below
from server.suggestions import routes as suggestions
from server.teachers.models import Teacher

log = logging.getLogger("goalbucks")
MULTIPART_OVERHEAD = 64 * 1024
SWEEP_AGE = timedelta(hours=1)
"""Younger images may belong to an upload that began after the known ones were listed."""
Beside = Callable[[ClassComputer], AbstractAsyncContextManager[None]]
"""What runs beside the server as long as it answers, such as the announcement on the network."""
ROUTERS: tuple[APIRouter, ...] = (
    health,
    auth,
    handoff,
    classrooms,
    seen_classrooms,
    class_students,
    progress,
    all_progress,
    students,
    seen_students,
    student_goals,
    student_goalbucks,
    goals,
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
    student_account,
    student_locks,
    everybodys_sessions,
    live,
    network,
    doors,
    preferences,
)


def create_app(settings: Settings, computer: ClassComputer | None = None, beside: Beside | None = None) -> FastAPI:
    """The application on its own database and folder; both are made when it starts.

    `computer`: what the launcher knows of the computer it runs on; `beside` is entered once requests can be answered,
    and left before anything that it may ask is gone.
    """
    app = FastAPI(
        title="GoalBucks",
        version=program_version(),
        lifespan=_lifespan,
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
        limits={submissions.UPLOAD_PATH: BodyLimit(MAX_BYTES + MULTIPART_OVERHEAD, TooManyBytesError)},
    )
    app.add_middleware(ArrivalsMiddleware, computer=computer)
    app.add_middleware(RequestLogMiddleware)
    if settings.school or settings.metrics_token:
        _measure(app)
    return app


def _measure(app: FastAPI) -> None:
    # Imported only where it is asked for: a classroom's first answer doesn't wait for it.
    from server.metrics import Measures, MetricsMiddleware, metrics  # noqa: PLC0415

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


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    media = open_store(settings.media_url, settings.image_dir)
    removals = Removals(media)
    app.state.backups = backups = Backups(settings, hold=removals.held)
    backups.sweep()
    unclean = was_stopped_uncleanly(settings)
    require_whole(backups)
    migrate(settings.database_url, backups.before_upgrade)
    hooks = Hooks()
    hooks.before_delete(backups.before_deleting)
    hooks.before_delete(partial(_drop_images, removals))
    hooks.before_delete(_forget_answers)
    computer: ClassComputer = app.state.computer
    app.state.live = hub = Hub(computer.set_connected_students)
    unobserve = computer.observe(NetworkNews(computer, hub.publish_network).look)
    hooks.after_flush(partial(_tell_listeners, hub))
    transactions = Transactions(open_engine(settings.database_url), hooks)
    if not settings.school:
        hooks.after_flush(partial(_rename_door, transactions, computer))
    await _look_at_rows(settings, computer, transactions)
    if unclean and (students := await transactions.read(sums_differ)):
        log.error("the kept sums of %d students aren't those of their entries: see goalbucks check", students)
    app.state.restore = partial(_restore, app)
    app.state.transactions, app.state.media, app.state.image_pool = transactions, media, ImagePool()
    app.state.identity_provider = IdentityProvider(settings) if settings.firebase_project_id else None
    known = await transactions.read(all_image_keys)
    # Three years of images take seconds to list, and the class waits for the first answer.
    threading.Thread(target=_sweep, args=(media, known), name="image-sweep", daemon=True).start()
    beside: Beside | None = app.state.beside
    try:
        with marked(settings):
            async with daily_backups(backups), beside(computer) if beside else nullcontext():
                yield
    finally:
        unobserve()
        hub.close()
        app.state.image_pool.close()
        if app.state.identity_provider is not None:
            app.state.identity_provider.close()
        transactions.close()


async def _look_at_rows(settings: Settings, computer: ClassComputer, transactions: Transactions) -> None:
    if not settings.school:
        computer.set_door(await transactions.read(own_door))
    computer.set_switches(await transactions.read(preferences_kept.read))


async def _restore(app: FastAPI, path: Path, passphrase: str | None) -> Path | None:
    """Put a backup in place while the server runs; where the state before it is kept."""
    try:
        return await restore_while_serving(app.state.backups, app.state.transactions, path, passphrase)
    finally:
        await _look_at_rows(app.state.settings, app.state.computer, app.state.transactions)
        app.state.live.end_all()


def _sweep(media: MediaStore, known: Container[str]) -> None:
    try:
        media.sweep(known, older_than=SWEEP_AGE)
    except ImageStoreError:
        log.exception("the orphaned images were not removed; the next start tries again")


def _tell_listeners(hub: Hub, db: Session, rows: Collection[object]) -> None:
    """Those who look hear of a transaction once it is on the disk."""
    gathering: Gathering | None = db.info.get("live")
    if gathering is None:
        gathering = db.info["live"] = Gathering(db)
        after_commit(db, partial(_publish, hub, gathering))
    gathering.add(rows)


def _rename_door(transactions: Transactions, computer: ClassComputer, db: Session, rows: Collection[object]) -> None:
    """Children know the computer by its teacher and classes."""
    if any(isinstance(row, (Teacher, Classroom)) for row in rows):

        def rename() -> None:
            try:
                with transactions.reading() as later:
                    computer.set_door(own_door(later))
            except (SQLAlchemyError, PausedError):
                # What was written is written; the next change puts the door right.
                log.exception("the door was not renamed")

        after_commit(db, rename)


def _publish(hub: Hub, gathering: Gathering) -> None:
    if news := gathering.news():
        hub.publish(news)


def _drop_images(removals: Removals, db: Session, table: str, row_id: str) -> None:
    """The rows cascade in the database; their images go once that is on the disk."""
    keys = image_keys_below(db, table, row_id)
    if keys:
        after_commit(db, partial(removals.remove, keys))


def _forget_answers(db: Session, table: str, row_id: str) -> None:
    """What was kept to answer a repeat goes with the student."""
    column = {"students": Student.id, "classrooms": Student.classroom_id}.get(table)
    if column is not None:
        forget(db, select(Student.id).where(column == row_id))
