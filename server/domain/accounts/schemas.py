"""Bodies about the own account."""

from typing import Self

from server.domain.auth.schemas import FullName, TeacherPassword, Typed
from server.domain.students.schemas import StudentPassword
from server.domain.teachers.models import Teacher
from server.schema import Answer, Body, Time
from server.security.recovery import RecoveryCode


class TeacherBody(Body):
    """What a teacher changes about itself."""

    name: FullName


class TeacherAnswer(Answer):
    """A teacher's own account, and the ways to sign in to it."""

    id: str
    name: str
    email: str
    has_password: bool
    uses_identity_provider: bool
    recovery_code_made_at: Time | None
    """Of the one that wasn't used yet; null without one."""

    @classmethod
    def of(cls, teacher: Teacher, code: RecoveryCode | None) -> Self:
        """The account, and its recovery code, of which nobody is told more than when it was made."""
        return cls(
            id=teacher.id,
            name=teacher.name,
            email=teacher.email,
            has_password=teacher.has_password,
            uses_identity_provider=teacher.uses_identity_provider,
            recovery_code_made_at=code and code.created_at,
        )


class TeacherPasswordBody(Body):
    """A teacher's new password; the present one, if there is one, proves who asks."""

    current_password: Typed | None = None
    new_password: TeacherPassword


class StudentPasswordBody(Body):
    """A student's new password; the present one proves who asks."""

    current_password: Typed
    new_password: StudentPassword


class RecoveryCodeBody(Body):
    """What proves who asks for a code; an account without a password needs none."""

    current_password: Typed | None = None


class RecoveryCodeAnswer(Answer):
    """A new code, shown this once."""

    code: str
    made_at: Time


class RecoverBody(Body):
    """A teacher's e-mail, the printed code, and the password that is to count from now on."""

    username: Typed
    code: Typed
    new_password: TeacherPassword
