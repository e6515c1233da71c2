"""Concurrent requests in real threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from httpx2 import Response


def run_concurrently(*calls: Callable[[], Response]) -> list[Response]:
    """Start all calls at the same moment and return their responses in the order of the calls."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Response]) -> Response:
        start.wait(timeout=10)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))
