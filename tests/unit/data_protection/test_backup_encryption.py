"""Tests of the encryption of backups."""

import re
import zipfile
from pathlib import Path

import pytest
from pyrage import passphrase  # type: ignore[import-untyped]

from server.data_protection.backups.encryption import decrypt
from server.data_protection.backups.errors import SlowDecryptionError
from server.data_protection.backups.zip_reader import ENCRYPTED_NAME, KEY_NAME


def test_passphrase_whose_key_takes_too_long_to_derive_is_not_called_wrong(tmp_path: Path) -> None:
    key = passphrase.encrypt(b"key", "open sesame")
    backup = tmp_path / "locked.backup"
    with zipfile.ZipFile(backup, "w") as archive:
        # The number in age's header is the binary logarithm of scrypt's work factor.
        archive.writestr(KEY_NAME, re.sub(rb"(?<=-> scrypt )(\S+) \d+", rb"\1 30", key))
        archive.writestr(ENCRYPTED_NAME, b"content")
    with pytest.raises(SlowDecryptionError):
        decrypt(backup, "open sesame", tmp_path / "plain")
