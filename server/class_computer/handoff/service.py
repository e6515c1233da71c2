"""What browsers have delivered, until the window claims it. Kept in memory: window and server are one computer's."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from server import clock
from server.errors import DomainError
from server.security import signed_handoff as signed
from server.security.identity_provider import Identity


class HandoffOverError(DomainError):
    """Too late, used, or never begun here."""

    status = 410
    code = "handoff_over"
    sentence = "This sign-in is over. Choose Sign in with Google in GoalBucks again."


@dataclass(slots=True)
class _Delivery:
    ends_at: float
    identity: Identity | None
    """None once it has been claimed: each is good for one."""


class Handoffs:
    """Those of this run of the program. `key`: the one that the window's process shares; None without a window."""

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self._deliveries: dict[str, _Delivery] = {}

    def require_awaited(self, handoff: str) -> None:
        """`HandoffOverError` unless the window waits for this one, and nobody has delivered."""
        self._ends_at(handoff)
        if handoff in self._deliveries:
            raise HandoffOverError

    def deliver(self, handoff: str, identity: Identity) -> None:
        """The browser's sign-in; the first one counts."""
        self.require_awaited(handoff)
        self._deliveries[handoff] = _Delivery(self._ends_at(handoff), identity)

    def delivered(self, handoff: str, verifier: str) -> Identity | None:
        """Who was signed in, for whoever has the verifier; None while nobody was."""
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
        """Who was signed in, to become a session. Used up from the first moment on, unless that fails."""
        identity = self.delivered(handoff, verifier)
        if identity is None:
            raise HandoffOverError
        delivery = self._deliveries[handoff]
        delivery.identity = None
        try:
            yield identity
        except BaseException:
            # Such as a wrong password of the account to be linked, or a full disk: the teacher may try again.
            delivery.identity = identity
            raise

    def _ends_at(self, handoff: str) -> float:
        moment = clock.now().timestamp()
        for over in [each for each, delivery in self._deliveries.items() if delivery.ends_at <= moment]:
            del self._deliveries[over]
        ends_at = None if self._key is None else signed.ends_at(self._key, handoff)
        if ends_at is None or ends_at <= moment:
            raise HandoffOverError
        return ends_at
