"""The key of the HMAC under which card codes are stored: without it, a stolen database doesn't let anyone guess them.

It is a file of the data folder, or a setting on a school's server; it is in no backup and no export.
"""

import hashlib
import hmac
import secrets
import threading
from pathlib import Path

from server.deployment import Deployment
from server.errors import DomainError
from server.settings import Settings
from server.system.durable_files import atomic_write, sync_folder

KEY_FILE = "login-cards.key"
KEY_BYTES = 32
ID_LENGTH = 16


class LoginCardKeyMissingError(DomainError):
    """A server on PostgreSQL without the setting: a file would belong to one of its machines only."""

    code = "login_card_key_missing"
    sentence = (
        "Login cards aren't set up on this server yet. "
        "Please ask whoever runs it at your school to set GOALBUCKS_LOGIN_CARD_KEY."
    )


class LoginCardKey:
    """The key of this server. Its file is made when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._key: bytes | None = None
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """Identifier of the key, stored with each card; it doesn't reveal the key."""
        return self._digest("key id")[:ID_LENGTH]

    def hash_code(self, code: str) -> str:
        """Return the hash of a normalized code."""
        return self._digest(f"card {code}")

    def _digest(self, text: str) -> str:
        return hmac.digest(self._load(), text.encode("utf-8", "replace"), hashlib.sha256).hex()

    def _load(self) -> bytes:
        with self._lock:
            if self._key is None:
                self._key = self._settings.login_card_key.encode() or self._load_file()
            return self._key

    def _load_file(self) -> bytes:
        if not Deployment.of(self._settings).uses_sqlite:
            raise LoginCardKeyMissingError
        path = self._settings.data_dir / KEY_FILE
        if path.exists() and len(key := path.read_bytes()) == KEY_BYTES:
            return key
        return _create_file(path)


def _create_file(path: Path) -> bytes:
    key = secrets.token_bytes(KEY_BYTES)
    atomic_write(path, key)
    sync_folder(path.parent)
    return key
