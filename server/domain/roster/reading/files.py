"""Reads the files of a list, recognized by their content. Runs in a process of its own (`reader_child.py`)."""

import io
import logging
import zlib
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from server.domain.roster.reading.columns import recognize
from server.domain.roster.reading.errors import (
    DamagedListError,
    EmptyListError,
    LargeArchiveError,
    NotAListError,
    SeveralListsError,
    SpreadsheetFormatError,
)
from server.domain.roster.reading.oneroster import FileOpener, Kind, OneRoster, kind_of
from server.domain.roster.reading.table import MAX_LIST_BYTES, Table
from server.domain.roster.reading.text import read_text
from server.errors import DomainError

_MAX_UNPACKED_BYTES = 15 * 1024 * 1024
"""The unpacked size of one file in an archive."""
_MAX_MEMBERS = 500
_HEAD_BYTES = 4_096
_ENCRYPTED_FLAG = 1
_WORKBOOK_PART = "xl/workbook.xml"
_NO_LIST_STARTS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"<!DOCTYPE", b"<html", b"<?xml")
_OLD_OFFICE_START = b"\xd0\xcf\x11\xe0"
"""An .xls file, or a workbook with a password."""
_DAMAGE = (BadZipFile, zlib.error, SyntaxError, ValueError, TypeError, LookupError, AttributeError, OSError, EOFError)
"""Exceptions for a damaged archive or workbook; XML parsers raise subclasses of SyntaxError."""

_log = logging.getLogger(__name__)


def read_list(
    files: Sequence[bytes], *, today: date, separator: str | None = None, section: str | None = None
) -> Table:
    """Read the files, of which only an export has several. Raises only errors of `errors.py`, whatever they contain."""
    try:
        table = _read([each for each in files if each], today, separator, section)
    except DomainError:
        raise
    except MemoryError as error:
        raise LargeArchiveError from error
    except _DAMAGE as error:
        raise DamagedListError from error
    except Exception as error:
        # Logged, because it may also be a bug in this package.
        _log.exception("A list was refused because of an unexpected error")
        raise DamagedListError from error
    recognize(table)
    return table


def _read(files: Sequence[bytes], today: date, separator: str | None, section: str | None) -> Table:
    sources: list[FileOpener] = []
    for data in files:
        _require_list_format(data)
        if not data.startswith(b"PK"):
            sources.append(partial(io.BytesIO, data))
            continue
        archive = ZipFile(io.BytesIO(data))
        members = _members(archive)
        if _WORKBOOK_PART not in archive.namelist():
            sources += [partial(_open_member, archive, each) for each in members]
        elif len(files) == 1:
            from server.domain.roster.reading.workbook import read_workbook  # noqa: PLC0415 - 80 ms and 16 MB

            return read_workbook(archive, data, section)
        else:
            raise SeveralListsError
    kinds = [(_kind(source), source) for source in sources]
    if export := [(kind, source) for kind, source in kinds if kind is not None]:
        return OneRoster(export).read(section, today)
    return _read_single(sources, separator)


def _require_list_format(data: bytes) -> None:
    if data.startswith(_OLD_OFFICE_START):
        raise SpreadsheetFormatError
    if data.startswith(_NO_LIST_STARTS):
        raise NotAListError


def _read_single(sources: Sequence[FileOpener], separator: str | None) -> Table:
    if not sources:
        raise EmptyListError
    if len(sources) > 1:
        raise SeveralListsError
    with sources[0]() as file:
        data = file.read(MAX_LIST_BYTES + 1)
    if len(data) > MAX_LIST_BYTES:
        raise LargeArchiveError
    return read_text(data, separator)


def _members(archive: ZipFile) -> list[ZipInfo]:
    """Return the files of an archive; refuse what shouldn't be unpacked."""
    members = [each for each in archive.infolist() if not each.is_dir()]
    names = {each.filename for each in members}
    if names & {"xl/workbook.bin", "mimetype", "Index/Document.iwa"}:
        raise SpreadsheetFormatError
    if "word/document.xml" in names:
        raise NotAListError
    if any(each.flag_bits & _ENCRYPTED_FLAG for each in members):
        raise SpreadsheetFormatError
    if len(members) > _MAX_MEMBERS:
        raise LargeArchiveError
    return [each for each in members if not each.filename.startswith("__MACOSX/")]


def _open_member(archive: ZipFile, member: ZipInfo) -> BinaryIO:
    if member.file_size > _MAX_UNPACKED_BYTES:
        raise LargeArchiveError
    return io.BufferedReader(archive.open(member))  # type: ignore[type-var]


def _kind(source: FileOpener) -> Kind | None:
    with source() as file:
        return kind_of(file.read(_HEAD_BYTES))
