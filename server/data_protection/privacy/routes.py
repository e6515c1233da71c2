"""Routes for data protection: export, erasure, and image retention."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query, Response
from sqlalchemy.orm import Session
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from server import clock
from server.data_protection.backups.service import BackupService
from server.data_protection.privacy import image_retention, scope
from server.data_protection.privacy.access import ErasableStudent, UnprocessedPath
from server.data_protection.privacy.export import PreparedExport, prepare_export, stream_zip
from server.data_protection.privacy.file_names import safe_name
from server.data_protection.privacy.schemas import (
    ErasureResponse,
    RetentionDays,
    RetentionEffectResponse,
    UnprocessedBackupResponse,
)
from server.data_protection.privacy.scope import ExportScope
from server.data_protection.privacy.services import PrivacyServices, WithPrivacy
from server.domain.audit.service import AuditAction, AuditEvent, record_event
from server.domain.students.access import OwnedStudent
from server.domain.students.service import record_student_event
from server.domain.teachers import service as teachers
from server.domain.teachers.access import TeacherSelf
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.media import MediaStore
from server.security.gates import Db, TeacherActor, teacher_only
from server.security.routing import router
from server.texts.language import Language

teacher_export = router("/api/teachers", gate=teacher_only)
student_data = router("/api/students", gate=teacher_only)
unprocessed_backups = router("/api/backups", gate=teacher_only)
retention_preview = router("/api/settings", gate=teacher_only)
ScopeLoader = Callable[[Session], ExportScope]
MAX_CONCURRENT_EXPORTS = 2
"""Exports prepared at a time: each holds a database connection, of few."""
_export_executor = ThreadPoolExecutor(MAX_CONCURRENT_EXPORTS, thread_name_prefix="export")
# Not a response class of its own, which OpenAPI would apply to the error responses too.
ZIP_RESPONSES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}}}


class BackupNotDeletedError(DomainError):
    """The file or folder couldn't be deleted."""

    status = 503
    code = "backup_not_deleted"
    sentence = "The backup could not be deleted. Another program may be using it. Please try again."


class ExportResponse(StreamingResponse):
    """Streams an export; deletes its files at the end, also after an error."""

    media_type = "application/zip"

    def __init__(self, export: PreparedExport, media: MediaStore) -> None:
        subject = "" if export.student is None else f"{safe_name(export.student)} "
        name = quote(f"GoalBucks export {subject}{clock.now().astimezone():%Y-%m-%d}.zip", safe="")
        disposition = f"attachment; filename=\"GoalBucks export.zip\"; filename*=UTF-8''{name}"
        super().__init__(_chunks(export, media), headers={"Content-Disposition": disposition})
        self._export_data = export

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Send the response and delete the export's files."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.to_thread(self._export_data.close)


async def _chunks(export: PreparedExport, media: MediaStore) -> AsyncIterator[bytes]:
    async for chunk in iterate_in_threadpool(stream_zip(export, media)):
        yield chunk


@teacher_export.get("/{teacher_id}/export", response_class=Response, responses=ZIP_RESPONSES, transaction="manual")
async def export_all(teacher: TeacherSelf, services: WithPrivacy, language: Language = "en") -> ExportResponse:
    """Export all data of the teacher's classes as a zip file."""

    def find(db: Session) -> ExportScope:
        return scope.teacher_scope(db, teacher.id, db.get_one(Teacher, teacher.id).name)

    def record(db: Session) -> None:
        record_event(db, AuditEvent(AuditAction("export"), teacher.id, teachers.audit_actor(db, teacher.id)))

    return await _export(services, find, record, language)


@student_data.get("/{student_id}/export", response_class=Response, responses=ZIP_RESPONSES, transaction="manual")
async def export_student(
    student: OwnedStudent, actor: TeacherActor, services: WithPrivacy, language: Language = "en"
) -> ExportResponse:
    """Export all data of one student as a zip file, e.g. for the parents."""

    def find(db: Session) -> ExportScope:
        return scope.student_scope(db, student, actor.id, db.get_one(Teacher, actor.id).name)

    def record(db: Session) -> None:
        record_student_event(db, actor, student, AuditAction("export"))

    return await _export(services, find, record, language)


# Takes minutes, in several transactions.
@student_data.post("/{student_id}/erase", response_model=ErasureResponse, transaction="manual")
async def erase_student(student: ErasableStudent, actor: TeacherActor, services: WithPrivacy) -> ErasureResponse:
    """Erase the student from the database and all readable backups; repeat the call until it is done."""
    outcome = await services.erasures.erase(actor.id, student)
    if outcome is None:
        return ErasureResponse(done=False, backups_rewritten=0, backups_left=[], finishes_later=False)
    unprocessed = [UnprocessedBackupResponse(name=each.name, why=each.reason) for each in outcome.unprocessed]
    return ErasureResponse(
        done=True, backups_rewritten=outcome.rewritten, backups_left=unprocessed, finishes_later=outcome.finishes_later
    )


@unprocessed_backups.delete("/{name}", status_code=204, transaction="manual")
async def delete_backup(unprocessed: UnprocessedPath, services: WithPrivacy) -> None:
    """Delete a backup that can't be redacted, or a quarantine folder."""
    await asyncio.to_thread(_delete, unprocessed, services.backups)


@retention_preview.get("/image-retention", response_model=RetentionEffectResponse)
async def show_retention(days: Annotated[RetentionDays, Query()], db: Db) -> RetentionEffectResponse:
    """Return the number of images that a retention of `days` would remove now."""
    return RetentionEffectResponse(images=image_retention.count_due(db, days, clock.now()))


async def _export(
    services: PrivacyServices, find: ScopeLoader, record: Callable[[Session], None], language: Language
) -> ExportResponse:
    def read() -> PreparedExport:
        with services.transactions.reading() as db:
            return prepare_export(db, find(db), services.backups, language)

    export = await asyncio.get_running_loop().run_in_executor(_export_executor, read)
    try:
        await services.transactions.write(record)
    except BaseException:
        await asyncio.to_thread(export.close)
        raise
    return ExportResponse(export, services.media)


def _delete(path: Path, backups: BackupService) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
            backups.remove_unreferenced_images(keep_recent=True)
    except OSError as error:
        raise BackupNotDeletedError from error
