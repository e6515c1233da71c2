"""Rate limits for registration, invite codes, class codes and queued sign-ins (specification 11.11)."""

from datetime import timedelta

from server.security.rate_limit import Rate, RateKey

_FIVE_MINUTES = timedelta(minutes=5)
_HOUR = timedelta(hours=1)

_QUEUED_ATTEMPT_LIMIT = Rate(
    "sign_in_turn", 1, timedelta(seconds=1), "Many wrong passwords were tried for this account."
)
_REGISTRATION_LIMIT = Rate("registration", 10, _HOUR, "Many accounts were asked for from here.")
_TOTAL_REGISTRATION_LIMIT = Rate("all_registrations", 50, _HOUR, "Many accounts were asked for on this class computer.")
_INVITED_REGISTRATION_LIMIT = Rate("registration", 200, _HOUR, "Many accounts were asked for from here.")
"""Higher: all teachers of a school may share one address on the day the invite code is distributed."""
WRONG_INVITES = Rate("invite", 120, _FIVE_MINUTES, "Many wrong invite codes were tried from here.")


def turn(account: str) -> RateKey:
    """Key for sign-in attempts beyond an account's failure limit."""
    return _QUEUED_ATTEMPT_LIMIT.for_key(account)


def registration(address: str) -> tuple[RateKey, ...]:
    """Keys for registrations without an invite: each costs a password hash and reveals whether an e-mail is taken."""
    return _REGISTRATION_LIMIT.for_key(address), _TOTAL_REGISTRATION_LIMIT.for_key("")


def invited_registration(address: str) -> tuple[RateKey, ...]:
    """Keys for registrations with a valid invite code."""
    return (_INVITED_REGISTRATION_LIMIT.for_key(address),)


def wrong_invite(address: str) -> tuple[RateKey, ...]:
    """Keys for unknown, used up or expired invite codes."""
    return (WRONG_INVITES.for_key(address),)


def unknown_class_code(address: str, failures_per_address: int) -> RateKey:
    """Key for unknown class codes: 2/5 of the address's failure limit (120 of 300 by default)."""
    limit = max(1, failures_per_address * 2 // 5)
    return Rate("class_code", limit, _FIVE_MINUTES, "Many wrong class codes were tried from here.").for_key(address)
