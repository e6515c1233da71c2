"""Compares the rows of a preview with each other and with the students of the teacher.

A row is about the student of the class with its identifier; if there is none, about the one with its username; if
there is none, about the one with its full name.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from server.domain.roster.preview_row import KnownAccount, PreviewRow
from server.domain.roster.queries import KnownStudent
from server.domain.roster.reading.columns import fold
from server.domain.students.service import username_key


def skip_repeated_rows(rows: Iterable[PreviewRow]) -> None:
    """Skip rows about the same student as an earlier row; ask about other rows with the username of an earlier one."""
    identifiers: dict[str, int] = {}
    usernames: dict[str, PreviewRow] = {}
    names: dict[str, int] = {}
    for row in rows:
        if not row.is_undecided:
            continue
        name = _name_key(row.first_name, row.last_name)
        key = username_key(row.username) if row.username else None
        if row.external_id in identifiers:
            row.add_reason("same_as_row", "skipped", line=identifiers[row.external_id])
        elif key in usernames:
            earlier = usernames[key]
            if _name_key(earlier.first_name, earlier.last_name) == name and earlier.external_id == row.external_id:
                row.add_reason("same_as_row", "skipped", line=earlier.line)
            else:
                row.add_reason("username_twice", "question", line=earlier.line)
        elif not row.external_id and not key and name in names:
            row.add_reason("same_as_row", "skipped", line=names[name])
        if row.external_id:
            identifiers.setdefault(row.external_id, row.line)
        if key:
            usernames.setdefault(key, row)
        names.setdefault(name, row.line)


def _name_key(first_name: str, last_name: str) -> str:
    return fold(f"{first_name} {last_name}")


class Matcher:
    """The students of a class and of the teacher's other classes."""

    def __init__(self, students: Sequence[KnownStudent], classroom_id: str) -> None:
        here = [each for each in students if each.classroom_id == classroom_id]
        elsewhere = [each for each in students if each.classroom_id != classroom_id]
        self._by_username = {each.username_key: each for each in here}
        self._by_identifier: dict[str | None, KnownStudent] = {
            each.external_id: each for each in here if each.external_id
        }
        self._by_name = _group_by_name(here)
        self._elsewhere_by_identifier: dict[str | None, KnownStudent] = {
            each.external_id: each for each in elsewhere if each.external_id
        }
        self._elsewhere_by_name = _group_by_name(elsewhere)
        self._lines: dict[str, int] = {}

    @property
    def username_keys(self) -> set[str]:
        """The keys of the usernames in the class."""
        return set(self._by_username)

    def match(self, row: PreviewRow) -> None:
        """Set the row's status, reasons and student."""
        by_identifier = self._by_identifier.get(row.external_id)
        by_username = self._by_username.get(username_key(row.username)) if row.username else None
        if by_identifier is not None:
            self._match(row, by_identifier)
        elif by_username is not None:
            if _is_other_student(row, by_username):
                row.add_reason("username_taken", "question", name=f"{by_username.first_name} {by_username.last_name}")
            else:
                self._match(row, by_username)
        elif same_name := self._of_same_name(self._by_name, row):
            student = same_name[0]
            if len(same_name) == 1 and not row.username:
                self._match(row, student)
            else:
                row.add_reason("same_name", "question", studentId=student.id, username=student.username)
                if len(same_name) == 1:
                    _offer_identifier(row, student)
        else:
            self._match_elsewhere(row)

    def _match_elsewhere(self, row: PreviewRow) -> None:
        same_name = self._of_same_name(self._elsewhere_by_name, row)
        student = self._elsewhere_by_identifier.get(row.external_id) or (same_name[0] if len(same_name) == 1 else None)
        if student is not None:
            row.add_reason(
                "in_other_class",
                "question",
                studentId=student.id,
                username=student.username,
                className=student.class_name,
                balance=student.balance,
            )

    def _of_same_name(self, by_name: dict[str, list[KnownStudent]], row: PreviewRow) -> list[KnownStudent]:
        """Return the students with the row's name, except those whose identifier differs from the row's."""
        students = by_name.get(_name_key(row.first_name, row.last_name), [])
        return [each for each in students if not (each.external_id and row.external_id)]

    def _match(self, row: PreviewRow, student: KnownStudent) -> None:
        if student.id in self._lines:
            row.add_reason("same_as_row", "skipped", line=self._lines[student.id])
            return
        self._lines[student.id] = row.line
        row.student_id = student.id
        row.password = None  # a student's password isn't reset by reading the list again
        row.first_name = row.first_name or student.first_name
        row.last_name = row.last_name or student.last_name
        row.username = row.username or student.username
        row.status = "same"
        row.reasons = []
        before = f"{student.first_name} {student.last_name}"
        if _without_case(f"{row.first_name} {row.last_name}") != _without_case(before):
            row.add_reason("renamed", "changed", before=before)
        if username_key(row.username) != student.username_key:
            row.add_reason("username_changed", "changed", before=student.username)
        _offer_identifier(row, student)
        if row.external_id and row.external_id != student.external_id:
            row.add_reason("identifier_changed" if student.external_id else "identifier_added", "changed")


def _offer_identifier(row: PreviewRow, student: KnownStudent) -> None:
    if row.external_id and not student.external_id:
        row.unidentified = KnownAccount(student.id, student.first_name, student.last_name, student.username)


def _group_by_name(students: Iterable[KnownStudent]) -> dict[str, list[KnownStudent]]:
    groups: dict[str, list[KnownStudent]] = defaultdict(list)
    for each in students:
        groups[_name_key(each.first_name, each.last_name)].append(each)
    return groups


def _is_other_student(row: PreviewRow, student: KnownStudent) -> bool:
    """Whether the row is about another student who happens to have the same username.

    It is if the identifiers differ, or if both the first and the last name differ.
    """
    if student.external_id and row.external_id:
        return True
    first, last = fold(row.first_name), fold(row.last_name)
    return bool(first and last) and fold(student.first_name) != first and fold(student.last_name) != last


def _without_case(name: str) -> str:
    return normalize("NFC", name).casefold()
