"""Loading the student to erase, also when its row has gone, and what an erasure left behind."""

from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from server.data_protection.backups.service import Backups
from server.data_protection.privacy.backup_redaction import backup_files, set_aside
from server.data_protection.privacy.erasure import Erasures
from server.domain.students.queries import own_student
from server.errors import NotFoundError
from server.security.gates import Db, OwnComputer, TeacherActor


async def load_erasable(student_id: str, actor: TeacherActor, request: Request, db: Db) -> str:
    """The id of a student of the teacher's, or of one that this teacher is having erased; else 404."""
    erasures: Erasures = request.app.state.erasures
    if erasures.knows(actor.id, student_id):
        return student_id
    return own_student(db, actor, student_id).id


async def load_left(name: str, here: OwnComputer, request: Request) -> Path:
    """A file among the backups, or a damaged database's folder; else 404. The name is never made a path of."""
    del here
    backups: Backups = request.app.state.backups
    for path in (*backup_files(backups), *set_aside(backups)):
        if path.name == name:
            return path
    raise NotFoundError


ErasableStudent = Annotated[str, Depends(load_erasable)]
LeftBehind = Annotated[Path, Depends(load_left)]
