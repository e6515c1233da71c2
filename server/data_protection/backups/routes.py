"""Routes for backups. Those that write or reveal one are for requests from the class computer."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import Depends, Request
from starlette.responses import FileResponse, Response, StreamingResponse

from server.background import low_priority_executor
from server.clock import now
from server.data_protection.backups.access import DeletablePath, RequestedBackup
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.atomic_restore import RestoreOptions
from server.data_protection.backups.dependencies import BackupServices, WithBackups
from server.data_protection.backups.errors import (
    BackupsElsewhereError,
    BackupUnreadableError,
    SharedImagesMissingError,
)
from server.data_protection.backups.online_restore import RestoreResult, record_backup_event, run_to_completion
from server.data_protection.backups.retention import FULL_KINDS, BackupFile, find_backups
from server.data_protection.backups.schemas import (
    BackupFailureResponse,
    BackupListResponse,
    BackupResponse,
    CreateBackupRequest,
    RestoreBackupRequest,
    RestoreResponse,
)
from server.data_protection.backups.self_contained import stream_self_contained
from server.data_protection.backups.service import BackupRequest, BackupService
from server.data_protection.backups.upload import UploadLength, UploadOptions
from server.data_protection.backups.zip_reader import is_probably_encrypted, shares_images
from server.domain.teachers.models import Teacher
from server.errors import NoScreenError
from server.requests.gates import (
    TeacherActor,
    is_local_request,
    require_local_request,
    teacher_only,
)
from server.requests.routing import router

PATH = "/api/backups"
RESTORE_PATH = f"{PATH}/restore"

backup_routes = router(PATH, gate=teacher_only)


# In a thread: opens many files on a disk that may be slow.
@backup_routes.get("", response_model=BackupListResponse, transaction="manual")
async def list_backups(request: Request, services: WithBackups) -> BackupListResponse:
    """List the backups and the failure of the newest attempt."""
    return await asyncio.to_thread(_list, services, is_local=is_local_request(request))


@backup_routes.post(
    "",
    status_code=201,
    response_model=BackupResponse,
    dependencies=[Depends(require_local_request)],
    transaction="manual",
)
async def back_up(body: CreateBackupRequest, actor: TeacherActor, services: WithBackups) -> BackupResponse:
    """Make a full backup while the application serves requests."""
    _require_sqlite(services)
    made = await run_to_completion(_back_up(services.backups, body.passphrase))
    await record_backup_event(services.transactions, "backup_made", lambda db: db.get(Teacher, actor.id))
    return made


@backup_routes.get("/{name}/file", response_class=FileResponse, transaction="manual")
async def save_copy(backup: RequestedBackup) -> Response:
    """Download the backup as one self-contained file."""
    return await asyncio.to_thread(_self_contained_download, backup.path)


@backup_routes.post("/{name}/restore", response_model=RestoreResponse, transaction="manual")
async def restore(
    backup: RequestedBackup, body: RestoreBackupRequest, actor: TeacherActor, services: WithBackups
) -> RestoreResponse:
    """Restore a backup of the folder, after backing up the current state; all sessions end."""
    _require_sqlite(services)
    options = RestoreOptions(body.passphrase or None, without_images=body.without_photos)
    return await _respond_when_restored(services.restore.restore(actor, backup.path, options))


@backup_routes.post(
    "/restore",
    response_model=RestoreResponse,
    dependencies=[Depends(require_local_request)],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
    transaction="manual",
    body="stream",
)
async def restore_file(
    actor: TeacherActor,
    request: Request,
    options: UploadOptions,
    services: WithBackups,
    length: UploadLength = 0,
) -> RestoreResponse:
    """Restore the uploaded file."""
    _require_sqlite(services)
    return await _respond_when_restored(services.restore.restore_upload(actor, request.stream(), length, options))


@backup_routes.delete("/{name}", status_code=204, transaction="manual")
async def delete_backup(path: DeletablePath, services: WithBackups) -> None:
    """Delete a backup from which an erasure couldn't remove a student, or a quarantine folder."""
    await asyncio.to_thread(services.backups.delete, path)


@backup_routes.post("/show-folder", status_code=204, dependencies=[Depends(require_local_request)])
async def show_folder(services: WithBackups) -> None:
    """Open the backup folder on the computer's screen."""
    if services.computer.desktop.show_backups is None:
        raise NoScreenError
    services.backups.folder.mkdir(mode=0o700, exist_ok=True)
    services.computer.desktop.show_backups()


def _require_sqlite(services: BackupServices) -> None:
    if not services.deployment.uses_sqlite:
        raise BackupsElsewhereError


async def _respond_when_restored(restoring: Coroutine[Any, Any, RestoreResult]) -> RestoreResponse:
    result = await run_to_completion(restoring)
    kept_as = result.previous_state and result.previous_state.name
    return RestoreResponse(kept_as=kept_as, login_cards=result.cards.valid, login_cards_ended=result.cards.ended)


def _list(services: BackupServices, *, is_local: bool) -> BackupListResponse:
    backups = services.backups
    found = find_backups(backups.folder)
    moment = now()
    uses_sqlite = services.deployment.uses_sqlite
    return BackupListResponse(
        elsewhere=not uses_sqlite,
        backups=[row for each in found if (row := _to_response(each))] if is_local else [],
        newest_at=next((_utc(each) for each in found if each.kind in FULL_KINDS and each.made_at <= moment), None),
        last_failure=_last_failure(services),
        busy=backups.operation_lock.current,
        folder=str(backups.folder) if is_local else None,
        can_show_folder=is_local and services.computer.desktop.show_backups is not None,
        changeable=is_local and uses_sqlite,
    )


def _last_failure(services: BackupServices) -> BackupFailureResponse | None:
    failure = services.backups.failure
    if failure is None:
        return None
    sentence = failure.sentence.format(services.deployment.host_label)
    return BackupFailureResponse(at=failure.at, sentence=sentence, **failure.sentence.to_json())


def _to_response(backup: BackupFile) -> BackupResponse | None:
    try:
        return BackupResponse(
            name=backup.path.name,
            kind=backup.kind,
            made_at=_utc(backup),
            bytes=backup.path.stat().st_size,
            locked=is_probably_encrypted(backup.path),
            shares_photos=shares_images(backup.path),
        )
    except OSError:
        return None  # deleted meanwhile, or not readable for this account


def _utc(backup: BackupFile) -> datetime:
    return backup.made_at.astimezone(UTC)


async def _back_up(backups: BackupService, passphrase: str | None) -> BackupResponse:
    with low_priority_executor("backup") as executor:
        return await asyncio.get_running_loop().run_in_executor(executor, _write_backup, backups, passphrase)


def _write_backup(backups: BackupService, passphrase: str | None) -> BackupResponse:
    with backups.operation_lock.acquire("backup"):
        written = backups.write(BackupRequest("by-hand", passphrase=passphrase))
    (row,) = (_to_response(each) for each in find_backups(backups.folder) if each.path == written)
    assert row is not None  # noqa: S101 - verified a moment ago
    return row


def _self_contained_download(path: Path) -> Response:
    try:
        whole = not shares_images(path)
    except OSError as error:
        raise BackupUnreadableError.of(path, error) from error
    if whole:
        return FileResponse(path, media_type="application/octet-stream", filename=path.name)
    headers = {"Content-Disposition": f'attachment; filename="{path.name}"'}
    with Archive(path) as archive:
        if archive.has_lost_all_shared_images:
            raise SharedImagesMissingError
    return StreamingResponse(
        stream_self_contained(Archive(path)), media_type="application/octet-stream", headers=headers
    )
