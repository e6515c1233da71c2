"""The calls about backups. What writes or reveals one is for the class computer itself."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import unquote

from fastapi import Depends, Header, Request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.responses import FileResponse, Response, StreamingResponse

from server.clock import now
from server.computer import ClassComputer
from server.data_protection.backups.access import KeptBackup
from server.data_protection.backups.archive import Archive, shares_photos
from server.data_protection.backups.daily_backup import step_back
from server.data_protection.backups.encryption import looks_locked
from server.data_protection.backups.errors import (
    BackupsElsewhereError,
    BackupUnreadableError,
    NoScreenError,
    PhotosMissingError,
    WrongPassphraseError,
)
from server.data_protection.backups.retention import WHOLE, Kept, newest_first
from server.data_protection.backups.schemas import (
    BackupAnswer,
    BackupBody,
    BackupsAnswer,
    FailureAnswer,
    RestoreBackupBody,
    RestoredAnswer,
)
from server.data_protection.backups.service import Backups, Order
from server.data_protection.backups.upload import receive
from server.data_protection.backups.whole_file import assembled
from server.database.transactions import Transactions
from server.domain.accounts.credential_snapshot import WayIn
from server.domain.audit.kinds import Kind
from server.domain.audit.service import Deed
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import note_done_by
from server.errors import DomainError
from server.security.actor import Actor
from server.security.gates import (
    OwnComputer,
    TeacherActor,
    comes_from_own_computer,
    require_own_computer,
    teacher_only,
)
from server.security.routing import Pieces, Steps, router, transactions_of
from server.settings import Settings

PATH = "/api/backups"
RESTORE_PATH = f"{PATH}/restore"
RESTORE_SECONDS = 7200
"""How long a file may take to come: from an old stick at 2 MB a second 14 GB."""
Result = TypeVar("Result")
log = logging.getLogger("goalbucks.backups")

kept_backups = router(PATH, access=teacher_only)


@dataclass(frozen=True, slots=True)
class _RestoreOptions:
    passphrase: str | None
    without_photos: bool


async def _header_options(
    backup_passphrase: Annotated[str | None, Header()] = None,
    backup_without_photos: Annotated[bool, Header()] = False,  # noqa: FBT002 - a header
) -> _RestoreOptions:
    return _RestoreOptions(_decoded(backup_passphrase), backup_without_photos)


@kept_backups.get("", response_model=BackupsAnswer)
async def list_backups(request: Request, steps: Steps) -> BackupsAnswer:
    """Which backups there are, and what came of the newest try."""
    del steps  # many files are looked into, and the disk may be slow
    return await asyncio.to_thread(_list, request)


@kept_backups.post("", status_code=201, response_model=BackupAnswer)
async def back_up(
    body: BackupBody, actor: TeacherActor, here: OwnComputer, request: Request, steps: Steps
) -> BackupAnswer:
    """Back everything up now, while the class goes on."""
    del here
    _require_file(request)
    made = await _to_its_end(_apart(partial(_back_up, request.app.state.backups, body.passphrase)))
    await _afterwards(steps, lambda db: _note(db, db.get(Teacher, actor.id), "backup_made"))
    return made


@kept_backups.get("/{name}/file", response_class=FileResponse)
async def save_copy(kept: KeptBackup, steps: Steps) -> Response:
    """The backup as one whole file to keep elsewhere."""
    del steps
    return await asyncio.to_thread(_whole_copy, kept.path)


@kept_backups.post("/{name}/restore", response_model=RestoredAnswer)
async def restore(
    kept: KeptBackup, body: RestoreBackupBody, actor: TeacherActor, request: Request, steps: Steps
) -> RestoredAnswer:
    """Put one of the folder's backups in the present state's place, which is backed up before; all sessions end."""
    del steps
    _require_file(request)
    how = _RestoreOptions(body.passphrase, body.without_photos)
    return await _to_its_end(_restore(request, actor, kept.path, how))


@kept_backups.post(
    "/restore",
    response_model=RestoredAnswer,
    dependencies=[Depends(require_own_computer)],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def restore_file(
    actor: TeacherActor,
    request: Request,
    how: Annotated[_RestoreOptions, Depends(_header_options)],
    pieces: Pieces,
    content_length: Annotated[int, Header(ge=0, include_in_schema=False)] = 0,
) -> RestoredAnswer:
    """Likewise with the file that is the body; its passphrase is percent-encoded UTF-8, as no header holds more."""
    _require_file(request)
    return await _to_its_end(_receive_and_restore(request, actor, pieces, content_length, how))


@kept_backups.post("/show-folder", status_code=204)
async def show_folder(here: OwnComputer, request: Request) -> None:
    """Open the folder of the backups on the computer's screen."""
    del here
    computer: ClassComputer = request.app.state.computer
    if computer.show_backups is None:
        raise NoScreenError
    kept: Backups = request.app.state.backups
    kept.folder.mkdir(mode=0o700, exist_ok=True)
    computer.show_backups()


def _require_file(request: Request) -> None:
    settings: Settings = request.app.state.settings
    if not settings.has_file:
        raise BackupsElsewhereError


def _list(request: Request) -> BackupsAnswer:
    kept: Backups = request.app.state.backups
    computer: ClassComputer = request.app.state.computer
    here = comes_from_own_computer(request)
    found = newest_first(kept.folder)
    failure = kept.failure
    moment = now()
    has_file = kept.settings.has_file
    return BackupsAnswer(
        elsewhere=not has_file,
        backups=[row for each in found if (row := _row(each))] if here else [],
        newest_at=next((_utc(each) for each in found if each.kind in WHOLE and each.made_at <= moment), None),
        last_failure=failure and FailureAnswer(at=failure.at, sentence=failure.sentence),
        busy=kept.turn.busy,
        folder=str(kept.folder) if here else None,
        can_show_folder=here and computer.show_backups is not None,
        changeable=here and has_file,
    )


def _row(kept: Kept) -> BackupAnswer | None:
    try:
        return BackupAnswer(
            name=kept.path.name,
            kind=kept.kind,
            made_at=_utc(kept),
            bytes=kept.path.stat().st_size,
            locked=looks_locked(kept.path),
            shares_photos=shares_photos(kept.path),
        )
    except OSError:
        return None  # taken away since, or not for this account


def _utc(kept: Kept) -> datetime:
    return kept.made_at.astimezone(UTC)


def _back_up(kept: Backups, passphrase: str | None) -> BackupAnswer:
    with kept.turn.taken("backup"):
        written = kept.write(Order("by-hand", passphrase=passphrase))
    (row,) = (_row(each) for each in newest_first(kept.folder) if each.path == written)
    assert row is not None  # noqa: S101 - it was read again a moment ago
    return row


def _whole_copy(path: Path) -> Response:
    try:
        whole = not shares_photos(path)
    except OSError as error:
        raise BackupUnreadableError.of(path, error) from error
    if whole:
        return FileResponse(path, media_type="application/octet-stream", filename=path.name)
    headers = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    with Archive(path) as archive:
        if archive.has_lost_photos:
            raise PhotosMissingError
    return StreamingResponse(assembled(Archive(path)), media_type="application/octet-stream", headers=headers)


async def _restore(request: Request, actor: Actor, path: Path, how: _RestoreOptions) -> RestoredAnswer:
    kept: Backups = request.app.state.backups
    with kept.turn.taken("restore"):
        return await _put(request, actor, path, how)


async def _receive_and_restore(
    request: Request, actor: Actor, pieces: AsyncIterator[bytes], length: int, how: _RestoreOptions
) -> RestoredAnswer:
    kept: Backups = request.app.state.backups
    with kept.turn.taken("restore"), kept.work_folder() as folder:
        path = folder / "received.backup"
        await receive(kept, pieces, length, path)
        return await _put(request, actor, path, how)


async def _put(request: Request, actor: Actor, path: Path, how: _RestoreOptions) -> RestoredAnswer:
    transactions = transactions_of(request)
    way_in = await transactions.read(lambda db: WayIn.of(db, actor.id))
    restore = request.app.state.restore
    before: Path | None = await restore(path, how.passphrase, without_photos=how.without_photos)
    await _afterwards(transactions, lambda db: _note(db, way_in.restore(db), "backup_restored"))
    return RestoredAnswer(kept_as=before and before.name)


async def _afterwards(transactions: Transactions, work: Callable[[Session], None]) -> None:
    try:
        await transactions.write(work)
    except (SQLAlchemyError, DomainError):
        log.exception("the activity log doesn't tell of a backup")  # it is made or restored all the same


def _note(db: Session, teacher: Teacher | None, kind: Kind) -> None:
    if teacher is not None:  # a restored state may be older than the account
        note_done_by(db, teacher, Deed(kind))


def _decoded(passphrase: str | None) -> str | None:
    try:
        return unquote(passphrase or "", errors="strict").strip() or None
    except UnicodeDecodeError:
        raise WrongPassphraseError from None


async def _apart(work: Callable[[], Result]) -> Result:
    """In a thread that lets the class go first. One of its own: having stepped back, it can't come forward again."""
    with ThreadPoolExecutor(1, thread_name_prefix="backup", initializer=step_back) as apart:
        return await asyncio.get_running_loop().run_in_executor(apart, work)


async def _to_its_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Even when whoever asked for it goes away."""
    return await asyncio.shield(asyncio.ensure_future(work))
