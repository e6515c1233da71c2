"""Unreachable machines without a connection reset, and how other requests behave meanwhile."""

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Any, cast

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.orm import Session

from server.database import pooled_transactions
from server.database.pooled_transactions import PooledTransactions, open_pooled_transactions
from server.database.postgresql import DatabaseUnavailableError, connect_args, open_pooled_engine
from server.domain.teachers.models import Teacher
from server.http import health
from tests.factories.postgresql import PostgreSQLServer, terminate_connections

CONCURRENT_REQUESTS = 30


@pytest.fixture
def transactions(empty_url: str) -> Iterator[PooledTransactions]:
    transactions = open_pooled_transactions(empty_url)
    yield transactions
    transactions.close()


def count(db: Session) -> int:
    return db.query(Teacher).count()


def counting(transactions: PooledTransactions, rounds: list[int]) -> Callable[[Session], Coroutine[Any, Any, int]]:
    """Return work like that of a route with manual transactions: it reads, then goes on without its transaction."""

    async def work(db: Session) -> int:
        rounds.append(1)
        found = count(db)
        await transactions.end_read_phase(db)
        return found

    return work


def test_both_ends_of_a_connection_detect_a_vanished_machine_soon(transactions: PooledTransactions) -> None:
    def read_settings(db: Session) -> tuple[dict[str, str], list[str | None]]:
        driver = cast("psycopg.Connection", db.connection().connection.dbapi_connection)
        names = ["tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout"]
        return driver.info.get_parameters(), [db.scalar(text(f"SHOW {name}")) for name in names]

    ours, servers = asyncio.run(transactions.read(read_settings))
    assert [ours["tcp_user_timeout"], *servers] == ["10000", "5", "2", "3", "10000"]


def test_an_idle_connection_survives_the_loss_of_all_keepalive_probes_but_the_last() -> None:
    settings = connect_args({})
    last_probe = settings["keepalives_idle"] + settings["keepalives_interval"] * (settings["keepalives_count"] - 1)
    assert settings["tcp_user_timeout"] >= last_probe * 1000  # Linux doesn't wait for the other probes after that


def test_while_the_database_drops_packets_one_request_waits_and_the_others_fail_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as swallowing:
        swallowing.settimeout(0)
        port = swallowing.getsockname()[1]
        transactions = open_pooled_transactions(
            f"postgresql+psycopg://nobody@127.0.0.1:{port}/none?sslmode=disable&gssencmode=disable"
        )
        asyncio.run(_refused(transactions, swallowing))
        transactions.close()


async def _refused(transactions: PooledTransactions, swallowing: socket.socket) -> None:
    async def refuse_one() -> None:
        connection, _ = await asyncio.get_running_loop().sock_accept(swallowing)
        connection.close()

    first = asyncio.create_task(transactions.read(count))
    await refuse_one()
    with pytest.raises(DatabaseUnavailableError):
        await first
    reads = [asyncio.create_task(transactions.read(count)) for _ in range(CONCURRENT_REQUESTS)]
    for number, ended in enumerate(asyncio.as_completed(reads), start=1):
        with pytest.raises(DatabaseUnavailableError):
            await ended
        if number == CONCURRENT_REQUESTS - 1:
            await refuse_one()
    with pytest.raises(BlockingIOError):
        swallowing.accept()


def test_the_first_successful_connection_ends_the_outage_for_all_requests(
    empty_url: str, transactions: PooledTransactions, postgresql: PostgreSQLServer
) -> None:
    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(transactions.read(count) for _ in range(CONCURRENT_REQUESTS)))

    name = make_url(empty_url).database
    with postgresql.connect("postgres") as server:
        server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        with pytest.raises(DatabaseUnavailableError):
            asyncio.run(transactions.read(count))
        server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    assert asyncio.run(transactions.read(count)) == 0
    assert asyncio.run(all_at_once()) == [0] * CONCURRENT_REQUESTS


def test_a_unit_of_work_with_a_read_phase_survives_a_connection_closed_while_idle(
    empty_url: str, transactions: PooledTransactions
) -> None:
    rounds: list[int] = []
    asyncio.run(transactions.read(count))
    terminate_connections(empty_url)
    assert asyncio.run(transactions.run_with_read_phase(counting(transactions, rounds))) == 0
    assert len(rounds) == 2


def test_a_unit_of_work_with_a_read_phase_is_refused_during_an_outage() -> None:
    transactions = open_pooled_transactions("postgresql+psycopg://goalbucks@127.0.0.1:1/goalbucks")
    with pytest.raises(DatabaseUnavailableError):
        asyncio.run(transactions.run_with_read_phase(counting(transactions, [])))
    transactions.close()


def test_a_pool_timeout_is_reported_as_a_database_outage(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.database.postgresql.CONNECT_TIMEOUT_SECONDS", 0)
    transactions = PooledTransactions(open_pooled_engine(empty_url, 1))
    with ExitStack() as held:
        for _ in range(5):
            held.enter_context(transactions.engine.connect())
        for connecting in (
            transactions.read(count),
            transactions.run_with_read_phase(counting(transactions, [])),
            transactions.write(count),
        ):
            with pytest.raises(DatabaseUnavailableError):
                asyncio.run(connecting)
    transactions.close()


def test_an_outage_is_logged_once_with_the_database_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pooled_transactions, "_outage_log", pooled_transactions.RateLimitedLogger())
    transactions = open_pooled_transactions("postgresql+psycopg://goalbucks:s3cret@127.0.0.1:1/goalbucks")
    for _ in range(3):
        with pytest.raises(DatabaseUnavailableError):
            asyncio.run(transactions.read(count))
    transactions.close()
    messages = [each.message for each in caplog.records if each.name == "goalbucks.database"]
    assert (len(messages), "refused" in messages[0], "s3cret" in messages[0]) == (1, True, False)


def test_the_health_call_does_not_wait_for_a_hanging_database(
    transactions: PooledTransactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_respond = Event()
    monkeypatch.setattr(health, "DATABASE_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(health, "_select_one", lambda _db: may_respond.wait(20))
    assert asyncio.run(health._database(transactions)) == "unreachable"  # noqa: SLF001
    may_respond.set()
