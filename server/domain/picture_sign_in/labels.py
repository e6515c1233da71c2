"""The names by which students find themselves on the sign-in screen."""

from collections import defaultdict
from collections.abc import Iterable

from server.domain.students.models import Student
from server.domain.students.queries import fold_name


def name_labels(students: Iterable[Student]) -> list[tuple[str, str]]:
    """Return each student's id and label, sorted by label.

    A label is the first name, with as many letters of the last name as distinguish it from others'.
    """
    namesakes = defaultdict[str, list[Student]](list)
    for student in students:
        namesakes[fold_name(student.first_name)].append(student)
    labels = [
        (student.id, _label(student, [other for other in group if other is not student]))
        for group in namesakes.values()
        for student in group
    ]
    return sorted(labels, key=lambda each: (fold_name(each[1]), each[0]))


def _label(student: Student, namesakes: list[Student]) -> str:
    if not namesakes:
        return student.first_name
    for length in range(1, len(student.last_name)):
        start = student.last_name[:length]
        if not any(fold_name(other.last_name[:length]) == fold_name(start) for other in namesakes):
            return f"{student.first_name} {start}."
    return student.full_name
