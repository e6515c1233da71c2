"""PostgreSQL's engine: connections that give up in time, locks by name, and what its errors mean."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from threading import Lock as ThreadLock
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    Dialect,
    Engine,
    ExceptionContext,
    NullPool,
    create_engine,
    event,
    func,
    make_url,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from server.errors import DomainError
from server.settings import POSTGRESQL

if TYPE_CHECKING:
    import psycopg
    from psycopg.abc import Buffer

CONNECT_SECONDS = 5
STATEMENT_MS = 20_000
"""Longer than the longest list takes; who asked has gone by then."""
LOCK_MS = 10_000
IDLE_MS = 60_000
"""A process that hangs with a row held must not stop a class for ever."""
RETRY_AFTER_SECONDS = "3"
NEVER_KEPT = "\uffff"
"""In place of a zero byte, which PostgreSQL doesn't know: no character either, so that nobody is called so."""

DEAD_MS = 10_000
"""What was sent and isn't acknowledged for so long went to a machine that is gone."""

_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How either end notices that the other's machine went without a word, before it sends anything."""
_LIMITS = {
    "statement_timeout": STATEMENT_MS,
    "lock_timeout": LOCK_MS,
    "idle_in_transaction_session_timeout": IDLE_MS,
}
LONGEST_WORDS = 500
_CONFLICTS = frozenset({"40001", "40P01", "23505", "23503"})
"""Serialization, deadlock, unique, foreign key: somebody was faster, and whoever looks again sees what they did."""
_OF_SERVER = ("08", "53", "57", "25006", "25P03", "55P03", "58")
"""Connection, resources, shutdown and time-outs, a standby's refusal to write, a lock waited for in vain, its disk."""


class DatabaseUnavailableError(DomainError):
    """The database server is away, busy, or about to be another one."""

    status = 503
    code = "store_unavailable"
    sentence = "GoalBucks can't reach the school's database right now. Please try again in a moment."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": RETRY_AFTER_SECONDS})


class Lock(IntEnum):
    """What one process at a time does, of all that use the database."""

    MIGRATION = 1
    CHORES = 2
    MOVE = 3


_LOCKS = 0x60A1B
"""The first half of each lock's key: other programs may use the same database server."""


def is_postgresql(url: str) -> bool:
    """Whether the address is a PostgreSQL server's."""
    return url.startswith(POSTGRESQL)


def open_pool(url: str, size: int) -> Engine:
    """Connect lazily to `url`, with at most `size` connections and a few more for what is rare."""
    engine = create_engine(
        url,
        pool_size=size,
        max_overflow=4,
        pool_timeout=CONNECT_SECONDS,
        use_native_hstore=False,  # asking for it would be a query of each process
        hide_parameters=True,  # an error's text goes to the log, where no names may stand
        connect_args=connect_arguments(_LIMITS),
    )
    event.listen(engine, "handle_error", _leave_values_out)
    event.listen(engine, "connect", _let_zero_bytes_match_nothing)
    event.listen(engine, "do_connect", _Door().connect)
    return engine


class _Door:
    """Once a connection has failed, one thread at a time tries for a new one, and the others are refused at once.

    An address that swallows what is sent there takes seconds to fail: with each thread waiting, those behind them would
    wait for minutes. The first connection that succeeds lets everybody in again.
    """

    def __init__(self) -> None:
        self._failed = False
        self._trying = ThreadLock()

    def connect(
        self, dialect: Dialect, _record: Any, arguments: Sequence[Any], named: dict[str, Any]
    ) -> DBAPIConnection:
        """A connection, in place of the dialect's own way to one."""
        if not self._failed:
            return self._try(dialect, arguments, named)
        if not self._trying.acquire(blocking=False):
            message = "another thread is trying to connect"
            raise dialect.loaded_dbapi.OperationalError(message)
        try:
            return self._try(dialect, arguments, named)
        finally:
            self._trying.release()

    def _try(self, dialect: Dialect, arguments: Sequence[Any], named: dict[str, Any]) -> DBAPIConnection:
        try:
            connection = dialect.connect(*arguments, **named)
        except BaseException:
            self._failed = True
            raise
        self._failed = False
        return connection


def _leave_values_out(context: ExceptionContext) -> None:
    """PostgreSQL tells the values of a key that was taken; they may be names, and what it says goes to the log."""
    message = getattr(getattr(context.original_exception, "diag", None), "message_primary", None)
    if message is not None:
        context.original_exception.args = (message,)
        if context.sqlalchemy_exception is not None:
            context.sqlalchemy_exception.args = (f"({type(context.original_exception).__name__}) {message}",)


def _let_zero_bytes_match_nothing(connection: "psycopg.Connection", _record: Any) -> None:
    """No text that is kept has one (server/schema.py), but anybody may ask for an id that does: there is none."""
    from psycopg.types.string import StrDumperUnknown  # noqa: PLC0415 - 45 ms and 8 MB that SQLite does without

    class Dumper(StrDumperUnknown):
        def dump(self, obj: str) -> "Buffer | None":
            return super().dump(obj.replace("\0", NEVER_KEPT))

    connection.adapters.register_dumper(str, Dumper)


def open_single(url: str) -> Engine:
    """For what is done once, and may take as long as it takes: upgrades, chores."""
    return create_engine(
        url, poolclass=NullPool, use_native_hstore=False, hide_parameters=True, connect_args=connect_arguments({})
    )


def connect_arguments(limits: dict[str, int]) -> dict[str, Any]:
    """What each connection is opened with."""
    # The server's end lets go, too: of a dead machine's locks, the one for the chores among them.
    alive = {f"tcp_{name}": number for name, number in _ALIVE.items()}
    options = {"timezone": "UTC", "tcp_user_timeout": DEAD_MS, **alive, **limits}
    return {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "goalbucks",
        "client_encoding": "UTF8",  # whatever the environment or the database says
        "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        "keepalives": 1,
        "tcp_user_timeout": DEAD_MS,
        **_ALIVE,
    }


def driver_address(url: str) -> str:
    """The address as the driver itself reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def only_one(connection: Connection, lock: Lock) -> Iterator[bool]:
    """Whether this connection got the lock, which it keeps until the block ends; nobody waits for it."""
    got = bool(connection.scalar(select(func.pg_try_advisory_lock(_LOCKS, int(lock)))))
    connection.commit()
    try:
        yield got
    finally:
        if got and not connection.closed:
            connection.rollback()
            connection.scalar(select(func.pg_advisory_unlock(_LOCKS, int(lock))))
            connection.commit()


def try_lock_statement(lock: Lock) -> str:
    """SQL that asks for the lock on a connection of the driver's."""
    return f"SELECT pg_try_advisory_lock({_LOCKS}, {int(lock)})"


def is_conflict(error: BaseException) -> bool:
    """Whether the same again may go well: somebody else had changed something meanwhile."""
    return isinstance(error, DBAPIError) and _sqlstate(error) in _CONFLICTS


def is_deadlock(error: BaseException) -> bool:
    """Whether the database ended the transaction rather than let two wait for each other."""
    return isinstance(error, DBAPIError) and _sqlstate(error).startswith("40")


def is_unavailable(error: BaseException) -> bool:
    """Whether it is the database server that can't at the moment, and not the question that is wrong."""
    if isinstance(error, (PoolTimeoutError, InterfaceError)):
        return True
    if not isinstance(error, DBAPIError):
        return False
    state = _sqlstate(error)
    return error.connection_invalidated or state.startswith(_OF_SERVER) or isinstance(error, OperationalError)


def words_of(error: DBAPIError) -> str:
    """What the database, or the driver before it was reached, says: in one line, without values and passwords."""
    primary = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    return " ".join(str(primary or error.orig).split())[:LONGEST_WORDS]


def _sqlstate(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
