"""Limits on failed sign-ins, which never lock out the account's owner."""

from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.security import throttle
from server.security.throttle import AccountLimitError, SignInAttempt, SignInFailure, TooManyAttemptsError, account_key
from tests.factories.fake_clock import FakeClock

ATTEMPT = SignInAttempt(account_key("student", "amara"), "192.0.2.1", None)
PER_ADDRESS = 300


def fail(db: Session, times: int, attempt: SignInAttempt = ATTEMPT) -> None:
    for _ in range(times):
        throttle.record_failure(db, attempt)
        db.flush()


def sign_in(db: Session, attempt: SignInAttempt = ATTEMPT) -> str:
    """Record a success; returns the browser's token."""
    token = throttle.record_success(db, attempt)
    db.flush()
    return token


def check(db: Session, attempt: SignInAttempt = ATTEMPT, *, max_per_address: int = PER_ADDRESS) -> None:
    throttle.check(db, attempt, max_per_address=max_per_address)


def fail_from_everywhere(db: Session) -> None:
    """Use up the account's limit from five addresses."""
    for number in range(5):
        fail(db, 10, replace(ATTEMPT, address=f"198.51.100.{number}"))


@pytest.mark.spec("2.19")
def test_ten_failures_of_one_account_at_one_address_are_the_limit_for_five_minutes(
    db: Session, fake_clock: FakeClock
) -> None:
    fail(db, 9)
    check(db)
    fail(db, 1)
    fake_clock.advance(minutes=4)
    with pytest.raises(TooManyAttemptsError) as refused:
        check(db)
    assert refused.value.headers == {"Retry-After": "60"}
    fake_clock.advance(minutes=1)
    check(db)


def test_each_failure_expires_five_minutes_after_it_happened(db: Session, fake_clock: FakeClock) -> None:
    fail(db, 5)
    fake_clock.advance(minutes=3)
    fail(db, 5)
    with pytest.raises(TooManyAttemptsError):
        check(db)
    fake_clock.advance(minutes=2)
    check(db)
    fail(db, 5)
    with pytest.raises(TooManyAttemptsError):
        check(db)


def test_waiting_as_long_as_retry_after_says_is_enough(db: Session, fake_clock: FakeClock) -> None:
    fail(db, 9)
    fake_clock.advance(seconds=7.4)
    fail(db, 1)
    with pytest.raises(TooManyAttemptsError) as refused:
        check(db)
    fake_clock.advance(seconds=int(refused.value.headers["Retry-After"]))
    check(db)


def test_failures_count_for_their_account_and_their_address(db: Session) -> None:
    fail(db, 10)
    check(db, replace(ATTEMPT, account_key=account_key("student", "diego")))
    check(db, replace(ATTEMPT, address="192.0.2.2"))


def test_failures_of_many_accounts_are_limited_for_their_address(db: Session) -> None:
    for role in ("student", "teacher"):
        for number in range(2):
            fail(db, 1, replace(ATTEMPT, account_key=account_key(role, str(number))))
    check(db, max_per_address=5)
    with pytest.raises(TooManyAttemptsError):
        check(db, max_per_address=4)


def test_beyond_the_accounts_limit_an_address_without_a_failure_needs_the_accounts_lock(db: Session) -> None:
    fail_from_everywhere(db)
    with pytest.raises(AccountLimitError):
        check(db)
    check(db, replace(ATTEMPT, holds_account_slot=True))


def test_beyond_the_accounts_limit_an_address_with_a_failure_has_to_wait(db: Session) -> None:
    fail_from_everywhere(db)
    fail(db, 1)
    with pytest.raises(TooManyAttemptsError) as refused:
        check(db, replace(ATTEMPT, holds_account_slot=True))
    assert not isinstance(refused.value, AccountLimitError)


@pytest.mark.spec("2.20")
def test_failures_of_a_known_browser_are_counted_separately(db: Session) -> None:
    own = replace(ATTEMPT, browser_token=sign_in(db))
    fail_from_everywhere(db)
    fail(db, 10)
    check(db, own, max_per_address=1)
    fail(db, 10, own)
    with pytest.raises(TooManyAttemptsError):
        check(db, own)


def test_failures_with_a_copied_token_count_for_the_address_that_has_copied_it(db: Session) -> None:
    own = replace(ATTEMPT, browser_token=sign_in(db))
    copied = replace(own, address="192.0.2.2")
    fail(db, 10, copied)
    with pytest.raises(TooManyAttemptsError):
        check(db, copied)
    check(db, own)


def test_an_invented_token_and_one_of_another_account_are_not_known(db: Session) -> None:
    token = sign_in(db, replace(ATTEMPT, account_key=account_key("student", "diego")))
    fail(db, 10)
    for unknown in (token, "invented"):
        with pytest.raises(TooManyAttemptsError):
            check(db, replace(ATTEMPT, browser_token=unknown))


def test_a_browser_keeps_its_issued_token_but_not_an_invented_one(db: Session) -> None:
    token = sign_in(db)
    other = SignInAttempt(account_key("student", "diego"), "192.0.2.1", token)
    assert sign_in(db, other) == token
    assert throttle.is_known_browser(db, other)
    assert sign_in(db, replace(ATTEMPT, browser_token="invented")) != "invented"


def test_known_browsers_end_with_the_account(db: Session) -> None:
    own = replace(ATTEMPT, browser_token=sign_in(db))
    throttle.delete_known_browsers(db, "student", "amara")
    assert not throttle.is_known_browser(db, own)


def test_a_known_browser_expires_400_days_before_the_third_newest_day_with_new_browsers(
    db: Session, fake_clock: FakeClock
) -> None:
    own = replace(ATTEMPT, browser_token=sign_in(db))
    fake_clock.advance(days=400)
    for name, is_known in (("diego", True), ("noor", True), ("wei", True), ("mia", False)):
        fake_clock.advance(days=1)
        sign_in(db, replace(ATTEMPT, account_key=account_key("student", name)))
        assert throttle.is_known_browser(db, own) == is_known


def test_a_clock_that_is_years_ahead_for_one_lesson_ends_no_known_browser(db: Session, fake_clock: FakeClock) -> None:
    own = replace(ATTEMPT, browser_token=sign_in(db))
    fake_clock.advance(days=1)
    sign_in(db, replace(ATTEMPT, account_key=account_key("student", "diego")))
    fake_clock.advance(days=1095)
    for name in ("noor", "wei"):
        sign_in(db, replace(ATTEMPT, account_key=account_key("student", name)))
    assert throttle.is_known_browser(db, own)


@pytest.mark.spec("2.21")
def test_resetting_an_account_allows_it_at_once_and_others_at_its_address(db: Session) -> None:
    fail(db, 10)
    other = replace(ATTEMPT, account_key=account_key("student", "diego"))
    with pytest.raises(TooManyAttemptsError):
        check(db, other, max_per_address=10)
    assert throttle.reset_failures(db, "student", "amara") is True
    check(db)
    check(db, other, max_per_address=10)
    assert throttle.reset_failures(db, "student", "amara") is False


def test_failures_are_stored_without_names_and_deleted_once_expired(db: Session, fake_clock: FakeClock) -> None:
    fail(db, 3)
    assert not [row for row in db.scalars(select(SignInFailure)) if "amara" in repr(vars(row))]
    fake_clock.advance(minutes=5)
    fail(db, 1)
    assert len(db.scalars(select(SignInFailure)).all()) == 1


def test_setting_the_clock_back_does_not_extend_a_limit(db: Session, fake_clock: FakeClock) -> None:
    fake_clock.advance(hours=10)
    fail(db, 10)
    fake_clock.advance(hours=-10)
    check(db)


@pytest.mark.spec("2.21")
def test_locked_accounts_are_those_at_a_limit_and_until_when(db: Session, fake_clock: FakeClock) -> None:
    other = replace(ATTEMPT, account_key=account_key("student", "diego"))
    fail(db, 9)
    fail_from_everywhere_at(db, other)
    assert set(throttle.locked_until(db, [ATTEMPT.account_key, other.account_key])) == {other.account_key}
    fake_clock.advance(minutes=1)
    fail(db, 1)
    ends = throttle.locked_until(db, [ATTEMPT.account_key])
    fake_clock.advance(minutes=3, seconds=59)
    assert throttle.locked_until(db, [ATTEMPT.account_key]) == ends
    fake_clock.advance(seconds=1)
    assert throttle.locked_until(db, [ATTEMPT.account_key]) == {}
    check(db)


def fail_from_everywhere_at(db: Session, attempt: SignInAttempt) -> None:
    """Use up this account's limit from ten addresses, at none of which a limit is reached."""
    for number in range(10):
        fail(db, 5, replace(attempt, address=f"198.51.100.{number}"))
