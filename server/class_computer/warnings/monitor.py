"""Looks at the class computer from time to time, and tells when there is something else to warn of."""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server import clock
from server.class_computer.warnings.clock_check import Timekeeping, since_boot
from server.class_computer.warnings.data_folder_check import is_on_another_computer, syncing_program
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.retention import newest_first
from server.data_protection.backups.service import Backups
from server.database.base import Row
from server.database.damage_flag import is_suspect
from server.database.transactions import PausedError, Transactions
from server.deployment import Deployment
from server.disk import FULL_BYTES
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import GoalbuckEntry
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.settings import Settings

LOOK_SECONDS = 120.0
LOW_BYTES = 500_000_000
STEP_BYTES = 50_000_000
"""So fine is what is told: a figure that changes with each look would be told with each look."""
OLD = timedelta(days=7)
SETTLED_SECONDS = 3600.0
"""Two tries to make the day's backup: a computer that was off all summer has old ones when it starts."""
WRITTEN: tuple[type[Row], ...] = (Classroom, Student, Goal, Submission, GoalbuckEntry)

log = logging.getLogger("goalbucks.warnings")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a teacher should know of, and what to do about it."""

    code: str
    sentence: str
    here: str | None = None
    """What is added on the computer itself: it names a folder."""


class Watch:
    """What there is to warn of now; `tell` is called when that has changed."""

    def __init__(self, settings: Settings, backups: Backups, transactions: Transactions, check: DatabaseCheck) -> None:
        self.found: tuple[Notice, ...] = ()
        self._settings = settings
        self._host_label = Deployment.of(settings).host_label
        self._backups = backups
        self._transactions = transactions
        self._check = check
        self._time = Timekeeping()
        self._begun = since_boot()
        self._place: tuple[Notice, ...] | None = None
        """About the folder: it doesn't move while it is in use."""

    async def look(self) -> bool:
        """Look at everything; whether there is something else to tell than before."""
        newest = await self._newest()
        found = await asyncio.to_thread(lambda: tuple(self._all(newest)))
        changed, self.found = found != self.found, found
        return changed

    async def _newest(self) -> datetime | None:
        try:
            return await self._transactions.read(last_written)
        except (SQLAlchemyError, PausedError):
            return None

    def _all(self, newest: datetime | None) -> Iterator[Notice]:
        if is_suspect(self._settings):
            yield Notice(
                "database_damaged",
                f"The class's database is damaged. Please close GoalBucks on the {self._host_label} and start it "
                "again: it then offers the newest backup.",
            )
        if self._check.inconsistencies:
            yield Notice(
                "database_inconsistent",
                "Some of the class's data does not fit together, such as a balance and the GoalBucks in it. GoalBucks "
                f"goes on. Please tell whoever helps with the {self._host_label}: the command goalbucks check "
                "says more.",
            )
        yield from self._disk()
        doubts = self._time.doubts(newest)
        if doubts:
            yield Notice("clock_wrong", doubts)
        yield from self._backup()
        if self._place is None:
            self._place = tuple(_place(self._settings))
        yield from self._place

    def _disk(self) -> Iterator[Notice]:
        try:
            free = shutil.disk_usage(self._settings.data_dir).free
        except OSError:
            log.warning("the disk can't be looked at", exc_info=True)
            return
        if free < LOW_BYTES:
            megabytes = (free // STEP_BYTES + 1) * STEP_BYTES // 1_000_000
            low = f"has less than {megabytes} MB left. When it is full, nothing more can be saved."
            left = "is full: nothing more can be saved." if free < FULL_BYTES else low
            yield Notice(
                "disk_low",
                f"The disk of the {self._host_label} {left} Please delete or move some large files.",
            )

    def _backup(self) -> Iterator[Notice]:
        failure = self._backups.failure
        if failure is not None:
            yield Notice("backup_failed", f"The last backup failed. {failure.sentence}")
            return
        if since_boot() - self._begun < SETTLED_SECONDS:
            return
        now = clock.now()
        made = [each.made_at for each in newest_first(self._backups.folder) if each.made_at <= now]
        if not made or now - max(made) > OLD:
            age = f"The newest backup is {(now - max(made)).days} days old." if made else "There is no backup yet."
            yield Notice("backup_old", f"{age} Please open Settings on the {self._host_label} and back up now.")


def _place(settings: Settings) -> Iterator[Notice]:
    folder = settings.data_dir.absolute()
    named = f"The folder is {folder}."
    program = syncing_program(folder)
    if program is not None:
        yield Notice(
            "cloud_folder",
            f"GoalBucks keeps its data in a folder that {program} syncs. A second computer, or a file that is synced "
            "half way, can damage it. Please close GoalBucks and move the folder to a place that is not synced.",
            here=named,
        )
    elif is_on_another_computer(folder):
        yield Notice(
            "network_folder",
            "GoalBucks keeps its data on a network drive. When the network fails for a moment, it can be damaged. "
            "Please close GoalBucks and move the folder to this computer's own disk.",
            here=named,
        )


def last_written(db: Session) -> datetime | None:
    """When the newest row was written, by the clock of that time; ids grow whatever the clock says."""
    newest = [
        db.execute(select(model.id, model.created_at).order_by(model.id.desc()).limit(1)).one_or_none()
        for model in WRITTEN
    ]
    _, moment = max(((row.id, row.created_at) for row in newest if row is not None), default=("", None))
    return moment


@asynccontextmanager
async def watching(watch: Watch, tell: Callable[[], None]) -> AsyncIterator[None]:
    """Look now and then until the block ends; `tell` when there is something else to tell."""
    task = asyncio.create_task(_watch(watch, tell))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _watch(watch: Watch, tell: Callable[[], None]) -> None:
    while True:
        try:
            if await watch.look():
                for each in watch.found:
                    log.warning("%s: %s", each.code, each.sentence)
                tell()
        except Exception:
            # Whatever it is, the class goes on.
            log.exception("the class computer can't be looked at")
        await asyncio.sleep(LOOK_SECONDS)
