"""The key of the HMAC under which secret codes are stored: without it, a stolen database doesn't let anyone guess them.

It is a file of the data folder, or a setting on a school's server; it is in no backup and no export.
"""

import hashlib
import hmac
import secrets
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from server.deployment import Deployment
from server.errors import DomainError
from server.settings import Settings
from server.system.durable_files import atomic_write, sync_folder

KEY_FILE = "login-cards.key"
KEY_BYTES = 32
ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class CodeKind:
    """A kind of codes: equal codes of two kinds have different hashes."""

    name: str
    missing_key_error: type[DomainError]
    """Raised on a server on PostgreSQL without the setting: a file would belong to one of its machines only."""


class CodeKey:
    """The key of this server, for codes of one kind. Its file is made when it is first needed."""

    _lock: ClassVar[threading.Lock] = threading.Lock()
    """Of all kinds, which have the file in common."""

    def __init__(self, settings: Settings, kind: CodeKind) -> None:
        self._settings = settings
        self._kind = kind
        self._key: bytes | None = None

    @property
    def id(self) -> str:
        """Identifier of the key, stored with each hash; it doesn't reveal the key."""
        return self._digest("key id")[:ID_LENGTH]

    def hash_code(self, code: str) -> str:
        """Return the hash of a normalized code."""
        return self._digest(f"{self._kind.name} {code}")

    def _digest(self, text: str) -> str:
        return hmac.digest(self._load(), text.encode("utf-8", "replace"), hashlib.sha256).hex()

    def _load(self) -> bytes:
        with self._lock:
            if self._key is None:
                self._key = self._settings.login_card_key.encode() or self._load_file()
            return self._key

    def _load_file(self) -> bytes:
        if not Deployment.of(self._settings).uses_sqlite:
            raise self._kind.missing_key_error
        path = self._settings.data_dir / KEY_FILE
        if path.exists() and len(key := path.read_bytes()) == KEY_BYTES:
            return key
        return _create_file(path)


def _create_file(path: Path) -> bytes:
    key = secrets.token_bytes(KEY_BYTES)
    atomic_write(path, key)
    sync_folder(path.parent)
    return key
