"""Passphrase encryption in the age format with a low work factor.

`pyrage` chooses a work factor that costs seconds of processor time, and decrypts with the factor in the file.
"""

import hashlib
import hmac
import os
from base64 import b64encode
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pyrage import passphrase as passphrase_encryption  # type: ignore[import-untyped]

from server.data_protection.backups import encryption

VERSION = b"age-encryption.org/v1"
WORK_FACTOR = 4
"""Binary logarithm of scrypt's cost parameter."""
CHUNK_BYTES = 65_536
LAST_CHUNK_NONCE = bytes(11) + b"\x01"


def encrypt(plain: bytes, passphrase: str) -> bytes:
    """Encrypt at most one chunk, as `pyrage.passphrase.encrypt` does."""
    assert len(plain) <= CHUNK_BYTES
    salt, file_key, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    wrap_key = hashlib.scrypt(
        passphrase.encode(), salt=VERSION + b"/scrypt" + salt, n=2**WORK_FACTOR, r=8, p=1, dklen=32
    )
    wrapped = ChaCha20Poly1305(wrap_key).encrypt(bytes(12), file_key, None)
    header = b"%b\n-> scrypt %b %d\n%b\n---" % (VERSION, _base64(salt), WORK_FACTOR, _base64(wrapped))
    mac = hmac.digest(_derive(file_key, b"", b"header"), header, "sha256")
    payload = ChaCha20Poly1305(_derive(file_key, nonce, b"payload")).encrypt(LAST_CHUNK_NONCE, plain, None)
    return b"%b %b\n%b%b" % (header, _base64(mac), nonce, payload)


def use_low_work_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make backups with this module's `encrypt`; they are decrypted by `pyrage` as before."""
    replacement = SimpleNamespace(encrypt=encrypt, decrypt=passphrase_encryption.decrypt)
    monkeypatch.setattr(encryption, "passphrase_encryption", replacement)


def _base64(content: bytes) -> bytes:
    return b64encode(content).rstrip(b"=")


def _derive(key: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt, info).derive(key)
