"""Request and response models of roster import."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from server.domain.roster.preview_row import PreviewRow
from server.domain.roster.reading.table import MAX_COLUMNS, MAX_STUDENTS, ColumnUse, Format, Section
from server.domain.students.schemas import StudentPassword, StudentResponse
from server.schema import Identifier, Name, OptionalName, RequestModel, ResponseModel

Separator = Literal[",", ";", "\t", "|", "none"]
"""`none`: one name per line."""
SectionId = Annotated[str, StringConstraints(strict=True, max_length=200)]


class ColumnRequest(RequestModel):
    """The use that the teacher has chosen for a column."""

    index: Annotated[int, Field(strict=True, ge=0, lt=MAX_COLUMNS)]
    use: ColumnUse


class ColumnResponse(ResponseModel):
    """A column and its use. `heading` is None in a list without headings; `samples`: its first texts that differ."""

    index: int
    heading: str | None
    use: ColumnUse
    samples: list[str]


class PreviewResponse(ResponseModel):
    """The form in which a list was read, and what the import of each row would do."""

    format: Format
    encoding: str | None
    encoding_uncertain: bool
    separator: str | None
    above: list[str]
    sections: list[Section]
    section: str | None
    columns: list[ColumnResponse]
    rows: list[PreviewRow]


class ImportRow(RequestModel):
    """A new student; or with `student_id` one of the class, who gets these names; or one who moves here."""

    first_name: Name
    last_name: Name
    username: Name
    password: StudentPassword | None = None
    external_id: OptionalName = None
    student_id: Identifier | None = None
    move_student_id: Identifier | None = None


class ImportRequest(RequestModel):
    """The rows that the teacher has confirmed."""

    rows: Annotated[list[ImportRow], Field(min_length=1, max_length=MAX_STUDENTS)]


class ImportResponse(ResponseModel):
    """The students whom the import has concerned, and the number of those who were there already."""

    created: list[StudentResponse]
    changed: list[StudentResponse]
    moved: list[StudentResponse]
    unchanged: int
