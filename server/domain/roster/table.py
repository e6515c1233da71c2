"""What all formats are read into: a table of texts, with the line of each row in its file."""

from dataclasses import dataclass, field
from typing import Literal

MAX_LIST_BYTES = 5 * 1024 * 1024
"""Of all files of a list together."""
MAX_FILES = 10
MAX_STUDENTS = 500
MAX_ROWS_KEPT = MAX_STUDENTS + 20
"""Rows in memory: the students, and lines around them such as headings and sums."""
MAX_COLUMNS = 200

Use = Literal["firstName", "lastName", "name", "username", "email", "password", "externalId", "idAndUsername", "unused"]
"""What a column is used as. `email`: the part before the @ is the username; `idAndUsername`: an identifier that is the
username, too, as no other column is."""
Format = Literal["text", "workbook", "oneroster-1.1", "oneroster-1.2"]


@dataclass(slots=True)
class Reason:
    """Something to say about a row, as a code with parameters; the UI has the sentences."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(slots=True)
class Row:
    """The stripped texts of one row. `status`: what the file says of it, such as an enrolment that has ended."""

    line: int
    cells: list[str]
    status: Literal["skipped", "refused"] | None = None
    reasons: list[Reason] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """A class of a OneRoster export, or a sheet of a workbook."""

    id: str
    name: str
    students: int


@dataclass(slots=True)
class Table:
    """A list as it was read. `headings` and `uses` are known for OneRoster only; else `columns.py` finds them."""

    format: Format
    rows: list[Row]
    encoding: str | None = None
    separator: str | None = None
    sections: list[Section] = field(default_factory=list)
    section: str | None = None
    """The section that `rows` are from; None while one of several must be chosen."""
    headings: list[str] | None = None
    uses: list[Use] | None = None
