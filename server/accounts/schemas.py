"""Bodies about the own account."""

from server.signin.schemas import FullName, TeacherPassword, Typed
from server.students.schemas import StudentPassword
from server.wire import Body


class TeacherBody(Body):
    """What a teacher changes about itself."""

    name: FullName


class TeacherPasswordBody(Body):
    """A teacher's new password; the present one proves who asks."""

    current_password: Typed
    new_password: TeacherPassword


class StudentPasswordBody(Body):
    """A student's new password; the present one proves who asks."""

    current_password: Typed
    new_password: StudentPassword
