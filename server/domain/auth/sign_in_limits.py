"""Limits on registrations, invite codes, class codes and queued sign-ins (specification 11.11).

Unknown class codes, those of no class: `check_rate_limits` (sign_in.py) checks the limit, `_record_failure`
(password_sign_in.py) counts. A wrong invite code may also be a used up or expired one.
"""

from datetime import timedelta

from server.security.rate_limit import TRY_AGAIN, RateKey, RateLimit, RateLimitExceededError

_FIVE_MINUTES = timedelta(minutes=5)
_HOUR = timedelta(hours=1)


class TooManyQueuedAttemptsError(RateLimitExceededError):
    """Attempts at one account above its failure limit."""

    key = "queued_attempt_limit"
    sentence = f"Many wrong passwords were tried for this account. {TRY_AGAIN}"


class TooManyRegistrationsError(RateLimitExceededError):
    """Registrations from one address."""

    key = "registration_limit"
    sentence = f"Many accounts were asked for from here. {TRY_AGAIN}"


class TooManyRegistrationsInTotalError(RateLimitExceededError):
    """Registrations from all addresses."""

    key = "total_registration_limit"
    sentence = f"Many accounts were asked for on this class computer. {TRY_AGAIN}"


class TooManyWrongInvitesError(RateLimitExceededError):
    """Wrong invite codes from one address."""

    key = "wrong_invite_limit"
    sentence = f"Many wrong invite codes were tried from here. {TRY_AGAIN}"


class TooManyUnknownClassCodesError(RateLimitExceededError):
    """Unknown class codes from one address."""

    key = "unknown_class_code_limit"
    sentence = f"Many wrong class codes were tried from here. {TRY_AGAIN}"


_QUEUED_ATTEMPT_LIMIT = RateLimit("sign_in_turn", 1, timedelta(seconds=1), TooManyQueuedAttemptsError)
_REGISTRATION_LIMIT = RateLimit("registration", 10, _HOUR, TooManyRegistrationsError)
_TOTAL_REGISTRATION_LIMIT = RateLimit("all_registrations", 50, _HOUR, TooManyRegistrationsInTotalError)
_INVITED_REGISTRATION_LIMIT = RateLimit("registration", 200, _HOUR, TooManyRegistrationsError)
"""Higher: all teachers of a school may share one address on the day the invite code is distributed."""
WRONG_INVITE_LIMIT = RateLimit("invite", 120, _FIVE_MINUTES, TooManyWrongInvitesError)
UNKNOWN_CLASS_CODE_PERCENT = 40
"""Share of the setting `address_failure_limit` that unknown class codes may use: by default 120 of 300."""


def queued_attempt_key(account: str) -> RateKey:
    """Key for attempts at an account above its failure limit: they are queued, and one a second is allowed."""
    return _QUEUED_ATTEMPT_LIMIT.for_key(account)


def registration_keys(address: str) -> tuple[RateKey, ...]:
    """Keys for registrations without an invite: each costs a password hash and reveals whether an e-mail is taken."""
    return _REGISTRATION_LIMIT.for_key(address), _TOTAL_REGISTRATION_LIMIT.for_key("")


def invited_registration_keys(address: str) -> tuple[RateKey, ...]:
    """Keys for registrations with a valid invite code."""
    return (_INVITED_REGISTRATION_LIMIT.for_key(address),)


def wrong_invite_keys(address: str) -> tuple[RateKey, ...]:
    """Keys for unknown, used up or expired invite codes."""
    return (WRONG_INVITE_LIMIT.for_key(address),)


def unknown_class_code_key(address: str, address_failure_limit: int) -> RateKey:
    """Key for unknown class codes. Not a constant limit as the others: it depends on the setting."""
    limit = max(1, address_failure_limit * UNKNOWN_CLASS_CODE_PERCENT // 100)
    return RateLimit("class_code", limit, _FIVE_MINUTES, TooManyUnknownClassCodesError).for_key(address)
