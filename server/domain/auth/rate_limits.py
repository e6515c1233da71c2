"""How often accounts are made, and codes tried that there aren't (specification 11.11)."""

from datetime import timedelta

from server.security.rates import Counted, Rate

_FIVE_MINUTES = timedelta(minutes=5)
_HOUR = timedelta(hours=1)

_TURNS = Rate("sign_in_turn", 1, timedelta(seconds=1), "Many wrong passwords were tried for this account.")
_REGISTRATIONS = Rate("registration", 10, _HOUR, "Many accounts were asked for from here.")
_ALL_REGISTRATIONS = Rate("all_registrations", 50, _HOUR, "Many accounts were asked for on this class computer.")
_INVITED = Rate("registration", 200, _HOUR, "Many accounts were asked for from here.")
"""A whole school's teachers may sit behind one address on the day that the code is handed out."""
WRONG_INVITES = Rate("invite", 120, _FIVE_MINUTES, "Many wrong invite codes were tried from here.")


def turn(account: str) -> Counted:
    """An attempt to sign in beyond the account's limit of failures."""
    return _TURNS.by(account)


def registration(address: str) -> tuple[Counted, ...]:
    """A try to make a teacher's account; each costs a password's hash, and tells whether an e-mail is taken."""
    return _REGISTRATIONS.by(address), _ALL_REGISTRATIONS.by("")


def invited_registration(address: str) -> tuple[Counted, ...]:
    """The same of somebody who knows the school's invite code."""
    return (_INVITED.by(address),)


def wrong_invite(address: str) -> tuple[Counted, ...]:
    """An invite code that there isn't, or that counts no more."""
    return (WRONG_INVITES.by(address),)


def unknown_class_code(address: str, failures_per_address: int) -> Counted:
    """A class code that there isn't: 120 of an address, where 300 wrong sign-ins are allowed."""
    most = max(1, failures_per_address * 2 // 5)
    return Rate("class_code", most, _FIVE_MINUTES, "Many wrong class codes were tried from here.").by(address)
