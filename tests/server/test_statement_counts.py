"""Number of SQL statements of the reads that a class makes most, the look-up of the session included."""

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.statements import recorded_statements

TEACHER = {
    "/api/classrooms": 2,
    "/api/classrooms/single/{classroom}": 2,
    "/api/classrooms/{classroom}/students/stats": 2,
    "/api/submissions/teacher/{teacher}?status=pending": 2,
    "/api/goal-suggestions/teacher/{teacher}": 2,
    "/api/purchases/teacher/{teacher}?status=pending": 2,
}
STUDENT = {
    "/api/students/{student}/goals?status=current": 3,  # and the totals in the headers
    "/api/students/{student}/goals?status=completed&limit=50": 3,
    "/api/students/{student}/goalbucks": 2,
    "/api/submissions/student/{student}?status=pending": 2,
    "/api/purchases/student/{student}?limit=50": 2,
    "/api/store/classroom/{classroom}": 3,  # and whether the student is in the class
}


@pytest.mark.parametrize(
    ("role", "path", "count"),
    [*(("teacher", *call) for call in TEACHER.items()), *(("student", *call) for call in STUDENT.items())],
)
def test_frequent_reads_execute_few_statements(classroom: PreparedClassroom, role: str, path: str, count: int) -> None:
    client = classroom.teacher_client if role == "teacher" else classroom.student_client
    url = path.format(classroom=classroom.row.id, teacher=classroom.teacher.id, student=classroom.student.id)
    with recorded_statements(classroom.test_app.transactions.engine) as statements:
        assert client.get(url).status_code == 200
    assert len(statements) == count, statements
