"""Excel workbooks (.xlsx), read row by row with openpyxl.

Only the texts are read: styles, themes and pictures could take any amount of memory, and lists need none of them.
"""

import io
import re
from collections.abc import Iterator
from datetime import date, datetime
from zipfile import ZipFile

from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.xml.constants import SHARED_STRINGS

from server.domain.roster.reading.columns import find_headings
from server.domain.roster.reading.errors import (
    EmptyListError,
    LargeArchiveError,
    LongLineError,
    LongListError,
    UnknownSectionError,
)
from server.domain.roster.reading.table import MAX_COLUMNS, MAX_ROWS_KEPT, Row, Section, Table

WORKBOOK_PART = "xl/workbook.xml"
MAX_PART_BYTES = 10 * 1024 * 1024
MAX_LINES = 20_000
"""The number of lines of a sheet, empty ones included."""
MAX_TEXTS = 50_000
"""The number of different texts in a workbook."""
MAX_ELEMENT_BYTES = 256 * 1024
"""The size of an element that is parsed as a whole: a row, a text, or a small part."""
MAX_CELL_LENGTH = 1_000
_CHUNK = 65_536
_SHEET_TYPE = "/worksheet"


def read_workbook(archive: ZipFile, data: bytes, section: str | None = None) -> Table:
    """Read the sheet with the id `section`, else the first one with data."""
    sections: list[Section] = []
    chosen: tuple[str, list[Row], int] | None = None
    for number, sheet in enumerate(_sheets(archive, data), 1):
        rows, count = _read_sheet(sheet)
        if not count:
            continue
        headings = find_headings(rows)
        sections.append(Section(str(number), sheet.title, count if headings is None else count - headings - 1))
        if section == str(number) or (section is None and chosen is None):
            chosen = (str(number), rows, count)
    if not sections:
        raise EmptyListError
    if chosen is None:
        raise UnknownSectionError
    section, rows, count = chosen
    if count > MAX_ROWS_KEPT:
        raise LongListError(params={"count": count})
    return Table("workbook", rows, sections=sections, section=section)


def _sheets(archive: ZipFile, data: bytes) -> Iterator[ReadOnlyWorksheet]:
    for part in archive.infolist():
        is_small = part.filename.endswith(".rels") or part.filename in {WORKBOOK_PART, "[Content_Types].xml"}
        if is_small and part.file_size > MAX_ELEMENT_BYTES:
            raise LargeArchiveError
    reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    strings = reader.package.find(SHARED_STRINGS)  # type: ignore[no-untyped-call]
    if strings is not None:
        _require_few_elements(archive, strings.PartName[1:], "si", MAX_TEXTS)
        reader.read_strings()
    reader.read_workbook()
    for sheet, relation in reader.parser.find_sheets():
        if relation.Type.endswith(_SHEET_TYPE) and relation.target in reader.valid_files:
            _require_few_elements(archive, relation.target, "row", MAX_LINES)
            yield ReadOnlyWorksheet(reader.wb, sheet.name, relation.target, reader.shared_strings)


def _require_few_elements(archive: ZipFile, part: str, tag: str, max_count: int) -> None:
    """Raise `LargeArchiveError` if the part has many of these elements, or a large one: openpyxl would keep them."""
    if archive.getinfo(part).file_size > MAX_PART_BYTES:
        raise LargeArchiveError
    start = re.compile(rb"<(?:\w+:)?" + tag.encode() + rb"\b")
    element = b""
    count = 0
    with archive.open(part) as file:
        while chunk := file.read(_CHUNK):
            *complete, element = start.split(element + chunk)
            count += len(complete)
            if count > max_count or max(map(len, [*complete, element])) > MAX_ELEMENT_BYTES:
                raise LargeArchiveError


def _read_sheet(sheet: ReadOnlyWorksheet) -> tuple[list[Row], int]:
    """Return the first rows that aren't empty, and the number of all."""
    rows: list[Row] = []
    count = 0
    for line, cells in _texts(sheet):
        count += 1
        if count <= MAX_ROWS_KEPT:
            if len(cells) > MAX_COLUMNS:
                raise LongLineError(params={"line": line})
            rows.append(Row(line, cells))
    return rows, count


def _texts(sheet: ReadOnlyWorksheet) -> Iterator[tuple[int, list[str]]]:
    values = sheet.iter_rows(1, MAX_LINES + 1, max_col=MAX_COLUMNS + 1, values_only=True)  # type: ignore[misc]
    for line, row in enumerate(values, 1):
        if line > MAX_LINES:
            raise LargeArchiveError
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield line, cells


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # an identifier is 419, not 419.0
    if isinstance(value, date | datetime):
        value = value.isoformat()
    return str(value).strip()[:MAX_CELL_LENGTH]
