"""Distributes committed changes to all processes on one PostgreSQL, by LISTEN and NOTIFY.

Each process has one connection for it, outside the pool. Notifications are part of their transaction: PostgreSQL sends
them if and when it commits. The same connection holds the advisory lock of the process that runs background jobs
(the leader), so that another process takes over when it exits.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.background import cancel_task, start_task
from server.database.postgresql import (
    AdvisoryLock,
    DatabaseUnavailableError,
    connect_args,
    to_libpq_url,
    try_advisory_lock_sql,
)
from server.live.changes import ChangeEvent, CommittedChanges

if TYPE_CHECKING:
    import psycopg

CHANNEL = "goalbucks"
MAX_CHANGES_PER_MESSAGE = 50
MAX_SESSION_OWNERS_PER_MESSAGE = 10
"""A payload has at most 8,000 bytes; a change needs up to 150, the id of an owner 39."""
POLL_INTERVAL_SECONDS = 15.0
"""Interval of connection checks and, without leadership, of attempts to take the leader's lock."""
RECONNECT_DELAY_SECONDS = 0.5
PREFERENCES_CHANGED = "out of date"
"""Payload of a change of the preferences, which each process keeps in memory."""

log = logging.getLogger("goalbucks.live")


def notify_changes(db: Session, committed: CommittedChanges) -> None:
    """Notify every process, including this one, at the commit."""
    for text in _messages(committed):
        db.execute(select(func.pg_notify(CHANNEL, text)))


def notify_preferences_changed(db: Session) -> None:
    """Notify every process at the commit that it has to reload the preferences."""
    db.execute(select(func.pg_notify(CHANNEL, json.dumps(PREFERENCES_CHANGED))))


def _messages(committed: CommittedChanges) -> Iterator[str]:
    ended = [
        committed.sessions_ended,
        committed.session_owner_ids if len(committed.session_owner_ids) <= MAX_SESSION_OWNERS_PER_MESSAGE else (),
    ]
    for batch in _batches(committed.changes):
        changes = [[each.topic, each.teacher_id, each.classroom_id, each.student_id] for each in batch]
        yield json.dumps([changes, *ended], separators=(",", ":"))
        ended = [False, ()]


def _batches(changes: tuple[ChangeEvent, ...]) -> Iterator[tuple[ChangeEvent, ...]]:
    if not changes:
        yield ()
    for begin in range(0, len(changes), MAX_CHANGES_PER_MESSAGE):
        yield changes[begin : begin + MAX_CHANGES_PER_MESSAGE]


class PgNotifyBus:
    """The LISTEN connection of this process; a context manager.

    `on_message` gets the changes of all processes, `on_gap` is called when some may have been missed, `on_refresh` when
    the preferences may have changed. `on_leader` runs in one process at a time, until it returns or is cancelled.
    """

    def __init__(
        self,
        url: str,
        *,
        on_message: Callable[[CommittedChanges], None],
        on_gap: Callable[[], None],
        on_refresh: Callable[[], Awaitable[None]],
        on_leader: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._url = url
        self._on_message = on_message
        self._on_gap = on_gap
        self._on_refresh = on_refresh
        self._on_leader = on_leader
        self.is_listening = False
        """Whether the connection is open."""
        self.reconnects = 0
        self.messages_received = 0
        """Number of messages, including this process's own."""
        self.queue_usage = 0.0
        """Fill level of PostgreSQL's notification queue at the last check, 0 to 1. One slow listener can fill it."""
        self._leader_task: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_leader(self) -> bool:
        """Whether this process runs the background jobs."""
        return self._leader_task is not None and not self._leader_task.done()

    async def __aenter__(self) -> None:
        """Connect and start to listen; raises if the database isn't available."""
        self._task = start_task(self._listen(await self._connect()))

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            await cancel_task(self._task)

    async def _connect(self) -> "psycopg.AsyncConnection":
        import psycopg  # noqa: PLC0415 - 45 ms and 8 MB that a class computer does without

        connection = await psycopg.AsyncConnection.connect(to_libpq_url(self._url), autocommit=True, **connect_args({}))
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        self.is_listening = True
        return connection

    async def _listen(self, connection: "psycopg.AsyncConnection | None") -> None:
        import psycopg  # noqa: PLC0415 - as above

        is_logged = False
        while True:
            try:
                async with connection or await self._connect() as opened:
                    if connection is None:
                        self._handle_gap()
                    # Also at the start, which has read the preferences before the connection was open.
                    await self._on_refresh()
                    is_logged = False
                    await self._receive(opened)
            except (psycopg.Error, OSError, DatabaseUnavailableError) as error:
                if not is_logged:  # once: it is retried twice a second
                    log.warning("the notification connection is lost: %s", _one_line(error))
                is_logged = True
            except Exception:
                # The task must go on: without it no page would be updated any more.
                log.exception("a notification could not be handled")
            finally:
                self.is_listening = False
                await self._stop_leader()
            connection = None
            await asyncio.sleep(RECONNECT_DELAY_SECONDS)

    def _handle_gap(self) -> None:
        """Treat the time without a connection as a gap."""
        self.reconnects += 1
        self._on_gap()
        log.info("the notification connection is open again")

    async def _receive(self, connection: "psycopg.AsyncConnection") -> None:
        while True:
            await self._lead_if_lock_is_free(connection)
            async for message in connection.notifies(timeout=POLL_INTERVAL_SECONDS):
                await self._handle(json.loads(message.payload))

    async def _handle(self, message: Any) -> None:
        self.messages_received += 1
        if message == PREFERENCES_CHANGED:
            await self._on_refresh()
            return
        changes, sessions_ended, owners = message
        self._on_message(CommittedChanges(tuple(ChangeEvent(*each) for each in changes), sessions_ended, tuple(owners)))

    async def _lead_if_lock_is_free(self, connection: "psycopg.AsyncConnection") -> None:
        """Check the connection by a query, and start to lead if the lock is free."""
        usage = await (await connection.execute("SELECT pg_notification_queue_usage()")).fetchone()
        self.queue_usage = usage[0] if usage else 0.0
        if self.is_leader:
            return
        # Also after the task has failed: this process still holds the lock, and may take it again.
        cursor = await connection.execute(try_advisory_lock_sql(AdvisoryLock.LEADER))
        row = await cursor.fetchone()
        if row is not None and row[0]:
            self._leader_task = start_task(self._on_leader())

    async def _stop_leader(self) -> None:
        if self._leader_task is not None:
            await cancel_task(self._leader_task)
            self._leader_task = None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
