"""What a school's monitoring asks for: `GET /metrics`, in Prometheus's text format.

For the computer itself, or with `GOALBUCKS_METRICS_TOKEN`: routes and counts tell no name, but how a school works.
"""

import os
import secrets
import time

from fastapi import Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy.pool import QueuePool
from starlette.datastructures import State
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.database.transactions import Transactions
from server.errors import NotFoundError
from server.live.hub import Hub
from server.security.gates import comes_from_own_computer, public
from server.security.routing import router
from server.settings import Settings

PATH = "/metrics"
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds; a request that takes longer than the last is lost to a child anyway."""
UNKNOWN = "other"
"""The route of what no route took: paths are the client's words, and would each become a line."""

metrics = router(PATH, access=public)


class Measures:
    """What is counted; made once a process, because where several serve together their files go by its id."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "goalbucks_requests", "Requests that were answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "goalbucks_request_seconds",
            "From the request's headers to its answer's end; event streams apart.",
            ["method", "route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.streams = Gauge(
            "goalbucks_event_streams", "Open event streams.", multiprocess_mode="livesum", registry=self.registry
        )
        self.connections = Gauge(
            "goalbucks_database_connections",
            "Connections to the database in use.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )

    def look(self, state: State) -> None:
        """Note how things stand; after each request, since another process can't ask this one."""
        hub: Hub | None = getattr(state, "live", None)
        transactions: Transactions | None = getattr(state, "transactions", None)
        if hub is not None:
            self.streams.set(len(hub))
        if transactions is not None and isinstance(transactions.engine.pool, QueuePool):
            self.connections.set(transactions.engine.pool.checkedout())

    def text(self) -> bytes:
        """In Prometheus's format: of all processes that serve together, where `PROMETHEUS_MULTIPROC_DIR` says so."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


class MetricsMiddleware:
    """Counts and times every request by its route."""

    def __init__(self, app: ASGIApp, *, measures: Measures) -> None:
        self.app = app
        self.measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, streaming = 0, False

        async def noting(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                streaming = any(value.startswith(b"text/event-stream") for _, value in message["headers"])
            await send(message)

        begun = time.perf_counter()
        try:
            await self.app(scope, receive, noting)
        finally:
            route = getattr(scope.get("route"), "path", UNKNOWN)
            self.measures.requests.labels(scope["method"], route, status).inc()
            if not streaming:
                self.measures.seconds.labels(scope["method"], route).observe(time.perf_counter() - begun)
            self.measures.look(scope["app"].state)


@metrics.get("", response_class=Response)
async def show_metrics(request: Request) -> Response:
    """The counters."""
    if not _may_see(request):
        raise NotFoundError
    measures: Measures = request.app.state.measures
    return Response(measures.text(), media_type=CONTENT_TYPE_LATEST)


def _may_see(request: Request) -> bool:
    settings: Settings = request.app.state.settings
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    token = settings.metrics_token.encode()
    return comes_from_own_computer(request) or (bool(token) and secrets.compare_digest(given, token))
