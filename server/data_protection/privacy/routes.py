"""Routes for data protection: export, erasure, and image retention."""

import asyncio
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from server import clock
from server.data_protection.privacy import image_retention, scope
from server.data_protection.privacy.access import ErasableStudent
from server.data_protection.privacy.dependencies import WithPrivacy
from server.data_protection.privacy.export import PreparedExport, stream_zip
from server.data_protection.privacy.file_names import safe_name
from server.data_protection.privacy.schemas import (
    ErasureResponse,
    RetentionDays,
    RetentionEffectResponse,
    UnprocessedBackupResponse,
)
from server.domain.activity.service import ActivityEvent, record
from server.domain.students.access import StudentToAdminister
from server.domain.teachers.access import TeacherSelf
from server.media import MediaStore
from server.requests.gates import Db, TeacherActor, teacher_only
from server.requests.routing import router
from server.texts.language import Language

teacher_export = router("/api/teachers", gate=teacher_only)
student_data = router("/api/students", gate=teacher_only)
retention_preview = router("/api/settings", gate=teacher_only)
# Not a response class of its own, which OpenAPI would apply to the error responses too.
ZIP_RESPONSES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}}}


class ExportResponse(StreamingResponse):
    """Streams an export; deletes its files at the end, also after an error."""

    media_type = "application/zip"

    def __init__(self, export: PreparedExport, media: MediaStore) -> None:
        subject = "" if export.student is None else f"{safe_name(export.student)} "
        name = quote(f"GoalBucks export {subject}{clock.local_date()}.zip", safe="")
        disposition = f"attachment; filename=\"GoalBucks export.zip\"; filename*=UTF-8''{name}"
        super().__init__(stream_zip(export, media), headers={"Content-Disposition": disposition})
        self._export_data = export

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Send the response and delete the export's files."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.to_thread(self._export_data.close)


@teacher_export.get("/{teacher_id}/export", response_class=Response, responses=ZIP_RESPONSES, transaction="manual")
async def export_all(
    teacher: TeacherSelf, actor: TeacherActor, services: WithPrivacy, language: Language = "en"
) -> ExportResponse:
    """Export all data of the teacher's classes as a zip file."""
    load_scope = partial(scope.teacher_scope, teacher_id=teacher.id)
    record_export = partial(record, actor=actor, event=ActivityEvent("export"))
    return ExportResponse(await services.exports.prepare(load_scope, record_export, language), services.media)


@student_data.get("/{student_id}/export", response_class=Response, responses=ZIP_RESPONSES, transaction="manual")
async def export_student(
    student: StudentToAdminister, actor: TeacherActor, services: WithPrivacy, language: Language = "en"
) -> ExportResponse:
    """Export all data of one student as a zip file, e.g. for the parents."""
    load_scope = partial(scope.student_scope, student=student, teacher_id=actor.id)
    record_export = partial(record, actor=actor, event=ActivityEvent("export", student_ids=[student.id]))
    return ExportResponse(await services.exports.prepare(load_scope, record_export, language), services.media)


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


@retention_preview.get("/image-retention", response_model=RetentionEffectResponse)
async def show_retention(days: Annotated[RetentionDays, Query()], db: Db) -> RetentionEffectResponse:
    """Return the number of images that a retention of `days` would remove now."""
    return RetentionEffectResponse(images=image_retention.count_due(db, days, clock.now()))
