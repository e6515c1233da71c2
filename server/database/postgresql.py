"""PostgreSQL: engines with time limits, advisory locks, and classification of errors."""

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

CONNECT_TIMEOUT_SECONDS = 5
STATEMENT_TIMEOUT_MS = 20_000
"""Longer than the longest list takes; by then the client has timed out."""
LOCK_TIMEOUT_MS = 10_000
IDLE_TRANSACTION_TIMEOUT_MS = 60_000
"""Ends the transaction of a process that hangs while it holds row locks."""
ZERO_BYTE_REPLACEMENT = "\uffff"
"""Replaces a zero byte, which PostgreSQL rejects, in parameters. A noncharacter, so that it matches no stored text."""

TCP_USER_TIMEOUT_MS = 10_000
"""Milliseconds until a connection is closed when data that was sent isn't acknowledged."""

_KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""TCP keepalive in seconds, for both ends of an idle connection: detects a peer that disappeared.

Linux ignores the count if there is a user timeout, and closes the connection at the first probe after it when the one
before was lost. All three probes are sent only if they fit into the user timeout.
"""
_TIMEOUTS = {
    "statement_timeout": STATEMENT_TIMEOUT_MS,
    "lock_timeout": LOCK_TIMEOUT_MS,
    "idle_in_transaction_session_timeout": IDLE_TRANSACTION_TIMEOUT_MS,
}
MAX_ERROR_LENGTH = 500
_CONFLICT_SQLSTATES = frozenset({"40001", "40P01", "23505", "23503"})
"""Serialization failure, deadlock, unique and foreign key violation: conflicts, after which a retry may succeed."""
_UNAVAILABLE_SQLSTATES = ("08", "53", "57", "25006", "25P03", "55P03", "58")
"""Prefixes: connection, resources, shutdown, read-only standby, idle transaction, lock timeout, disk."""


class DatabaseUnavailableError(DomainError):
    """The database server is unreachable, overloaded or failing over."""

    status = 503
    code = "store_unavailable"
    key = "database_unavailable"
    sentence = "GoalBucks can't reach the school's database right now. Please try again in a moment."
    retry_after_seconds = 3


class AdvisoryLock(IntEnum):
    """Advisory locks for work that one process at a time does, of all that use the database."""

    MIGRATION = 1
    LEADER = 2
    IMPORT = 3


_LOCK_NAMESPACE = 0x60A1B
"""First half of each advisory lock's key, which keeps other programs' locks apart."""


def is_postgresql(url: str) -> bool:
    """Return whether this is the URL of a PostgreSQL database."""
    return url.startswith(POSTGRESQL)


def open_pooled_engine(url: str, size: int) -> Engine:
    """Create an engine with time limits and a pool of `size` connections, plus 4 at peaks. Connects lazily."""
    engine = create_engine(
        url,
        pool_size=size,
        max_overflow=4,
        pool_timeout=CONNECT_TIMEOUT_SECONDS,
        use_native_hstore=False,  # detecting it would cost a query per process
        hide_parameters=True,  # error messages are logged, and parameters may be names
        connect_args=connect_args(_TIMEOUTS),
    )
    event.listen(engine, "handle_error", _remove_values)
    event.listen(engine, "connect", _replace_zero_bytes)
    event.listen(engine, "do_connect", _CircuitBreaker().connect)
    return engine


class _CircuitBreaker:
    """After a failed connection, one thread at a time tries to connect; the others fail immediately.

    An address that drops packets takes seconds to fail; if each thread waited for it, queued requests would wait for
    minutes. The first successful connection closes the circuit.
    """

    def __init__(self) -> None:
        self._failed = False
        self._trying = ThreadLock()

    def connect(
        self, dialect: Dialect, _record: Any, arguments: Sequence[Any], named: dict[str, Any]
    ) -> DBAPIConnection:
        """Connect or fail immediately; a listener of SQLAlchemy's `do_connect`."""
        if not self._failed:
            return self._try(dialect, arguments, named)
        if not self._trying.acquire(blocking=False):
            raise dialect.loaded_dbapi.OperationalError("another thread is trying to connect")
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


def _remove_values(context: ExceptionContext) -> None:
    """Reduce an error to its primary message: details quote key values, which may be names, and errors are logged."""
    message = getattr(getattr(context.original_exception, "diag", None), "message_primary", None)
    if message is not None:
        context.original_exception.args = (message,)
        if context.sqlalchemy_exception is not None:
            context.sqlalchemy_exception.args = (f"({type(context.original_exception).__name__}) {message}",)


def _replace_zero_bytes(connection: "psycopg.Connection", _record: Any) -> None:
    """Replace zero bytes in text parameters, so that an id with one matches no row instead of raising an error.

    Stored texts have none (server/schema.py).
    """
    from psycopg.types.string import StrDumperUnknown  # noqa: PLC0415 - saves 45 ms and 8 MB on SQLite

    class Dumper(StrDumperUnknown):
        def dump(self, obj: str) -> "Buffer | None":
            return super().dump(obj.replace("\0", ZERO_BYTE_REPLACEMENT))

    connection.adapters.register_dumper(str, Dumper)


def open_unpooled_engine(url: str) -> Engine:
    """Create an engine without a pool and time limits, for migrations and maintenance.

    It needs no `dispose`: its connections are closed when they are released.
    """
    return create_engine(
        url, poolclass=NullPool, use_native_hstore=False, hide_parameters=True, connect_args=connect_args({})
    )


def connect_args(limits: dict[str, int]) -> dict[str, Any]:
    """Return psycopg's connection arguments; `limits` are server settings in milliseconds."""
    # The server detects dead clients, too, and releases their locks.
    keepalive = {f"tcp_{name}": seconds for name, seconds in _KEEPALIVE.items()}
    options = {"timezone": "UTC", "tcp_user_timeout": TCP_USER_TIMEOUT_MS, **keepalive, **limits}
    return {
        "connect_timeout": CONNECT_TIMEOUT_SECONDS,
        "application_name": "goalbucks",
        "client_encoding": "UTF8",  # overrides the environment and the database
        "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        "keepalives": 1,
        "tcp_user_timeout": TCP_USER_TIMEOUT_MS,
        **_KEEPALIVE,
    }


def to_libpq_url(url: str) -> str:
    """Convert a SQLAlchemy URL to a libpq one, with its password."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def try_advisory_lock(connection: Connection, lock: AdvisoryLock) -> Iterator[bool]:
    """Try to hold a session-level advisory lock for the block, without waiting; yield whether it was acquired."""
    acquired = bool(connection.scalar(select(func.pg_try_advisory_lock(_LOCK_NAMESPACE, int(lock)))))
    connection.commit()
    try:
        yield acquired
    finally:
        if acquired and not connection.closed:
            connection.rollback()
            connection.scalar(select(func.pg_advisory_unlock(_LOCK_NAMESPACE, int(lock))))
            connection.commit()


def try_advisory_lock_sql(lock: AdvisoryLock) -> str:
    """Return the SQL that tries to take the lock, for a psycopg connection."""
    return f"SELECT pg_try_advisory_lock({_LOCK_NAMESPACE}, {int(lock)})"


def is_conflict(error: BaseException) -> bool:
    """Return whether the error is a conflict with a concurrent change, so that a retry may succeed."""
    return isinstance(error, DBAPIError) and _sqlstate(error) in _CONFLICT_SQLSTATES


def is_deadlock(error: BaseException) -> bool:
    """Return whether the error is a deadlock or a serialization failure."""
    return isinstance(error, DBAPIError) and _sqlstate(error).startswith("40")


def is_unavailable(error: BaseException) -> bool:
    """Return whether the error is an outage of the database server rather than a faulty query."""
    if isinstance(error, (PoolTimeoutError, InterfaceError)):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated or isinstance(error, OperationalError):
        return True
    return _sqlstate(error).startswith(_UNAVAILABLE_SQLSTATES)


def error_text(error: DBAPIError) -> str:
    """Return the message of the server or the driver in one line, without values and passwords."""
    primary = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    return " ".join(str(primary or error.orig).split())[:MAX_ERROR_LENGTH]


def _sqlstate(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""
