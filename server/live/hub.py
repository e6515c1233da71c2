"""The open event streams of this process, and which events each receives.

Changes arrive from the writer's thread; streams run on the event loop.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import MaintenanceError
from server.live.changes import CLASS_TOPICS, ChangeEvent, CommittedChanges
from server.security.actor import Actor

KEEPALIVE_SECONDS = 15
"""Interval of comment lines (specification 12.5); a client that receives nothing for longer reconnects."""
SESSION_RECHECK_SECONDS = 60
"""Interval at which a stream checks its session's expiry; long, since a school has two thousand streams."""
NETWORK_EVENT_INTERVAL_SECONDS = 0.5
"""Shortest interval between network events, so that devices that come and go don't keep teachers' pages busy."""
MAX_STREAMS_PER_PERSON = 20
"""More than anyone's visible tabs. A further stream closes the oldest one, whose connection may be dead."""


@dataclass(frozen=True, slots=True)
class Subscriber:
    """The person of a stream. Teachers get the changes of their classes, students their own and their class's."""

    actor: Actor
    classroom_ids: frozenset[str] = frozenset()
    """The class of a student or a substitute; the classes of which a teacher is a co-teacher."""

    def can_receive(self, change: ChangeEvent) -> bool:
        """Whether the subscriber may see this change."""
        match self.actor.role:
            case "teacher" | "substitute":
                return change.teacher_id == self.actor.id or change.classroom_id in self.classroom_ids
            case "student" if change.topic in CLASS_TOPICS:
                return change.classroom_id in self.classroom_ids
            case "student":
                return change.student_id == self.actor.id
            case _:
                assert_never(self.actor.role)

    def is_moved_by(self, change: ChangeEvent) -> bool:
        """Whether `classroom_ids` may have changed: a student in another class, a teacher who joined or left one."""
        match self.actor.role:
            case "teacher":
                return change.topic == "members" and change.teacher_id == self.actor.id
            case "student":
                return change.topic == "students"
            case "substitute":
                return False
            case _:
                assert_never(self.actor.role)


class Stream:
    """The event stream of one browser tab. Equal pending events are merged, which bounds a slow reader's memory."""

    def __init__(
        self,
        subscriber: Subscriber,
        reload_subscriber: Callable[[], Awaitable[Subscriber | None]],
        *,
        keepalive_seconds: float = KEEPALIVE_SECONDS,
        recheck_seconds: float = SESSION_RECHECK_SECONDS,
    ) -> None:
        self.subscriber = subscriber
        self._keepalive_seconds = keepalive_seconds
        self._recheck_seconds = recheck_seconds
        self._reload_subscriber = reload_subscriber
        self._pending: dict[ChangeEvent, None] = {}
        self._needs_recheck = False
        self._recheck_at = time.monotonic()  # its session may have ended before the stream was registered
        self._is_closed = False
        self._wake_up = asyncio.Event()

    def enqueue(self, committed: CommittedChanges) -> None:
        """Add the changes that the subscriber may see."""
        visible = [change for change in committed.changes if self.subscriber.can_receive(change)]
        may_have_moved = any(self.subscriber.is_moved_by(change) for change in visible)
        self._pending.update(dict.fromkeys(visible))
        ended = committed.sessions_ended and (
            not committed.session_owner_ids or self.subscriber.actor.id in committed.session_owner_ids
        )
        self._needs_recheck = self._needs_recheck or may_have_moved or ended
        if visible or self._needs_recheck:
            self._wake_up.set()

    def close(self) -> None:
        """End the stream."""
        self._is_closed = True
        self._wake_up.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the stream's bytes until its session ends or it is closed."""
        yield KEEPALIVE_COMMENT  # confirms the connection to the client
        while await self._wait_for_changes():
            changes, self._pending = self._pending, {}
            yield b"".join(_line(change) for change in changes) or KEEPALIVE_COMMENT

    async def _wait_for_changes(self) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._keepalive_seconds):
                await self._wake_up.wait()
        self._wake_up.clear()
        is_due = self._needs_recheck or time.monotonic() >= self._recheck_at
        is_valid = await self._recheck_session() if is_due else True
        return is_valid and not self._is_closed

    async def _recheck_session(self) -> bool:
        self._needs_recheck = False
        self._recheck_at = time.monotonic() + self._recheck_seconds
        try:
            renewed = await self._reload_subscriber()
        except (DatabaseUnavailableError, MaintenanceError):
            self._needs_recheck = True  # retried with the next line
            return True
        if renewed is None:
            return False
        self.subscriber = renewed
        # Without the changes of a class that the person has left.
        self._pending = {change: None for change in self._pending if renewed.can_receive(change)}
        return True


def _line(change: ChangeEvent) -> bytes:
    ids = {"classroomId": change.classroom_id, "studentId": change.student_id}
    data = {name: value for name, value in ids.items() if value is not None}
    return format_sse_event(event=change.topic, data_str=json.dumps(data))


class Hub:
    """The open streams of one event loop, on which it must be created.

    `on_student_count` is called with the number of students with an open stream, whenever that changes.
    `remote_teachers_allowed`: teachers may use any device, so that network changes don't affect their sessions.
    """

    def __init__(
        self,
        on_student_count: Callable[[int], None],
        *,
        remote_teachers_allowed: bool = False,
        network_event_interval: float = NETWORK_EVENT_INTERVAL_SECONDS,
    ) -> None:
        self._on_student_count = on_student_count
        self._network_event_interval = network_event_interval
        self._remote_teachers_allowed = remote_teachers_allowed
        self._loop = asyncio.get_running_loop()
        self._streams: dict[Stream, None] = {}  # the oldest first
        self._closed = False
        self._network_throttled = False
        self._network_pending = False

    def publish(self, committed: CommittedChanges) -> None:
        """Pass the changes to every stream. Thread-safe."""
        with suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(self._deliver, committed)

    def publish_network(self) -> None:
        """Notify all but students that the computer's addresses, connections or network changed. Thread-safe."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._deliver_network_throttled)

    def publish_warnings(self) -> None:
        """Notify teachers that the list of warnings changed. Thread-safe."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._deliver_warnings)

    def _deliver_warnings(self) -> None:
        for stream in self._streams:
            actor = stream.subscriber.actor
            if actor.role == "teacher":
                stream.enqueue(CommittedChanges((ChangeEvent("warnings", actor.id, None, None),), sessions_ended=False))

    def _deliver_network_throttled(self) -> None:
        self._network_pending = self._network_throttled
        if self._network_throttled:
            return
        self._network_throttled = True
        self._loop.call_later(self._network_event_interval, self._end_network_throttle)
        self._deliver_network()

    def _end_network_throttle(self) -> None:
        self._network_throttled = False
        if self._network_pending:
            self._deliver_network_throttled()

    def _deliver_network(self) -> None:
        for stream in self._streams:
            actor = stream.subscriber.actor
            if actor.role != "student":
                # Rechecks the sessions, too: sign-in of teachers from other devices may have been switched off.
                change = ChangeEvent("network", actor.id, None, None)
                stream.enqueue(CommittedChanges((change,), sessions_ended=not self._remote_teachers_allowed))

    def _deliver(self, committed: CommittedChanges) -> None:
        for stream in self._streams:
            stream.enqueue(committed)

    async def serve(self, stream: Stream) -> AsyncIterator[bytes]:
        """Register the stream and yield its bytes until it ends."""
        if self._closed:
            return
        self._close_oldest(stream.subscriber.actor.id)
        self._streams[stream] = None
        self._report_student_count()
        try:
            async for lines in stream.lines():
                yield lines
        finally:
            self._streams.pop(stream, None)
            self._report_student_count()

    def students_here(self, classroom_id: str) -> list[str]:
        """Return the ids of the students of the class who have an open stream, in order. Call it on the event loop."""
        subscribers = (stream.subscriber for stream in self._streams)
        here = (each.actor for each in subscribers if classroom_id in each.classroom_ids)
        return sorted({actor.id for actor in here if actor.role == "student"})

    def _report_student_count(self) -> None:
        actors = (stream.subscriber.actor for stream in self._streams)
        self._on_student_count(len({actor.id for actor in actors if actor.role == "student"}))

    def _close_oldest(self, person_id: str) -> None:
        own = [stream for stream in self._streams if stream.subscriber.actor.id == person_id]
        for stream in own[: max(0, len(own) - MAX_STREAMS_PER_PERSON + 1)]:
            stream.close()
            del self._streams[stream]

    def close(self) -> None:
        """Close every stream and refuse new ones: the server stops. Call it on the event loop."""
        self._closed = True
        self.close_all()

    def close_all(self) -> None:
        """Close every stream; clients reconnect and reload everything. Call it on the event loop."""
        for stream in self._streams:
            stream.close()

    def __len__(self) -> int:
        return len(self._streams)
