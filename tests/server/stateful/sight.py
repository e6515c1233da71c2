"""What each person sees is what is its own: all of it, and nothing of anybody else."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.queries import balance_of
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers.models import Teacher
from tests.factories.app import ApiClient
from tests.factories.calls import CALLS, WRITES, Call, parameter_of, split
from tests.server.stateful.school import School

Expected = tuple[int, set[str] | None]
"""The status, and the ids of a list; None: the answer is no list of rows."""


def _reads_of(parameter: str) -> dict[str, Call]:
    """The reads of one kind of row by their paths; exports have tests of their own."""
    names = [name for name in CALLS if name not in WRITES and not name.endswith("/export")]
    return {split(name)[1]: CALLS[name] for name in names if parameter_of(name) == parameter}


OF_A_STUDENT, OF_A_CLASS, OF_A_TEACHER = map(_reads_of, ("student_id", "classroom_id", "teacher_id"))


def look_around(school: School, turn: int | None) -> None:
    """Everybody looks at everything that was ever there; with a turn, one person at one thing of each."""
    readers: list[tuple[Teacher | Student, ApiClient]] = list(zip(school.teachers, school.desks, strict=True))
    readers += [(student, school.tablets[student.id]) for student in school.all(Student)]
    for person, browser in readers if turn is None else [readers[turn % len(readers)]]:
        with school.test_app.open_session() as db:
            expected = dict(_expected(db, school, person, turn))
        answers = browser.get_many(list(expected))
        for (path, (status, ids)), (seen, body) in zip(expected.items(), answers, strict=True):
            assert seen == status, f"{path}: {seen} for {type(person).__name__} {person.id}"
            if ids is not None:
                assert _ids(body) == ids, path
        _check_balances(school, dict(zip(expected, answers, strict=True)))


def _ids(body: Any) -> set[str]:
    found = [row["id"] for row in body]
    assert len(found) == len(set(found))
    return set(found)


def _expected(
    db: Session, school: School, person: Teacher | Student, turn: int | None
) -> Iterator[tuple[str, Expected]]:
    """Paths, and what this person has to be answered."""
    own = _own_classes(db, person)
    yield from _of_classes(db, school, person, own, turn)
    yield from _of_students(db, school, person, own, turn)
    yield from _of_teachers(db, school, person, own)
    yield "/api/classrooms", (200, own) if isinstance(person, Teacher) else (403, None)
    # The proof is text alone: who may see it is told that it has no image, as if it weren't there.
    for submission_id in school.known[Submission][-3:]:
        yield f"/api/submissions/{submission_id}/image", (404, None)


def _of_classes(
    db: Session, school: School, person: Teacher | Student, own: set[str], turn: int | None
) -> Iterator[tuple[str, Expected]]:
    for class_id in school.known[Classroom]:
        is_own = class_id in own
        for path, call in _some(OF_A_CLASS, turn, everything=is_own):
            rows = _rows(db, call.lists, "classroom_id", {class_id})
            yield path.format(classroom_id=class_id), _answer(call, person, rows, is_own=is_own)


def _of_students(
    db: Session, school: School, person: Teacher | Student, own: set[str], turn: int | None
) -> Iterator[tuple[str, Expected]]:
    mine = _rows(db, Student, "classroom_id", own) if isinstance(person, Teacher) else {person.id}
    for student_id in school.known[Student]:
        is_own = student_id in (mine or ())
        for path, call in _some(OF_A_STUDENT, turn, everything=student_id == person.id):
            rows = _rows(db, call.lists, "student_id", {student_id})
            yield path.format(student_id=student_id), _answer(call, person, rows, is_own=is_own)


def _of_teachers(
    db: Session, school: School, person: Teacher | Student, own: set[str]
) -> Iterator[tuple[str, Expected]]:
    for teacher in school.teachers:
        for path, call in OF_A_TEACHER.items():
            pending = "goal-suggestions" in path
            rows = _rows(db, call.lists, "classroom_id", own, pending=pending)
            yield path.format(teacher_id=teacher.id), _answer(call, person, rows, is_own=teacher.id == person.id)


def _answer(call: Call, person: Teacher | Student, rows: set[str] | None, *, is_own: bool) -> Expected:
    """What the registry expects, and the rows where the call succeeds."""
    names = ("teacher", "other teacher") if isinstance(person, Teacher) else ("student", "outsider")
    status = call.expected[names[0] if is_own else names[1]]
    return status, rows if status == 200 else None


def _own_classes(db: Session, person: Teacher | Student) -> set[str]:
    if isinstance(person, Teacher):
        return set(db.scalars(select(Classroom.id).where(Classroom.teacher_id == person.id)))
    return {db.get_one(Student, person.id).classroom_id}


def _some(paths: dict[str, Call], turn: int | None, *, everything: bool) -> Iterator[tuple[str, Call]]:
    """Everything of what is one's own; of what isn't, one path in turn."""
    for place, told in enumerate(paths.items()):
        if turn is None or everything or place == turn % len(paths):
            yield told


def _rows(
    db: Session, kind: type[Entity] | None, column: str, of: set[str], *, pending: bool = False
) -> set[str] | None:
    """The ids that have to be in a list; None: it is no list of rows."""
    if kind is None:
        return None
    table = kind.__table__
    query = select(table.c.id).where(table.c[column].in_(of))
    return set(db.scalars(query.where(table.c.status == "pending") if pending else query))


def _check_balances(school: School, answers: dict[str, tuple[int, Any]]) -> None:
    """Shown balances are the sums of shown entries; stats rows say the same."""
    with school.test_app.open_session() as db:
        for student in school.all(Student):
            kept = balance_of(db, student.id).balance
            status, body = answers.get(f"/api/students/{student.id}/goalbucks", (0, None))
            if status == 200:
                assert body["balance"] == body["earned"] - body["spent"] == kept
            status, entries = answers.get(f"/api/students/{student.id}/ledger", (0, None))
            if status == 200:
                assert sum(entry["amount"] for entry in entries) == kept
            status, stats = answers.get(f"/api/classrooms/{student.classroom_id}/students/stats", (0, None))
            if status == 200:
                assert {row["id"]: row["goalbucks"] for row in stats}[student.id] == kept
