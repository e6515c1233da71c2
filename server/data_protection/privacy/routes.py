"""The calls of a school's data duties: export, erase, and how long photos are kept."""

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
from server.data_protection.backups.service import Backups
from server.data_protection.privacy import retention, scope
from server.data_protection.privacy.access import ErasableStudent, LeftBehind
from server.data_protection.privacy.export import Gathered, gather, zipped
from server.data_protection.privacy.file_names import safe_name
from server.data_protection.privacy.schemas import ErasureAnswer, LeftAnswer, RetentionAnswer, RetentionDays
from server.data_protection.privacy.scope import Scope
from server.data_protection.privacy.services import PrivacyServices, WithPrivacy
from server.domain.audit.service import Deed, Happening, note
from server.domain.students.access import OwnStudent
from server.domain.students.service import note_done_to
from server.domain.teachers import service as teachers
from server.domain.teachers.access import TeacherSelf
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.media import MediaStore
from server.security.gates import Db, TeacherActor, teacher_only
from server.security.routing import router

whole_export = router("/api/teachers", access=teacher_only)
one_student = router("/api/students", access=teacher_only)
left_behind = router("/api/backups", access=teacher_only)
image_retention = router("/api/settings", access=teacher_only)
Find = Callable[[Session], Scope]
GATHERED_AT_ONCE = 2
"""Each takes a connection to the database for as long as it lasts, of the few that there are beside the threads'."""
_gathering = ThreadPoolExecutor(GATHERED_AT_ONCE, thread_name_prefix="export")
# A response class of its own kind would say so of the errors too.
AS_ZIP: dict[int | str, dict[str, Any]] = {200: {"content": {"application/zip": {}}}}


class NotDeletedError(DomainError):
    """The disk or another program refused."""

    status = 503
    code = "backup_not_deleted"
    sentence = "The backup could not be deleted. Another program may be using it. Please try again."


class ZipAnswer(StreamingResponse):
    """An export while it is made; whatever comes of sending it, its files go."""

    media_type = "application/zip"

    def __init__(self, gathered: Gathered, media: MediaStore) -> None:
        named = "" if gathered.student is None else f"{safe_name(gathered.student)} "
        name = quote(f"GoalBucks export {named}{clock.now().astimezone():%Y-%m-%d}.zip", safe="")
        disposition = f"attachment; filename=\"GoalBucks export.zip\"; filename*=UTF-8''{name}"
        super().__init__(_pieces(gathered, media), headers={"Content-Disposition": disposition})
        self._gathered = gathered

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.to_thread(self._gathered.close)


async def _pieces(gathered: Gathered, media: MediaStore) -> AsyncIterator[bytes]:
    async for piece in iterate_in_threadpool(zipped(gathered, media)):
        yield piece


@whole_export.get("/{teacher_id}/export", response_class=Response, responses=AS_ZIP, transaction="manual")
async def export_all(teacher: TeacherSelf, services: WithPrivacy) -> ZipAnswer:
    """Everything of the teacher's classes as one zip."""

    def find(db: Session) -> Scope:
        return scope.of_teacher(db, teacher.id, db.get_one(Teacher, teacher.id).name)

    def tell(db: Session) -> None:
        note(db, Happening(Deed("export"), teacher.id, teachers.person(db, teacher.id)))

    return await _export(services, find, tell)


@one_student.get("/{student_id}/export", response_class=Response, responses=AS_ZIP, transaction="manual")
async def export_student(student: OwnStudent, actor: TeacherActor, services: WithPrivacy) -> ZipAnswer:
    """Everything of one student as one zip, as its parents may ask for."""

    def find(db: Session) -> Scope:
        return scope.of_student(db, student, actor.id, db.get_one(Teacher, actor.id).name)

    def tell(db: Session) -> None:
        note_done_to(db, actor, student, Deed("export"))

    return await _export(services, find, tell)


# It takes minutes, in transactions of its own.
@one_student.post("/{student_id}/erase", response_model=ErasureAnswer, transaction="manual")
async def erase_student(student: ErasableStudent, actor: TeacherActor, services: WithPrivacy) -> ErasureAnswer:
    """The student goes from here and from every backup that can be opened; ask again until it is done."""
    outcome = await services.erasures.erase(actor.id, student)
    if outcome is None:
        return ErasureAnswer(done=False, backups_rewritten=0, backups_left=[], finishes_later=False)
    left = [LeftAnswer(name=each.name, why=each.why) for each in outcome.left]
    return ErasureAnswer(
        done=True, backups_rewritten=outcome.rewritten, backups_left=left, finishes_later=outcome.finishes_later
    )


@left_behind.delete("/{name}", status_code=204, transaction="manual")
async def delete_backup(left: LeftBehind, services: WithPrivacy) -> None:
    """A backup that can't be rewritten, or a damaged database's folder, goes for good."""
    await asyncio.to_thread(_delete, left, services.backups)


@image_retention.get("/image-retention", response_model=RetentionAnswer)
async def show_retention(days: Annotated[RetentionDays, Query()], db: Db) -> RetentionAnswer:
    """How many photos would go now if they were kept for so many days."""
    return RetentionAnswer(images=retention.count_due(db, days, clock.now()))


async def _export(services: PrivacyServices, find: Find, tell: Callable[[Session], None]) -> ZipAnswer:
    def read() -> Gathered:
        with services.transactions.reading() as db:
            return gather(db, find(db), services.backups)

    gathered = await asyncio.get_running_loop().run_in_executor(_gathering, read)
    try:
        await services.transactions.write(tell)
    except BaseException:
        await asyncio.to_thread(gathered.close)
        raise
    return ZipAnswer(gathered, services.media)


def _delete(path: Path, backups: Backups) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
            backups.sweep_photos(keep_recent=True)
    except OSError as error:
        raise NotDeletedError from error
