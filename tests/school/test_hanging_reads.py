"""Metrics and health while all reader threads wait for the school's database."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Event

import pytest

from server.app import create_app
from server.database.pooled_transactions import READER_THREADS
from server.settings import Settings
from tests.factories.app import RunningApp


@pytest.fixture
def test_app(empty_url: str, tmp_path: Path) -> Iterator[RunningApp]:
    """A school's server."""
    app = create_app(Settings(data_dir=tmp_path, ui_dir=Path("no-ui"), school=True, database_url=empty_url))
    with RunningApp.run(app) as test_app:
        yield test_app


def test_metrics_and_health_do_not_wait_for_reads_that_hang(
    test_app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.health.DATABASE_TIMEOUT_SECONDS", 0.01)
    all_run, may_end = Barrier(READER_THREADS + 1), Event()
    ended: list[bool] = []

    def hang(_db: object) -> None:
        all_run.wait(20)
        ended.append(may_end.wait(10))

    async def begin_reads() -> list[asyncio.Task[None]]:
        return [asyncio.create_task(test_app.transactions.read(hang)) for _ in range(READER_THREADS)]

    portal, client = test_app.portal, test_app.anonymous_client()
    reads = portal.call(begin_reads)
    all_run.wait(20)
    responses = {path: client.get(path) for path in ("/metrics", "/api/health")}
    assert ended == []
    may_end.set()
    portal.call(asyncio.wait, reads)
    assert {path: response.status_code for path, response in responses.items()} == {"/metrics": 200, "/api/health": 503}
    assert responses["/api/health"].json()["database"] == "unreachable"
