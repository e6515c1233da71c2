"""Erasing a student: out of the database and its free pages, the images, and every backup that can be opened.

First a note is kept, then the rows go in one transaction like those of a deleted student. The rest may take minutes
and goes on by itself, in threads that let the class go first; after a pulled plug the next start goes on from the note.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from server.data_protection.backups.daily_backup import step_back
from server.data_protection.backups.errors import BackupRunningError, ErasureRunningError, RestoreRunningError
from server.data_protection.backups.redact import Forgotten
from server.data_protection.backups.service import Backups
from server.data_protection.privacy.backup_redaction import Cleaned, Left, clean
from server.data_protection.privacy.erasure_journal import Note, Notes
from server.database.read_only import BUSY_SECONDS
from server.database.transactions import Transactions
from server.domain.audit import service as activity
from server.domain.audit.service import Deed, Happening
from server.domain.students import service as students
from server.domain.students.models import Student
from server.domain.submissions.queries import image_keys_below
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.media import ImageStoreError, MediaStore
from server.security import idempotency, throttle

ANSWER_SECONDS = 5.0
"""So long an answer is waited for on a class computer; who asked asks again then."""
TURN_SECONDS = 0.5
TRIES = 60
"""Somebody who reads holds up the emptying of SQLite's log, an export for seconds."""
PAUSE_SECONDS = 1.0

log = logging.getLogger("goalbucks.privacy")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    rewritten: int
    left: tuple[Left, ...]
    finishes_later: bool
    """The disk refused some of it; the next start tries again."""


@dataclass(slots=True)
class _Erasure:
    teacher_id: str
    task: asyncio.Task[Outcome]
    told: bool = False
    """Whether somebody has heard what came of it."""


class Erasures:
    """Those of one application; made and called on its event loop."""

    def __init__(self, backups: Backups, transactions: Transactions, media: MediaStore) -> None:
        self._backups = backups
        self._transactions = transactions
        self._media = media
        self._notes = Notes(backups.settings.data_dir)
        self._begun: dict[str, _Erasure] = {}

    def resume(self) -> None:
        """Go on with what the last run left."""
        for note in self._notes.all():
            log.info("an erasure that was not finished goes on")
            self._begin(note.student_id, note.teacher_id)

    def knows(self, teacher_id: str, student_id: str) -> bool:
        """Whether this teacher is having this student erased, or has since the start."""
        begun = self._begun.get(student_id)
        return begun is not None and begun.teacher_id == teacher_id

    async def erase(self, teacher_id: str, student_id: str) -> Outcome | None:
        """Begin, or hear of what was begun; None while it goes on. Raises what kept the rows from being deleted."""
        begun = self._begun.get(student_id)
        if begun is None or (begun.told and await self._is_due_again(begun.task.result(), student_id)):
            begun = self._begin(student_id, teacher_id)
        # Of a school's processes no other one knows of it: whoever asked again might hear of no such student.
        patience = ANSWER_SECONDS if self._backups.deployment.uses_sqlite else None
        await asyncio.wait({begun.task}, timeout=patience)
        if not begun.task.done():
            return None
        begun.told = True
        return begun.task.result()

    async def close(self) -> None:
        """The program ends; what isn't done is done at the next start."""
        self._backups.stop()
        begun = tuple(self._begun.values())  # each goes from there as it ends
        for each in begun:
            each.task.cancel()
        for each in begun:
            with suppress(asyncio.CancelledError, Exception):
                await each.task

    async def _is_due_again(self, outcome: Outcome, student_id: str) -> bool:
        """A restore may have brought the student back, and there may be room on the disk now."""
        return outcome.finishes_later or await self._is_there(student_id)

    async def _is_there(self, student_id: str) -> bool:
        return await self._transactions.read(lambda db: db.get(Student, student_id) is not None)

    def _begin(self, student_id: str, teacher_id: str) -> _Erasure:
        task = asyncio.create_task(self._erase(student_id, teacher_id))
        self._begun[student_id] = begun = _Erasure(teacher_id, task)
        # Without its rows gone it can be begun again.
        task.add_done_callback(
            lambda done: self._begun.pop(student_id, None) if done.cancelled() or done.exception() else None
        )
        return begun

    async def _erase(self, student_id: str, teacher_id: str) -> Outcome:
        keys = await self._transactions.read(lambda db: tuple(image_keys_below(db, "students", student_id)))
        note = Note(student_id, teacher_id, keys)
        if not self._backups.deployment.uses_sqlite:
            return await self._erase_from_server(note)
        await asyncio.to_thread(self._notes.keep, note)
        try:
            await self._remove_rows(note)
        except Exception:
            # A commit that the disk refused may have happened all the same: then the backups are still to be cleaned.
            if await self._is_there(student_id):
                await asyncio.to_thread(self._notes.drop, note)
            raise
        with ThreadPoolExecutor(1, thread_name_prefix="erase", initializer=step_back) as apart:
            return await self._finish(note, partial(asyncio.get_running_loop().run_in_executor, apart))

    async def _erase_from_server(self, note: Note) -> Outcome:
        """A school's database cleans up behind itself; its backups are its administrator's (docs/school-server.md)."""
        await self._remove_rows(note)
        try:
            await asyncio.to_thread(self._remove_images, note)
        except (OSError, ImageStoreError):
            log.exception("an erased student's images go with the next sweep")
            return Outcome(0, (), finishes_later=True)
        return Outcome(0, (), finishes_later=False)

    async def _remove_rows(self, note: Note) -> None:
        await self._transactions.write(lambda db: _remove_rows(db, note))

    async def _finish(self, note: Note, run: Callable[..., asyncio.Future[Any]]) -> Outcome:
        with ExitStack() as until:
            await self._take_turn(until)
            try:
                await self._remove_rows(note)  # a restore may have brought them back
                await run(self._remove_images, note)
                tidied = await self._tidy()
                forgotten = Forgotten(note.student_id, _account_key(note.student_id))
                cleaned: Cleaned = await run(clean, self._backups, forgotten)
            except (OSError, sqlite3.Error, SQLAlchemyError, DomainError):
                log.exception("an erasure goes on at the next start")
                return Outcome(0, (), finishes_later=True)
            later = not tidied or any(each.why == "failed" for each in cleaned.left)
            if not later:
                await asyncio.to_thread(self._notes.drop, note)
            return Outcome(cleaned.rewritten, tuple(cleaned.left), finishes_later=later)

    async def _take_turn(self, until: ExitStack) -> None:
        while True:
            try:
                until.enter_context(self._backups.turn.taken("erase"))
            except (BackupRunningError, RestoreRunningError, ErasureRunningError):
                await asyncio.sleep(TURN_SECONDS)
            else:
                return

    def _remove_images(self, note: Note) -> None:
        if not note.image_keys:
            return
        try:
            self._media.delete(*note.image_keys)
        except ImageStoreError as error:
            raise error.__cause__ if isinstance(error.__cause__, OSError) else error from error

    async def _tidy(self) -> bool:
        path = self._backups.settings.database_path
        await self._transactions.in_turn(partial(_leave_free_pages, path))
        for _ in range(TRIES):
            if await self._transactions.in_turn(partial(_empty_log, path)):
                return True
            await asyncio.sleep(PAUSE_SECONDS)
        return False


def _remove_rows(db: Session, note: Note) -> None:
    student = db.get(Student, note.student_id)
    if student is not None:
        idempotency.forget_naming(db, note.teacher_id, note.student_id)
        classroom_id = student.classroom_id
        students.remove(db, student)
        if db.get(Teacher, note.teacher_id) is not None:
            who = teachers.person(db, note.teacher_id)
            activity.note(db, Happening(Deed("student_erased"), note.teacher_id, who, classroom_id))
    account = throttle.account_of("student", note.student_id)
    throttle.release(db, account)
    throttle.forget_browsers(db, account)
    activity.forget_student(db, note.student_id)


def _account_key(student_id: str) -> str:
    return throttle.Attempt(throttle.account_of("student", student_id), "", None).account_key


def _leave_free_pages(database: Path) -> None:
    """Deleted rows stay readable in pages that nothing uses: write the database anew without them."""
    with closing(sqlite3.connect(database, timeout=BUSY_SECONDS)) as connection:
        connection.execute("VACUUM")


def _empty_log(database: Path) -> bool:
    """Earlier states of pages lie in SQLite's log until it is cut off; whether nobody was in the way."""
    with closing(sqlite3.connect(database, timeout=0.2)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return bool(busy == 0)
