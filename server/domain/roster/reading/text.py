"""CSV files and pasted rows: finds the separator, and splits the text into rows."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, pairwise

from server.domain.roster.reading import errors
from server.domain.roster.reading.cells import clean_cell
from server.domain.roster.reading.column_texts import are_full_names, are_names
from server.domain.roster.reading.encodings import DecodedText
from server.domain.roster.reading.headings import is_heading, meanings
from server.domain.roster.reading.table import MAX_COLUMNS, MAX_LINES, MAX_ROWS_KEPT, Row, Table

SEPARATORS = ("\t", ";", ",", "|")
NO_SEPARATOR = "none"
"""The teacher's choice of one name per line."""
MAX_ROW_LENGTH = 20_000
"""Characters of a row, which may have several lines."""
_UNUSED_CHARACTER = "\x1f"
"""Passed to Python's csv for a list with one name per line: rows with control characters are refused."""
_MAX_TYPED = 200_000
"""Characters of a list without a separator that is split otherwise."""
_SAMPLE_ROWS = 40
_NEARLY_ALL = 0.8
_OWN_SEPARATOR = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
"""Excel's optional first line, such as `sep=;`."""
_LINE = re.compile("[^\r\n\x0b\u2028\u2029]*(?:\r+\n|[\r\n\x0b\u2028\u2029])|[^\r\n\x0b\u2028\u2029]+")
"""Besides line ends those of slides and documents."""
_BLANKS_BETWEEN = re.compile(r"(?<=[^\s,]) {2,}(?=\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def read_text(decoded: DecodedText, separator: str | None = None) -> Table:
    """Read a list; without `separator` find it."""
    text = _without_outer_quotes(decoded.text)
    own = _OWN_SEPARATOR.match(text)
    if separator is None and own is None and len(text) < _MAX_TYPED:
        text = _with_tabs(_one_per_line(text))
    used = separator or (own[1] if own else detect_separator(text))
    rows: list[Row] = []
    count = 0
    for line, cells in read_rows(text, used, skip_first=own is not None):
        count += 1
        if count <= MAX_ROWS_KEPT:
            rows.append(Row(line, cells))
    if not rows:
        raise errors.EmptyListError
    if count > MAX_ROWS_KEPT:
        raise errors.LongListError(params={"count": count})
    return Table(
        "text",
        rows,
        encoding=decoded.encoding,
        encoding_uncertain=decoded.uncertain,
        separator=None if used == NO_SEPARATOR else used,
    )


def read_rows(
    text: str, separator: str | None, *, skip_first: bool = False, max_lines: int = MAX_LINES
) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that isn't empty: the number of its first line, and its cells."""
    for line, cells in _raw_rows(text, separator, skip_first=skip_first, max_lines=max_lines):
        cleaned = [clean_cell(cell) for cell in cells]
        if any(cleaned):
            yield line, cleaned


def _raw_rows(
    text: str, separator: str | None, *, skip_first: bool = False, max_lines: int = MAX_LINES
) -> Iterator[tuple[int, list[str]]]:
    lines = _Lines(text, max_lines)
    has_control = _CONTROL.search(text) is not None
    if skip_first:
        next(lines, None)
    if separator in {None, NO_SEPARATOR}:  # quotes are those of a name then, such as "Larkspur, Ivy" <ivy@elm.example>
        reader = csv.reader(lines, delimiter=_UNUSED_CHARACTER, quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, delimiter=separator, strict=True)
    while True:
        line = lines.begin_row()
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise errors.UnbalancedQuotesError(params={"line": line}) from error
        if cells is None:
            return
        if len(cells) > MAX_COLUMNS:
            raise errors.LongLineError(params={"line": line})
        if has_control and any(map(_CONTROL.search, cells)):
            raise errors.BinaryLineError(params={"line": line})
        yield line, cells


class _Lines(Iterator[str]):
    """The lines of a text, counted, and limited together with the other lines of the row."""

    def __init__(self, text: str, max_lines: int) -> None:
        self._lines = _LINE.finditer(text)
        self._max_lines = max_lines
        self.number = 0
        self._row_start = 0
        self._row_length = 0

    def begin_row(self) -> int:
        """Begin a row, and return the number of its first line."""
        self._row_start = self.number + 1
        self._row_length = 0
        return self._row_start

    def __next__(self) -> str:
        match = next(self._lines)
        self.number += 1
        if self.number > self._max_lines:
            raise errors.LongFileError(params={"count": self._max_lines})
        self._row_length += match.end() - match.start()
        if self._row_length > MAX_ROW_LENGTH:
            # A quoted cell that takes so many lines isn't closed.
            refusal = errors.LongLineError if self._row_start == self.number else errors.UnbalancedQuotesError
            raise refusal(params={"line": self._row_start})
        return match[0]


def detect_separator(text: str) -> str | None:
    """Return the separator that splits most of the first rows into the same number of columns, or None."""
    best: tuple[float, int] = (0.5, 0)
    found = None
    for separator in SEPARATORS:
        rows = _first_rows(text, separator)
        (columns, count), *_ = Counter(map(len, rows)).most_common(1) or [(0, 0)]
        share = count / len(rows) if rows else 0
        headings = max(rows, key=lambda row: sum(map(is_heading, row)), default=[])
        if sum(map(is_heading, headings)) > 1:  # whatever stands above and below
            columns, share = len(headings), 1
        if columns > 1 and (share, columns) > best and not (separator == "," and _are_names_last_first(rows)):
            best, found = (share, columns), separator
    return found


def _first_rows(text: str, separator: str) -> list[list[str]]:
    """Return the first rows that aren't empty, up to one that can't be read."""
    rows: list[list[str]] = []
    with suppress(errors.UnreadableListError):
        for _, cells in islice(_raw_rows(text, separator), _SAMPLE_ROWS):
            if any(cells):
                rows.append(cells)
    return rows


def _are_names_last_first(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the commas are those of names such as "Okafor, Amara", without headings or below one such as "Names"."""
    first, *others = rows
    below_heading = len(first) == 1 and any(use == "name" for use, _ in meanings(first[0]))
    if any(map(meanings, first)) and not below_heading:
        return False
    names = [row for row in others or rows if len(row) > 1] if below_heading else rows
    last_first = [row for row in names if len(row) in {2, 3} and (below_heading or row[1].startswith(" "))]
    return len(last_first) >= _NEARLY_ALL * sum(len(row) > 1 for row in names)


def _one_per_line(text: str) -> str:
    """Return names that all stand in one line, such as "Ada Vance, Ben Soto, Chen Yu", with a line for each."""
    for separator in (";", ","):
        names, *others = _first_rows(text, separator) or [[]]
        if others or len(names) < 3 or any(map(is_heading, names)):  # noqa: PLR2004 - more than "Last, First"
            continue
        if are_names(names) and are_full_names(names):
            return "\n".join(names)
    return text


def _with_tabs(text: str) -> str:
    """Return columns that are aligned with blanks, as those of a printed list, separated by tabs."""
    lines = [line.rstrip() for line in text.split("\n")]
    widest = max(lines, key=lambda line: len(_BLANKS_BETWEEN.findall(line)), default="")
    starts = [0, *(match.end() for match in _BLANKS_BETWEEN.finditer(widest))]
    if "\t" in text or not 1 < len(starts) <= MAX_COLUMNS or detect_separator(text) is not None:
        return text
    for index, line in enumerate(lines):
        if len(line) > starts[1] and not any(line[start - 2 : start].strip() for start in starts[1:]):
            lines[index] = "\t".join(line[start:end] for start, end in pairwise([*starts, None]))
    return "\n".join(lines) if sum("\t" in line for line in lines) * 2 > sum(map(bool, lines)) else text


def _without_outer_quotes(text: str) -> str:
    """Return the text without the quotes around whole lines, as a list has that was saved twice.

    Lines of names such as "Okafor, Amara" stay as they are.
    """
    rows = _first_rows(text, ",")
    inner = [cell for row in rows for cell in row]
    if not inner or any(len(row) > 1 for row in rows) or len(inner) < 2:  # noqa: PLR2004 - headings and a row
        return text
    columns = [next(csv.reader([cell], delimiter=separator), []) for separator in (",", ";") for cell in inner[:1]]
    if not any(sum(map(is_heading, each)) > 1 for each in columns):
        return text
    with suppress(errors.UnreadableListError):
        return "\n".join(cells[0] if cells else "" for _, cells in _raw_rows(text, ","))
    return text
