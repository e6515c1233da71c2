"""Request and response models for accounts."""

from typing import Self

from server.domain.auth.schemas import CredentialText, FullName, TeacherPassword
from server.domain.students.schemas import StudentPassword
from server.domain.teachers.models import Teacher
from server.schema import RequestModel, ResponseModel, Timestamp
from server.security.recovery_codes import RecoveryCode
from server.texts.language import StudentLanguage


class TeacherRequest(RequestModel):
    """Change of a teacher's name."""

    name: FullName


class LanguageRequest(RequestModel):
    """Choice of the account's language; a teacher's is one of all pages."""

    language: StudentLanguage


class TeacherResponse(ResponseModel):
    """A teacher's own account, with the fields of specification 13.1, and its sign-in methods."""

    id: str
    username: str
    """The e-mail, by which a teacher signs in."""
    name: str
    email: str
    created_at: Timestamp
    has_password: bool
    uses_identity_provider: bool
    recovery_code_made_at: Timestamp | None
    """When the unused recovery code was created; null without one."""

    @classmethod
    def of(cls, teacher: Teacher, code: RecoveryCode | None) -> Self:
        """Build the response; of the recovery code it contains only the creation time."""
        return cls.from_row(teacher, recovery_code_made_at=code and code.created_at)


class OpenSessionResponse(ResponseModel):
    """A session in which the teacher is signed in; its id signs nobody in."""

    id: str
    started_at: Timestamp
    device: str | None
    """Such as "Windows, Chrome"; null if it isn't recognized."""
    current: bool
    """Whether the request was made in this session."""


class TeacherPasswordRequest(RequestModel):
    """Change of a teacher's password; the current one is required if the account has one."""

    current_password: CredentialText | None = None
    new_password: TeacherPassword


class StudentPasswordRequest(RequestModel):
    """Change of a student's password; the current one is required."""

    current_password: CredentialText
    new_password: StudentPassword


class RecoveryCodeRequest(RequestModel):
    """Request for a recovery code; the current password is required if the account has one."""

    current_password: CredentialText | None = None


class RecoveryCodeResponse(ResponseModel):
    """A new recovery code, shown only once."""

    code: str
    made_at: Timestamp


class RecoverRequest(RequestModel):
    """Account recovery with a teacher's e-mail, recovery code and new password."""

    username: CredentialText
    code: CredentialText
    new_password: TeacherPassword
