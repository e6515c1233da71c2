"""A Google sign-in that races with an administrator who disables the account."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy.orm import Session

from server.database.pooled_transactions import PooledTransactions, open_pooled_transactions
from server.database.postgresql import to_libpq_url
from server.domain.auth.identity_sign_in import IdentitySignIn, LinkRequiredError, NoAccountError
from server.domain.auth.registration_policy import RegistrationPolicy
from server.domain.auth.sign_in import ClientContext, SignInContext
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import TeacherDisabledError, register
from server.errors import DomainError
from server.requests.fair_queue import FairQueues
from server.school.admin.service import disable_teacher, reset_password
from server.security.identity_provider import ProviderIdentity
from server.security.passwords import PasswordHasher
from server.security.sessions import SignInSession

ELENA = "elena@school.test"
GOOGLE_IDENTITY = ProviderIdentity("elena's", ELENA, is_email_verified=True, name="Elena Rivera")
CLIENT = ClientContext("192.168.1.77", None, None, is_local=False, address_failure_limit=300)
WAITING_FOR_LOCK = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
TIMEOUT_SECONDS = 20


@pytest.fixture
def transactions(empty_url: str) -> Iterator[PooledTransactions]:
    transactions = open_pooled_transactions(empty_url)
    with transactions.writing() as db:
        register(db, name="Elena Rivera", email=ELENA, provider_uid=GOOGLE_IDENTITY.uid).password_hash = "her hash"
    yield transactions
    transactions.close()


def wait_for_lock_wait(url: str) -> None:
    """Wait until a connection waits for a row lock."""
    ends = time.monotonic() + TIMEOUT_SECONDS
    with psycopg.connect(to_libpq_url(url), autocommit=True) as connection:
        while connection.execute(WAITING_FOR_LOCK).fetchone() == (0,):
            assert time.monotonic() < ends
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (lambda db: reset_password(db, ELENA, "another hash"), LinkRequiredError),
        (lambda db: disable_teacher(db, ELENA), TeacherDisabledError),
    ],
    ids=["another password", "switched off"],
)
def test_a_google_sign_in_during_a_deactivation_waits_and_is_refused(
    empty_url: str, transactions: PooledTransactions, act: Callable[[Session], Teacher], refusal: type[DomainError]
) -> None:
    def sign_in() -> object:
        context = SignInContext(CLIENT, transactions, FairQueues(), PasswordHasher())
        sign_in = IdentitySignIn(context, RegistrationPolicy.closed(NoAccountError()))
        return asyncio.run(sign_in.sign_in(GOOGLE_IDENTITY))

    with ThreadPoolExecutor(1) as elsewhere:
        with transactions.writing() as db:
            act(db)
            signing_in = elsewhere.submit(sign_in)
            wait_for_lock_wait(empty_url)
        with pytest.raises(refusal):
            signing_in.result(TIMEOUT_SECONDS)
    assert asyncio.run(transactions.read(lambda db: db.query(SignInSession).count())) == 0
