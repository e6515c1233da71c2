"""A backup that a passphrase locks, in age's format (age-encryption.org), piece by piece.

Age derives a key from a passphrase only for what fits into memory, so the passphrase locks a key of this backup's own,
and that one locks the backup. Both lie in one zip; `age -d -i key.age backup.zip.age` opens it without GoalBucks.
"""

import hashlib
import os
import zipfile
from pathlib import Path
from typing import IO, Protocol

from pyrage import DecryptError, IdentityError, decrypt_io, encrypt_io, x25519  # type: ignore[import-untyped]
from pyrage import passphrase as locking

from server.data_protection.backups.archive import KEY, LOCKED, first_name_in, names_in
from server.data_protection.backups.errors import (
    BackupFailedError,
    DamagedBackupError,
    PassphraseNeededError,
    WrongPassphraseError,
)
from server.disk import open_private

LARGEST_KEY = 16_384


class _Sink(Protocol):
    def write(self, data: bytes) -> object:
        """Take some bytes."""


def lock(plain: Path, locked: Path, passphrase: str) -> None:
    """Write `locked`, which opens to the file `plain` alone; proved by opening it."""
    identity = x25519.Identity.generate()
    key = locking.encrypt(f"{identity}\n".encode(), passphrase)
    with open(locked, "xb", opener=open_private) as file:
        with zipfile.ZipFile(file, "w", allowZip64=True) as outer:
            outer.writestr(KEY, key)
            with plain.open("rb") as source, outer.open(LOCKED, "w", force_zip64=True) as target:
                encrypt_io(source, target, [identity.to_public()])
        file.flush()
        os.fsync(file.fileno())
    opened = _Digest()
    _open_into(locked, passphrase, opened)
    with plain.open("rb") as source:
        if hashlib.file_digest(source, "sha256").digest() != opened.hash.digest():
            raise BackupFailedError


def is_locked(path: Path) -> bool:
    """Whether it takes a passphrase."""
    return names_in(path) == {KEY, LOCKED}


def looks_locked(path: Path) -> bool:
    """The same by the file's beginning alone: for a list, as one with all images takes long to look through."""
    return first_name_in(path) == KEY


def unlock(path: Path, passphrase: str | None, plain: Path) -> None:
    """Write what is inside to `plain`, for this account alone."""
    if passphrase is None:
        raise PassphraseNeededError
    with open(plain, "xb", opener=open_private) as file:
        _open_into(path, passphrase, file)


def _open_into(path: Path, passphrase: str, sink: "_Sink | IO[bytes]") -> None:
    try:
        with zipfile.ZipFile(path) as outer:
            if outer.getinfo(KEY).file_size > LARGEST_KEY:
                raise DamagedBackupError
            key = outer.read(KEY)
            try:
                identity = x25519.Identity.from_str(locking.decrypt(key, passphrase).decode().strip())
            except DecryptError as error:
                raise WrongPassphraseError from error
            with outer.open(LOCKED) as source:
                decrypt_io(source, sink, [identity])
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise DamagedBackupError from error
    except (DecryptError, IdentityError) as error:
        raise DamagedBackupError from error
    except OSError as error:
        if error.errno is None:  # age's own, for bytes that aren't those that were written
            raise DamagedBackupError from error
        raise


class _Digest:
    """Takes bytes for their digest alone."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Count them in."""
        self.hash.update(data)
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""
