"""Signed tokens that hand a sign-in over from the browser to the desktop window, which can't show Google's page.

The window's process and the server share a key that is generated at each start and stays in their memory. The window
signs a hand-off token, which is part of the browser's URL, and derives a verifier, which doesn't. The server checks
both statelessly, so there is no call with which another client could begin a hand-off:
see docs/decisions/0011-google-sign-in.md.

The window's process imports this module; it uses only the standard library.
"""

import hashlib
import hmac
import secrets
import time

KEY_BYTES = 32
LIFETIME_SECONDS = 300
MAX_HANDOFF_LENGTH = 200


def new_key() -> bytes:
    """Generate the key of one run of the program."""
    return secrets.token_bytes(KEY_BYTES)


def create_handoff(key: bytes) -> tuple[str, str]:
    """Return a new hand-off token and its verifier."""
    payload = f"{secrets.token_urlsafe(32)}.{int(time.time()) + LIFETIME_SECONDS}"
    handoff = f"{payload}.{_sign(key, 'handoff', payload)}"
    return handoff, _sign(key, "verifier", handoff)


def verified_expiry(key: bytes, handoff: str) -> float | None:
    """Return when the token expires, in seconds since the epoch; None if its signature is invalid."""
    payload, _, signature = handoff.rpartition(".")
    if len(handoff) > MAX_HANDOFF_LENGTH or not _equal(signature, _sign(key, "handoff", payload)):
        return None
    return float(payload.rpartition(".")[2])


def is_verifier_of(key: bytes, handoff: str, verifier: str) -> bool:
    """Whether the verifier belongs to the hand-off token."""
    return _equal(verifier, _sign(key, "verifier", handoff))


def _sign(key: bytes, purpose: str, text: str) -> str:
    return hmac.digest(key, f"{purpose}:{text}".encode("utf-8", "replace"), hashlib.sha256).hex()


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
