"""Handing a sign-in over from the system's browser to the desktop window, which can't host Google's page.

The window's process and the server's share a key that is made at each start and never leaves them. With it the window
makes a hand-off (it goes into the browser's address) and its verifier (it never does); the server knows both again
without having been asked to begin, so there is no call by which anybody else could begin one (docs/decisions/0011).

The window's process imports this: nothing but the standard library.
"""

import hashlib
import hmac
import secrets
import time

KEY_BYTES = 32
LASTS_SECONDS = 300
LONGEST = 200


def new_key() -> bytes:
    """For one run of the program."""
    return secrets.token_bytes(KEY_BYTES)


def begin(key: bytes) -> tuple[str, str]:
    """A new hand-off and its verifier."""
    begun = f"{secrets.token_urlsafe(32)}.{int(time.time()) + LASTS_SECONDS}"
    handoff = f"{begun}.{_sign(key, 'handoff', begun)}"
    return handoff, _sign(key, "verifier", handoff)


def ends_at(key: bytes, handoff: str) -> float | None:
    """When it is over, in seconds since the epoch; None when the window's process never made it."""
    begun, _, signature = handoff.rpartition(".")
    if len(handoff) > LONGEST or not _same(signature, _sign(key, "handoff", begun)):
        return None
    return float(begun.rpartition(".")[2])


def verifies(key: bytes, handoff: str, verifier: str) -> bool:
    """Whether this is the verifier that the window got with the hand-off."""
    return _same(verifier, _sign(key, "verifier", handoff))


def _sign(key: bytes, purpose: str, text: str) -> str:
    return hmac.digest(key, f"{purpose}:{text}".encode("utf-8", "replace"), hashlib.sha256).hex()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
