"""Checks that each user reads all of their own data and none of anyone else's."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from server.database.base import Entity
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.queries import balance_of
from server.domain.goals.models import Goal
from server.domain.members.models import ClassMember
from server.domain.members.queries import find_member
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers.models import Teacher
from server.domain.terms.models import Term
from tests.factories.api_client import ApiClient
from tests.factories.calls import CALLS, WRITES, Call, method_and_path, parameter_of
from tests.server.stateful.school_model import SESSION, SchoolModel

Expected = tuple[int, set[str] | None]
"""Status, and the ids in a list; None: the response is no list of rows."""


def _reads_by(parameter: str) -> dict[str, Call]:
    """Return the reads with this path parameter, by path; exports have their own tests."""
    names = [name for name in CALLS if name not in WRITES and not name.endswith("/export")]
    return {method_and_path(name)[1]: CALLS[name] for name in names if parameter_of(name) == parameter}


STUDENT_READS, CLASS_READS, TEACHER_READS = map(_reads_by, ("student_id", "classroom_id", "teacher_id"))


class StoredRows:
    """The rows of the database, each kind read once."""

    def __init__(self, db: Session) -> None:
        self.db = db
        self._rows: dict[type[Entity], Sequence[Row[Any]]] = {}

    def listed_ids(
        self, kind: type[Entity] | None, column: str, values: set[str], *, pending: bool = False
    ) -> set[str] | None:
        """Return the ids that a list of `kind` must contain, without ended goals; None: the response is no list."""
        if kind is None:
            return None
        if kind not in self._rows:
            self._rows[kind] = self.db.execute(select(kind.__table__)).all()
        found = [row for row in self._rows[kind] if getattr(row, column) in values]
        if kind is Goal:
            found = [row for row in found if row.status != "ended"]
        return {row.id for row in found if not pending or row.status == "pending"}

    def classes_between_terms(self) -> set[str]:
        """Return the ids of the classes of which a term ends with this week, so that no other one can end now."""
        return set(self.db.scalars(select(Term.classroom_id)))


def check_visibility(school: SchoolModel, step: int | None) -> None:
    """Compare the responses to reads with the database.

    `step` selects one user, and one read of each row that isn't the user's own, in turn. None: all users, all reads.
    """
    users: list[tuple[Teacher | Student, ApiClient]] = list(zip(school.teachers, school.teacher_clients, strict=True))
    users += [(student, school.student_clients[student.id]) for student in school.all(Student)]
    for user, client in users if step is None else [users[step % len(users)]]:
        with school.test_app.open_session() as db:
            expected = dict(_expected_responses(StoredRows(db), school, user, step))
        responses = client.get_many(list(expected))
        for (path, (expected_status, expected_ids)), (status, body) in zip(expected.items(), responses, strict=True):
            assert status == expected_status, f"{path}: {status} for {type(user).__name__} {user.id}"
            if expected_ids is not None:
                assert _unique_ids(body) == expected_ids, path
        _check_balances(school, dict(zip(expected, responses, strict=True)))


def _unique_ids(body: Any) -> set[str]:
    ids = [row["id"] for row in body]
    assert len(ids) == len(set(ids))
    return set(ids)


def _expected_responses(
    stored: StoredRows, school: SchoolModel, user: Teacher | Student, step: int | None
) -> Iterator[tuple[str, Expected]]:
    """Yield each path with the response that this user must get."""
    if isinstance(user, Student) and not school.may_sign_in(user):
        yield SESSION, (401, None)
        return
    own_classes = _own_classes(stored.db, user)
    yield from _class_responses(stored, school, user, own_classes, step)
    yield from _student_responses(stored, school, user, own_classes, step)
    listed_classes = own_classes - school.archived_class_ids()
    yield from _teacher_responses(stored, school, user, listed_classes)
    yield "/api/classrooms", (200, listed_classes) if isinstance(user, Teacher) else (403, None)
    # Submissions of this test have no image: 404 for the owner as for everyone else.
    for submission_id in school.seen_ids[Submission][-3:]:
        yield f"/api/submissions/{submission_id}/image", (404, None)


def _class_responses(
    stored: StoredRows, school: SchoolModel, user: Teacher | Student, own_classes: set[str], step: int | None
) -> Iterator[tuple[str, Expected]]:
    between_terms = stored.classes_between_terms()
    for class_id in school.seen_ids[Classroom]:
        is_own = class_id in own_classes
        role = _role(stored.db, user, class_id, is_own=is_own)
        for path, call in _select_paths(CLASS_READS, step, all_paths=is_own):
            ids = stored.listed_ids(call.lists, "classroom_id", {class_id})
            expected = _expected_response(call, role, ids)
            if expected[0] == 200 and path.endswith("/terms/next") and class_id in between_terms:
                expected = 409, None
            yield path.format(classroom_id=class_id), expected


def _student_responses(
    stored: StoredRows, school: SchoolModel, user: Teacher | Student, own_classes: set[str], step: int | None
) -> Iterator[tuple[str, Expected]]:
    own_ids = stored.listed_ids(Student, "classroom_id", own_classes) if isinstance(user, Teacher) else {user.id}
    for student_id in school.seen_ids[Student]:
        is_own = student_id in (own_ids or ())
        student = stored.db.get(Student, student_id)
        role = _role(stored.db, user, student.classroom_id if student else "", is_own=is_own)
        for path, call in _select_paths(STUDENT_READS, step, all_paths=student_id == user.id):
            ids = stored.listed_ids(call.lists, "student_id", {student_id})
            yield path.format(student_id=student_id), _expected_response(call, role, ids)


def _teacher_responses(
    stored: StoredRows, school: SchoolModel, user: Teacher | Student, listed_classes: set[str]
) -> Iterator[tuple[str, Expected]]:
    for teacher in school.teachers:
        for path, call in TEACHER_READS.items():
            pending = "goal-suggestions" in path
            ids = stored.listed_ids(call.lists, "classroom_id", listed_classes, pending=pending)
            role = _role(stored.db, user, "", is_own=teacher.id == user.id)
            if path.endswith("/no-school-days") and role == "other teacher" and _teaches_for(stored.db, user, teacher):
                role = "co-teacher"
            yield path.format(teacher_id=teacher.id), _expected_response(call, role, ids)


def _role(db: Session, user: Teacher | Student, class_id: str, *, is_own: bool) -> str:
    """Return the role of the registry; `is_own`: the user is in the class, or it is about the user."""
    if isinstance(user, Student):
        return "student" if is_own else "outsider"
    if not is_own:
        return "other teacher"
    return "co-teacher" if find_member(db, class_id, user.id) else "teacher"


def _teaches_for(db: Session, user: Teacher | Student, owner: Teacher) -> bool:
    """Return whether the user is a co-teacher of a class of this owner."""
    of_owner = select(ClassMember.id).join(Classroom, Classroom.id == ClassMember.classroom_id)
    found = of_owner.where(ClassMember.teacher_id == user.id, Classroom.teacher_id == owner.id)
    return db.scalar(found.limit(1)) is not None


def _expected_response(call: Call, role: str, ids: set[str] | None) -> Expected:
    """Return the status of the registry, with the ids if the call must succeed."""
    status = call.expected[role]
    return status, ids if status == 200 else None


def _own_classes(db: Session, user: Teacher | Student) -> set[str]:
    if isinstance(user, Teacher):
        owned = set(db.scalars(select(Classroom.id).where(Classroom.teacher_id == user.id)))
        return owned.union(db.scalars(select(ClassMember.classroom_id).where(ClassMember.teacher_id == user.id)))
    return {db.get_one(Student, user.id).classroom_id}


def _select_paths(paths: dict[str, Call], step: int | None, *, all_paths: bool) -> Iterator[tuple[str, Call]]:
    """Yield every path if `all_paths` or there is no step, else one path in turn."""
    for index, item in enumerate(paths.items()):
        if step is None or all_paths or index == step % len(paths):
            yield item


def _check_balances(school: SchoolModel, responses: dict[str, tuple[int, Any]]) -> None:
    """Check that balances, ledger entries and class statistics of the responses match the stored balances."""
    with school.test_app.open_session() as db:
        for student in school.all(Student):
            balance = balance_of(db, student.id).balance
            status, body = responses.get(f"/api/students/{student.id}/goalbucks", (0, None))
            if status == 200:
                assert body["balance"] == body["earned"] - body["spent"] == balance
            status, entries = responses.get(f"/api/students/{student.id}/ledger", (0, None))
            if status == 200:
                assert sum(entry["amount"] for entry in entries) == balance
            status, stats = responses.get(f"/api/classrooms/{student.classroom_id}/students/stats", (0, None))
            if status == 200:
                assert {row["id"]: row["goalbucks"] for row in stats}[student.id] == balance
