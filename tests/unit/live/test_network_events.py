"""Network events, which tell teachers of connections: at most one in an interval, however many devices reconnect."""

import asyncio

from server.live.hub import Hub, Stream, Subscriber
from server.security.actor import Actor
from tests.factories.waiting import run_event_loop

NETWORK_LINES = b"event: network\ndata: {}\n\n"


class _Teacher:
    """A teacher's event stream, and the network events that it got."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.network_events = 0
        self.has_two = asyncio.Event()
        self.subscriber = Subscriber(Actor("a teacher", "teacher", ""))

    async def follow(self) -> None:
        async for lines in self.hub.serve(Stream(self.subscriber, self._reload)):
            self.network_events += lines == NETWORK_LINES
            if self.network_events == 2:
                self.has_two.set()

    async def _reload(self) -> Subscriber:
        return self.subscriber


async def _publish_25(interval: float, *, wait_for_two: bool) -> int:
    hub = Hub(lambda _: None, network_event_interval=interval)
    teacher = _Teacher(hub)
    tab = asyncio.create_task(teacher.follow())
    await run_event_loop()
    for _ in range(25):
        hub.publish_network()
    await run_event_loop()
    if wait_for_two:
        await asyncio.wait_for(teacher.has_two.wait(), 20)
        await run_event_loop()
    hub.close()
    await tab
    return teacher.network_events


def test_within_an_interval_there_is_one_network_event() -> None:
    assert asyncio.run(_publish_25(3600, wait_for_two=False)) == 1


def test_the_changes_within_an_interval_are_one_event_at_its_end() -> None:
    assert asyncio.run(_publish_25(0.01, wait_for_two=True)) == 2
