"""Periodic health check of the class computer: disk, data folder, clock, backups, photos, login cards and database."""

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from server import clock
from server.class_computer.warnings.clock_check import ClockCheck, seconds_since_boot
from server.class_computer.warnings.data_folder_check import (
    UNKNOWN_PROGRAM,
    find_sync_program,
    is_on_network_drive,
)
from server.class_computer.warnings.queries import newest_creation_time
from server.class_computer.warnings.sentences import warning_sentence
from server.data_protection.backups.missing_images import newest_backup_with
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.data_protection.backups.retention import BackupFile, find_backups
from server.data_protection.backups.service import BackupService
from server.database.damage_flag import is_suspect
from server.database.transactions import MaintenanceError, Transactions
from server.deployment import Deployment
from server.domain.login_cards.queries import count_cards_without_key
from server.security.code_key import CodeKey
from server.settings import Settings
from server.system.storage_errors import MIN_FREE_BYTES
from server.texts.translatable import Sentence

LOW_DISK_BYTES = 500_000_000
ROUNDING_BYTES = 50_000_000
"""Rounding step of the free space in the warning, so that small changes don't trigger notifications."""
MAX_BACKUP_AGE = timedelta(days=7)
BACKUP_GRACE_SECONDS = 3600.0
"""Time after the start in which old backups cause no warning, enough for two attempts at the day's backup."""

log = logging.getLogger("goalbucks.warnings")


@dataclass(frozen=True, slots=True)
class HealthWarning:
    """A problem that a teacher should know of, and what to do about it."""

    code: str
    sentence: Sentence
    folder: Path | None = None
    """The folder that the warning is about."""

    @property
    def local_sentence(self) -> Sentence:
        """The sentence with the folder's path, for requests from the class computer itself."""
        if self.folder is None:
            return self.sentence
        return warning_sentence("with_folder", warning=self.sentence, folder=str(self.folder))


class HealthMonitor:
    """Checks the class computer; `warnings` has the current problems."""

    def __init__(
        self,
        settings: Settings,
        backups: BackupService,
        transactions: Transactions,
        check: DatabaseCheck,
        login_card_key: CodeKey,
    ) -> None:
        self.warnings: tuple[HealthWarning, ...] = ()
        self._settings = settings
        self._host_label = Deployment.of(settings).host_label
        self._backups = backups
        self._transactions = transactions
        self._check = check
        self._login_card_key = login_card_key
        self._clock = ClockCheck()
        self._started = seconds_since_boot()
        self._images_state: tuple[frozenset[str], frozenset[Path]] | None = None
        """The missing images and the backups for which `_backup_with_images` was determined."""
        self._backup_with_images: BackupFile | None = None
        self._folder_warnings: tuple[HealthWarning, ...] | None = None
        """Warnings about the data folder, determined once: it doesn't move while the program runs."""

    async def check(self) -> bool:
        """Run all checks; return whether the warnings have changed."""
        newest, cards_without_key = await self._read_rows()
        found = await asyncio.to_thread(lambda: tuple(self._find_warnings(newest, cards_without_key)))
        changed, self.warnings = found != self.warnings, found
        return changed

    async def check_and_notify(self, notify: Callable[[], None]) -> None:
        """Run all checks; if the warnings have changed, log them and call `notify`."""
        if await self.check():
            for each in self.warnings:
                log.warning("%s: %s", each.code, each.sentence.format(self._host_label))
            notify()

    async def _read_rows(self) -> tuple[datetime | None, int]:
        """Return the time of the newest row, and the number of login cards that were made with another key."""
        try:
            return await self._transactions.read(
                lambda db: (newest_creation_time(db), count_cards_without_key(db, self._login_card_key))
            )
        except (SQLAlchemyError, MaintenanceError):
            return None, 0

    def _find_warnings(self, newest: datetime | None, cards_without_key: int) -> Iterator[HealthWarning]:
        if is_suspect(self._settings):
            yield HealthWarning("database_damaged", warning_sentence("database_damaged"))
        if self._check.inconsistencies:
            yield HealthWarning("database_inconsistent", warning_sentence("database_inconsistent"))
        yield from self._check_disk()
        clock_problem = self._clock.find_problem(newest)
        if clock_problem:
            yield HealthWarning("clock_wrong", clock_problem)
        yield from self._check_backups()
        yield from self._check_images()
        if cards_without_key:
            sentence = warning_sentence("login_card_key", count=cards_without_key)
            yield HealthWarning("login_card_key", sentence, self._settings.data_dir.absolute())
        if self._folder_warnings is None:
            self._folder_warnings = tuple(_check_data_folder(self._settings))
        yield from self._folder_warnings

    def _check_disk(self) -> Iterator[HealthWarning]:
        try:
            free = shutil.disk_usage(self._settings.data_dir).free
        except OSError:
            log.warning("can't read the free disk space", exc_info=True)
            return
        if free < MIN_FREE_BYTES:
            yield HealthWarning("disk_low", warning_sentence("disk_full"))
        elif free < LOW_DISK_BYTES:
            megabytes = (free // ROUNDING_BYTES + 1) * ROUNDING_BYTES // 1_000_000
            yield HealthWarning("disk_low", warning_sentence("disk_low", megabytes=megabytes))

    def _check_backups(self) -> Iterator[HealthWarning]:
        failure = self._backups.failure
        if failure is not None:
            yield HealthWarning("backup_failed", warning_sentence("backup_failed", cause=failure.sentence))
            return
        if seconds_since_boot() - self._started < BACKUP_GRACE_SECONDS:
            return
        now = clock.now()
        made = [each.made_at for each in find_backups(self._backups.folder) if each.made_at <= now]
        if not made:
            yield HealthWarning("backup_old", warning_sentence("no_backup"))
        elif now - max(made) > MAX_BACKUP_AGE:
            yield HealthWarning("backup_old", warning_sentence("backup_old", days=(now - max(made)).days))

    def _check_images(self) -> Iterator[HealthWarning]:
        self._backups.missing_images.look_again()
        keys = self._backups.missing_images.keys
        if not keys:
            return
        backups = find_backups(self._backups.folder)
        state = (keys, frozenset(each.path for each in backups))
        if state != self._images_state:
            self._images_state, self._backup_with_images = state, newest_backup_with(backups, keys)
        if self._backup_with_images is None:
            sentence = warning_sentence("photos_lost", count=len(keys))
        else:
            made_at = self._backup_with_images.made_at
            sentence = warning_sentence("photos_missing", count=len(keys), made=made_at)
        yield HealthWarning("photos_missing", sentence, self._settings.image_dir.absolute())


def _check_data_folder(settings: Settings) -> Iterator[HealthWarning]:
    folder = settings.data_dir.absolute()
    program = find_sync_program(folder)
    if program == UNKNOWN_PROGRAM:
        yield HealthWarning("cloud_folder", warning_sentence("cloud_folder"), folder)
    elif program is not None:
        yield HealthWarning("cloud_folder", warning_sentence("synced_folder", program=program), folder)
    elif is_on_network_drive(folder):
        yield HealthWarning("network_folder", warning_sentence("network_folder"), folder)
