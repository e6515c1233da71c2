"""Background jobs: when they run, after failures, requests, sleep and changes of the clock."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from server import jobs
from server.background import background_task
from server.jobs import Job, Jobs
from tests.factories.fake_clock import FakeClock

FIRST_AFTER, EVERY = timedelta(minutes=2), timedelta(minutes=5)


class Scenario:
    """One job, and the minutes after its start at which it ran, by the fake clock."""

    def __init__(self, fake_clock: FakeClock) -> None:
        self.clock = fake_clock
        self.jobs = Jobs()
        self.runs: list[float] = []
        self.result: bool | None = None
        self.error: Exception | None = None
        self.requested = asyncio.Event()

    async def work(self) -> bool | None:
        self.runs.append((self.clock.now - FakeClock.START) / timedelta(minutes=1))
        self.requested.clear()
        if self.error is not None:
            raise self.error
        return self.result

    async def pass_by(self, minutes: int) -> None:
        """Let the time pass while the computer is awake."""
        for _ in range(2 * minutes):
            await self.jump(seconds=30)

    async def jump(self, **by: float) -> None:
        """Let the time jump, as while the computer sleeps, and let the job look at the clock."""
        self.clock.advance(**by)
        for _ in range(10):
            await asyncio.sleep(0.001)

    def play(
        self,
        story: Callable[["Scenario"], Awaitable[None]],
        *,
        every: timedelta | None = EVERY,
    ) -> list[float]:
        async def run() -> None:
            job = Job(name="test", run=self.work, first_after=FIRST_AFTER, every=every, requested=self.requested)
            async with background_task(self.jobs.run([job])):
                await self.jump()
                await story(self)

        asyncio.run(run())
        return self.runs


@pytest.fixture
def scenario(fake_clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> Scenario:
    monkeypatch.setattr(jobs, "POLL_INTERVAL", timedelta(milliseconds=1))
    return Scenario(fake_clock)


def test_a_job_runs_some_time_after_the_start_and_then_regularly(scenario: Scenario) -> None:
    assert scenario.play(lambda each: each.pass_by(minutes=13)) == [2, 7, 12]


def test_a_job_without_an_interval_runs_once(scenario: Scenario) -> None:
    assert scenario.play(lambda each: each.pass_by(minutes=13), every=None) == [2]


@pytest.mark.parametrize("every", [None, timedelta(days=1)])
def test_a_job_that_could_not_do_its_work_is_tried_again(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, every: timedelta | None
) -> None:
    monkeypatch.setattr(jobs, "RETRY_AFTER", timedelta(minutes=3))
    scenario.result = False
    assert scenario.play(lambda each: each.pass_by(minutes=9), every=every) == [2, 5, 8]


def test_failures_are_logged_and_counted_and_the_job_goes_on(
    scenario: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    scenario.error = ArithmeticError("unexpected")
    assert scenario.play(lambda each: each.pass_by(minutes=8)) == [2, 7]
    assert scenario.jobs.failures == 2
    assert caplog.text.count("ArithmeticError: unexpected") == 2


def test_a_requested_job_runs_at_once(scenario: Scenario) -> None:
    async def story(each: Scenario) -> None:
        each.requested.set()
        await each.pass_by(minutes=6)

    assert [minute // 1 for minute in scenario.play(story)] == [0, 5]


def test_after_a_sleep_an_overdue_job_waits_as_after_a_start(scenario: Scenario) -> None:
    async def story(each: Scenario) -> None:
        await each.pass_by(minutes=3)
        await each.jump(hours=8)
        await each.pass_by(minutes=3)

    assert scenario.play(story) == [2, 3 + 8 * 60 + 2]


def test_a_clock_that_is_set_back_delays_a_job_by_no_more_than_its_interval(scenario: Scenario) -> None:
    async def story(each: Scenario) -> None:
        await each.pass_by(minutes=3)
        await each.jump(days=-1)
        await each.pass_by(minutes=6)

    before_midnight = 3 - 24 * 60
    assert scenario.play(story) == [2, before_midnight + 5]
