"""The table into which lists of all formats are read: rows of texts, each with its line in the file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

MAX_LIST_BYTES = 5 * 1024 * 1024
"""The size of all files of a list together."""
MAX_FILES = 10
MAX_STUDENTS = 500
MAX_ROWS_KEPT = MAX_STUDENTS + 100
"""Rows in memory: the students, and lines around them such as titles, repeated headings and sums."""
MAX_COLUMNS = 200
MAX_LINES = 20_000
"""Lines of a list or a sheet, empty ones included."""

ColumnUse = Literal[
    "firstName",
    "preferredFirstName",
    "lastName",
    "preferredLastName",
    "lastNamePrefix",
    "secondLastName",
    "name",
    "username",
    "email",
    "password",
    "externalId",
    "idAndUsername",
    "status",
    "unused",
]
"""The use of a column.

- A preferred name replaces the other where it isn't empty; the last name stands between `lastNamePrefix`, such as
  "van den", and `secondLastName`.
- `email`: the part before the @ is the username.
- `idAndUsername`: an identifier that is also the username, because the list has no column of usernames.
- `status`: a role or status, by which a row may be of nobody who should be imported.
"""
NAME_USES: frozenset[ColumnUse] = frozenset({"firstName", "lastName", "name"})
Format = Literal["text", "workbook", "oneroster-1.1", "oneroster-1.2"]


@dataclass(slots=True)
class Reason:
    """A remark about a row, as a code with parameters; the UI has the sentences."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)


@dataclass(slots=True)
class Row:
    """The stripped texts of one row. `status`: set if the file itself excludes it, as when an enrolment has ended."""

    line: int
    cells: list[str]
    status: Literal["skipped", "refused"] | None = None
    reasons: list[Reason] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """A class of a OneRoster export, or a sheet of a workbook; `hidden`: a sheet that the workbook doesn't show."""

    id: str
    name: str
    students: int
    hidden: bool = False


@dataclass(slots=True)
class Table:
    """A list as it was read. `headings` and `uses` are known for OneRoster only; else `columns.py` finds them."""

    format: Format
    rows: list[Row]
    encoding: str | None = None
    encoding_uncertain: bool = False
    """Whether the letters may be those of another encoding."""
    separator: str | None = None
    sections: list[Section] = field(default_factory=list)
    section: str | None = None
    """The section that `rows` are from; None while one of several must be chosen."""
    headings: list[str] | None = None
    uses: list[ColumnUse] | None = None
    above: list[str] = field(default_factory=list)
    """Lines above the headings that aren't rows."""
    samples: list[list[str]] = field(default_factory=list)
    """Of each column the first texts that differ."""


def columns_of(rows: Sequence[Row], min_width: int = 0) -> list[list[str]]:
    """Return the texts of each column, with "" for a missing cell; rows that the file excludes don't count."""
    width = max((len(row.cells) for row in rows), default=0)
    counted = [row.cells for row in rows if row.status is None]
    return [[cells[index] if index < len(cells) else "" for cells in counted] for index in range(max(width, min_width))]
