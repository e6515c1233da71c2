"""Rules: importing class lists."""

from typing import Any

from httpx2 import Response
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from tests.factories.api_client import ApiClient
from tests.server.stateful.machine import MAX_STUDENTS, Machine, booleans, one_in_six, row_indexes, usernames
from tests.server.stateful.school_model import ARCHIVED, NOT_FOUND, OWNER_ONLY, assert_outcome

Row = dict[str, Any]
IMPORT = "POST /api/classrooms/{classroom_id}/roster"
kinds = st.sampled_from(("new", "new", "edit", "move"))
full_names = st.sampled_from((("Noor", "Ali"), ("Nora", "Ali"), ("Amara", "Okafor"), ("Lea", "Kim")))


class RosterRules(Machine):
    """Import rows as a preview has them, and rows that may not fit the class."""

    @precondition(lambda self: len(self.school.all(Student)) < MAX_STUDENTS)
    @rule(
        classroom=row_indexes,
        other_user=one_in_six,
        people=st.lists(st.tuples(full_names, st.just("") | usernames), min_size=1, max_size=3),
    )
    def import_previewed_list(
        self, classroom: int, people: list[tuple[tuple[str, str], str]], *, other_user: bool
    ) -> None:
        """Preview a pasted list, then import the rows that need no answer, as the preview has them."""
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, archived_too=True)
        lines = ["First name,Last name,Username"] + [",".join((*names, username)) for names, username in people]
        response = self.preview(client, class_id, "\n".join(lines))
        if not assert_outcome(response, access_error):
            return
        rows = [each for each in response.json()["rows"] if each["status"] in {"ready", "same", "changed"}]
        sent = [
            {key: each[key] for key in ("firstName", "lastName", "username", "studentId")}
            | {"password": None if each["studentId"] else "pass"}
            for each in rows
        ]
        if sent:
            imported = self.school.call(client, IMPORT, {"rows": sent}, row_id=class_id)
            if assert_outcome(imported, self.school.class_error(client, class_id), status=201):
                self.record_import(imported, class_id, sent)

    def preview(self, client: ApiClient, class_id: str, text: str) -> Response:
        """Make the call of the preview, which takes a form."""
        path = f"/api/classrooms/{class_id}/roster/preview"
        response = client.http.post(path, data={"text": text}, files={"": ("", b"")})
        assert response.status_code < 500, response.text
        if response.is_success:
            self.school.succeeded_calls.add("POST /api/classrooms/{classroom_id}/roster/preview")
        return response

    @precondition(lambda self: len(self.school.all(Student)) < MAX_STUDENTS)
    @rule(
        classroom=row_indexes,
        other_user=one_in_six,
        chosen=st.lists(st.tuples(kinds, row_indexes, usernames), min_size=1, max_size=2),
        twice=booleans,
    )
    def import_rows(self, classroom: int, chosen: list[tuple[str, int, str]], *, other_user: bool, twice: bool) -> None:
        """Import rows without a preview: new students, students of the class, students to move here."""
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        rows = [self.row_of(*each, class_id) for each in chosen]
        # Rows that are there twice are refused before it is asked whether the class is archived.
        errors = sorted([access_error, duplicate_error(rows)], key=lambda error: error == ARCHIVED)
        if not any(errors):
            errors.append(self.import_error(client, class_id, rows))
        response = self.call_maybe_twice(client, IMPORT, {"rows": rows}, row_id=class_id, twice=twice)
        if assert_outcome(response, *errors, status=201):
            self.record_import(response, class_id, rows)

    def row_of(self, kind: str, index: int, username: str, class_id: str) -> Row:
        """Build a row of an import into the class; "edit": a student of the class, "move": one of any other class."""
        row: Row = {"firstName": "Noor", "lastName": "Ali", "username": username}
        if kind == "new":
            return row | {"password": "pass"}
        chosen = [each.id for each in self.school.all(Student) if (each.classroom_id == class_id) == (kind == "edit")]
        student_id = chosen[index % len(chosen)] if chosen else self.school.find(Student, index)[0]
        return row | {"studentId" if kind == "edit" else "moveStudentId": student_id}

    def import_error(self, client: ApiClient, class_id: str, rows: list[Row]) -> str | None:
        """Return the error code for rows that don't fit this class, which the client may edit.

        Moving a student needs the owner of both classes.
        """
        existing = [student_id for row in rows if (student_id := existing_id(row))]
        students = {student.id: student for student in self.school.all(Student)}
        taken = {each.id: folded(each.username) for each in students.values() if each.classroom_id == class_id}
        moves = ["moveStudentId" in row for row in rows if existing_id(row)]
        errors = {
            student_id: self.school.class_error(client, students[student_id].classroom_id, owner_only=is_move)
            for student_id, is_move in zip(existing, moves, strict=True)
            if student_id in students
        }
        target_error = self.school.class_error(client, class_id, owner_only=any(moves))
        for error in (target_error, *errors.values()):
            if error in {ARCHIVED, OWNER_ONLY}:
                return error
        for row in sorted(rows, key=lambda each: existing_id(each) is None):
            student_id = existing_id(row) or "new"
            is_move = "moveStudentId" in row
            if student_id != "new":
                if errors.get(student_id, NOT_FOUND) == NOT_FOUND:
                    return "roster_conflict"
                if not is_move and student_id not in taken:
                    return "roster_conflict"
            name = folded(students[student_id].username if is_move else row["username"])
            if any(taken[each] == name for each in taken if each != student_id):
                return "roster_conflict"
            taken[student_id] = name
        return None

    def record_import(self, response: Response, class_id: str, rows: list[Row]) -> None:
        """Check the response of an import, and record the new students."""
        body = response.json()
        new = [row for row in rows if existing_id(row) is None]
        assert [each["firstName"] for each in body["created"]] == [row["firstName"] for row in new]
        assert len(body["changed"]) + len(body["moved"]) + body["unchanged"] == len(rows) - len(new)
        for each in body["created"]:
            with self.school.test_app.open_session() as db:
                self.school.add_student_client(db.get_one(Student, each["id"]))
        here = {student.id for student in self.school.all(Student) if student.classroom_id == class_id}
        assert here >= {each["id"] for each in body["created"]} | {existing_id(row) for row in rows} - {None}


def duplicate_error(rows: list[Row]) -> str | None:
    """Return the error code for rows that don't fit each other."""
    names = [folded(row["username"]) for row in rows if "moveStudentId" not in row]
    existing = [student_id for row in rows if (student_id := existing_id(row))]
    return "roster_duplicate" if len(set(names)) < len(names) or len(set(existing)) < len(existing) else None


def existing_id(row: Row) -> str | None:
    """Return the id of the student whom the row of an import is about; None: a new one."""
    found: str | None = row.get("studentId") or row.get("moveStudentId")
    return found


def folded(username: str) -> str:
    """Return the username without case and surrounding spaces."""
    return username.strip().casefold()
