"""Replaces a damaged database by a backup or an empty one. The damaged files stay in quarantine."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.atomic_restore import (
    RestoreOptions,
    install_backup,
    install_empty_database,
    stage_backup,
)
from server.data_protection.backups.errors import (
    BackupCancelledError,
    DatabaseQuarantinedError,
    NewerBackupError,
    RestoreFailedError,
    RestoreRunningError,
)
from server.data_protection.backups.retention import BackupFile, find_backups
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.zip_reader import is_probably_encrypted
from server.database.damage_flag import clear_markers
from server.database.migrations import HEAD
from server.errors import DomainError, NotFoundError
from server.recovery.newest_backup import newest_verified_backup, recovery_hint

log = logging.getLogger("goalbucks.recovery")
BackupCondition = Literal["proved", "readable", "locked", "newer", "damaged"]
RecoveryState = Literal["looking", "waiting", "restoring", "starting"]
"""Looks for the newest good backup, waits for the user's choice, restores it, or starts the application with it."""


class BackupGoneError(NotFoundError):
    """The named file isn't among the backups."""

    key = "backup_not_found"
    sentence = "This backup is not there any more. Please choose another one."


class RestartFailedError(DomainError):
    """The database was replaced, but the application doesn't start with it."""

    status = 503
    code = "not_started"
    sentence = "The data is in place, but GoalBucks could not start with it. Please close GoalBucks and start it again."


@dataclass(frozen=True, slots=True)
class RestoreCandidate:
    """A backup that may be restored, by what can be read quickly."""

    file: BackupFile
    bytes: int
    condition: BackupCondition
    """`proved`: read and verified completely; `readable`: only its manifest was read."""
    students: int | None = None
    classes: int | None = None


class DatabaseRecovery:
    """One recovery, from the refused start to the restart of the application; runs on the event loop.

    `restart` starts the application. `report` is called with a sentence about the commands that help in a terminal.
    """

    def __init__(
        self,
        backups: BackupService,
        error: DatabaseQuarantinedError,
        *,
        restart: Callable[[], Awaitable[None]],
        report: Callable[[str], None],
    ) -> None:
        self.backups = backups
        self.error = error
        """Reason why the application didn't start."""
        self.state: RecoveryState = "looking"
        self.problem: DomainError | None = None
        """Reason of the last failure, until the next attempt."""
        self.candidates: tuple[RestoreCandidate, ...] = ()
        self._restart = restart
        self._report = report
        # One job at a time, in a thread, while the event loop handles requests.
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="recovery")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to look for the newest valid backup."""
        self._task = asyncio.create_task(self._find_backups())

    async def close(self) -> None:
        """Wait for a restore that has begun; cancel the search for backups."""
        self.backups.cancel()
        if self._task is not None:
            self._task.cancel()
        await asyncio.get_running_loop().run_in_executor(None, self._executor.shutdown)

    def restore(self, name: str, options: RestoreOptions) -> None:
        """Start to restore a backup of the folder; `state` and `problem` report its progress."""
        for file in find_backups(self.backups.folder):
            if file.path.name == name:
                self._start_work(partial(self._replace_by_backup, file.path, options), ExitStack())
                return
        raise BackupGoneError

    def restore_file(self, path: Path, options: RestoreOptions, stack: ExitStack) -> None:
        """Start to restore another file.

        What `stack` has to close is taken over and closed when the file is no longer needed, unless the start fails.
        """
        self._start_work(partial(self._replace_by_backup, path, options), stack)

    def start_empty(self) -> None:
        """Start with an empty database."""
        self._start_work(self._replace_by_empty, ExitStack())

    def require_idle(self) -> None:
        """Raise RestoreRunningError while a restore is running."""
        if self.state in {"restoring", "starting"}:
            raise RestoreRunningError

    async def _find_backups(self) -> None:
        run = partial(asyncio.get_running_loop().run_in_executor, self._executor)
        try:
            self.candidates = await run(self._list)
            newest = await run(newest_verified_backup, self.backups)
        except BackupCancelledError:
            return
        except Exception:
            # A backup that isn't listed can still be uploaded.
            log.exception("the backup folder can't be read")
            newest = None
        if newest is not None:
            self.candidates = tuple(
                replace(each, condition="proved") if each.file.path == newest.path else each for each in self.candidates
            )
        if self.state == "looking":
            self.state = "waiting"
        self._report(recovery_hint(self.backups.settings, self.error, newest))

    def _list(self) -> tuple[RestoreCandidate, ...]:
        return tuple(_candidate(file) for file in find_backups(self.backups.folder))

    def _start_work(self, work: Callable[[], object], stack: ExitStack) -> None:
        self.require_idle()
        self.state, self.problem = "restoring", None
        self._task = asyncio.create_task(self._run(work, stack.pop_all()))

    async def _run(self, work: Callable[[], object], stack: ExitStack) -> None:
        run = partial(asyncio.get_running_loop().run_in_executor, self._executor)
        try:
            try:
                await run(work)
            finally:
                await run(stack.close)
            self.state = "starting"
            await self._restart()
        except DomainError as error:
            log.warning("the recovery failed: %s", error.message)
            self.problem = error
        except Exception:
            log.exception("the recovery failed")
            self.problem = RestartFailedError() if self.state == "starting" else RestoreFailedError()
        finally:
            self.state = "waiting"

    def _replace_by_backup(self, path: Path, options: RestoreOptions) -> None:
        with stage_backup(self.backups, path, options) as staged:
            install_backup(self.backups, staged)
        clear_markers(self.backups.settings)

    def _replace_by_empty(self) -> None:
        install_empty_database(self.backups)
        clear_markers(self.backups.settings)


def _candidate(file: BackupFile) -> RestoreCandidate:
    size = 0
    try:
        size = file.path.stat().st_size
        if is_probably_encrypted(file.path):
            return RestoreCandidate(file, size, "locked")
        with Archive(file.path) as archive:
            manifest = archive.manifest
    except NewerBackupError:
        return RestoreCandidate(file, size, "newer")
    except (OSError, DomainError):
        return RestoreCandidate(file, size, "damaged")
    condition: BackupCondition = "newer" if manifest.revision > HEAD else "readable"
    return RestoreCandidate(file, size, condition, manifest.counts.get("students"), manifest.counts.get("classrooms"))
