"""Reading of zip files of unknown origin: their file names, and errors for malformed content.

None of these functions trusts the content; some work on a truncated file.
"""

import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.data_protection.backups.archive_writer import SHARED_IMAGES_COMMENT
from server.data_protection.backups.errors import DamagedBackupError
from server.data_protection.backups.manifest import DATABASE_NAME

_DIRECTORY_BYTES = 1 << 16
"""Bytes at a zip's end in which `zipfile` searches the directory."""
KEY_NAME = "key.age"
ENCRYPTED_NAME = "backup.zip.age"
"""Names of the two files in an encrypted backup (encryption.py)."""
FIRST_NAMES = frozenset({DATABASE_NAME, KEY_NAME})
"""Names of the first file in a backup, plain or encrypted."""
MAX_FIRST_NAME_LENGTH = 16
_HEADER_SIGNATURE, _LENGTH_OFFSET, _NAME_OFFSET = b"PK\x03\x04", 26, 30
"""Signature of a zip's first local file header, and the offsets of its name's length and its name."""


def read_both_ends(path: Path) -> None:
    """Read both ends of the file to raise its OSErrors, some of which `zipfile` reports as BadZipFile."""
    with path.open("rb") as file:
        file.read(_DIRECTORY_BYTES)
        file.seek(max(0, file.seek(0, os.SEEK_END) - _DIRECTORY_BYTES))
        file.read()


def shares_images(path: Path) -> bool:
    """Return whether the backup's images are in the shared image folder; reads the zip comment only."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - len(SHARED_IMAGES_COMMENT)))
        return file.read() == SHARED_IMAGES_COMMENT


def first_entry_name(path: Path) -> str:
    """Return the name of a zip's first file, or an empty string; works for a truncated file too."""
    try:
        with path.open("rb") as file:
            head = file.read(_NAME_OFFSET + MAX_FIRST_NAME_LENGTH)
    except OSError:
        return ""
    length = int.from_bytes(head[_LENGTH_OFFSET : _LENGTH_OFFSET + 2], "little")
    is_zip = head.startswith(_HEADER_SIGNATURE) and length <= MAX_FIRST_NAME_LENGTH
    return head[_NAME_OFFSET : _NAME_OFFSET + length].decode("ascii", "replace") if is_zip else ""


def is_encrypted(path: Path) -> bool:
    """Return whether the file is an encrypted backup, by its list of files."""
    try:
        with translate_zip_errors(), zipfile.ZipFile(path) as file:
            return set(file.namelist()) == {KEY_NAME, ENCRYPTED_NAME}
    except (OSError, DamagedBackupError):
        return False


def is_probably_encrypted(path: Path) -> bool:
    """Return the same by the name of the first file only: fast enough for a list of large backups."""
    return first_entry_name(path) == KEY_NAME


@contextmanager
def translate_zip_errors() -> Iterator[None]:
    """Translate the errors of `zipfile` for malformed content to DamagedBackupError; OSErrors pass."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise DamagedBackupError from error
