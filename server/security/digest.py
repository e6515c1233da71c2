"""Digest under which secrets and identifiers are stored in place of their texts."""

import hashlib


def sha256_hex(text: str) -> str:
    """Return the SHA-256 of the text in hexadecimal digits; any string of a client has one."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
