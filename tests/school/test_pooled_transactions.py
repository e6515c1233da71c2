"""Transactions on PostgreSQL: serialization failures and lost connections are retried where that is safe."""

import asyncio
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, NoResultFound
from sqlalchemy.orm import Session

from server import app
from server.database.base import Base, new_id
from server.database.hooks import after_commit, before_commit
from server.database.locking import advisory_xact_lock, lock_rows, try_advisory_xact_lock
from server.database.pooled_transactions import PooledTransactions, open_pooled_transactions
from server.database.postgresql import DatabaseUnavailableError, open_unpooled_engine
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher
from server.errors import NotFoundError
from server.school.importing.models import ImportRecord
from tests.factories.postgresql import terminate_connections

PREPARE_THRESHOLD = 5
"""Executions after which psycopg prepares a statement: its default."""


@pytest.fixture
def url(empty_url: str) -> str:
    return empty_url


@pytest.fixture
def transactions(url: str) -> Iterator[PooledTransactions]:
    transactions = open_pooled_transactions(url)
    yield transactions
    transactions.close()


def add(db: Session, name: str) -> str:
    teacher = Teacher(name=name, email=name, email_key=name, password_hash="")
    db.add(teacher)
    db.flush()
    return teacher.id


def names(transactions: PooledTransactions) -> list[str]:
    return asyncio.run(transactions.read(lambda db: sorted(each.name for each in db.query(Teacher))))


def test_the_migrations_create_the_schema_of_the_models_on_postgresql(url: str) -> None:
    assert app.ROUTERS  # all models are imported
    assert ImportRecord.__tablename__  # which only a command imports
    with open_unpooled_engine(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def prepared_statements(db: Session) -> list[str]:
    return list(db.scalars(text("SELECT statement FROM pg_prepared_statements")))


def test_statements_of_reads_stay_prepared(transactions: PooledTransactions) -> None:
    for _ in range(PREPARE_THRESHOLD + 2):
        names(transactions)
    assert any("FROM teachers" in each for each in asyncio.run(transactions.read(prepared_statements)))


def test_statements_of_a_read_phase_stay_prepared(transactions: PooledTransactions) -> None:
    async def work(db: Session) -> None:
        db.query(Teacher).all()
        await transactions.end_read_phase(db)

    for _ in range(PREPARE_THRESHOLD + 2):
        asyncio.run(transactions.run_with_read_phase(work))
    assert any("FROM teachers" in each for each in asyncio.run(transactions.read(prepared_statements)))


def test_a_read_neither_stores_nor_sends_changes(transactions: PooledTransactions) -> None:
    asyncio.run(transactions.write(lambda db: add(db, "before")))

    def change(db: Session) -> None:
        db.query(Teacher).one().name = "after"
        db.add(Teacher(name="new", email="new", email_key="new", password_hash=""))

    asyncio.run(transactions.read(change))
    assert names(transactions) == ["before"]


def test_a_connection_closed_while_idle_is_replaced_unnoticed(url: str, transactions: PooledTransactions) -> None:
    asyncio.run(transactions.write(lambda db: add(db, "before")))
    terminate_connections(url)
    asyncio.run(transactions.write(lambda db: add(db, "after")))
    terminate_connections(url)
    assert names(transactions) == ["after", "before"]


def test_a_write_disconnected_before_its_commit_is_retried_and_applied_once(
    url: str, transactions: PooledTransactions
) -> None:
    rounds: list[int] = []

    def work(db: Session) -> None:
        add(db, "kept once")
        rounds.append(1)
        if len(rounds) == 1:
            terminate_connections(url)
        db.execute(Teacher.__table__.select())

    asyncio.run(transactions.write(work))
    assert names(transactions) == ["kept once"]
    assert len(rounds) == 2


def test_a_write_disconnected_during_its_commit_is_not_retried(url: str, transactions: PooledTransactions) -> None:
    rounds: list[int] = []

    def work(db: Session) -> None:
        rounds.append(1)
        add(db, "perhaps")
        before_commit(db, lambda: terminate_connections(url))

    with pytest.raises(DatabaseUnavailableError) as refusal:
        asyncio.run(transactions.write(work))
    assert refusal.value.headers["Retry-After"]
    assert len(rounds) == 1


def test_a_write_is_not_repeated_after_its_commit_when_an_action_after_it_fails(
    transactions: PooledTransactions,
) -> None:
    def fail() -> None:
        raise NoResultFound

    def work(db: Session) -> None:
        add(db, new_id())
        after_commit(db, fail)

    with pytest.raises(NoResultFound):
        asyncio.run(transactions.write(work))
    assert len(names(transactions)) == 1


@pytest.mark.parametrize("end", ["fails", "returns", "ends its read phase"])
def test_a_read_phase_gives_its_connection_back_in_its_thread(transactions: PooledTransactions, end: str) -> None:
    threads: list[str] = []
    event.listen(transactions.engine, "checkin", lambda *_: threads.append(threading.current_thread().name))

    async def work(db: Session) -> str:
        db.query(Teacher).all()
        if end == "fails":
            raise NotFoundError
        if end == "ends its read phase":
            await transactions.end_read_phase(db)
        return threading.current_thread().name

    with suppress(NotFoundError):
        asyncio.run(transactions.run_with_read_phase(work))
    assert [name.startswith("reader") for name in threads] == [True]


def test_two_deadlocked_transactions_both_succeed(transactions: PooledTransactions) -> None:
    with transactions.writing() as db:
        one, other = add(db, "one"), add(db, "other")
    meet = Barrier(2)

    def rename(first: str, second: str, name: str, db: Session) -> None:
        lock_rows(db, Teacher, [first])
        with suppress(BrokenBarrierError):  # in a retry the other thread is past its first step
            meet.wait(2)
        lock_rows(db, Teacher, [second])
        for each in (first, second):
            db.get_one(Teacher, each).name += name

    async def both() -> None:
        await asyncio.gather(
            transactions.write(lambda db: rename(one, other, "+a", db)),
            transactions.write(lambda db: rename(other, one, "+b", db)),
        )

    asyncio.run(both())
    assert {frozenset(name.split("+")) for name in names(transactions)} == {
        frozenset({"one", "a", "b"}),
        frozenset({"other", "a", "b"}),
    }


def test_writes_with_one_advisory_lock_run_one_after_another(transactions: PooledTransactions) -> None:
    def count_up(db: Session) -> None:
        advisory_xact_lock(db, "a count")
        so_far = db.query(Teacher).count()
        add(db, f"teacher {so_far}")

    async def all_of_them() -> None:
        await asyncio.gather(*(transactions.write(count_up) for _ in range(8)))

    asyncio.run(all_of_them())
    assert names(transactions) == [f"teacher {number}" for number in range(8)]


def test_the_second_of_two_conflicting_inserts_is_retried_and_sees_the_first(transactions: PooledTransactions) -> None:
    meet = Barrier(2)

    def find_or_add(db: Session) -> str:
        found = db.query(Teacher).filter_by(email_key="same").one_or_none()
        if found is not None:
            return found.id
        meet.wait(10)
        return add(db, "same")

    async def both() -> list[str]:
        return list(await asyncio.gather(transactions.write(find_or_add), transactions.write(find_or_add)))

    one, other = asyncio.run(both())
    assert one == other


def _add_last(db: Session) -> None:
    add(db, "last of all")


def test_work_registered_before_commit_runs_in_the_same_transaction(transactions: PooledTransactions) -> None:
    def work(db: Session) -> None:
        before_commit(db, partial(_add_last, db))
        add(db, "first")

    asyncio.run(transactions.write(work))
    assert names(transactions) == ["first", "last of all"]


def test_a_database_error_contains_no_personal_data(transactions: PooledTransactions) -> None:
    name = new_id()

    def twice(db: Session) -> None:
        add(db, name)
        add(db, name)

    with pytest.raises(IntegrityError, match="uq_teachers_email_key") as error:
        asyncio.run(transactions.write(twice))
    assert name not in "".join(traceback.format_exception(error.value))


def test_an_id_with_a_zero_byte_matches_no_row(transactions: PooledTransactions) -> None:
    assert asyncio.run(transactions.read(lambda db: db.get(Classroom, "a\0b"))) is None


def test_a_read_transaction_sees_one_snapshot(transactions: PooledTransactions) -> None:
    def look_twice(db: Session) -> tuple[int, int]:
        before = db.query(Teacher).count()
        with transactions.writing() as other:
            add(other, "meanwhile")
        return before, db.query(Teacher).count()

    assert asyncio.run(transactions.read(look_twice)) == (0, 0)
    assert names(transactions) == ["meanwhile"]


def test_without_a_database_server_every_transaction_is_unavailable() -> None:
    transactions = open_pooled_transactions("postgresql+psycopg://goalbucks@127.0.0.1:1/goalbucks")
    with pytest.raises(DatabaseUnavailableError):
        asyncio.run(transactions.read(lambda db: db.query(Teacher).count()))
    with pytest.raises(DatabaseUnavailableError):
        asyncio.run(transactions.write(lambda db: add(db, "nobody")))
    transactions.close()


def test_a_transaction_that_only_tries_to_lock_a_name_does_not_wait_for_another(
    transactions: PooledTransactions,
) -> None:
    with transactions.writing() as first:
        assert try_advisory_xact_lock(first, "activity-prune 1")
        with transactions.writing() as second:
            assert not try_advisory_xact_lock(second, "activity-prune 1")
            assert try_advisory_xact_lock(second, "activity-prune 2")
    with transactions.writing() as third:
        assert try_advisory_xact_lock(third, "activity-prune 1")
