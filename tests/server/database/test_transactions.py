import asyncio
from threading import Event

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.orm import Session

from server.database.columns import fetch_value
from server.database.damage_flag import is_suspect
from server.database.hooks import after_commit
from server.domain.teachers.models import Teacher
from tests.factories.app import RunningApp

pytestmark = pytest.mark.postgresql


def _add(db: object, name: str) -> None:
    db.add(Teacher(name=name, email=name, email_key=name, password_hash=""))  # type: ignore[attr-defined]


def test_failed_write_is_rolled_back_and_runs_no_hook(test_app: RunningApp) -> None:
    ran: list[str] = []

    def work(db: object) -> None:
        _add(db, "half done")
        after_commit(db, lambda: ran.append("hook"))  # type: ignore[arg-type]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(test_app.transactions.write(work))
    with test_app.open_session() as db:
        assert db.query(Teacher).count() == 0
    assert ran == []


def test_read_transaction_persists_nothing(test_app: RunningApp) -> None:
    asyncio.run(test_app.transactions.read(lambda db: _add(db, "reader")))
    with test_app.open_session() as db:
        assert db.query(Teacher).count() == 0


def test_all_queries_of_a_read_see_one_snapshot(test_app: RunningApp) -> None:
    def count_by_connection(db: Session) -> int:
        count: int = fetch_value(db, select(func.count()).select_from(Teacher), {})
        return count

    def work(db: Session) -> list[int]:
        before = [count_by_connection(db), db.query(Teacher).count()]
        with test_app.transactions.writing() as other:
            _add(other, "added meanwhile")
        return [*before, db.query(Teacher).count(), count_by_connection(db)]

    assert asyncio.run(test_app.transactions.read(work)) == [0, 0, 0, 0]
    assert asyncio.run(test_app.transactions.read(count_by_connection)) == 1


def test_a_failed_read_does_not_affect_the_next_one(test_app: RunningApp) -> None:
    with test_app.transactions.writing() as db:
        _add(db, "before")

    def fail(db: Session) -> None:
        db.query(Teacher).one().name = "changed"
        _add(db, "added")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(test_app.transactions.read(fail))
    with test_app.transactions.writing() as db:
        db.query(Teacher).one().name = "after"

    def work(db: Session) -> tuple[int, list[str]]:
        known = len(db.identity_map) + len(db.new)
        return known, [teacher.name for teacher in db.query(Teacher)]

    assert asyncio.run(test_app.transactions.read(work)) == (0, ["after"])


def test_cancelled_caller_does_not_abort_a_started_write(test_app: RunningApp) -> None:
    kept = Event()

    def work(db: object) -> None:
        _add(db, "kept")
        after_commit(db, kept.set)  # type: ignore[arg-type]

    async def story() -> None:
        task = asyncio.ensure_future(test_app.transactions.write(work))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(story())
    assert kept.wait(10)
    with test_app.open_session() as db:
        assert db.query(Teacher).count() == 1


@pytest.mark.sqlite_file
@pytest.mark.parametrize("unit", ["read", "write"])
def test_only_corruption_errors_set_the_damage_flag(test_app: RunningApp, unit: str) -> None:
    settings = test_app.services.settings
    other = settings.data_dir / "no-database"
    other.write_bytes(b"not a database " * 300)
    run = getattr(test_app.transactions, unit)

    def fail(db: Session) -> None:
        db.execute(text("SELECT * FROM no_such_table"))

    def meet_damage(db: Session) -> None:
        db.execute(text("ATTACH :path AS other"), {"path": str(other)})

    with pytest.raises(OperationalError):
        asyncio.run(run(fail))
    assert not is_suspect(settings)
    with pytest.raises(DatabaseError, match="not a database"):
        asyncio.run(run(meet_damage))
    assert is_suspect(settings)


@pytest.mark.sqlite_file
def test_connections_are_durable_and_check_foreign_keys(test_app: RunningApp) -> None:
    with test_app.transactions.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
