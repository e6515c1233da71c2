"""Identities delivered by the browser, in memory until the window claims them.

Window and server run on one computer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from server import clock
from server.errors import DomainError
from server.security import signed_handoff as signed
from server.security.identity_provider import ProviderIdentity


class HandoffExpiredError(DomainError):
    """The hand-off has expired, was used, or wasn't started by this program's window."""

    status = 410
    code = "handoff_over"
    sentence = "This sign-in is over. Choose Sign in with Google in GoalBucks again."


@dataclass(slots=True)
class _Delivery:
    ends_at: float
    identity: ProviderIdentity | None
    """None after it has been claimed."""


class Handoffs:
    """Pending hand-offs.

    `key` is shared with the window's process; None without a window, and then every hand-off is refused.
    """

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self._deliveries: dict[str, _Delivery] = {}

    def require_pending(self, handoff: str) -> None:
        """Raise `HandoffExpiredError` unless the hand-off is valid and nothing was delivered yet."""
        self._ends_at(handoff)
        if handoff in self._deliveries:
            raise HandoffExpiredError

    def deliver(self, handoff: str, identity: ProviderIdentity) -> None:
        """Store the browser's identity; a second delivery is refused."""
        self.require_pending(handoff)
        self._deliveries[handoff] = _Delivery(self._ends_at(handoff), identity)

    def find_identity(self, handoff: str, verifier: str) -> ProviderIdentity | None:
        """Return the delivered identity to the holder of the verifier; None while there is none."""
        self._ends_at(handoff)
        if self._key is None or not signed.is_verifier_of(self._key, handoff, verifier):
            raise HandoffExpiredError
        delivery = self._deliveries.get(handoff)
        if delivery is None:
            return None
        if delivery.identity is None:
            raise HandoffExpiredError
        return delivery.identity

    @contextmanager
    def claim(self, handoff: str, verifier: str) -> Iterator[ProviderIdentity]:
        """Claim the identity for the duration of a sign-in; the hand-off stays usable if the block raises."""
        identity = self.find_identity(handoff, verifier)
        if identity is None:
            raise HandoffExpiredError
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
        ends_at = None if self._key is None else signed.verified_expiry(self._key, handoff)
        if ends_at is None or ends_at <= now:
            raise HandoffExpiredError
        return ends_at
