"""The ASGI lifespan of the application: opens its services before the first request, and closes them after the last."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from fastapi import FastAPI

from server.background import background_task
from server.computer.host import HostComputer
from server.deployment import Deployment
from server.jobs import Job
from server.live.dependencies import LiveServices
from server.runtime import PostgresqlRuntime, Resources, SqliteRuntime
from server.settings import Settings

BackgroundService = Callable[[HostComputer], AbstractAsyncContextManager[None]]
"""Runs while the server handles requests, such as the announcement on the network."""
Collector = Callable[[LiveServices], None]
"""Observes the services every few seconds: the metrics, which may be read in another process than this one."""
COLLECT_INTERVAL = timedelta(seconds=5)


@dataclass(frozen=True, kw_only=True)
class Lifespan:
    """The lifespan of one application, as Starlette calls it; it may be entered again after it has ended."""

    settings: Settings
    computer: HostComputer
    background: BackgroundService | None = None
    collector: Collector | None = None
    resources: Resources = field(default_factory=Resources)

    @asynccontextmanager
    async def __call__(self, app: FastAPI) -> AsyncIterator[None]:
        """Serve with `app.state.services`; `background` ends before anything that it may use is closed."""
        runtime_class = SqliteRuntime if Deployment.of(self.settings).uses_sqlite else PostgresqlRuntime
        async with AsyncExitStack() as stack:
            runtime = runtime_class(self.settings, self.computer, self.resources)
            app.state.services = services = await runtime.open(stack)
            await runtime.start(stack)
            if self.collector is not None:
                job = Job(name="metrics", run=partial(_collect, self.collector, services), every=COLLECT_INTERVAL)
                await stack.enter_async_context(background_task(services.jobs.run([job])))
            if self.background is not None:
                await stack.enter_async_context(self.background(self.computer))
            yield


async def _collect(collector: Collector, services: LiveServices) -> None:
    collector(services)
