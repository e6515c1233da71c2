"""One row of a preview, and the reading of a table into such rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from server.domain.roster.names import clean_name, is_non_student_row, split_name
from server.domain.roster.reading.table import ColumnUse, Reason, Row, Table
from server.schema import ResponseRow

Status = Literal["ready", "question", "same", "changed", "skipped", "refused"]
"""`ready`: will be added; `question`: needs an answer; `same`: is in the class; `changed`: is in the class, with other
names, username or identifier; `skipped`: added only if the teacher wants it; `refused`: can't be added."""
_ACCOUNT_USES: frozenset[ColumnUse] = frozenset({"username", "email", "password", "externalId", "idAndUsername"})


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
    by_use = [_cells_by_use(row, uses) for row in table.rows]
    known = len(table.headings or uses)
    rows = []
    for index, (row, cells) in enumerate(zip(table.rows, by_use, strict=True)):
        preview = PreviewRow(row.line, row.status or "ready", list(row.reasons))
        rows.append(preview)
        if extra := sum(map(bool, row.cells[known:])):
            preview.add_reason("extra_cells", count=extra)
        _read_names(preview, cells)
        if _is_non_student_row(cells, by_use[index + 1] if index + 1 < len(by_use) else {}):
            preview.add_reason("not_a_student", "skipped")
        identifier = cells.get("externalId") or cells.get("idAndUsername")
        email = cells.get("email", "").partition("@")[0]
        preview.username = cells.get("username") or email or cells.get("idAndUsername") or None
        preview.password = cells.get("password") or None
        preview.external_id = identifier or None
    return rows


def _cells_by_use(row: Row, uses: Sequence[ColumnUse]) -> dict[ColumnUse, str]:
    """Return the cells that aren't empty; of two with the same use the first."""
    found: dict[ColumnUse, str] = {}
    for use, cell in zip(uses, row.cells, strict=False):
        if cell and use != "unused":
            found.setdefault(use, cell)
    return found


def _read_names(preview: PreviewRow, cells: dict[ColumnUse, str]) -> None:
    if "name" in cells:
        preview.first_name, preview.last_name, reasons = split_name(cells["name"])
        preview.reasons += reasons
        if any(each.code == "name_note" for each in reasons):
            preview.status = "question"
    preview.first_name = clean_name(cells.get("firstName", "")) or preview.first_name
    preview.last_name = clean_name(cells.get("lastName", "")) or preview.last_name


def _is_non_student_row(cells: dict[ColumnUse, str], next_cells: dict[ColumnUse, str]) -> bool:
    texts = list(cells.values())
    return (
        len(texts) == 1
        and not _ACCOUNT_USES & cells.keys()
        and is_non_student_row(texts[0], next_cells.get("name", ""))
    )
