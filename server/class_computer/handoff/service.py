"""Identities delivered by the browser, in memory until the window claims them.

Window and server run on one computer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from server import clock
from server.errors import DomainError
from server.security import signed_handoff as signed
from server.security.identity_provider import Identity


class HandoffOverError(DomainError):
    """The hand-off has expired, was used, or wasn't started by this program's window."""

    status = 410
    code = "handoff_over"
    sentence = "This sign-in is over. Choose Sign in with Google in GoalBucks again."


@dataclass(slots=True)
class _Delivery:
    ends_at: float
    identity: Identity | None
    """None after it has been claimed."""


class Handoffs:
    """Pending hand-offs.

    `key` is shared with the window's process; None without a window, and then every hand-off is refused.
    """

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self._deliveries: dict[str, _Delivery] = {}

    def require_awaited(self, handoff: str) -> None:
        """Raise `HandoffExpiredError` unless the hand-off is valid and nothing was delivered yet."""
        self._ends_at(handoff)
        if handoff in self._deliveries:
            raise HandoffOverError

    def deliver(self, handoff: str, identity: Identity) -> None:
        """Store the browser's identity; a second delivery is refused."""
        self.require_awaited(handoff)
        self._deliveries[handoff] = _Delivery(self._ends_at(handoff), identity)

    def delivered(self, handoff: str, verifier: str) -> Identity | None:
        """Return the delivered identity to the holder of the verifier; None while there is none."""
        self._ends_at(handoff)
        if self._key is None or not signed.verifies(self._key, handoff, verifier):
            raise HandoffOverError
        delivery = self._deliveries.get(handoff)
        if delivery is None:
            return None
        if delivery.identity is None:
            raise HandoffOverError
        return delivery.identity

    @contextmanager
    def claiming(self, handoff: str, verifier: str) -> Iterator[Identity]:
        """Claim the identity for the duration of a sign-in; the hand-off stays usable if the block raises."""
        identity = self.delivered(handoff, verifier)
        if identity is None:
            raise HandoffOverError
        delivery = self._deliveries[handoff]
        delivery.identity = None
        try:
            yield identity
        except BaseException:
            # For example a wrong password of the account to link, or a full disk: the teacher can try again.
            delivery.identity = identity
            raise

    def _ends_at(self, handoff: str) -> float:
        now = clock.now().timestamp()
        for expired in [each for each, delivery in self._deliveries.items() if delivery.ends_at <= now]:
            del self._deliveries[expired]
        ends_at = None if self._key is None else signed.ends_at(self._key, handoff)
        if ends_at is None or ends_at <= now:
            raise HandoffOverError
        return ends_at
