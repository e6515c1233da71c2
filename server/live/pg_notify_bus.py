"""Several processes on one PostgreSQL: what one of them wrote, the streams of all hear of.

One connection a process, beside those of the units of work. News go along with their transaction, so that nobody hears
of what wasn't kept, and nothing is kept that nobody hears of. The same connection holds the lock of whoever does the
chores, so that another takes over when its process is gone.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.database.postgresql import (
    DatabaseUnavailableError,
    Lock,
    connect_arguments,
    driver_address,
    try_lock_statement,
)
from server.live.changes import Change, News

if TYPE_CHECKING:
    import psycopg

CHANNEL = "goalbucks"
CHANGES_A_MESSAGE = 50
PEOPLE_A_MESSAGE = 10
"""PostgreSQL takes 8,000 bytes; a change has 150 at most, a person 39."""
LOOK_SECONDS = 15.0
"""So often the connection is tried, and the chores' lock."""
AGAIN_SECONDS = 0.5
OUT_OF_DATE = "out of date"
"""A message's word for what no table's topic is: the switches, which each process keeps in memory."""

log = logging.getLogger("goalbucks.live")


def send(db: Session, news: News) -> None:
    """Tell every process, this one too, once this transaction is kept."""
    for text in _messages(news):
        db.execute(select(func.pg_notify(CHANNEL, text)))


def send_out_of_date(db: Session) -> None:
    """Every process has to read again what it keeps of the switches."""
    db.execute(select(func.pg_notify(CHANNEL, json.dumps(OUT_OF_DATE))))


def _messages(news: News) -> Iterator[str]:
    ended = [news.sessions_ended, news.whose if len(news.whose) <= PEOPLE_A_MESSAGE else ()]
    for some in _parts(news.changes):
        told = [[each.topic, each.teacher_id, each.classroom_id, each.student_id] for each in some]
        yield json.dumps([told, *ended], separators=(",", ":"))
        ended = [False, ()]


def _parts(changes: tuple[Change, ...]) -> Iterator[tuple[Change, ...]]:
    if not changes:
        yield ()
    for begin in range(0, len(changes), CHANGES_A_MESSAGE):
        yield changes[begin : begin + CHANGES_A_MESSAGE]


class Exchange:
    """This process's ear, open while the block lasts.

    `hear` is given what any process wrote, `miss` is called when some of it may have been missed, `refresh` when the
    switches have changed. `lead` runs in one process of all, until it ends or is cancelled.
    """

    def __init__(
        self,
        url: str,
        *,
        hear: Callable[[News], None],
        miss: Callable[[], None],
        refresh: Callable[[], Awaitable[None]],
        lead: Callable[[], Awaitable[None]],
    ) -> None:
        self._url = url
        self._hear = hear
        self._miss = miss
        self._refresh = refresh
        self._lead = lead
        self.listening = False
        """Whether this process hears what the others do."""
        self.reconnects = 0
        self.heard = 0
        """Messages, this process's own too."""
        self.queue_usage = 0.0
        """How full PostgreSQL's queue of news was at the last look, from 0 to 1: one slow ear holds it up for all."""
        self._leading: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def leading(self) -> bool:
        """Whether this process does the chores of all."""
        return self._leading is not None and not self._leading.done()

    async def __aenter__(self) -> None:
        """Listen from now on; raises when there is no database."""
        self._task = asyncio.create_task(self._listen(await self._connect()))

    async def __aexit__(self, *_: object) -> None:
        """Listen no more."""
        if self._task is not None:
            await _end(self._task)

    async def _connect(self) -> "psycopg.AsyncConnection":
        import psycopg  # noqa: PLC0415 - 45 ms and 8 MB that a class computer does without

        connection = await psycopg.AsyncConnection.connect(
            driver_address(self._url), autocommit=True, **connect_arguments({})
        )
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        self.listening = True
        return connection

    async def _listen(self, connection: "psycopg.AsyncConnection | None") -> None:
        import psycopg  # noqa: PLC0415 - likewise

        told = False
        while True:
            try:
                async with connection or await self._connect() as ear:
                    if connection is None:
                        await self._catch_up()
                    told = False
                    await self._follow(ear)
            except (psycopg.Error, OSError, DatabaseUnavailableError) as error:
                if not told:  # it is tried again twice a second
                    log.warning("no news of other processes: %s", _in_one_line(error))
                told = True
            except Exception:
                # Without an ear nobody's page would be told anything any more.
                log.exception("the news of other processes could not be read")
            finally:
                self.listening = False
                await self._stop_leading()
            connection = None
            await asyncio.sleep(AGAIN_SECONDS)

    async def _catch_up(self) -> None:
        """Nobody knows what was said while nobody listened."""
        self.reconnects += 1
        self._miss()
        await self._refresh()
        log.info("the news of other processes come again")

    async def _follow(self, connection: "psycopg.AsyncConnection") -> None:
        while True:
            await self._lead_if_free(connection)
            async for message in connection.notifies(timeout=LOOK_SECONDS):
                await self._take(json.loads(message.payload))

    async def _take(self, told: Any) -> None:
        self.heard += 1
        if told == OUT_OF_DATE:
            await self._refresh()
            return
        changes, sessions_ended, whose = told
        self._hear(News(tuple(Change(*each) for each in changes), sessions_ended, tuple(whose)))

    async def _lead_if_free(self, connection: "psycopg.AsyncConnection") -> None:
        """Asking is also how a connection that nobody has closed shows that it is dead."""
        usage = await (await connection.execute("SELECT pg_notification_queue_usage()")).fetchone()
        self.queue_usage = usage[0] if usage else 0.0
        if self.leading:
            return
        if self._leading is not None:  # it failed; the lock is still this process's
            await _end(self._leading)
        answer = await connection.execute(try_lock_statement(Lock.CHORES))
        row = await answer.fetchone()
        if row is not None and row[0]:
            self._leading = asyncio.ensure_future(self._lead())

    async def _stop_leading(self) -> None:
        if self._leading is not None:
            await _end(self._leading)
            self._leading = None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    except Exception:
        # Whoever waits for it has to go on: without an ear, or without chores, everything gets old.
        log.exception("what goes on beside the requests has failed")
