"""Write performance: a teacher approves submissions, each synced to disk before its response."""

from pathlib import Path

from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.performance.load import Job, request, run
from tests.performance.table import Figure

SUBMISSIONS_EACH = 20
"""Submissions of each student, for each number of clients."""
CLIENTS = (1, 8)


def measure(folder: Path) -> list[Figure]:
    """Reviews a second, and their response times."""
    seeded_class = seed(folder, submissions=SUBMISSIONS_EACH * len(CLIENTS))
    share = len(seeded_class.pending) // len(CLIENTS)
    figures = []
    server = ServerProcess(folder)
    try:
        for turn, clients in enumerate(CLIENTS):
            mine = seeded_class.pending[turn * share : (turn + 1) * share]
            approve = [
                request(
                    "PATCH", f"/api/submissions/{submission}/review", seeded_class.teacher_token, {"status": "approved"}
                )
                for submission in mine
            ]
            measured = run(Job(server.port, approve, clients))
            assert (len(measured.samples), measured.failures) == (len(mine), 0)
            label = "1 client" if clients == 1 else f"{clients} clients"
            p50, p99 = measured.percentile(0.5), measured.percentile(0.99)
            figures.append(
                Figure(
                    f"approvals (commit and fsync each), {label}",
                    f"{measured.rate:,.0f}/s, p50 {p50:.1f}, p99 {p99:.1f} ms",
                )
            )
    finally:
        server.stop()
    return figures
