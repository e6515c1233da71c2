"""Compares the rows of a preview with each other and with the students of the teacher.

A row is about the student of the class with its identifier; if there is none, about the one with its username; if
there is none, about the one with its full name.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from server.domain.roster.preview_row import KnownAccount, PreviewRow
from server.domain.roster.queries import KnownStudent
from server.domain.roster.reading.names import name_key
from server.domain.roster.reading.vocabulary import fold
from server.domain.students.service import username_key


def skip_repeated_rows(rows: Iterable[PreviewRow], texts: Mapping[int, Sequence[str]]) -> None:
    """Skip rows that repeat an earlier row; ask about others with the identifier, username or name of an earlier one.

    `texts`: the cells by line. Rows with different names are never the same.
    """
    identifiers: dict[str, PreviewRow] = {}
    usernames: dict[str, PreviewRow] = {}
    names: dict[str, PreviewRow] = {}
    for row in rows:
        if not row.is_undecided:
            continue
        name = name_key(row.first_name, row.last_name)
        key = username_key(row.username) if row.username else None
        if (earlier := identifiers.get(row.external_id or "")) or (earlier := usernames.get(key or "")):
            by_identifier = row.external_id and earlier.external_id == row.external_id
            if name_key(earlier.first_name, earlier.last_name) == name and earlier.external_id == row.external_id:
                row.add_reason("same_as_row", "skipped", line=earlier.line)
            else:
                row.add_reason("identifier_twice" if by_identifier else "username_twice", "question", line=earlier.line)
        elif name and not row.external_id and not key and (earlier := names.get(name)):
            if list(map(fold, texts[row.line])) == list(map(fold, texts[earlier.line])):
                row.add_reason("same_as_row", "skipped", line=earlier.line)
            else:
                row.add_reason("name_twice", "question", line=earlier.line)
        if row.external_id:
            identifiers.setdefault(row.external_id, row)
        if key:
            usernames.setdefault(key, row)
        names.setdefault(name, row)


class Matcher:
    """The students of a class and of the teacher's other classes."""

    def __init__(self, students: Sequence[KnownStudent], classroom_id: str, *, identifiers_guessed: bool) -> None:
        """`identifiers_guessed`: nothing says that the rows' identifiers are any, so they don't outweigh a name."""
        self._identifiers_guessed = identifiers_guessed
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
        if by_identifier is not None and self._identifiers_guessed and not _has_name_of(row, by_identifier):
            by_identifier, row.external_id = None, None
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
        students = by_name.get(name_key(row.first_name, row.last_name), [])
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
        groups[name_key(each.first_name, each.last_name)].append(each)
    return groups


def _is_other_student(row: PreviewRow, student: KnownStudent) -> bool:
    """Whether the row is about another student who happens to have the same username.

    It is if the identifiers differ, or if both the first and the last name differ.
    """
    if student.external_id and row.external_id:
        return True
    first, last = fold(row.first_name), fold(row.last_name)
    return bool(first and last) and fold(student.first_name) != first and fold(student.last_name) != last


def _has_name_of(row: PreviewRow, student: KnownStudent) -> bool:
    return name_key(row.first_name, row.last_name) == name_key(student.first_name, student.last_name)


def _without_case(name: str) -> str:
    return normalize("NFC", name).casefold()
