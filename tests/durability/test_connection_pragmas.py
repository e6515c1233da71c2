"""PRAGMAs of the database connections: set on every connection in use."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.database.transactions import Transactions
from server.settings import Settings
from tests.factories.seeded import seed

FULL = 2
EXPECTED_PRAGMAS = {"journal_mode": "wal", "synchronous": FULL, "foreign_keys": 1}
Run = Callable[[Callable[[Session], dict[str, object]]], dict[str, object]]


@pytest.fixture
def transactions(folder: Path) -> Iterator[Transactions]:
    """Transactions on a class's database."""
    seed(folder)
    opened = SqliteTransactions(open_sqlite_engine(Settings(data_dir=folder).database_url))
    yield opened
    opened.close()


def _pragmas(db: Session) -> dict[str, object]:
    return {name: db.connection().exec_driver_sql(f"PRAGMA {name}").scalar() for name in EXPECTED_PRAGMAS}


def test_reads_and_writes_on_the_event_loop_use_wal_full_and_foreign_keys(transactions: Transactions) -> None:
    assert asyncio.run(transactions.read(_pragmas)) == EXPECTED_PRAGMAS
    assert asyncio.run(transactions.write(_pragmas)) == EXPECTED_PRAGMAS


def test_every_connection_of_an_exhausted_pool_uses_wal_full_and_foreign_keys(transactions: Transactions) -> None:
    opened = [Session(transactions.engine) for _ in range(30)]
    try:
        assert [_pragmas(db) for db in opened] == [EXPECTED_PRAGMAS] * len(opened)
    finally:
        for db in opened:
            db.close()


def test_a_dangling_foreign_key_is_refused_on_write(transactions: Transactions) -> None:
    def unreferenced(db: Session) -> None:
        db.execute(text("UPDATE students SET classroom_id = 'no such class'"))

    with pytest.raises(IntegrityError):
        asyncio.run(transactions.write(unreferenced))
