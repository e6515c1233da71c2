"""Dependencies that resolve the student to erase and the files that an erasure couldn't process."""

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.privacy.redact_all_backups import backup_files, quarantine_folders
from server.data_protection.privacy.services import WithPrivacy
from server.domain.students.queries import get_visible_student
from server.errors import NotFoundError
from server.security.gates import Db, TeacherActor, require_local_request


async def load_erasable_student(student_id: str, actor: TeacherActor, services: WithPrivacy, db: Db) -> str:
    """Return the id of the teacher's student, or of one whose erasure this teacher started; 404 otherwise."""
    if services.erasures.has_erasure(actor.id, student_id):
        return student_id
    return get_visible_student(db, actor, student_id).id


async def load_unprocessed(name: str, request: Request, services: WithPrivacy) -> Path:
    """Return a file in the backup folder or a quarantine folder; 404 otherwise. The name is never used as a path."""
    await require_local_request(request)
    for path in (*backup_files(services.backups), *quarantine_folders(services.backups)):
        if path.name == name:
            return path
    raise NotFoundError


ErasableStudent = Annotated[str, Depends(load_erasable_student)]
UnprocessedPath = Annotated[Path, Depends(load_unprocessed)]
