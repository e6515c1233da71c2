"""Attempts beyond an account's limit of failures (specification 2.20)."""

import asyncio
from dataclasses import replace

import pytest

from server.domain.auth.password_sign_in import InvalidTeacherCredentialsError, PasswordSignIn
from server.domain.auth.sign_in import LoginResult, SignInContext
from server.requests import fair_queue
from server.requests.fair_queue import AccountBusyError
from server.security.throttle import TooManyAttemptsError
from tests.factories.failed_sign_ins import reach_account_limit
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.unit.domain.auth.accounts import EMAIL, Accounts


@pytest.fixture(autouse=True)
def limit(accounts: Accounts, fake_clock: FakeClock) -> None:
    """A teacher at the limit of failures, by the fake clock."""
    del fake_clock
    teacher_id = accounts.add_teacher()
    with accounts.transactions.writing() as db:
        reach_account_limit(db, "teacher", teacher_id)


@pytest.fixture(autouse=True)
def sleep(monkeypatch: pytest.MonkeyPatch, fake_clock: FakeClock) -> None:
    """Let the clock pass instead of waiting."""

    async def advance(seconds: float) -> None:
        fake_clock.advance(seconds=seconds)

    monkeypatch.setattr(asyncio, "sleep", advance)


def sign_in(context: SignInContext, address: str, password: str = PASSWORD) -> LoginResult:
    at_address = replace(context, client=replace(context.client, address=address))
    return asyncio.run(PasswordSignIn(at_address).sign_in_teacher(EMAIL, password))


def test_addresses_without_a_failure_may_try_once_a_second(context: SignInContext, fake_clock: FakeClock) -> None:
    begin = fake_clock.now
    with pytest.raises(InvalidTeacherCredentialsError):
        sign_in(context, "192.0.2.1", "wrong")
    assert fake_clock.now == begin
    sign_in(context, "192.0.2.2")
    assert 1 <= (fake_clock.now - begin).total_seconds() < 1.5


def test_an_address_that_has_failed_is_refused_at_once(context: SignInContext, fake_clock: FakeClock) -> None:
    with pytest.raises(InvalidTeacherCredentialsError):
        sign_in(context, "192.0.2.1", "wrong")
    begin = fake_clock.now
    with pytest.raises(TooManyAttemptsError):
        sign_in(context, "192.0.2.1")
    assert fake_clock.now == begin


def test_an_attempt_that_has_waited_too_long_is_refused(
    context: SignInContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(context, "192.0.2.1")
    monkeypatch.setattr(fair_queue, "ACCOUNT_SLOT_TIMEOUT_SECONDS", 0)
    with pytest.raises(AccountBusyError):
        sign_in(context, "192.0.2.2")
