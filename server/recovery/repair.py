"""What can be put in the place of a damaged database, and doing it. The damaged one stays where it was set aside."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from server.data_protection.backups import encryption
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import (
    NewerBackupError,
    RestoreFailedError,
    RestoreRunningError,
    SetAsideError,
    StoppedError,
)
from server.data_protection.backups.restoring import put_in_place, put_nothing_in_place, staged
from server.data_protection.backups.retention import Kept, newest_first
from server.data_protection.backups.service import Backups
from server.data_protection.backups.startup_check import newest_good, way_out
from server.database.damage_flag import clear_markers
from server.database.migrations import HEAD
from server.errors import DomainError, NotFoundError

log = logging.getLogger("goalbucks.rescue")
Condition = Literal["proved", "readable", "locked", "newer", "damaged"]
Doing = Literal["looking", "waiting", "restoring", "starting"]


class NoLongerThereError(NotFoundError):
    """The file was taken away, or never was one of ours."""

    sentence = "This backup is not there any more. Please choose another one."


class NotStartedError(DomainError):
    """There is a database again, but the application doesn't start with it."""

    status = 503
    code = "not_started"
    sentence = "The data is in place, but GoalBucks could not start with it. Please close GoalBucks and start it again."


@dataclass(frozen=True, slots=True)
class Offer:
    """A backup that may be restored, as far as it can be told without reading all of it."""

    kept: Kept
    bytes: int
    condition: Condition
    """`proved` was read to its end; of `readable` only what it says of itself."""
    students: int | None = None
    classes: int | None = None


class Repair:
    """One repair, from the damage to the new start; on the event loop.

    `restart` starts the application, `tell` hears in one sentence what can be done in a terminal.
    """

    def __init__(
        self,
        backups: Backups,
        refused: SetAsideError,
        *,
        restart: Callable[[], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        self.backups = backups
        self.refused = refused
        """Why the application didn't start."""
        self.doing: Doing = "looking"
        self.problem: DomainError | None = None
        """Why the last try came to nothing."""
        self.offers: tuple[Offer, ...] = ()
        self._restart = restart
        self._tell = tell
        # One at a time, and in a thread: the screen follows meanwhile.
        self._apart = ThreadPoolExecutor(1, thread_name_prefix="rescue")
        self._under_way: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look for the newest good backup."""
        self._under_way = asyncio.create_task(self._look())

    async def close(self) -> None:
        """The program ends, or the application serves. What was begun comes to its end, but for mere looking."""
        self.backups.stop()
        if self._under_way is not None:
            self._under_way.cancel()
        await asyncio.get_running_loop().run_in_executor(None, self._apart.shutdown)

    def restore(self, name: str, passphrase: str | None, *, without_photos: bool) -> None:
        """Begin to restore one of the folder's backups; `doing` and `problem` tell how it goes."""
        for kept in newest_first(self.backups.folder):
            if kept.path.name == name:
                self._act(partial(self._put, kept.path, passphrase, without_photos=without_photos), ExitStack())
                return
        raise NoLongerThereError

    def restore_file(self, path: Path, passphrase: str | None, until: ExitStack, *, without_photos: bool) -> None:
        """The same with a file of the teacher's; `until` is closed when it isn't needed any more."""
        self._act(partial(self._put, path, passphrase, without_photos=without_photos), until)

    def begin_anew(self) -> None:
        """With an empty database: nobody is in it."""
        self._act(self._put_nothing, ExitStack())

    def require_idle(self) -> None:
        """RestoreRunningError while something is under way: a second press does nothing."""
        if self.doing in {"restoring", "starting"}:
            raise RestoreRunningError

    async def _look(self) -> None:
        run = partial(asyncio.get_running_loop().run_in_executor, self._apart)
        try:
            self.offers = await run(self._list)
            good = await run(newest_good, self.backups)
        except StoppedError:
            return
        except Exception:
            # What can't be listed can still be picked as a file.
            log.exception("the backups can't be looked through")
            good = None
        if good is not None:
            self.offers = tuple(
                replace(each, condition="proved") if each.kept.path == good.kept.path else each for each in self.offers
            )
        if self.doing == "looking":
            self.doing = "waiting"
        self._tell(way_out(self.backups.settings, self.refused, good))

    def _list(self) -> tuple[Offer, ...]:
        return tuple(_offer(kept) for kept in newest_first(self.backups.folder))

    def _act(self, work: Callable[[], object], until: ExitStack) -> None:
        self.require_idle()
        self.doing, self.problem = "restoring", None
        self._under_way = asyncio.create_task(self._do(work, until))

    async def _do(self, work: Callable[[], object], until: ExitStack) -> None:
        run = partial(asyncio.get_running_loop().run_in_executor, self._apart)
        try:
            try:
                await run(work)
            finally:
                await run(until.close)
            self.doing = "starting"
            await self._restart()
        except DomainError as error:
            log.warning("the rescue came to nothing: %s", error.message)
            self.problem = error
        except Exception:
            log.exception("the rescue came to nothing")
            self.problem = NotStartedError() if self.doing == "starting" else RestoreFailedError()
        finally:
            self.doing = "waiting"

    def _put(self, path: Path, passphrase: str | None, *, without_photos: bool) -> None:
        with staged(self.backups, path, passphrase, without_photos=without_photos) as what:
            put_in_place(self.backups, what)
        clear_markers(self.backups.settings)

    def _put_nothing(self) -> None:
        put_nothing_in_place(self.backups)
        clear_markers(self.backups.settings)


def _offer(kept: Kept) -> Offer:
    size = 0
    try:
        size = kept.path.stat().st_size
        if encryption.looks_locked(kept.path):
            return Offer(kept, size, "locked")
        with Archive(kept.path) as archive:
            manifest = archive.manifest
    except NewerBackupError:
        return Offer(kept, size, "newer")
    except (OSError, DomainError):
        return Offer(kept, size, "damaged")
    condition: Condition = "newer" if manifest.revision > HEAD else "readable"
    return Offer(kept, size, condition, manifest.counts.get("students"), manifest.counts.get("classrooms"))
