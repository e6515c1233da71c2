"""What each person sees is what is its own: all of it, and nothing of anybody else."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.teachers.models import Teacher
from tests.factories.world import Browser
from tests.server.stateful.school import School

Expected = tuple[int, set[str] | None]
"""The status, and the ids of a list; None: the answer is no list of rows."""
OF_A_STUDENT: dict[str, type[Entity] | None] = {
    "/api/students/{}": None,
    "/api/students/{}/goals": Goal,
    "/api/students/{}/goalbucks": None,
    "/api/students/{}/ledger": LedgerEntry,
    "/api/submissions/student/{}": Submission,
    "/api/goal-suggestions/student/{}": GoalSuggestion,
    "/api/purchases/student/{}": Purchase,
}
OF_A_CLASS: dict[str, type[Entity] | None] = {
    "/api/classrooms/single/{}": None,
    "/api/classrooms/{}/students": Student,
    "/api/classrooms/{}/students/stats": Student,
    "/api/store/classroom/{}": StoreItem,
    "/api/purchases/classroom/{}": Purchase,
    "/api/classrooms/{}/balances.csv": None,
}
OF_A_TEACHER: dict[str, type[Entity]] = {
    "/api/students/teacher/{}": Student,
    "/api/goals/teacher/{}": Goal,
    "/api/submissions/teacher/{}": Submission,
    "/api/goal-suggestions/teacher/{}": GoalSuggestion,
    "/api/purchases/teacher/{}": Purchase,
}
TO_STUDENTS_TOO = ("/api/classrooms/single/{}", "/api/store/classroom/{}")


def look_around(school: School, turn: int | None) -> None:
    """Everybody looks at everything that was ever there; with a turn, one person at one thing of each."""
    readers: list[tuple[Teacher | Student, Browser]] = list(zip(school.teachers, school.desks, strict=True))
    readers += [(student, school.tablets[student.id]) for student in school.all(Student)]
    for person, browser in readers if turn is None else [readers[turn % len(readers)]]:
        with school.world.look() as db:
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
        for path, kind in _some(OF_A_CLASS, turn, everything=class_id in own):
            if isinstance(person, Student) and path not in TO_STUDENTS_TOO:
                yield path.format(class_id), (403, None)
            elif class_id not in own:
                yield path.format(class_id), (404, None)
            else:
                yield path.format(class_id), (200, _rows(db, kind, "classroom_id", {class_id}))


def _of_students(
    db: Session, school: School, person: Teacher | Student, own: set[str], turn: int | None
) -> Iterator[tuple[str, Expected]]:
    mine = _rows(db, Student, "classroom_id", own) if isinstance(person, Teacher) else {person.id}
    for student_id in school.known[Student]:
        for path, kind in _some(OF_A_STUDENT, turn, everything=student_id == person.id):
            if mine and student_id in mine:
                yield path.format(student_id), (200, _rows(db, kind, "student_id", {student_id}))
            else:
                yield path.format(student_id), (404, None)


def _of_teachers(
    db: Session, school: School, person: Teacher | Student, own: set[str]
) -> Iterator[tuple[str, Expected]]:
    for teacher in school.teachers:
        for path, kind in OF_A_TEACHER.items():
            if isinstance(person, Student):
                yield path.format(teacher.id), (403, None)
            elif teacher.id != person.id:
                yield path.format(teacher.id), (404, None)
            else:
                pending = "goal-suggestions" in path
                yield path.format(teacher.id), (200, _rows(db, kind, "classroom_id", own, pending=pending))


def _own_classes(db: Session, person: Teacher | Student) -> set[str]:
    if isinstance(person, Teacher):
        return set(db.scalars(select(Classroom.id).where(Classroom.teacher_id == person.id)))
    return {db.get_one(Student, person.id).classroom_id}


def _some(
    paths: dict[str, type[Entity] | None], turn: int | None, *, everything: bool
) -> Iterator[tuple[str, type[Entity] | None]]:
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
    with school.world.look() as db:
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
