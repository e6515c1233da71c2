"""CSV files and pasted rows: finds the encoding and the separator, and splits the text into rows."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TextIO

from server.domain.roster.reading.columns import is_heading
from server.domain.roster.reading.errors import (
    BinaryLineError,
    EmptyListError,
    EncodingError,
    LongLineError,
    LongListError,
    NotAListError,
    UnbalancedQuotesError,
    UnreadableListError,
)
from server.domain.roster.reading.table import MAX_COLUMNS, MAX_ROWS_KEPT, Row, Table

SEPARATORS = ("\t", ";", ",", "|")
MAX_ROW_LENGTH = 20_000
"""Characters of a row, which may have several lines."""
_NO_SEPARATOR = "\x1f"
"""Passed to Python's csv for a list with one name per line: rows with control characters are refused."""
_SAMPLE_ROWS = 20
_SAMPLE_BYTES = 200
_CHUNK = 65_536
_OWN_SEPARATOR = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
"""Excel's optional first line, such as `sep=;`."""
_LINE_END = re.compile(r"\r\n|\r(?!\Z)|\n")
"""A carriage return at the end of a chunk may be the first half of CRLF."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def read_text(data: bytes, separator: str | None = None) -> Table:
    """Read a list of up to 5 MB; without `separator` find it."""
    encoding = detect_encoding(data)
    _require_decodable(data, encoding)
    with _open(data, encoding) as stream:
        own = _OWN_SEPARATOR.fullmatch(stream.readline(MAX_ROW_LENGTH))
    used = separator or (own[1] if own else _detect_separator(data, encoding))
    rows: list[Row] = []
    count = 0
    with _open(data, encoding) as stream:
        for line, cells in read_rows(stream, used, skip_first=own is not None):
            count += 1
            if count <= MAX_ROWS_KEPT:
                rows.append(Row(line, cells))
    if not rows:
        raise EmptyListError
    if count > MAX_ROWS_KEPT:
        raise LongListError(params={"count": count})
    return Table("text", rows, encoding.removesuffix("-sig"), used)


def detect_encoding(data: bytes) -> str:
    """Return the encoding: by byte-order mark, UTF-16 by its zero bytes, UTF-8 if valid, else Windows-1252."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = data[:_SAMPLE_BYTES]
    if b"\0" in sample:
        for name, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
            if zeros.count(0) * 2 > len(zeros):
                return name
        raise NotAListError
    return "utf-8" if _is_utf8(data) else "cp1252"


def _is_utf8(data: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _CHUNK):
            decoder.decode(data[start : start + _CHUNK])
    except UnicodeDecodeError:
        return False
    return True  # a letter that is cut at the end is an error of its line


def _require_decodable(data: bytes, encoding: str) -> None:
    """Raise `EncodingError` with the line of the first bytes that the encoding can't decode."""
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = 1
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        try:
            lines += _count_lines(decoder.decode(chunk, final=start + _CHUNK >= len(data)))
        except UnicodeDecodeError as error:
            lines += _count_lines(error.object[: error.start].decode(encoding, "ignore"))
            raise EncodingError(params={"line": lines}) from error


def _count_lines(text: str) -> int:
    return len(_LINE_END.findall(text))


def _open(data: bytes, encoding: str) -> TextIO:
    return io.TextIOWrapper(io.BytesIO(data), encoding, newline="")


def read_rows(stream: TextIO, separator: str | None, *, skip_first: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that isn't empty: the number of its first line, and its stripped cells."""
    for line, cells in _raw_rows(stream, separator, skip_first=skip_first):
        stripped = [cell.strip() for cell in cells]
        if any(stripped):
            yield line, stripped


def _raw_rows(stream: TextIO, separator: str | None, *, skip_first: bool = False) -> Iterator[tuple[int, list[str]]]:
    lines = _Lines(stream)
    if skip_first:
        next(lines, None)
    reader = csv.reader(lines, delimiter=separator or _NO_SEPARATOR, strict=True)
    while True:
        line = lines.begin_row()
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise UnbalancedQuotesError(params={"line": line}) from error
        if cells is None:
            return
        if len(cells) > MAX_COLUMNS:
            raise LongLineError(params={"line": line})
        if any(map(_CONTROL.search, cells)):
            raise BinaryLineError(params={"line": line})
        yield line, cells


class _Lines(Iterator[str]):
    """The lines of a text, counted, and limited together with the other lines of the row."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.number = 0
        self._row_start = 0
        self._row_length = 0

    def begin_row(self) -> int:
        """Begin a row, and return the number of its first line."""
        self._row_start = self.number + 1
        self._row_length = 0
        return self._row_start

    def __next__(self) -> str:
        try:
            line = self._stream.readline(MAX_ROW_LENGTH + 1)
        except UnicodeDecodeError as error:
            raise EncodingError(params={"line": self.number + 1}) from error
        if not line:
            raise StopIteration
        self.number += 1
        self._row_length += len(line)
        if self._row_length > MAX_ROW_LENGTH:
            # A quoted cell that takes so many lines isn't closed.
            refusal = LongLineError if self._row_start == self.number else UnbalancedQuotesError
            raise refusal(params={"line": self._row_start})
        return line


def _detect_separator(data: bytes, encoding: str) -> str | None:
    """Return the separator that splits most of the first rows into the same number of columns, or None."""
    best: tuple[float, int] = (0.5, 0)
    found = None
    for separator in SEPARATORS:
        rows = _first_rows(data, encoding, separator)
        (columns, count), *_ = Counter(map(len, rows)).most_common(1) or [(0, 0)]
        if columns > 1 and (count / len(rows), columns) > best and not _are_names_last_first(separator, rows):
            best, found = (count / len(rows), columns), separator
    return found


def _first_rows(data: bytes, encoding: str, separator: str) -> list[list[str]]:
    """Return the first rows that aren't empty, up to one that can't be read."""
    rows: list[list[str]] = []
    with _open(data, encoding) as stream, suppress(UnreadableListError):
        for _, cells in islice(_raw_rows(stream, separator), _SAMPLE_ROWS):
            if any(cells):
                rows.append(cells)
    return rows


def _are_names_last_first(separator: str, rows: list[list[str]]) -> bool:
    """Whether the commas are those of names such as "Okafor, Amara", without headings."""
    if separator != "," or any(is_heading(cell) for cell in rows[0]):
        return False
    pair = 2
    return all(len(row) == pair and row[1].startswith(" ") for row in rows)
