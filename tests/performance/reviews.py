"""Write performance: a teacher approves submissions, each synced to disk before its response."""

from pathlib import Path

import psutil

from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.load import Job, request, run
from tests.performance.table import Figure

SUBMISSIONS_EACH = 20
"""Submissions of each student."""
CLIENTS = 8


def measure(folder: Path) -> list[Figure]:
    """Processor time of a review, and reviews a second."""
    seeded_class = seed(folder, submissions=SUBMISSIONS_EACH)
    token, body = seeded_class.teacher_token, {"status": "approved"}
    approve = [request("PATCH", f"/api/submissions/{each}/review", token, body) for each in seeded_class.pending]
    server = ServerProcess(folder)
    try:
        process = psutil.Process(server.process.pid)
        before = cpu_seconds(process)
        done = run(Job(server.port, approve, CLIENTS))
        spent = cpu_seconds(process) - before
    finally:
        server.stop()
    assert (len(done.samples), done.failures) == (len(approve), 0)
    return [
        bars.REVIEW_CPU.measured(1000 * spent / len(approve)),
        bars.REVIEW_RATE.measured(done.rate, f"p50 {done.percentile(0.5):.1f}, p99 {done.percentile(0.99):.1f} ms"),
    ]
