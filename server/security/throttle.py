"""Brakes on sign-in: failures only, so that a whole class behind one address gets in at the bell.

10 per account and address, 50 per account, 300 per address in five minutes (specification 2.19). Nobody is locked
out by others: a browser that signed in to the account before has a count of its own, and beyond the account's limit an
address that hasn't failed may try once, in turn (docs/decisions/0022).
"""

import hashlib
import math
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Index, String, delete, func, or_, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Row
from server.database.locking import hold_name, sweep
from server.errors import DomainError
from server.security.actor import Role

WINDOW = timedelta(minutes=5)
PER_ACCOUNT_AND_ADDRESS = 10
PER_ACCOUNT = 50
BROWSER_COOKIE = "goalbucks_browser"
BROWSER_KEPT = timedelta(days=400)


class TooManyAttemptsError(DomainError):
    """The brake is on; `Retry-After` says for how many seconds."""

    status = 429
    code = "too_many_attempts"
    sentence = "Too many wrong sign-ins. Please wait a few minutes and try again."


class AccountLimitError(TooManyAttemptsError):
    """The account's limit is reached, but not by this address: it may try once it has a turn."""


class SignInFailure(Row):
    """One wrong sign-in, kept for five minutes; `browser` is the known browser that made it."""

    __tablename__ = "sign_in_failures"
    __table_args__ = (Index("ix_sign_in_failures_account_key_created_at", "account_key", "created_at"),)

    account_key: Mapped[str] = mapped_column(String(64))
    address: Mapped[str] = mapped_column(String(64), index=True)
    browser: Mapped[str | None] = mapped_column(String(64))


class KnownBrowser(Row):
    """A browser that signed in to an account before."""

    __tablename__ = "known_browsers"
    __table_args__ = (
        Index("uq_known_browsers_account_key_browser", "account_key", "browser", unique=True),
        Index("ix_known_browsers_created_at", "created_at"),
    )

    account_key: Mapped[str] = mapped_column(String(64))
    browser: Mapped[str] = mapped_column(String(64), index=True)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try to sign in: the account as named (whether it exists or not), the address, the browser's token."""

    account: str
    address: str
    browser_token: str | None
    has_turn: bool = False
    """Whether it has waited for a turn beyond the account's limit."""

    @property
    def account_key(self) -> str:
        """The account's name is not kept, only its digest."""
        return _digest(self.account)

    @property
    def browser(self) -> str | None:
        """The digest of the browser's token."""
        return _digest(self.browser_token) if self.browser_token else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def check(db: Session, attempt: Attempt, *, per_address: int) -> None:
    """Refuse the attempt when its account or address has failed too often; a known browser by its own count.

    `AccountLimitError` when it needs a turn, `TooManyAttemptsError` when it has to wait for failures to expire.
    """
    hold_name(db, attempt.account_key)  # of many tries at once, only as many as may count are counted
    moment = clock.now()
    since = moment - WINDOW
    # What is still to come was counted before the clock went back: it must lock nobody out until then.
    counts = SignInFailure.created_at <= moment
    account = counts & (SignInFailure.account_key == attempt.account_key)
    address = counts & (SignInFailure.address == attempt.address)
    known = knows(db, attempt)
    # By address, too: who copied the token of a shared browser fails on another device, and for that one only.
    account &= SignInFailure.browser == attempt.browser if known else SignInFailure.browser.is_(None)
    _limit(db, since, account & address, PER_ACCOUNT_AND_ADDRESS)
    if not known:
        _limit(db, since, address, per_address)
    if _count(db, since, account) >= PER_ACCOUNT:
        _limit(db, since, account & address, 1)
        if not attempt.has_turn:
            raise AccountLimitError(headers={"Retry-After": "1"})


def failed(db: Session, attempt: Attempt) -> None:
    """Count a wrong sign-in, and forget those that no longer count."""
    moment = clock.now()
    sweep(db, SignInFailure, or_(SignInFailure.created_at <= moment - WINDOW, SignInFailure.created_at > moment))
    browser = attempt.browser if knows(db, attempt) else None
    db.add(SignInFailure(account_key=attempt.account_key, address=attempt.address, browser=browser))


def succeeded(db: Session, attempt: Attempt) -> str:
    """Remember the browser; returns the token that it keeps: its own if the server made it, else a new one."""
    sweep(db, KnownBrowser, KnownBrowser.created_at <= clock.now() - BROWSER_KEPT)
    ours = select(KnownBrowser.id).where(KnownBrowser.browser == attempt.browser).limit(1)
    token = (attempt.browser_token if db.scalar(ours) else None) or secrets.token_urlsafe(24)
    known = Attempt(attempt.account, attempt.address, token)
    if not knows(db, known):
        db.add(KnownBrowser(account_key=known.account_key, browser=_digest(token)))
    return token


def account_of(role: Role, named: str) -> str:
    """What the brakes count by: the account's id, or what somebody called one that doesn't exist."""
    return f"{role}:{named}"


def release(db: Session, account: str) -> bool:
    """Release the brake on an account: its failures, known browsers' too, no longer count. Whether there were any."""
    failures = select(SignInFailure.id).where(SignInFailure.account_key == _digest(account))
    had_any = db.scalar(failures.limit(1)) is not None
    db.execute(delete(SignInFailure).where(SignInFailure.account_key == _digest(account)))
    return had_any


def forget_browsers(db: Session, account: str) -> None:
    """No browser is known to the account any more."""
    db.execute(delete(KnownBrowser).where(KnownBrowser.account_key == _digest(account)))


def knows(db: Session, attempt: Attempt) -> bool:
    """Whether the browser signed in to the account before."""
    if attempt.browser is None:
        return False
    known = select(KnownBrowser.id).where(
        KnownBrowser.account_key == attempt.account_key, KnownBrowser.browser == attempt.browser
    )
    return db.scalar(known) is not None


def _count(db: Session, since: datetime, failures: ColumnElement[bool]) -> int:
    return db.scalar(select(func.count()).where(failures, SignInFailure.created_at > since)) or 0


def _limit(db: Session, since: datetime, failures: ColumnElement[bool], most: int) -> None:
    """`TooManyAttemptsError` when there are `most` failures or more, until all but `most - 1` have expired."""
    newest = select(SignInFailure.created_at).where(failures, SignInFailure.created_at > since)
    last = db.scalar(newest.order_by(SignInFailure.created_at.desc()).offset(most - 1).limit(1))
    if last is not None:
        seconds = max(1, math.ceil((last - since).total_seconds()))
        raise TooManyAttemptsError(headers={"Retry-After": str(seconds)})
