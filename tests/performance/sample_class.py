"""The sample class is made while another teacher works."""

from pathlib import Path
from threading import Event, Thread
from time import perf_counter

import psutil

from tests.factories.http_client import HttpClient
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.table import Figure

READ_INTERVAL = 0.1
"""Seconds between two reads of the other teacher."""


def measure(folder: Path) -> list[Figure]:
    """Time and processor time until the response."""
    seeded_class = seed(folder)
    server = ServerProcess(folder)
    is_made = Event()

    def work() -> None:
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            while not is_made.wait(READ_INTERVAL):
                teacher.get(seeded_class.stats_path)

    try:
        other = Thread(target=work)
        other.start()
        process = psutil.Process(server.process.pid)
        with HttpClient(server.port) as visitor:
            cpu, began = cpu_seconds(process), perf_counter()
            status, body = visitor.request("POST", "/api/sample-class", {"language": "en"})
            seconds, cpu = perf_counter() - began, cpu_seconds(process) - cpu
        assert status == 200, body
    finally:
        is_made.set()
        other.join()
        server.stop()
    return [bars.SAMPLE_CLASS.measured(seconds), bars.SAMPLE_CLASS_CPU.measured(cpu)]
