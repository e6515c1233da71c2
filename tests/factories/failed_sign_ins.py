"""Recorded sign-in failures up to the limit of an account."""

from sqlalchemy.orm import Session

from server.security.actor import Role
from server.security.throttle import (
    MAX_FAILURES_PER_ACCOUNT,
    MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS,
    SignInFailure,
    account_key,
)


def reach_account_limit(db: Session, role: Role, account_id: str) -> None:
    """Record the maximum number of failures of an account: ten from each of `10.0.0.0`, `10.0.0.1` and so on."""
    key = account_key(role, account_id)
    addresses = (
        f"10.0.0.{number // MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS}" for number in range(MAX_FAILURES_PER_ACCOUNT)
    )
    db.add_all(SignInFailure(account_key=key, address=each, browser=None) for each in addresses)
