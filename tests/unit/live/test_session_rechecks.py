"""Which event streams recheck their session in the database, given thousands of open streams."""

import asyncio
import json

import pytest

from server.database.postgresql import DatabaseUnavailableError
from server.database.transactions import MaintenanceError
from server.live.changes import ChangeEvent, CommittedChanges
from server.live.hub import Hub, Stream, Subscriber
from server.live.pg_notify_bus import MAX_CHANGES_PER_MESSAGE, MAX_SESSION_OWNERS_PER_MESSAGE, _messages
from server.security.actor import Actor
from tests.factories.waiting import run_event_loop

UUID_PREFIX = "0199d3a0-1111-7222-8333-4444555566"
MAX_NOTIFY_BYTES = 8000
"""PostgreSQL's limit for a NOTIFY payload."""


def rechecks_after(
    news: CommittedChanges | None, people: list[str], *, first: bool = False, recheck_seconds: float = 60
) -> list[str]:
    """Return the users whose streams recheck their session after these changes.

    `first`: the changes are the first event of the streams.
    """
    rechecked: list[str] = []
    by_then: list[str] = []

    async def open_and_publish() -> None:
        hub = Hub(lambda _: None)

        async def follow(person: str) -> None:
            subscriber = Subscriber(Actor(person, "student", ""), frozenset({"c"}))

            async def renew() -> Subscriber:
                rechecked.append(person)
                return subscriber

            async for _ in hub.serve(Stream(subscriber, renew, recheck_seconds=recheck_seconds)):
                pass

        pages = [asyncio.create_task(follow(person)) for person in people]
        await run_event_loop()
        if not first:
            hub.publish(
                CommittedChanges(
                    tuple(ChangeEvent("goals", "t", "c", person) for person in people), sessions_ended=False
                )
            )
            await run_event_loop()
            rechecked.clear()
        if news is not None:
            hub.publish(news)
        await run_event_loop()
        by_then.extend(sorted(rechecked))
        hub.close()
        await asyncio.gather(*pages)

    asyncio.run(open_and_publish())
    return by_then


def test_ended_session_rechecks_only_its_owners_streams() -> None:
    assert rechecks_after(
        CommittedChanges((), sessions_ended=True, session_owner_ids=("amara",)), ["amara", "ben", "chloe"]
    ) == ["amara"]


def test_unknown_session_owner_rechecks_all_streams() -> None:
    assert rechecks_after(CommittedChanges((), sessions_ended=True), ["amara", "ben"]) == ["amara", "ben"]


def test_ordinary_events_do_not_recheck_the_session() -> None:
    change = ChangeEvent("goals", "t", "c", "amara")
    assert rechecks_after(CommittedChanges((change,), sessions_ended=False), ["amara", "ben"]) == []


def test_first_event_of_a_stream_rechecks_its_session() -> None:
    change = ChangeEvent("goals", "t", "c", "amara")
    assert rechecks_after(CommittedChanges((change,), sessions_ended=False), ["amara", "ben"], first=True) == ["amara"]


@pytest.mark.parametrize("trouble", [DatabaseUnavailableError, MaintenanceError])
def test_stream_stays_open_while_the_database_is_unavailable_and_rechecks_later(
    trouble: type[Exception],
) -> None:
    outcomes: list[Exception | None] = [trouble(), trouble(), None]

    async def renew() -> None:
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome

    async def follow() -> int:
        stream = Stream(Subscriber(Actor("amara", "student", ""), frozenset({"c"})), renew, keepalive_seconds=0)
        stream.enqueue(CommittedChanges((), sessions_ended=True))
        return len([line async for line in stream.lines()])

    assert asyncio.run(follow()) == 3
    assert outcomes == []


def test_stream_rechecks_its_session_periodically() -> None:
    news = CommittedChanges((ChangeEvent("goals", "t", "c", "amara"),), sessions_ended=False)
    assert rechecks_after(news, ["amara", "ben"], recheck_seconds=0) == ["amara"]


@pytest.mark.parametrize(
    ("people", "named"),
    [(MAX_SESSION_OWNERS_PER_MESSAGE, MAX_SESSION_OWNERS_PER_MESSAGE), (MAX_SESSION_OWNERS_PER_MESSAGE + 1, 0)],
)
def test_notify_payload_never_exceeds_the_postgresql_limit(people: int, named: int) -> None:
    change = ChangeEvent("goal-suggestions", f"{UUID_PREFIX}00", f"{UUID_PREFIX}01", f"{UUID_PREFIX}02")
    whose = tuple(f"{UUID_PREFIX}{number}" for number in range(10, 10 + people))
    first, second = _messages(
        CommittedChanges((change,) * (MAX_CHANGES_PER_MESSAGE + 1), sessions_ended=True, session_owner_ids=whose)
    )
    assert len(first.encode()) < MAX_NOTIFY_BYTES
    assert [len(json.loads(first)[2]), json.loads(second)[1:]] == [named, [False, []]]
