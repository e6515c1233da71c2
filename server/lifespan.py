"""What lives while the application answers: opened before the first request, closed after the last."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Collection, Container
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.class_computer.network.change_notifier import NetworkNews
from server.class_computer.network.queries import own_door
from server.class_computer.settings import service as preferences
from server.class_computer.warnings.monitor import Watch, watching
from server.computer import ClassComputer
from server.data_protection.backups.daily_backup import daily_backups
from server.data_protection.backups.integrity import sums_differ
from server.data_protection.backups.kept_photos import kept_photos_notice
from server.data_protection.backups.periodic_check import DatabaseCheck, periodic_checks
from server.data_protection.backups.restoring import restore_while_serving
from server.data_protection.backups.service import Backups
from server.data_protection.backups.startup_check import newest_aside, require_whole
from server.data_protection.privacy.background_jobs import finishing_erasures, removing_due_images
from server.data_protection.privacy.erasure import Erasures
from server.data_protection.privacy.retention import Retention
from server.database.base import go_on_from, newest_id
from server.database.damage_flag import clear_suspect, running_marker, was_stopped_uncleanly
from server.database.engine import open_engine
from server.database.hooks import Hooks, after_commit
from server.database.migrate import migrate, require_schema
from server.database.pooled import open_pooled
from server.database.postgresql import DatabaseUnavailableError, Lock, only_one, open_single
from server.database.transactions import PausedError, Transactions
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.submissions.queries import all_image_keys, image_keys_below
from server.domain.teachers.models import Teacher
from server.http.health import ImageHealth
from server.http.status import runtime_status
from server.live.hub import Hub
from server.live.pg_notify_bus import Exchange
from server.live.publisher import tell_listeners
from server.media import ImagePool, ImageStoreError, MediaStore, Removals, VerifiedStore, open_store
from server.school.importing.media_location import MediaLocation
from server.security.idempotency import forget
from server.security.identity_provider import IdentityProvider
from server.settings import Settings

SWEEP_AGE = timedelta(hours=1)
"""Younger images may belong to an upload that began after the known ones were listed."""
SWEEP_SECONDS = 86_400.0
"""A school's server goes on for months."""
PLAIN_SCHOOL = (
    "This school's server answers without HTTPS: passwords can be read on the network. Put a proxy with a certificate "
    "before it and name its address by --forwarded-allow-ips, or give it a certificate by --tls-cert."
)
Beside = Callable[[ClassComputer], AbstractAsyncContextManager[None]]
"""What runs beside the server as long as it answers, such as the announcement on the network."""

log = logging.getLogger("goalbucks")


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the database, the images and all that goes on beside the requests; close them in the opposite order."""
    settings: Settings = app.state.settings
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    if settings.school and settings.tls_cert is None and not settings.trusted_proxies:
        log.error(PLAIN_SCHOOL)
    media = _open_media(settings)
    removals = Removals(media)
    app.state.backups = backups = Backups(settings, hold=removals.held)
    unclean = _prepare(backups)
    hooks = _hooks(backups, removals)
    computer: ClassComputer = app.state.computer
    app.state.live = hub = Hub(computer.set_connected_students, teachers_stay=settings.school)
    unobserve = computer.observe(NetworkNews(computer, hub.publish_network).look)
    hooks.after_flush(partial(tell_listeners, hub if settings.has_file else None))
    transactions = _open_transactions(settings, hooks)
    if not settings.school:
        hooks.after_flush(partial(_rename_door, transactions, computer))
    await _look_for_the_first_time(settings, computer, transactions, unclean=unclean)
    app.state.restore = partial(_restore, app)
    app.state.image_health, app.state.exchange = ImageHealth(), None
    app.state.transactions, app.state.media, app.state.image_pool = transactions, media, ImagePool()
    app.state.identity_provider = IdentityProvider(settings) if settings.firebase_project_id else None
    app.state.erasures = Erasures(backups, transactions, media)
    app.state.retention = Retention(transactions, removals, computer)
    app.state.database_check = database_check = DatabaseCheck(settings)
    app.state.watch = Watch(settings, backups, transactions, database_check)
    computer.runtime_status = partial(runtime_status, app.state)
    beside: Beside | None = app.state.beside
    try:
        async with AsyncExitStack() as running:
            await _begin_chores(app, running)
            if beside is not None:
                await running.enter_async_context(beside(computer))
            yield
    finally:
        computer.runtime_status = None
        unobserve()
        hub.close()
        app.state.image_pool.close()
        if app.state.identity_provider is not None:
            app.state.identity_provider.close()
        transactions.close()


def _open_media(settings: Settings) -> MediaStore:
    """The store of images; of a school only while it is the one that the database remembers."""
    store = open_store(settings.media_url, settings.image_dir)
    if settings.has_file:
        return store
    return VerifiedStore(store, MediaLocation(settings.database_url, store).verify)


def _prepare(backups: Backups) -> bool:
    """Look at the file before it is used, and bring it up to date; whether the last end was no graceful one.

    A school's database is its administrator's to upgrade.
    """
    settings = backups.settings
    if not settings.has_file:
        require_schema(settings.database_url)
        # What others on this machine are at is younger than what this takes for left behind.
        Backups(settings, owner="command").sweep()
        return False
    backups.sweep()
    unclean = was_stopped_uncleanly(settings)
    require_whole(backups)
    migrate(settings.database_url, backups.before_upgrade)
    return unclean


def _hooks(backups: Backups, removals: Removals) -> Hooks:
    hooks = Hooks()
    if backups.settings.has_file:
        hooks.before_delete(backups.before_deleting)
    hooks.before_delete(partial(_drop_images, removals))
    hooks.before_delete(_forget_answers)
    return hooks


def _open_transactions(settings: Settings, hooks: Hooks) -> Transactions:
    url = settings.database_url
    return Transactions(open_engine(url), hooks) if settings.has_file else open_pooled(url, hooks)


async def _begin_chores(app: FastAPI, running: AsyncExitStack) -> None:
    """What goes on beside the requests: in the one process of a class, or in one of all those of a school."""
    settings: Settings = app.state.settings
    hub: Hub = app.state.live
    await running.enter_async_context(finishing_erasures(app.state.erasures))
    if measures := getattr(app.state, "measures", None):
        await running.enter_async_context(measures.watching(app.state))
    if settings.has_file:
        running.enter_context(running_marker(settings))
        await running.enter_async_context(watching(app.state.watch, hub.publish_warnings))
        await running.enter_async_context(daily_backups(app.state.backups))
        await running.enter_async_context(periodic_checks(app.state.database_check))
        await running.enter_async_context(removing_due_images(app.state.retention))
        await _sweep_images(app)
        return
    app.state.exchange = exchange = Exchange(
        settings.database_url,
        hear=hub.publish,
        miss=hub.end_all,
        refresh=partial(_refresh, app),
        lead=partial(_lead, app),
    )
    await running.enter_async_context(exchange)


async def _refresh(app: FastAPI) -> None:
    """Another process may have switched something."""
    computer: ClassComputer = app.state.computer
    before = computer.switches
    await _look_at_rows(app.state.settings, computer, app.state.transactions)
    if preferences.keeps_less(computer.switches, before):
        app.state.retention.remove_now()


async def _lead(app: FastAPI) -> None:
    """The chores that one process does for all of a school, until it is cancelled."""
    url, media = app.state.settings.database_url, app.state.media
    async with removing_due_images(app.state.retention):
        while True:
            threading.Thread(target=_look_after_images, args=(url, media), name="image-sweep", daemon=True).start()
            await asyncio.sleep(SWEEP_SECONDS)


def _look_after_images(url: str, media: MediaStore) -> None:
    try:
        media.require_reachable()  # names the location the first time, so that classes can move in
    except ImageStoreError:
        log.warning("the orphaned images are left until tomorrow: the photos' location can't be used")
        return
    sweep_of_school(url, media)


def sweep_of_school(url: str, media: MediaStore) -> None:
    """Remove what no row names. Not while classes move in, whose images come before their rows.

    Only what is older than the newest image that a row names: a restored database must not take the images of those
    days along that it doesn't know of.
    """
    engine = open_single(url)
    try:
        with engine.connect() as connection, only_one(connection, Lock.MOVE) as got:
            if got:
                with Session(engine) as db:
                    known = all_image_keys(db)
                _sweep(media, _NamedOrNewer(known))
    except SQLAlchemyError:
        log.warning("the orphaned images are left until tomorrow", exc_info=True)
    finally:
        engine.dispose()


class _NamedOrNewer(Container[str]):
    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._newest = max(known, default="")

    def __contains__(self, key: object) -> bool:
        return key in self._known or (isinstance(key, str) and key > self._newest)


async def _sweep_images(app: FastAPI) -> None:
    settings: Settings = app.state.settings
    known = await app.state.transactions.read(all_image_keys)
    if notice := kept_photos_notice(settings):
        log.warning(notice)
    # Else whoever mends the damaged database will want its images.
    elif newest_aside(settings.data_dir) is None:
        # Three years of images take seconds to list, and the class waits for the first answer.
        threading.Thread(target=_sweep, args=(app.state.media, known), name="image-sweep", daemon=True).start()


async def _look_for_the_first_time(
    settings: Settings, computer: ClassComputer, transactions: Transactions, *, unclean: bool
) -> None:
    try:
        await _look_at_rows(settings, computer, transactions)
        if unclean and (students := await transactions.read(sums_differ)):
            log.error("the kept sums of %d students aren't those of their entries: see goalbucks check", students)
    except BaseException:
        # Damage shows here: the file is set aside then, which Windows refuses while it is open.
        transactions.close()
        raise


async def _look_at_rows(settings: Settings, computer: ClassComputer, transactions: Transactions) -> None:
    go_on_from(await transactions.read(newest_id))
    if not settings.school:
        computer.set_door(await transactions.read(own_door))
    computer.set_switches(await transactions.read(preferences.read))


async def _restore(app: FastAPI, path: Path, passphrase: str | None, *, without_photos: bool = False) -> Path | None:
    """Put a backup in place while the server runs; where the state before it is kept."""
    try:
        with app.state.database_check.suspended():
            before = await restore_while_serving(
                app.state.backups, app.state.transactions, path, passphrase, without_photos=without_photos
            )
        clear_suspect(app.state.settings)
        return before
    finally:
        await _look_at_rows(app.state.settings, app.state.computer, app.state.transactions)
        app.state.live.end_all()


def _sweep(media: MediaStore, known: Container[str]) -> None:
    try:
        media.sweep(known, older_than=SWEEP_AGE)
    except ImageStoreError:
        log.exception("the orphaned images were not removed; the next start tries again")


def _rename_door(transactions: Transactions, computer: ClassComputer, db: Session, rows: Collection[object]) -> None:
    """Children know the computer by its teacher and classes."""
    if any(isinstance(row, (Teacher, Classroom)) for row in rows):

        def rename() -> None:
            try:
                with transactions.reading() as later:
                    computer.set_door(own_door(later))
            except (SQLAlchemyError, PausedError, DatabaseUnavailableError):
                # What was written is written; the next change puts the door right.
                log.exception("the door was not renamed")

        after_commit(db, rename)


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
