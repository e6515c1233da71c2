"""Snapshot of a teacher's credentials, so that restoring a backup doesn't bring back an older password."""

from dataclasses import dataclass
from typing import Self

from sqlalchemy.orm import Session

from server.domain.teachers.models import Teacher
from server.security import recovery_codes


@dataclass(frozen=True, slots=True)
class CredentialSnapshot:
    """One teacher's password, linked identity and recovery code."""

    teacher_id: str
    password_hash: str | None
    provider_uid: str | None
    recovery_code_hash: str | None

    @classmethod
    def capture(cls, db: Session, teacher_id: str) -> Self:
        """Capture the teacher's current credentials."""
        teacher = db.get_one(Teacher, teacher_id)
        code = recovery_codes.find_code(db, teacher_id)
        return cls(teacher_id, teacher.password_hash, teacher.provider_uid, None if code is None else code.code_hash)

    def restore(self, db: Session) -> Teacher | None:
        """Write the credentials to the restored database; return None if the teacher has no account in it."""
        teacher = db.get(Teacher, self.teacher_id)
        if teacher is None:
            return None
        teacher.password_hash, teacher.provider_uid = self.password_hash, self.provider_uid
        recovery_codes.delete_code(db, self.teacher_id)
        db.flush()
        if self.recovery_code_hash is not None:
            recovery_codes.replace_code(db, self.teacher_id, self.recovery_code_hash)
        return teacher
