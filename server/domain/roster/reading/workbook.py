"""Excel workbooks (.xlsx), read row by row with openpyxl, as a teacher sees them.

Themes, pictures and large style sheets aren't read: they could take any amount of memory, and lists need none of them.
"""

import io
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import pairwise
from typing import Any, Final
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.reader.excel import ExcelReader

from server.domain.roster.reading import errors
from server.domain.roster.reading.cells import clean_cell
from server.domain.roster.reading.heading_line import find_headings
from server.domain.roster.reading.table import MAX_COLUMNS, MAX_LINES, MAX_ROWS_KEPT, Reason, Row, Section, Table

MAX_PART_BYTES: Final = 10 * 1024 * 1024
MAX_WORKBOOK_BYTES: Final = 40 * 1024 * 1024
"""The unpacked size of all parts that are read."""
MAX_TEXTS: Final = 50_000
"""The number of different texts in a workbook."""
MAX_ELEMENT_BYTES: Final = 256 * 1024
"""The size of an element that is parsed as a whole: a row, a text, or a small part."""
MAX_CELL_LENGTH: Final = 1_000
_STYLES_PART: Final = "xl/styles.xml"
_SHEET_TYPE: Final = "/worksheet"
_NEEDED_PARTS: Final = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/workbook\.xml|xl/_rels/workbook\.xml\.rels|xl/styles\.xml"
    r"|xl/sharedStrings\.xml|(?!xl/(?:theme|drawings|charts|chartsheets)/)(?:\w+/)*\w*sheet\w*\.xml",
    re.IGNORECASE,
)
_ROW_OR_TEXT: Final = re.compile(rb"<(?:\w+:)?(?:row|si)\b")
_STRICT_NAMESPACES: Final = (
    (b"http://purl.oclc.org/ooxml/spreadsheetml/main", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
"""Namespaces of Strict Open XML, which openpyxl doesn't read, and those that have the same meaning."""
_ESCAPED_BLANK: Final = re.compile(r"_x00(?:09|0[AaDd])_")
"""A tab or a line break, as Open XML escapes it."""
_FORMAT_TOKENS: Final = re.compile(r'\[[^\]]*\]|[_*].|"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<plain>.)')
_MIN_ZEROS: Final = 2


def read_workbook(archive: ZipFile, section: str | None = None) -> Table:
    """Read the sheet with the id `section`, else the one that the workbook opens with, else the first one with data."""
    sections: list[Section] = []
    tables: dict[str, tuple[list[Row], int]] = {}
    reader = _open(archive)
    active = str(next((view.activeTab for view in reader.wb.views if view.visibility == "visible"), 0) + 1)
    for number, (sheet, relation) in enumerate(reader.parser.find_sheets(), 1):
        if not relation.Type.endswith(_SHEET_TYPE) or relation.target not in reader.valid_files:
            continue
        rows, count = _read_sheet(reader, sheet.name, relation.target)
        if count:
            tables[str(number)] = rows, count
            sections.append(Section(str(number), sheet.name, _count_students(rows, count), sheet.state != "visible"))
    if not sections:
        raise errors.EmptyListError
    shown = [each.id for each in sections if not each.hidden] or [each.id for each in sections]
    chosen = section or (active if active in shown else shown[0])
    if chosen not in tables:
        raise errors.UnknownSectionError
    rows, count = tables[chosen]
    if count > MAX_ROWS_KEPT:
        raise errors.LongListError(params={"count": count})
    return Table("workbook", rows, sections=sections, section=chosen)


def _count_students(rows: list[Row], count: int) -> int:
    return count - find_headings(rows).end - sum(row.status is not None for row in rows)


def _open(archive: ZipFile) -> ExcelReader:
    reader = ExcelReader(_without_extras(archive), read_only=True, data_only=True, keep_links=False)
    with warnings.catch_warnings(action="ignore"):  # about parts that other programs write otherwise
        reader.read()
    return reader


def _without_extras(archive: ZipFile) -> io.BytesIO:
    """Return the workbook with the needed parts only, in Transitional Open XML."""
    parts = [part for part in archive.infolist() if _NEEDED_PARTS.fullmatch(part.filename)]
    if sum(part.file_size for part in parts) > MAX_WORKBOOK_BYTES:
        raise errors.LargeArchiveError
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=1) as reduced:
        for part in parts:
            if (data := _read_part(archive, part)) is not None:
                for strict, transitional in _STRICT_NAMESPACES:
                    data = data.replace(strict, transitional)
                reduced.writestr(part.filename, data)
    content.seek(0)
    return content


def _read_part(archive: ZipFile, part: ZipInfo) -> bytes | None:
    """Return a part; None for a large style sheet.

    Raises `LargeArchiveError` for a part with many rows or texts, or with a large element: openpyxl would keep them.
    """
    if part.file_size > MAX_PART_BYTES:
        raise errors.LargeArchiveError
    data = archive.read(part)
    starts = [0, *(match.start() for match in _ROW_OR_TEXT.finditer(data)), len(data)]
    is_large = max(after - before for before, after in pairwise(starts)) > MAX_ELEMENT_BYTES
    if is_large and part.filename == _STYLES_PART:
        return None
    if is_large or len(starts) - 2 > (MAX_TEXTS if "sharedStrings" in part.filename else MAX_LINES):
        raise errors.LargeArchiveError
    if b"<!DOCTYPE" in data or b"\0" in data:  # entities, which no program writes
        raise errors.DamagedListError
    return data


@dataclass(slots=True)
class _Hidden:
    """The numbers of the rows and columns that a sheet doesn't show."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)


def _find_hidden(data: bytes) -> _Hidden:
    hidden = _Hidden()
    last_row = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal last_row
        tag = name.rpartition(" ")[2]
        is_hidden = attributes.get("hidden") in {"1", "true"} or attributes.get("ht") == "0"
        if tag == "row":
            last_row = int(attributes.get("r", last_row + 1))
            if is_hidden:
                hidden.rows.add(last_row)
        elif tag == "col" and is_hidden:
            hidden.columns.update(range(int(attributes["min"]), min(int(attributes["max"]), MAX_COLUMNS) + 1))

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.Parse(data, True)  # noqa: FBT003 - its arguments have no names
    return hidden


def _read_sheet(reader: ExcelReader, name: str, part: str) -> tuple[list[Row], int]:
    """Return the first rows that aren't empty, and the number of all; hidden rows are skipped, hidden cells empty."""
    hidden = _find_hidden(reader.archive.read(part))
    rows: list[Row] = []
    count = 0
    for line, cells, is_struck in _texts(reader.wb[name], hidden, has_styles=_STYLES_PART in reader.valid_files):
        count += 1
        if count <= MAX_ROWS_KEPT:
            if len(cells) > MAX_COLUMNS:
                raise errors.LongLineError(params={"line": line})
            row = Row(line, cells)
            if line in hidden.rows or is_struck:
                row.status, row.reasons = "skipped", [Reason("struck_through" if is_struck else "hidden_row")]
            rows.append(row)
    return rows, count


def _texts(sheet: Any, hidden: _Hidden, *, has_styles: bool) -> Iterator[tuple[int, list[str], bool]]:
    """Yield the lines that aren't empty: number, texts, and whether all are struck through."""
    for line, row in enumerate(sheet.iter_rows(1, MAX_LINES + 1, max_col=MAX_COLUMNS + 1), 1):
        if line > MAX_LINES:
            raise errors.LargeArchiveError
        cells = [
            "" if column in hidden.columns else _shown(cell, has_styles=has_styles)
            for column, cell in enumerate(row, 1)
        ]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            filled = [cell for cell in row if cell.value is not None]
            yield line, cells, has_styles and all(cell.font.strike for cell in filled)


def _shown(cell: Any, *, has_styles: bool) -> str:
    """Return the text of a cell as a spreadsheet shows it, but for decimals and dates."""
    value = cell.value
    if value is None or cell.data_type == "e":
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return format_number(value, cell.number_format if has_styles else "")
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return clean_cell(_ESCAPED_BLANK.sub(" ", str(value)))[:MAX_CELL_LENGTH]


def format_number(value: float, number_format: str) -> str:
    """Return a number in a format of zeros and other characters, such as `00000` or `000-000`, else as it is."""
    text = f"{value:.15g}"
    if float(text).is_integer():
        text = str(int(float(text)))  # an identifier is 419, not 419.0 or 1e+11
    tokens = [match.groupdict() for match in _FORMAT_TOKENS.finditer(number_format.partition(";")[0])]
    plain = "".join(token["plain"] or "" for token in tokens)
    zeros = plain.count("0")
    if not text.isdigit() or zeros < _MIN_ZEROS or plain.strip("0-/ ()"):
        return text
    digits = iter(text.zfill(zeros)[-zeros:])
    shown = [next(digits) if token["plain"] == "0" else next(filter(None, token.values()), "") for token in tokens]
    return text[:-zeros] + "".join(shown)
