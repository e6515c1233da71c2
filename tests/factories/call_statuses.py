"""Statuses of a call by role, for the registry of calls (calls.py)."""

from tests.factories.call_rows import ROLES, SUBSTITUTES, TEACHERS, attribute_of


def everyone(status: int, *, teacher_on_another_device: int | None = None) -> dict[str, int]:
    return dict.fromkeys(ROLES, status) | {"teacher on another device": teacher_on_another_device or status}


def own_teacher(status: int, **exceptions: int) -> dict[str, int]:
    """Statuses of a call for the teacher whose own rows they are: 403 for students, 404 for all other teachers."""
    statuses = {
        "anonymous": 401,
        "student": 403,
        "classmate": 403,
        "outsider": 403,
        **dict.fromkeys(TEACHERS, 404),
        "teacher": status,
        "teacher on another device": 403,
        "substitute": 403,
        "ended substitute": 401,
    }
    roles = {attribute_of(role): role for role in ROLES}
    return statuses | {roles[role]: exception for role, exception in exceptions.items()}


def class_teachers(status: int, **exceptions: int) -> dict[str, int]:
    """Statuses of a call about a class for its owner and its co-teachers."""
    return own_teacher(status, **{"co_teacher": status, **exceptions})


def owner_only(status: int) -> dict[str, int]:
    """Statuses of a call about a class that only its owner may make."""
    return own_teacher(status, co_teacher=403)


def staff(status: int) -> dict[str, int]:
    """Statuses of a call about a class for its teachers and its substitutes."""
    return class_teachers(status, substitute=status)


def staff_list(status: int) -> dict[str, int]:
    """Statuses of a list with the teacher's id in its path, of which a substitute has one with the own id."""
    return own_teacher(status, substitute=404)


def every_teacher(status: int, **exceptions: int) -> dict[str, int]:
    return own_teacher(status, **{attribute_of(role): status for role in TEACHERS}, **exceptions)


def every_user(status: int, **exceptions: int) -> dict[str, int]:
    return every_teacher(status, **exceptions) | dict.fromkeys(("student", "classmate", "outsider"), status)


def teacher_and_student(status: int, **exceptions: int) -> dict[str, int]:
    return class_teachers(status, student=status, classmate=404, outsider=404, **exceptions)


def staff_and_student(status: int) -> dict[str, int]:
    return teacher_and_student(status, substitute=status)


def teacher_and_class(status: int, **exceptions: int) -> dict[str, int]:
    return class_teachers(status, student=status, classmate=status, outsider=404, **exceptions)


def students_of_class(status: int) -> dict[str, int]:
    students = {"student": status, "classmate": status, "outsider": 404}
    return own_teacher(403, **{attribute_of(role): 403 for role in TEACHERS}) | students


def own_student(status: int) -> dict[str, int]:
    students = {"student": status, "classmate": 404, "outsider": 404}
    return own_teacher(403, **{attribute_of(role): 403 for role in TEACHERS}) | students


def teacher_sign_in(status: int) -> dict[str, int]:
    return dict.fromkeys(ROLES, 403) | dict.fromkeys(("anonymous", *TEACHERS, *SUBSTITUTES), status)


def class_computer_only(status: int) -> dict[str, int]:
    on_other_devices = dict.fromkeys(("student", "classmate", "outsider"), 403)
    return everyone(status, teacher_on_another_device=403) | on_other_devices
