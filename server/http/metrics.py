"""`GET /metrics` in Prometheus's text format.

For local requests, or with `GOALBUCKS_METRICS_TOKEN`: routes and counts contain no names, but show how a school works.
"""

import asyncio
import os
import secrets
import time

from fastapi import Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy.pool import QueuePool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.database.pooled_transactions import PooledTransactions
from server.errors import NotFoundError
from server.http.access_log import CLIENT_CLOSED_REQUEST
from server.live.dependencies import LiveServices, WithLive
from server.requests.gates import is_local_request, public
from server.requests.routing import GatedRouter, router

PATH = "/metrics"
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Upper bounds in seconds."""
UNKNOWN = "other"
"""Label of requests that match no route: with the client's path each would become a time series."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GAUGES = {
    "event_streams": "Open event streams.",
    "students_connected": "Students with an open event stream, counted in each process.",
    "database_connections": "Connections to the database in use.",
    "database_waiting": "Units of work that wait for a connection.",
    "images_waiting": "Uploaded photos that aren't processed yet.",
    "sign_ins_waiting": "Sign-ins in progress or waiting for the password check.",
    "listen_connections": "Processes that receive notifications; pages of other processes aren't updated.",
    "leader": "Processes that run the background jobs: 1 in the whole school, except while it changes.",
    "notify_queue_usage": "Usage of PostgreSQL's notification queue, from 0 to 1.",
}
UNSUMMED_GAUGES = frozenset({"notify_queue_usage"})
"""Gauges with the same value in every process, which aren't summed."""
COUNTERS = {
    "job_failures": "Failed runs of background jobs, counted in each process.",
    "database_retries": "Retries of units of work after conflicts.",
    "database_refused": "Units of work refused with 503 because the database was unavailable.",
    "notifications_received": "Notifications received, counted in each process.",
    "listen_reconnects": "Notification connections that were reopened after they were lost.",
}


class Metrics:
    """The metrics of this process; made once."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "goalbucks_requests", "Requests with a response.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "goalbucks_request_seconds",
            "Duration of requests, from the request's headers to the response's end; without event streams.",
            ["method", "route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._gauges = {name: self._gauge(name, text) for name, text in GAUGES.items()}
        self._counters = {
            name: Counter(f"goalbucks_{name}", text, registry=self.registry) for name, text in COUNTERS.items()
        }
        self._last_totals = dict.fromkeys(COUNTERS, 0)

    def _gauge(self, name: str, text: str) -> Gauge:
        mode = "livemax" if name in UNSUMMED_GAUGES else "livesum"
        return Gauge(f"goalbucks_{name}", text, multiprocess_mode=mode, registry=self.registry)  # type: ignore[arg-type]

    def collect(self, services: LiveServices) -> None:
        """Update the gauges and counters. Not thread-safe."""
        for name, number in _gauge_values(services).items():
            self._gauges[name].set(number)
        for name, total in _counter_values(services).items():
            before = self._last_totals[name]
            # The counting object may have been replaced by a new one, which starts at 0.
            self._counters[name].inc(total - before if total >= before else total)
            self._last_totals[name] = total

    def text(self) -> bytes:
        """Return the metrics in Prometheus's format, of all processes if they share a folder. Thread-safe."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self.registry)
        merged = CollectorRegistry()
        MultiProcessCollector(merged)  # type: ignore[no-untyped-call]
        return generate_latest(merged)


def set_worker_id(number: int) -> None:
    """Name this process's files by its number: a process that replaces a dead one reuses its files."""
    values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]


def _gauge_values(services: LiveServices) -> dict[str, float]:
    transactions, notify_bus = services.transactions, services.notify_bus
    pool = transactions.engine.pool
    found: dict[str, float] = {
        "event_streams": len(services.hub),
        "students_connected": services.computer.status.connected_students,
        "images_waiting": services.image_pool.waiting,
        "sign_ins_waiting": services.queues.pending_sign_ins,
        "database_connections": pool.checkedout() if isinstance(pool, QueuePool) else 0,
    }
    if isinstance(transactions, PooledTransactions):
        found["database_waiting"] = transactions.counters.waiting
    if notify_bus is not None:
        found |= {
            "listen_connections": notify_bus.is_listening,
            "leader": notify_bus.is_leader,
            "notify_queue_usage": notify_bus.queue_usage,
        }
    return found


def _counter_values(services: LiveServices) -> dict[str, int]:
    transactions, notify_bus = services.transactions, services.notify_bus
    found = {"job_failures": services.jobs.failures}
    if isinstance(transactions, PooledTransactions):
        found |= {"database_retries": transactions.counters.retries, "database_refused": transactions.counters.refused}
    if notify_bus is not None:
        found |= {"notifications_received": notify_bus.messages_received, "listen_reconnects": notify_bus.reconnects}
    return found


class MetricsMiddleware:
    """Counts and times every request by its route."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or pass on a lifespan event."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, streaming = 0, False

        async def send_observed(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                streaming = any(value.startswith(b"text/event-stream") for _, value in message["headers"])
            await send(message)

        started = time.perf_counter()
        try:
            await self.app(scope, receive, send_observed)
        finally:
            route = getattr(scope.get("route"), "path", UNKNOWN)
            method = scope["method"] if scope["method"] in METHODS else UNKNOWN
            self.metrics.requests.labels(method, route, status or CLIENT_CLOSED_REQUEST).inc()
            if not streaming:
                self.metrics.seconds.labels(method, route).observe(time.perf_counter() - started)


def metrics_router(metrics: Metrics) -> GatedRouter:
    """Make the router of the call that returns these metrics."""
    calls = router(PATH, gate=public)

    @calls.get("", response_class=Response, transaction="none")
    async def show_metrics(request: Request, services: WithLive) -> Response:
        """Return the metrics."""
        if not _is_authorized(request, services.settings.metrics_token):
            raise NotFoundError
        metrics.collect(services)
        # In a thread: it reads and sums the files of all processes.
        return Response(await asyncio.to_thread(metrics.text), media_type=CONTENT_TYPE_LATEST)

    return calls


def _is_authorized(request: Request, metrics_token: str) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    token = metrics_token.encode()
    is_bearer = scheme.lower() == "bearer"
    has_token = is_bearer and bool(token) and secrets.compare_digest(given.encode(), token)
    return is_local_request(request) or has_token
