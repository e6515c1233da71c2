"""One row of a preview, and the reading of a table into such rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from server.domain.roster.reading.encodings import is_likely_name
from server.domain.roster.reading.headings import core_words
from server.domain.roster.reading.names import clean_name, is_doubtful, is_sentence, split_name
from server.domain.roster.reading.status import are_initials, excludes, is_footer, is_known_status, is_test_student
from server.domain.roster.reading.table import ColumnUse, Reason, Row, Table, columns_of
from server.domain.roster.reading.vocabulary import fold
from server.domain.students.confusable_text import has_direction_mark
from server.schema import ResponseRow

Status = Literal["ready", "question", "same", "changed", "skipped", "refused"]
"""`ready`: will be added; `question`: needs an answer; `same`: is in the class; `changed`: is in the class, with other
names, username or identifier; `skipped`: added only if the teacher wants it; `refused`: can't be added."""
_MAX_WORDS = 8
"""Words of a name; more are a sentence."""
_SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+?\d+", re.IGNORECASE)
"""A long number of which a spreadsheet has dropped digits, such as 1.00E+11."""
_MASK_CHARACTERS = frozenset("*\u2022\u25cf\u00b7")


@dataclass(frozen=True, slots=True)
class KnownAccount(ResponseRow):
    """A student of the class as stored."""

    student_id: str
    first_name: str
    last_name: str
    username: str


@dataclass(slots=True)
class PreviewRow(ResponseRow):
    """What the import of a row would do, and why."""

    line: int
    status: Status = "ready"
    reasons: list[Reason] = field(default_factory=list)
    first_name: str = ""
    last_name: str = ""
    username: str | None = None
    username_made: bool = False
    password: str | None = None
    password_made: bool = False
    external_id: str | None = None
    student_id: str | None = None
    """The student of the class whom the row is about, with status `same` or `changed`."""
    unidentified: KnownAccount | None = None
    """The student of the class with this username or full name, and without an identifier.

    The teacher can give that student the row's identifier, and change nothing else.
    """

    def add_reason(self, code: str, status: Status | None = None, **params: str | int) -> None:
        """Add a reason, and set the status."""
        self.reasons.append(Reason(code, params))
        self.status = status or self.status

    @property
    def is_undecided(self) -> bool:
        """Whether the row may still be imported: nothing found so far excludes it."""
        return self.status in {"ready", "question"}


def read_preview_rows(table: Table, uses: Sequence[ColumnUse]) -> list[PreviewRow]:
    """Return a preview row for each row of the table; `uses`: the use of each column."""
    headings = [fold(heading) for heading in table.headings or []]
    columns = enumerate(zip_longest(uses, headings, fillvalue=""))
    texts = columns_of(table.rows, len(uses))
    statuses = [
        (index, heading, sum(map(is_known_status, texts[index])) * 2 > len(texts[index]))
        for index, (use, heading) in columns
        if use == "status"
    ]
    known = len(headings) or len(uses)
    name_heading = next(
        (core_words(heading) for heading, use in zip(headings, uses, strict=False) if use == "name"), ""
    )
    is_prose = not headings and any(len(row.cells[0].split()) > _MAX_WORDS for row in table.rows)
    rows = [PreviewRow(row.line, row.status or "ready", list(row.reasons)) for row in table.rows]
    for index, (preview, row) in enumerate(zip(rows, table.rows, strict=True)):
        cells = _cells_by_use(row, uses)
        _read_names(preview, cells, name_heading)
        _read_account(preview, cells)
        if not preview.is_undecided:
            continue
        if extra := sum(map(bool, row.cells[known:])):
            preview.add_reason("extra_cells", count=extra)
        following = table.rows[index + 1].cells if index + 1 < len(table.rows) else []
        _skip_non_student(preview, row, cells, following)
        for position, heading, are_known in statuses:
            text = row.cells[position] if position < len(row.cells) else ""
            if preview.status != "skipped" and excludes(text, heading):
                preview.add_reason("listed_as", "skipped", text=text)
            elif preview.status != "skipped" and text and are_known and not is_known_status(text):
                preview.add_reason("name_note", "question", note=text)
        if preview.is_undecided:
            _question_names(preview, encoding=table.encoding, is_prose=is_prose)
    return rows


def _cells_by_use(row: Row, uses: Sequence[ColumnUse]) -> dict[ColumnUse, str]:
    """Return the cells that aren't empty; of two with the same use the first."""
    return dict(reversed([(use, cell) for use, cell in zip(uses, row.cells, strict=False) if cell and use != "unused"]))


def _read_names(preview: PreviewRow, cells: dict[ColumnUse, str], heading: str) -> None:
    """Read the names of a row; `heading`: the words of the heading of whole names."""
    first, last = (clean_name(cells.get(use, "")).rstrip(",") for use in ("firstName", "lastName"))
    if preview.is_undecided and "@" in cells.get("firstName", "") and "@" in cells.get("lastName", ""):
        preview.add_reason("not_a_name", "question")
    if "name" in cells:
        split = split_name(cells["name"], heading)
        if last and split.last and fold(last) not in fold(cells["name"]):
            split.reasons.append(Reason("not_a_name"))
        preview.reasons += [each for each in split.reasons if each.code != "name_split" or not (first or last)]
        first, last = first or split.first, last or split.last
    last = clean_name(cells.get("preferredLastName", "")) or last
    preferred = clean_name(cells.get("preferredFirstName", ""))
    if preferred and last and preferred.casefold().endswith(f" {last.casefold()}"):
        preferred = preferred[: -len(last)].strip()
    preview.first_name = preferred or first
    prefix = clean_name(cells.get("lastNamePrefix", "")) if last else ""
    preview.last_name = " ".join(filter(None, (prefix, last, clean_name(cells.get("secondLastName", "")))))
    if preview.is_undecided and {"name_note", "not_a_name"} & {each.code for each in preview.reasons}:
        preview.status = "question"


def _read_account(preview: PreviewRow, cells: dict[ColumnUse, str]) -> None:
    identifier = cells.get("externalId") or cells.get("idAndUsername") or ""
    email = cells.get("email", "").partition("@")[0]
    username = cells.get("username") or email or cells.get("idAndUsername") or ""
    preview.username = username.lstrip("#'") or None
    preview.external_id = identifier.lstrip("#'") or None
    if preview.external_id and _SHORTENED.fullmatch(preview.external_id):
        preview.username = None if preview.username == preview.external_id else preview.username
        preview.external_id = None
    password = cells.get("password", "")
    preview.password = None if _MASK_CHARACTERS.issuperset(password) else password


def _skip_non_student(preview: PreviewRow, row: Row, cells: dict[ColumnUse, str], following: Sequence[str]) -> None:
    """Skip a row that is no student: a line around the list, or a test student."""
    if is_test_student(preview.first_name, preview.last_name):
        preview.add_reason("test_student", "skipped")
        return
    texts = [cell for cell in row.cells if any(map(str.isalnum, cell))]
    names = [cells[use] for use in ("name", "firstName", "lastName") if use in cells]
    has_account = bool(preview.username or preview.external_id)
    are_names_sums = bool(names) and all(map(is_footer, names))
    if len(texts) < 2:  # noqa: PLR2004 - a name and something else
        are_footers = all(map(is_footer, texts))
        is_line = not names or are_footers or are_initials(texts[0], next(filter(None, following), ""))
    else:
        is_line = (is_footer(texts[0]) or are_names_sums) and not (has_account and _has_whole_name(preview))
    if is_line:
        preview.add_reason("not_a_student", "skipped")


def _has_whole_name(preview: PreviewRow) -> bool:
    return bool(preview.first_name and preview.last_name) and not is_doubtful(
        f"{preview.first_name}{preview.last_name}"
    )


def _question_names(preview: PreviewRow, *, encoding: str | None, is_prose: bool) -> None:
    parts = (preview.first_name, preview.last_name)
    name = " ".join(parts)
    if has_direction_mark(name):
        preview.add_reason("direction_mark")
    if not is_likely_name(name, encoding):
        preview.add_reason("letters_unlikely", "question")
    elif is_prose or is_sentence(name) or "," in preview.first_name or any(map(is_doubtful, parts)):
        preview.add_reason("not_a_name", "question")
