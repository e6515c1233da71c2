"""Thirty students compete for the last ten of an item: exactly ten are sold, item after item."""

from pathlib import Path

from tests.factories.http_client import HttpClient
from tests.factories.seeded import GOALBUCKS_PER_GOAL, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.load import Job, request, run
from tests.performance.table import Figure

ITEMS = 20
STOCK = 10
MONTHS = 6
"""Enough history that everybody can afford every item."""


def measure(folder: Path) -> list[Figure]:
    """Items sold too many or too few, and responses a second."""
    seeded_class = seed(folder, months=MONTHS)
    server = ServerProcess(folder)
    try:
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            items = [_new_item(teacher, seeded_class, number) for number in range(ITEMS)]
            # All students request one item at the same time, then the next.
            wanted = [
                request("POST", "/api/purchases", student.token, {"itemId": item, "goalbucksCost": GOALBUCKS_PER_GOAL})
                for item in items
                for student in seeded_class.students
            ]
            measured = run(Job(server.port, wanted, len(seeded_class.students), expected="24"))
            assert (len(measured.samples), measured.failures) == (len(wanted), 0)
            sold = [purchase["itemId"] for purchase in teacher.get(f"/api/purchases/classroom/{seeded_class.id}")]
            left = [item["stock"] for item in teacher.get(f"/api/store/classroom/{seeded_class.id}")]
    finally:
        server.stop()
    wrong = sum(abs(sold.count(item) - STOCK) for item in items) + sum(left)
    times = f"p50 {measured.percentile(0.5):.1f}, p99 {measured.percentile(0.99):.1f} ms"
    return [bars.WRONGLY_SOLD.measured(wrong), bars.PURCHASE_RATE.measured(measured.rate, times)]


def _new_item(teacher: HttpClient, seeded_class: SeededClass, number: int) -> str:
    body = {
        "classroomId": seeded_class.id,
        "name": f"Sticker {number}",
        "goalbucksCost": GOALBUCKS_PER_GOAL,
        "stock": STOCK,
    }
    status, item = teacher.request("POST", "/api/store", body)
    assert status == 201, item
    item_id: str = item["id"]
    return item_id
