"""The services of one run of the server, on SQLite or PostgreSQL, and the background work on them."""

import asyncio
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from server.background import background_task, low_priority_executor
from server.class_computer.handoff.service import Handoffs
from server.class_computer.network.change_notifier import NetworkChangeNotifier
from server.class_computer.network.label import LabelUpdater
from server.class_computer.network.queries import load_label
from server.class_computer.preferences import service as preferences
from server.class_computer.warnings.monitor import HealthMonitor
from server.computer.host import HostComputer
from server.data_protection.backups.daily_backup import back_up_if_due
from server.data_protection.backups.image_protection import protected_images_notice
from server.data_protection.backups.integrity import ledger_mismatch_count
from server.data_protection.backups.online_restore import RestoreService
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.quarantine import newest_quarantine
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.startup_check import require_intact_database
from server.data_protection.privacy.erasure import ErasureService
from server.data_protection.privacy.export_service import ExportService
from server.data_protection.privacy.image_retention import ImageRetention
from server.database.base import advance_ids_past, newest_id
from server.database.damage_flag import mark_if_damaged, running_marker, was_stopped_uncleanly
from server.database.hooks import Hooks, after_commit
from server.database.migrate import migrate, require_schema
from server.database.pooled_transactions import open_pooled_transactions
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.dependencies import AppServices
from server.deployment import Deployment
from server.domain.class_goals import service as class_goals
from server.domain.login_cards.key import LOGIN_CARDS
from server.domain.roster.reading.reader_process import RosterReader
from server.domain.series import service as series
from server.domain.series.day_job import make_due_goals
from server.domain.students.queries import select_ids_deleted_with
from server.domain.submissions.queries import all_image_keys, image_keys_owned_by
from server.domain.submissions.unreferenced_images import delete_unreferenced_images, delete_unreferenced_school_images
from server.domain.substitutes.key import SUBSTITUTE_CODES
from server.domain.teachers.models import Teacher
from server.http.storage_health import StorageHealth
from server.jobs import Job, Jobs
from server.live.hub import Hub
from server.live.pg_notify_bus import PgNotifyBus
from server.live.publisher import publish_by_notification, publish_to_hub
from server.media import DeferredDeletes, ImagePool, MediaStore, VerifiedStore, open_media_store
from server.requests.fair_queue import FairQueues
from server.requests.idempotency import delete_keys_of
from server.school.media_location import MediaLocation
from server.security.code_key import CodeKey
from server.security.identity_provider import IdentityProvider
from server.security.passwords import PasswordHasher
from server.settings import Settings

FIRST_DELETION_DELAY = timedelta(seconds=20)
"""Time from the start to the first deletion of unreferenced images, which takes a second of processor time with the
images of three years: the first pages don't wait for it."""
FIRST_GOALS_DELAY = timedelta(seconds=2)
"""Time from the start to the goals of a new day: the first pages don't wait for them."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NO_HTTPS = (
    "This school's server runs without HTTPS: passwords can be read on the network. Put a proxy with a certificate "
    "in front of it and pass its address by --forwarded-allow-ips, or set a certificate by --tls-cert."
)
log = logging.getLogger("goalbucks")


@dataclass(frozen=True, kw_only=True)
class Resources:
    """Functions that open the database and the image store, that check and clean a school's, and the password hasher.

    A parameter of `create_app`, so that the tests' applications can share engines and clients and hash quickly.
    """

    open_engine: Callable[[str], Engine] = open_sqlite_engine
    open_pooled: Callable[[str, Hooks], Transactions] = open_pooled_transactions
    open_store: Callable[[str, Path], MediaStore] = open_media_store
    require_schema: Callable[[str], None] = require_schema
    delete_unreferenced_school_images: Callable[[str, MediaStore], None] = delete_unreferenced_school_images
    password_hasher: PasswordHasher = field(default_factory=PasswordHasher)


class Runtime(ABC):
    """The services of one run of the server, and the hooks between them."""

    services: AppServices
    """Set by `open`."""

    def __init__(self, settings: Settings, computer: HostComputer, resources: Resources) -> None:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.settings = settings
        self.deployment = Deployment.of(settings)
        self.computer = computer
        self.resources = resources
        if self.deployment.is_school and settings.tls_cert is None and not settings.trusted_proxies:
            log.error(NO_HTTPS)
        self.media = self.open_media()
        self.deferred_deletes = DeferredDeletes(self.media)
        self.backups = BackupService(settings, pause_deletes=self.deferred_deletes.pause)

    @abstractmethod
    def open_media(self) -> MediaStore:
        """Open the image store."""

    @abstractmethod
    def prepare_database(self) -> bool:
        """Check the database and bring it up to date; return whether the last run ended uncleanly."""

    @abstractmethod
    def open_transactions(self, hooks: Hooks) -> Transactions:
        """Open the database."""

    @abstractmethod
    def open_notify_bus(self, hub: Hub) -> PgNotifyBus | None:
        """Make the connection to the other processes; None where there are none."""

    @abstractmethod
    async def start(self, stack: AsyncExitStack) -> None:
        """Start the background work, which ends with the stack."""

    async def open(self, stack: AsyncExitStack) -> AppServices:
        """Build the services and load what the process keeps in memory; they are closed with the stack.

        If the database proves damaged here, it is closed again: Windows doesn't move a file that is open.
        """
        crashed = self.prepare_database()
        hub = Hub(self.computer.status.set_connected_students, remote_teachers_allowed=self.deployment.is_school)
        hooks = Hooks()
        transactions = self.open_transactions(hooks)
        stack.callback(transactions.close)
        notify_bus = self.open_notify_bus(hub)
        hooks.before_delete.append(self._delete_images)
        hooks.before_delete.append(_delete_idempotency_keys)
        hooks.before_delete.append(class_goals.delete_before_student)
        hooks.before_move.append(series.leave_all)
        hooks.before_move.append(class_goals.return_before_move)
        hooks.after_flush.append(partial(publish_to_hub, hub) if notify_bus is None else publish_by_notification)
        if not self.deployment.is_school:
            hooks.after_flush.append(LabelUpdater(transactions, self.computer).after_flush)
        await self.load_state(transactions)
        if crashed and (students := await transactions.read(ledger_mismatch_count)):
            log.error("the balances of %d students differ from their ledger: see goalbucks check", students)
        self.services = services = self._build(transactions, hub, notify_bus)
        if services.identity_provider is not None:
            stack.callback(services.identity_provider.close)
        stack.callback(services.image_pool.close)
        stack.callback(services.roster_reader.close)
        stack.callback(services.exports.close)
        stack.callback(hub.close)
        stack.callback(self.computer.observe(NetworkChangeNotifier(self.computer, hub.publish_network).check))
        self.computer.status.read = services.runtime_status
        stack.callback(setattr, self.computer.status, "read", None)
        services.erasures.resume()
        stack.push_async_callback(services.erasures.close)
        return services

    def retention_job(self) -> Job:
        """Return the job that removes images past their retention."""
        retention, first_after = self.services.retention, timedelta(minutes=10)
        return Job(
            name="image retention",
            run=retention.run,
            first_after=first_after,
            every=HOUR,
            requested=retention.requested,
        )

    def day_job(self) -> Job:
        """Return the job that makes the goals of each new day."""
        return Job(
            name="recurring goals",
            run=partial(make_due_goals, self.services.transactions),
            first_after=FIRST_GOALS_DELAY,
            every=timedelta(minutes=1),
        )

    async def load_state(self, transactions: Transactions) -> None:
        """Load what the process keeps in memory of the database: the newest id, the label, the preferences."""
        advance_ids_past(await transactions.read(newest_id))
        # First: observers of the label use the preferences, too.
        self.computer.set_preferences(await transactions.read(preferences.read))
        if not self.deployment.is_school:
            self.computer.network.set_label(await transactions.read(load_label))

    def _build(self, transactions: Transactions, hub: Hub, notify_bus: PgNotifyBus | None) -> AppServices:
        settings = self.settings
        check = DatabaseCheck(settings, self.backups.missing_images)
        key = CodeKey(settings, LOGIN_CARDS)
        return AppServices(
            settings=settings,
            deployment=self.deployment,
            computer=self.computer,
            transactions=transactions,
            media=self.media,
            image_pool=ImagePool(),
            queues=FairQueues(),
            password_hasher=self.resources.password_hasher,
            identity_provider=IdentityProvider(settings) if settings.firebase_project_id else None,
            backups=self.backups,
            database_check=check,
            restore=RestoreService(self.backups, transactions, check, key, on_replaced=self._reload),
            exports=ExportService(self.backups, transactions),
            erasures=ErasureService(self.backups, transactions, self.media),
            retention=ImageRetention(transactions, self.deferred_deletes, self.computer),
            roster_reader=RosterReader(),
            login_card_key=key,
            substitute_code_key=CodeKey(settings, SUBSTITUTE_CODES),
            handoffs=Handoffs(self.computer.desktop.handoff_key),
            monitor=HealthMonitor(settings, self.backups, transactions, check, key),
            hub=hub,
            notify_bus=notify_bus,
            storage_health=StorageHealth(),
            missing_images=self.backups.missing_images,
            jobs=Jobs(),
        )

    async def _reload(self) -> None:
        """Reload the state after the database was replaced; clients reconnect and load everything again."""
        await self.load_state(self.services.transactions)
        self.services.hub.close_all()

    def _delete_images(self, db: Session, table: str, row_id: str) -> None:
        """Delete the images of rows that the database deletes by cascade, after the commit."""
        if keys := image_keys_owned_by(db, table, row_id):
            after_commit(db, partial(self.deferred_deletes.delete, keys))


class SqliteRuntime(Runtime):
    """One process on the data folder's SQLite file: a class computer, or a small school's server."""

    def open_media(self) -> MediaStore:
        """Open the data folder's images, or the configured store."""
        return self.resources.open_store(self.settings.media_url, self.settings.image_dir)

    def prepare_database(self) -> bool:
        """Check the file, all of it after a crash, and migrate it."""
        self.backups.remove_leftovers()
        crashed = was_stopped_uncleanly(self.settings)
        require_intact_database(self.backups)
        migrate(self.settings.database_url, self.backups.back_up_before_upgrade)
        return crashed

    def open_transactions(self, hooks: Hooks) -> Transactions:
        """Open the file; a class is backed up before it is deleted or begins a term, and reported damage is marked."""
        hooks.before_delete.append(self.backups.back_up_before_deleting)
        hooks.before_new_term.append(self.backups.back_up_before_new_term)
        hooks.on_error.append(partial(mark_if_damaged, self.settings))
        return SqliteTransactions(self.resources.open_engine(self.settings.database_url), hooks)

    def open_notify_bus(self, hub: Hub) -> PgNotifyBus | None:  # noqa: ARG002 - changes are published to the hub directly
        """Return None: there is no other process."""
        return None

    async def start(self, stack: AsyncExitStack) -> None:
        """Start the background jobs."""
        stack.enter_context(running_marker(self.settings))
        executor = stack.enter_context(low_priority_executor("jobs"))
        await stack.enter_async_context(background_task(self.services.jobs.run(self._jobs(executor))))
        stack.callback(self.services.database_check.stop)
        stack.callback(self.services.backups.cancel)

    def _jobs(self, executor: Executor) -> Sequence[Job]:
        """Return the background jobs; `executor` has the thread of those that take long."""
        services, loop = self.services, asyncio.get_running_loop()
        check = partial(services.monitor.check_and_notify, services.hub.publish_warnings)
        back_up = partial(loop.run_in_executor, executor, back_up_if_due, services.backups)
        check_database = partial(loop.run_in_executor, executor, services.database_check.run)
        jobs = [
            Job(name="health check", run=check, every=timedelta(minutes=2)),
            Job(name="database check", run=check_database, first_after=timedelta(minutes=1), every=DAY),
            # Minutes after the start, so that their load doesn't coincide with the beginning of a lesson.
            Job(name="daily backup", run=back_up, first_after=timedelta(minutes=5), every=HOUR),
            self.retention_job(),
            self.day_job(),
        ]
        if notice := protected_images_notice(self.settings):
            log.warning(notice)
        # The images of a quarantined database are needed to repair it.
        elif newest_quarantine(self.settings.data_dir) is None:
            jobs.append(
                Job(
                    name="unreferenced images",
                    run=self._delete_unreferenced_images,
                    first_after=FIRST_DELETION_DELAY,
                    every=None,
                )
            )
        return jobs

    async def _delete_unreferenced_images(self) -> None:
        # In the writer's thread, so that other reads don't wait for it.
        referenced = await self.services.transactions.write(all_image_keys)
        _start_image_deletion(partial(delete_unreferenced_images, self.media, referenced))


class PostgresqlRuntime(Runtime):
    """One of several processes on a school's PostgreSQL database, which its administrator upgrades."""

    def open_media(self) -> MediaStore:
        """Open the configured store; each use requires that it is the one whose id the database has."""
        settings = self.settings
        store = self.resources.open_store(settings.media_url, settings.image_dir)
        return VerifiedStore(store, MediaLocation(settings.database_url, store).verify)

    def prepare_database(self) -> bool:
        """Refuse to start on another schema."""
        self.resources.require_schema(self.settings.database_url)
        # As a command: it leaves files that other processes on this machine are writing now.
        BackupService(self.settings, owner="command").remove_leftovers()
        return False

    def open_transactions(self, hooks: Hooks) -> Transactions:
        """Open the pool."""
        return self.resources.open_pooled(self.settings.database_url, hooks)

    def open_notify_bus(self, hub: Hub) -> PgNotifyBus | None:
        """Use LISTEN and NOTIFY."""
        return PgNotifyBus(
            self.settings.database_url,
            on_message=hub.publish,
            on_gap=hub.close_all,
            on_refresh=self._reload_preferences,
            on_leader=self._run_leader_jobs,
        )

    async def start(self, stack: AsyncExitStack) -> None:
        """Listen to the other processes; one of all runs the leader jobs."""
        assert self.services.notify_bus is not None  # noqa: S101 - made by `open_notify_bus`
        await stack.enter_async_context(self.services.notify_bus)

    async def _reload_preferences(self) -> None:
        before = self.computer.preferences
        await self.load_state(self.services.transactions)
        if preferences.shortens_retention(self.computer.preferences, before):
            self.services.retention.request_removal()

    async def _run_leader_jobs(self) -> None:
        """Run the jobs that one process runs for all of a school, until cancelled."""
        self.services.retention.requested.clear()  # requests from before this process became the leader
        deletion = Job(name="unreferenced images", run=self._delete_unreferenced_images, every=DAY)
        await self.services.jobs.run([self.retention_job(), self.day_job(), deletion])

    async def _delete_unreferenced_images(self) -> None:
        _start_image_deletion(
            partial(self.resources.delete_unreferenced_school_images, self.settings.database_url, self.media)
        )


def _start_image_deletion(work: Callable[[], None]) -> None:
    """Run the work in a thread: listing three years' images takes seconds."""
    threading.Thread(target=work, name="unreferenced-images", daemon=True).start()


def _delete_idempotency_keys(db: Session, table: str, row_id: str) -> None:
    if (student_ids := select_ids_deleted_with(table, row_id)) is not None:
        delete_keys_of(db, student_ids)
    if table == Teacher.__tablename__:
        delete_keys_of(db, select(Teacher.id).where(Teacher.id == row_id))
