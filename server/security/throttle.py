"""Limits on failed sign-ins. Successes don't count, so that a whole class behind one address can sign in at once.

10 failures per account and address, 50 per account, 300 per address in five minutes (specification 2.19). An attacker
can't lock the owner of an account out: a browser that signed in to the account before has a separate count, and beyond
the account's limit each address without a failure may still try once, one address at a time.
See docs/decisions/0022-sign-in-limits-without-lockout.md.
"""

import math
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Index, Select, String, and_, bindparam, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Entity
from server.database.columns import fetch_value
from server.database.locking import ExpiredRows, advisory_xact_lock
from server.database.recent_rows import RecentRows
from server.database.trusted_moment import trusted_moment
from server.errors import DomainError
from server.security.actor import Role
from server.security.digest import sha256_hex

FAILURE_WINDOW = timedelta(minutes=5)
MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS = 10
MAX_FAILURES_PER_ACCOUNT = 50
BROWSER_COOKIE = "goalbucks_browser"
BROWSER_COOKIE_LIFETIME = timedelta(days=400)


class TooManyAttemptsError(DomainError):
    """The limit is reached; `Retry-After` gives the seconds until it no longer is."""

    status = 429
    code = "too_many_attempts"
    sentence = "Too many wrong sign-ins. Please wait a few minutes and try again."


class AccountLimitError(TooManyAttemptsError):
    """The account's limit is reached, but not by this address: it may try once it holds the account's lock."""

    retry_after_seconds = 1


class SignInFailure(Entity):
    """One failed sign-in, kept for five minutes. `browser` is the digest of the known browser's token, if any."""

    __tablename__ = "sign_in_failures"
    __table_args__ = (Index("ix_sign_in_failures_account_key_created_at", "account_key", "created_at"),)

    account_key: Mapped[str] = mapped_column(String(64))
    address: Mapped[str] = mapped_column(String(64), index=True)
    browser: Mapped[str | None] = mapped_column(String(64))


class KnownBrowser(Entity):
    """A browser that has signed in to an account; `browser` is the digest of its token."""

    __tablename__ = "known_browsers"
    __table_args__ = (
        Index("uq_known_browsers_account_key_browser", "account_key", "browser", unique=True),
        Index("ix_known_browsers_created_at", "created_at"),
    )

    account_key: Mapped[str] = mapped_column(String(64))
    browser: Mapped[str] = mapped_column(String(64), index=True)


# Built once: building these queries takes longer than executing them in SQLite.
_RECENT = RecentRows(SignInFailure)
_ON_ACCOUNT = and_(
    SignInFailure.account_key == bindparam("account_key"),
    # A known browser has a count of its own, so that the failures of others can't lock it out; all others share one.
    SignInFailure.browser.is_not_distinct_from(bindparam("known_browser")),
)
_FROM_ADDRESS = SignInFailure.address == bindparam("address")
_NTH_ON_ACCOUNT_FROM_ADDRESS = _RECENT.select_nth_newest(_ON_ACCOUNT, _FROM_ADDRESS)
_NTH_FROM_ADDRESS = _RECENT.select_nth_newest(_FROM_ADDRESS)
_COUNT_ON_ACCOUNT = select(func.count()).where(_RECENT.condition, _ON_ACCOUNT)
_EXPIRED_BROWSERS = ExpiredRows(KnownBrowser, KnownBrowser.created_at <= bindparam("oldest"))
_ISSUED = select(KnownBrowser.id).where(KnownBrowser.browser == bindparam("browser")).limit(1)
_KNOWN = select(KnownBrowser.id).where(
    KnownBrowser.account_key == bindparam("account_key"), KnownBrowser.browser == bindparam("browser")
)


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """An attempt to sign in to an account, which may not exist: `account_key`, the address, the browser's token."""

    account_key: str
    address: str
    browser_token: str | None
    holds_account_slot: bool = False
    """Whether this attempt holds `FairQueues.account_slot`, which it needs once the account has too many failures."""

    @property
    def browser(self) -> str | None:
        """The digest of the browser's token, or None."""
        return sha256_hex(self.browser_token) if self.browser_token else None


def account_key(role: Role, id_or_name: str) -> str:
    """Return the key that failures are counted by: a digest of the role and the account's id, or an unknown name."""
    return sha256_hex(f"{role}:{id_or_name}")


def check(db: Session, attempt: SignInAttempt, *, max_per_address: int) -> None:
    """Refuse the attempt if its account or address has too many failures; a known browser has its own count.

    Raises `AccountLimitError` if it needs the account's lock, `TooManyAttemptsError` if failures must expire first.
    """
    advisory_xact_lock(db, attempt.account_key)  # concurrent attempts can't exceed the limit together
    is_known = is_known_browser(db, attempt)
    moment = clock.now()
    parameters = {
        "since": moment - FAILURE_WINDOW,
        "moment": moment,
        "account_key": attempt.account_key,
        "address": attempt.address,
        "known_browser": attempt.browser if is_known else None,
    }
    # A known browser's token may have been copied to another device: failures there count for its address only.
    _check_limit(db, _NTH_ON_ACCOUNT_FROM_ADDRESS, parameters, MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS)
    if not is_known:
        _check_limit(db, _NTH_FROM_ADDRESS, parameters, max_per_address)
    if fetch_value(db, _COUNT_ON_ACCOUNT, parameters) >= MAX_FAILURES_PER_ACCOUNT:
        # An address that hasn't failed yet may try once. Such attempts run one at a time, under the account's lock.
        _check_limit(db, _NTH_ON_ACCOUNT_FROM_ADDRESS, parameters, 1)
        if not attempt.holds_account_slot:
            raise AccountLimitError


def record_failure(db: Session, attempt: SignInAttempt) -> None:
    """Record a failed sign-in and delete expired ones."""
    _RECENT.delete_expired(db, clock.now() - FAILURE_WINDOW)
    browser = attempt.browser if is_known_browser(db, attempt) else None
    db.add(SignInFailure(account_key=attempt.account_key, address=attempt.address, browser=browser))


def record_success(db: Session, attempt: SignInAttempt) -> str:
    """Mark the browser as known. Return the token for its cookie: its own if this server issued it, else a new one."""
    is_issued = attempt.browser is not None and fetch_value(db, _ISSUED, {"browser": attempt.browser}) is not None
    token = attempt.browser_token if is_issued and attempt.browser_token else secrets.token_urlsafe(24)
    browser = sha256_hex(token)
    if not _is_known(db, attempt.account_key, browser):
        db.add(KnownBrowser(account_key=attempt.account_key, browser=browser))
        db.flush()
        newest = trusted_moment(db, KnownBrowser.created_at)
        _EXPIRED_BROWSERS.delete(db, {"oldest": newest - BROWSER_COOKIE_LIFETIME})
    return token


def reset_failures(db: Session, role: Role, account_id: str) -> bool:
    """Delete an account's failures, also those of known browsers; return whether there were any."""
    own = SignInFailure.account_key == account_key(role, account_id)
    had_any = db.scalar(select(SignInFailure.id).where(own).limit(1)) is not None
    db.execute(delete(SignInFailure).where(own))
    return had_any


def locked_until(db: Session, account_keys: Sequence[str]) -> dict[str, datetime]:
    """Return for each of these accounts whose limit is reached at an address, or everywhere, until when it is."""
    moment = clock.now()
    since = moment - FAILURE_WINDOW
    recent = select(SignInFailure).where(SignInFailure.account_key.in_(account_keys), _RECENT.condition)
    ends: dict[str, datetime] = {}
    times: dict[tuple[str, ...], list[datetime]] = defaultdict(list)
    newest_first = recent.order_by(SignInFailure.created_at.desc())
    for failure in db.scalars(newest_first, {"since": since, "moment": moment}):
        for limit, key in (
            (MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS, (failure.account_key, failure.browser or "", failure.address)),
            (MAX_FAILURES_PER_ACCOUNT, (failure.account_key, failure.browser or "")),
        ):
            times[key].append(failure.created_at)
            if len(times[key]) == limit:
                end = failure.created_at + FAILURE_WINDOW
                ends[failure.account_key] = max(end, ends.get(failure.account_key, end))
    return ends


def delete_known_browsers(db: Session, role: Role, account_id: str, *, except_token: str | None = None) -> None:
    """Delete the account's known browsers, except the one with this token."""
    own = KnownBrowser.account_key == account_key(role, account_id)
    kept = sha256_hex(except_token) if except_token else ""
    db.execute(delete(KnownBrowser).where(own, KnownBrowser.browser != kept))


def is_known_browser(db: Session, attempt: SignInAttempt) -> bool:
    """Whether the browser has signed in to the account before."""
    return attempt.browser is not None and _is_known(db, attempt.account_key, attempt.browser)


def _is_known(db: Session, key: str, browser: str) -> bool:
    return fetch_value(db, _KNOWN, {"account_key": key, "browser": browser}) is not None


def _check_limit(db: Session, nth_newest: Select[datetime], parameters: Mapping[str, Any], limit: int) -> None:
    """Raise `TooManyAttemptsError` at `limit` failures; it says when fewer than `limit` will remain."""
    last: datetime | None = fetch_value(db, nth_newest, {**parameters, "offset": limit - 1})
    if last is not None:
        seconds = max(1, math.ceil((last - parameters["since"]).total_seconds()))
        raise TooManyAttemptsError(headers={"Retry-After": str(seconds)})
