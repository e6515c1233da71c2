"""Builds the preview of an import: what each row would do, with made usernames and passwords."""

from collections.abc import Mapping, Sequence

from pydantic import TypeAdapter, ValidationError

from server.domain.roster.credentials import PasswordGenerator, UsernameGenerator
from server.domain.roster.matching import Matcher, skip_repeated_rows
from server.domain.roster.preview_row import PreviewRow, read_preview_rows
from server.domain.roster.queries import KnownStudent
from server.domain.roster.reading.errors import EmptyListError, LongListError
from server.domain.roster.reading.table import MAX_STUDENTS, ColumnUse, Reason, Table
from server.domain.students.confusable_text import has_invisible_character, mixes_scripts
from server.domain.students.schemas import StudentPassword
from server.domain.students.service import username_key
from server.schema import Name

_NAME: TypeAdapter[str] = TypeAdapter(Name)
_PASSWORD: TypeAdapter[str] = TypeAdapter(StudentPassword)
_NO_STUDENT_CODES = frozenset({"not_a_student", "repeated_headings", "above_headings"})
_PROBLEMS = {"string_too_long": "too_long", "string_too_short": "too_short"}


def chosen_uses(table: Table, choices: Mapping[int, ColumnUse]) -> list[ColumnUse]:
    """Return the use of each column: the teacher's choice, else what was recognized."""
    return [choices.get(index, use) for index, use in enumerate(table.uses or [])]


def build_preview(
    table: Table, uses: Sequence[ColumnUse], students: Sequence[KnownStudent], classroom_id: str
) -> list[PreviewRow]:
    """Return what each row would do in the class; `students` are those of all classes of the teacher."""
    rows = read_preview_rows(table, uses)
    has_table = table.section is not None or not table.sections
    if has_table and all(each.code in _NO_STUDENT_CODES for row in rows for each in row.reasons[-1:] or [Reason("")]):
        raise EmptyListError
    count = sum(row.status != "skipped" for row in rows)
    if count > MAX_STUDENTS:
        raise LongListError(params={"count": count})
    skip_repeated_rows(rows, {row.line: row.cells for row in table.rows})
    identifiers_guessed = table.headings is None and table.uses == list(uses)
    matcher = Matcher(students, classroom_id, identifiers_guessed=identifiers_guessed)
    for row in rows:
        if row.is_undecided:
            matcher.match(row)
        if row.status in {"ready", "question", "changed"}:
            _check(row)
    _make_credentials(rows, matcher.username_keys)
    return rows


def _check(row: PreviewRow) -> None:
    """Set the status `question` for values that an import would refuse."""
    for field, text, adapter in (
        ("first_name", row.first_name, _NAME),
        ("last_name", row.last_name, _NAME),
        ("username", row.username, _NAME),
        ("external_id", row.external_id, _NAME),
        ("password", row.password, _PASSWORD),
    ):
        if text == "":
            row.add_reason(f"{field}_missing", "question")
        elif text is not None and (problem := _problem(text, adapter)):
            row.add_reason(f"{field}_{problem}", "question", length=len(text))
        elif field == "username" and text and (has_invisible_character(text) or mixes_scripts(text)):
            row.add_reason("username_invalid", "question", length=len(text))


def _problem(text: str, adapter: TypeAdapter[str]) -> str | None:
    try:
        adapter.validate_python(text)
    except ValidationError as error:
        return _PROBLEMS.get(error.errors()[0]["type"], "invalid")
    return None


def _make_credentials(rows: Sequence[PreviewRow], username_keys: set[str]) -> None:
    """Make what is missing, also of rows that the teacher may complete or add in spite of their status."""
    usernames = UsernameGenerator(username_keys | {username_key(row.username) for row in rows if row.username})
    passwords = PasswordGenerator()
    for row in rows:
        if row.status not in {"ready", "question", "skipped"} or row.student_id is not None:
            continue
        if row.username is None:
            row.username = usernames.generate(row.first_name, row.last_name)
            row.username_made = True
        if row.password is None:
            row.password = passwords.generate()
            row.password_made = True
