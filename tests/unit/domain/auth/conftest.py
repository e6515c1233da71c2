"""Sign-in and registration on a real SQLite file, without HTTP and without an application."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.domain.auth.sign_in import ClientContext, SignInContext
from server.requests.fair_queue import FairQueues
from tests.factories.passwords import FAST_HASHER
from tests.unit.domain.auth.accounts import Accounts


@pytest.fixture
def transactions(empty_database: Path, tmp_path: Path) -> Iterator[Transactions]:
    """Transactions that commit to a file of the test's own."""
    path = shutil.copy(empty_database, tmp_path)
    transactions = SqliteTransactions(open_sqlite_engine(f"sqlite+pysqlite:///{path}"))
    yield transactions
    transactions.close()


@pytest.fixture
def accounts(transactions: Transactions) -> Accounts:
    """Builders of accounts, and queries for what a sign-in stored."""
    return Accounts(transactions)


@pytest.fixture
def context(transactions: Transactions) -> SignInContext:
    """The context of a sign-in on the class computer itself, by an unknown browser."""
    client = ClientContext("127.0.0.1", None, None, is_local=True, address_failure_limit=300)
    return SignInContext(client, transactions, FairQueues(), FAST_HASHER)


@pytest.fixture
def remote_context(transactions: Transactions) -> SignInContext:
    """The context of a sign-in from another device."""
    client = ClientContext("192.168.1.77", None, None, is_local=False, address_failure_limit=300)
    return SignInContext(client, transactions, FairQueues(), FAST_HASHER)
