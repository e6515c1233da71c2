"""Request and response models of roster import."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from server.domain.roster.preview_row import PreviewRow
from server.domain.roster.table import MAX_COLUMNS, MAX_STUDENTS, Format, Section, Use
from server.domain.students.schemas import StudentPassword, StudentResponse
from server.schema import Identifier, Name, OptionalName, RequestModel, ResponseModel

Separator = Literal[",", ";", "\t", "|"]
SectionId = Annotated[str, StringConstraints(strict=True, max_length=200)]


class ColumnRequest(RequestModel):
    """What the teacher wants a column to be used as."""

    index: Annotated[int, Field(strict=True, ge=0, lt=MAX_COLUMNS)]
    use: Use


class ColumnResponse(ResponseModel):
    """A column, and what it is used as. `heading` is None in a list without headings."""

    index: int
    heading: str | None
    use: Use


class PreviewResponse(ResponseModel):
    """How a list was read, and what each row would do."""

    format: Format
    encoding: str | None
    separator: str | None
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
