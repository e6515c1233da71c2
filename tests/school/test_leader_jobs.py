"""Jobs of the leader process: they restart after an error, and the deletion deletes no photo that may be needed."""

import asyncio
import warnings
from datetime import timedelta
from pathlib import Path

import pytest

from server.database.postgresql import AdvisoryLock, DatabaseUnavailableError, open_unpooled_engine, try_advisory_lock
from server.domain.submissions.unreferenced_images import delete_unreferenced_school_images
from server.live import pg_notify_bus
from server.live.changes import CommittedChanges
from server.live.pg_notify_bus import PgNotifyBus
from server.media import CleanImage, FolderStore
from tests.factories.postgresql import terminate_connections
from tests.school.school_server import reference_photo

IMAGE = CleanImage(full=b"a picture", thumbnail=b"its thumbnail", width=4, height=3)


class FailingOnce:
    """Leader jobs that fail the first time."""

    def __init__(self) -> None:
        self.started = 0
        self.goes_on = asyncio.Event()

    async def __call__(self) -> None:
        self.started += 1
        if self.started == 1:
            raise RuntimeError("the database went away a second time")
        self.goes_on.set()
        await asyncio.Event().wait()


def test_failed_leader_jobs_restart_and_keep_the_listen_connection(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pg_notify_bus, "POLL_INTERVAL_SECONDS", 0.05)

    async def run() -> None:
        jobs = FailingOnce()
        bus = PgNotifyBus(
            empty_url, on_message=_ignore_changes, on_gap=lambda: None, on_refresh=_ignore_refresh, on_leader=jobs
        )
        async with bus:
            await asyncio.wait_for(jobs.goes_on.wait(), 20)
            assert bus.is_listening
            assert bus.is_leader
        assert not bus.is_leader

    asyncio.run(run())


def test_preferences_are_refreshed_once_the_first_connection_listens(empty_url: str) -> None:
    async def run() -> None:
        refreshed = asyncio.Event()

        async def refresh() -> None:
            refreshed.set()

        bus = PgNotifyBus(
            empty_url, on_message=_ignore_changes, on_gap=lambda: None, on_refresh=refresh, on_leader=_ignore_refresh
        )
        async with bus:
            await asyncio.wait_for(refreshed.wait(), 20)
            assert bus.reconnects == 0

    asyncio.run(run())


def test_an_outage_is_logged_once_and_a_stale_listen_connection_is_reopened(
    empty_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pg_notify_bus, "RECONNECT_DELAY_SECONDS", 0.01)
    tries: list[int] = []

    async def run() -> None:
        caught_up = asyncio.Event()

        async def refresh() -> None:
            tries.append(1)
            if len(tries) < 3:
                raise DatabaseUnavailableError
            caught_up.set()

        bus = PgNotifyBus(
            empty_url, on_message=_ignore_changes, on_gap=lambda: None, on_refresh=refresh, on_leader=_ignore_refresh
        )
        async with bus:
            terminate_connections(empty_url)
            await asyncio.wait_for(caught_up.wait(), 20)
            assert bus.is_listening

    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)  # a connection that was never closed
        asyncio.run(run())
    assert [each.levelname for each in caplog.records if "notification connection is lost" in each.message] == [
        "WARNING"
    ]


def _ignore_changes(_: CommittedChanges) -> None:
    pass


async def _ignore_refresh() -> None:
    pass


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path / "images")


def keys_after_deletion(url: str, store: FolderStore) -> list[str]:
    delete_unreferenced_school_images(url, store, min_age=timedelta(hours=-1))  # every photo counts as old
    return sorted(image.key for image in store.keys())  # noqa: SIM118 - no dictionary


def test_an_unreferenced_photo_is_deleted_unless_it_is_newer_than_every_referenced_one(
    empty_url: str, store: FolderStore
) -> None:
    """A restored database has no rows for the photos of the days after its backup."""
    unreferenced, named, newer = (store.put(IMAGE) for _ in range(3))
    reference_photo(empty_url, named)
    assert keys_after_deletion(empty_url, store) == [named, newer]
    assert unreferenced < named


def test_no_photo_is_deleted_during_an_import(empty_url: str, store: FolderStore) -> None:
    unreferenced, named = store.put(IMAGE), store.put(IMAGE)
    reference_photo(empty_url, named)
    with (
        open_unpooled_engine(empty_url).connect() as connection,
        try_advisory_lock(connection, AdvisoryLock.IMPORT) as moving,
    ):
        assert moving
        assert keys_after_deletion(empty_url, store) == [unreferenced, named]
    assert keys_after_deletion(empty_url, store) == [named]
