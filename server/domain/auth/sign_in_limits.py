"""Limits on registrations (specification 11.11), wrong invite codes and unknown class codes (2.19).

Unknown class codes: with a password, `check_rate_limits` (sign_in.py) checks the limit and `_record_failure`
(password_sign_in.py) counts; with pictures, server/domain/picture_sign_in/sign_in.py does both.
"""

from datetime import timedelta

from server.requests.rate_limit import TRY_AGAIN, RateKey, RateLimit, RateLimitExceededError

_FIVE_MINUTES = timedelta(minutes=5)
_HOUR = timedelta(hours=1)


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


REGISTRATION_LIMIT = RateLimit("registration", 10, _HOUR, TooManyRegistrationsError)
"""By address, without an invite: each costs a password hash and reveals whether an e-mail is taken."""
TOTAL_REGISTRATION_LIMIT = RateLimit("all_registrations", 50, _HOUR, TooManyRegistrationsInTotalError)
"""Without an invite, from all addresses."""
INVITED_REGISTRATION_LIMIT = RateLimit("registration", 200, _HOUR, TooManyRegistrationsError)
"""By address, with a valid invite code: all teachers of a school may share one on the day that it is distributed."""
WRONG_INVITE_LIMIT = RateLimit("invite", 120, _FIVE_MINUTES, TooManyWrongInvitesError)
"""By address: unknown, used up or expired invite codes."""
UNKNOWN_CLASS_CODE_PERCENT = 40
"""Share of the setting `address_failure_limit` that unknown class codes may use: by default 120 of 300."""


def unknown_class_code_key(address: str, address_failure_limit: int) -> RateKey:
    """Key for unknown class codes. Not a constant limit as the others: it depends on the setting."""
    limit = max(1, address_failure_limit * UNKNOWN_CLASS_CODE_PERCENT // 100)
    return RateLimit("class_code", limit, _FIVE_MINUTES, TooManyUnknownClassCodesError).for_key(address)
