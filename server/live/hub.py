"""The open streams of this process. Written to from the writer's thread, read on the event loop."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event

from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import PausedError
from server.live.changes import Change, News
from server.security.actor import Actor

KEEPALIVE_SECONDS = 15
"""A comment line this often (specification 12.5): a client that hears nothing for longer takes the server for lost."""
LOOK_SECONDS = 60
"""Sessions also run out by themselves; so often a stream asks. In a school two thousand of them do."""
NETWORK_PAUSE_SECONDS = 0.5
"""So often at most teachers hear of the network: a student who comes and goes must not keep their pages busy."""
STREAMS_PER_PERSON = 20
"""More than anybody's visible tabs. A new one ends the oldest: it may be one that a dead network never closed."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who listens: a teacher hears all of its classes, a student its own changes and its class's store."""

    actor: Actor
    classroom_id: str | None

    def hears(self, change: Change) -> bool:
        """Whether this change is one that the listener may know of."""
        if self.actor.is_teacher:
            return change.teacher_id == self.actor.id
        if change.topic == "store":
            return change.classroom_id == self.classroom_id
        return change.student_id == self.actor.id


class Stream:
    """One open tab's events. Equal ones that wait are sent once, so a tab that reads slowly costs nothing."""

    def __init__(self, listener: Listener, renew: Callable[[], Awaitable[Listener | None]]) -> None:
        self.listener = listener
        self._renew = renew
        self._waiting: dict[Change, None] = {}
        self._in_doubt = False
        self._look_at = time.monotonic()  # its session may have ended before anybody knew of the stream
        self._ended = False
        self._woken = asyncio.Event()

    def tell(self, news: News) -> None:
        """Hand over what the listener may hear."""
        heard = [change for change in news.changes if self.listener.hears(change)]
        # A student may have moved to another class, whose store it hears from now on.
        moved = not self.listener.actor.is_teacher and any(change.topic == "students" for change in heard)
        self._waiting.update(dict.fromkeys(heard))
        ended = news.sessions_ended and (not news.whose or self.listener.actor.id in news.whose)
        self._in_doubt = self._in_doubt or moved or ended
        if heard or self._in_doubt:
            self._woken.set()

    def end(self) -> None:
        """Say nothing more."""
        self._ended = True
        self._woken.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """The stream's bytes, until the session or the server ends."""
        yield KEEPALIVE_COMMENT  # the client knows at once that it is connected
        while await self._goes_on():
            changes, self._waiting = self._waiting, {}
            yield b"".join(_line(change) for change in changes) or KEEPALIVE_COMMENT

    async def _goes_on(self) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(KEEPALIVE_SECONDS):
                await self._woken.wait()
        self._woken.clear()
        holds = await self._look() if self._in_doubt or time.monotonic() >= self._look_at else True
        return holds and not self._ended

    async def _look(self) -> bool:
        self._in_doubt = False
        self._look_at = time.monotonic() + LOOK_SECONDS
        try:
            renewed = await self._renew()
        except (DatabaseUnavailableError, PausedError):
            self._in_doubt = True  # with the next line it looks again
            return True
        if renewed is not None:
            self.listener = renewed
        return renewed is not None


def _line(change: Change) -> bytes:
    named = {"classroomId": change.classroom_id, "studentId": change.student_id}
    data = {name: value for name, value in named.items() if value is not None}
    return format_sse_event(event=change.topic, data_str=json.dumps(data))


class Hub:
    """All open streams; made on the event loop that serves them.

    `on_presence` hears how many students have one open, whenever that changes. `teachers_stay`: they are let in from
    everywhere, so that a change of the network ends nobody's stream.
    """

    def __init__(self, on_presence: Callable[[int], None], *, teachers_stay: bool = False) -> None:
        self._on_presence = on_presence
        self._teachers_stay = teachers_stay
        self._loop = asyncio.get_running_loop()
        self._streams: dict[Stream, None] = {}  # the oldest first
        self._closed = False
        self._network_rests = False
        self._network_untold = False

    def publish(self, news: News) -> None:
        """Tell every stream; from any thread."""
        with suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(self._tell, news)

    def publish_network(self) -> None:
        """Tell every teacher that the computer is reached otherwise, or by others; from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_network)

    def publish_warnings(self) -> None:
        """Tell every teacher that there is something else to warn of; from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._tell_teachers_of_warnings)

    def _tell_teachers_of_warnings(self) -> None:
        for stream in self._streams:
            actor = stream.listener.actor
            if actor.is_teacher:
                stream.tell(News((Change("warnings", actor.id, None, None),), sessions_ended=False))

    def _tell_network(self) -> None:
        self._network_untold = self._network_rests
        if self._network_rests:
            return
        self._network_rests = True
        self._loop.call_later(NETWORK_PAUSE_SECONDS, self._end_rest)
        self._tell_teachers_of_network()

    def _end_rest(self) -> None:
        self._network_rests = False
        if self._network_untold:
            self._tell_network()

    def _tell_teachers_of_network(self) -> None:
        for stream in self._streams:
            actor = stream.listener.actor
            if actor.is_teacher:
                # It may also be that teachers are no longer let in from other devices.
                change = Change("network", actor.id, None, None)
                stream.tell(News((change,), sessions_ended=not self._teachers_stay))

    def _tell(self, news: News) -> None:
        for stream in self._streams:
            stream.tell(news)

    async def serve(self, stream: Stream) -> AsyncIterator[bytes]:
        """The stream's bytes while it is open."""
        if self._closed:
            return
        self._make_room(stream.listener.actor.id)
        self._streams[stream] = None
        self._count_students()
        try:
            async for lines in stream.lines():
                yield lines
        finally:
            self._streams.pop(stream, None)
            self._count_students()

    def _count_students(self) -> None:
        actors = (stream.listener.actor for stream in self._streams)
        self._on_presence(len({actor.id for actor in actors if not actor.is_teacher}))

    def _make_room(self, person_id: str) -> None:
        held = [stream for stream in self._streams if stream.listener.actor.id == person_id]
        for stream in held[: max(0, len(held) - STREAMS_PER_PERSON + 1)]:
            stream.end()
            del self._streams[stream]

    def close(self) -> None:
        """End every stream: the server stops. On the event loop."""
        self._closed = True
        self.end_all()

    def end_all(self) -> None:
        """End every stream; whoever comes again sees everything anew. On the event loop."""
        for stream in self._streams:
            stream.end()

    def __len__(self) -> int:
        return len(self._streams)
