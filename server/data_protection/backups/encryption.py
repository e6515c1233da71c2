"""Streaming encryption of backups with a passphrase, in the age format (age-encryption.org).

`pyrage` encrypts with a passphrase only in memory, so the passphrase encrypts a key generated for the backup, and that
key encrypts the backup. Both are in one zip; `age -d -i key.age backup.zip.age` decrypts it without GoalBucks.
"""

import hashlib
import os
import zipfile
from pathlib import Path
from typing import IO

from pyrage import DecryptError, IdentityError, decrypt_io, encrypt_io, x25519  # type: ignore[import-untyped]
from pyrage import passphrase as passphrase_encryption

from server.data_protection.backups.errors import (
    BackupFailedError,
    DamagedBackupError,
    PassphraseNeededError,
    SlowDecryptionError,
    WrongPassphraseError,
)
from server.data_protection.backups.zip_reader import ENCRYPTED_NAME, KEY_NAME
from server.system.durable_files import open_owner_only

MAX_KEY_BYTES = 16_384
# age refuses a key whose derivation would take 16 times as long as it measures for a new one at that moment. The
# message is all that tells this error from a wrong passphrase.
_SLOW = "Excessive work parameter"


def encrypt(plain: Path, encrypted: Path, passphrase: str) -> None:
    """Encrypt the file `plain` to the new file `encrypted`, and verify it by decrypting."""
    identity = x25519.Identity.generate()
    key = passphrase_encryption.encrypt(f"{identity}\n".encode(), passphrase)
    with open(encrypted, "xb", opener=open_owner_only) as file:
        with zipfile.ZipFile(file, "w", allowZip64=True) as archive:
            archive.writestr(KEY_NAME, key)
            with plain.open("rb") as source, archive.open(ENCRYPTED_NAME, "w", force_zip64=True) as target:
                encrypt_io(source, target, [identity.to_public()])
        file.flush()
        os.fsync(file.fileno())
    decrypted = _DigestSink()
    _decrypt_into(encrypted, passphrase, decrypted)
    with plain.open("rb") as source:
        if hashlib.file_digest(source, "sha256").digest() != decrypted.hash.digest():
            raise BackupFailedError


def decrypt(path: Path, passphrase: str | None, plain: Path) -> None:
    """Decrypt to the new file `plain`, readable by this account only.

    Raises PassphraseNeededError, WrongPassphraseError, SlowDecryptionError or DamagedBackupError.
    """
    if passphrase is None:
        raise PassphraseNeededError
    with open(plain, "xb", opener=open_owner_only) as file:
        _decrypt_into(path, passphrase, file)


def _decrypt_into(path: Path, passphrase: str, sink: "_DigestSink | IO[bytes]") -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(KEY_NAME).file_size > MAX_KEY_BYTES:
                raise DamagedBackupError
            key = archive.read(KEY_NAME)
            try:
                identity = x25519.Identity.from_str(passphrase_encryption.decrypt(key, passphrase).decode().strip())
            except DecryptError as error:
                raise (SlowDecryptionError if str(error).startswith(_SLOW) else WrongPassphraseError) from error
            with archive.open(ENCRYPTED_NAME) as source:
                decrypt_io(source, sink, [identity])
    except (zipfile.BadZipFile, EOFError, RuntimeError, ValueError, DecryptError, IdentityError) as error:
        raise DamagedBackupError from error
    except OSError as error:
        if error.errno is None:  # raised by pyrage for corrupt data
            raise DamagedBackupError from error
        raise


class _DigestSink:
    """Sink that only computes the digest."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.hash.update(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing."""
