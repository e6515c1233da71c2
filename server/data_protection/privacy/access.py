"""Dependencies that resolve the student to erase and the files that an erasure couldn't process."""

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.privacy.backup_redaction import backup_files, set_aside
from server.data_protection.privacy.services import WithPrivacy
from server.domain.students.queries import own_student
from server.errors import NotFoundError
from server.security.gates import Db, TeacherActor, require_own_computer


async def load_erasable(student_id: str, actor: TeacherActor, services: WithPrivacy, db: Db) -> str:
    """Return the id of the teacher's student, or of one whose erasure this teacher started; 404 otherwise."""
    if services.erasures.knows(actor.id, student_id):
        return student_id
    return own_student(db, actor, student_id).id


async def load_left(name: str, request: Request, services: WithPrivacy) -> Path:
    """Return a file in the backup folder or a quarantine folder; 404 otherwise. The name is never used as a path."""
    await require_own_computer(request)
    for path in (*backup_files(services.backups), *set_aside(services.backups)):
        if path.name == name:
            return path
    raise NotFoundError


ErasableStudent = Annotated[str, Depends(load_erasable)]
LeftBehind = Annotated[Path, Depends(load_left)]
