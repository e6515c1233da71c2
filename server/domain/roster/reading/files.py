"""Reads the files of a list, recognized by their content. Runs in a process of its own (`reader_child.py`)."""

import codecs
import io
import logging
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import BinaryIO
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile, ZipInfo

from server.domain.roster.reading import errors
from server.domain.roster.reading.columns import recognize
from server.domain.roster.reading.encodings import Encoding, decode
from server.domain.roster.reading.oneroster import FileOpener, Kind, OneRoster, kind_of
from server.domain.roster.reading.table import MAX_LIST_BYTES, Table
from server.domain.roster.reading.text import read_text
from server.errors import DomainError

_MAX_UNPACKED_BYTES = 15 * 1024 * 1024
"""The unpacked size of one file in an archive."""
_MAX_MEMBERS = 500
_HEAD_BYTES = 4_096
_ENCRYPTED_FLAG = 1
_HIDDEN_MEMBER = re.compile(r"(?:^|/)(?:__MACOSX/|\.|Thumbs\.db$|desktop\.ini$)", re.IGNORECASE)
_WORKBOOK_PART = "xl/workbook.xml"
_STARTS: tuple[tuple[type[errors.UnreadableListError], re.Pattern[bytes]], ...] = (
    (errors.PictureError, re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF|II\*\0|MM\0\*|\0\0\0.ftyp")),
    (errors.DocumentError, re.compile(rb"%PDF|\{\\rtf")),
    (errors.WebPageError, re.compile(rb"<(?:!doctype|html|\?xml|table|meta|head|style|div)\b", re.IGNORECASE)),
    (
        errors.OtherDataError,
        re.compile(
            rb"BEGIN:V|\[?\s*\{|(?:[A-Z][\w-]*: [^\n]*\n\s*)*?(?:Subject|Received|MIME-Version): ", re.IGNORECASE
        ),
    ),
)
"""What files of other formats begin with."""
_OLD_OFFICE_START = b"\xd0\xcf\x11\xe0"
"""An old workbook or document, or a workbook with a password."""
_OLD_OFFICE_STREAMS: tuple[tuple[str, type[errors.UnreadableListError]], ...] = (
    ("EncryptedPackage", errors.PasswordProtectedError),
    ("WordDocument", errors.DocumentError),
)
_DAMAGE = (
    BadZipFile,
    zlib.error,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OSError,
    EOFError,
    ExpatError,
)
"""Exceptions for a damaged archive or workbook; ElementTree raises subclasses of SyntaxError."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReadingChoices:
    """How the teacher wants a list to be read; None: as it is recognized."""

    encoding: Encoding | None = None
    separator: str | None = None
    section: str | None = None


def read_list(files: Sequence[bytes], choices: ReadingChoices, *, today: date) -> Table:
    """Read the files, of which only an export has several. Raises only errors of `errors.py`, whatever they contain."""
    try:
        return _read([each for each in files if each], choices, today)
    except DomainError:
        raise
    except MemoryError as error:
        raise errors.LargeArchiveError from error
    except _DAMAGE as error:
        raise errors.DamagedListError from error
    except Exception as error:
        # Logged, because it may also be a bug in this package.
        _log.exception("A list was refused because of an unexpected error")
        raise errors.DamagedListError from error


def _read(files: Sequence[bytes], choices: ReadingChoices, today: date) -> Table:
    sources = [source for data in files for source in _unpack(data)]
    kinds = [(_kind(source), source) for source in sources]
    if export := [(kind, source) for kind, source in kinds if kind is not None]:
        table = OneRoster(export).read(choices.section, today)
        recognize(table)
        return table
    if not sources:
        raise errors.EmptyListError
    if len(sources) == 1:
        return _read_single(sources[0], choices)
    return _only_list(sources, choices)


def _only_list(sources: Sequence[FileOpener], choices: ReadingChoices) -> Table:
    """Return the only list among several files, such as beside a text that explains it; a list with headings wins."""
    tables: list[Table] = []
    refusals: list[DomainError] = []
    for source in sources:
        try:
            tables.append(_read_single(source, choices))
        except errors.UnreadableListError as error:
            refusals.append(error)
    if not tables:
        raise refusals[0]
    lists = [each for each in tables if each.headings is not None] or tables
    if len(lists) > 1:
        raise errors.SeveralListsError
    return lists[0]


def _read_single(source: FileOpener, choices: ReadingChoices) -> Table:
    with source() as file:
        data = file.read(MAX_LIST_BYTES + 1)
    if len(data) > MAX_LIST_BYTES:
        raise errors.LargeArchiveError
    if _is_workbook(data):
        from server.domain.roster.reading.workbook import read_workbook  # noqa: PLC0415 - 80 ms and 16 MB

        table = read_workbook(ZipFile(io.BytesIO(data)), choices.section)
    else:
        _require_list_format(data)
        decoded = decode(data, choices.encoding)
        if decoded is None:
            raise errors.NotAListError
        table = read_text(decoded, choices.separator)
    recognize(table, choices.section)
    return table


def _require_list_format(data: bytes) -> None:
    if data.startswith(_OLD_OFFICE_START):
        for stream, error in _OLD_OFFICE_STREAMS:
            if stream.encode("utf-16-le") in data:
                raise error
        raise errors.SpreadsheetFormatError
    start = data[:_HEAD_BYTES].removeprefix(codecs.BOM_UTF8).lstrip()
    for error, pattern in _STARTS:
        if pattern.match(start):
            raise error
    if data.startswith(b"PK"):
        raise errors.NotAListError


def _is_workbook(data: bytes) -> bool:
    if not data.startswith(b"PK"):
        return False
    archive = ZipFile(io.BytesIO(data))
    _members(archive)
    return _WORKBOOK_PART in archive.namelist()


def _unpack(data: bytes) -> list[FileOpener]:
    """Return the files of an archive, or the file itself."""
    if not data.startswith(b"PK") or _is_workbook(data):
        return [partial(io.BytesIO, data)]
    archive = ZipFile(io.BytesIO(data))
    return [partial(_open_member, archive, each) for each in _members(archive)]


def _members(archive: ZipFile) -> list[ZipInfo]:
    """Return the files of an archive, without those that the system hides; refuse what shouldn't be unpacked."""
    members = [each for each in archive.infolist() if not each.is_dir()]
    names = {each.filename for each in members}
    if names & {"xl/workbook.bin", "mimetype", "Index/Document.iwa"}:
        raise errors.SpreadsheetFormatError
    if "word/document.xml" in names:
        raise errors.DocumentError
    if any(each.flag_bits & _ENCRYPTED_FLAG for each in members):
        raise errors.PasswordProtectedError
    if len(members) > _MAX_MEMBERS:
        raise errors.LargeArchiveError
    return [each for each in members if not _HIDDEN_MEMBER.search(each.filename)]


def _open_member(archive: ZipFile, member: ZipInfo) -> BinaryIO:
    if member.file_size > _MAX_UNPACKED_BYTES:
        raise errors.LargeArchiveError
    return io.BufferedReader(archive.open(member))  # type: ignore[type-var]


def _kind(source: FileOpener) -> Kind | None:
    with source() as file:
        return kind_of(file.read(_HEAD_BYTES))
