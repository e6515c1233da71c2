"""Bodies about the own account."""

from server.signin.schemas import FullName, TeacherPassword, Typed
from server.students.schemas import StudentPassword
from server.wire import Answer, Body


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


class TeacherPasswordBody(Body):
    """A teacher's new password; the present one, if there is one, proves who asks."""

    current_password: Typed | None = None
    new_password: TeacherPassword


class StudentPasswordBody(Body):
    """A student's new password; the present one proves who asks."""

    current_password: Typed
    new_password: StudentPassword
