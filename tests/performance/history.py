"""The most used screens of students and teachers, after three years compared with two months."""

import statistics
from collections.abc import Sequence
from pathlib import Path

from tests.factories.seeded import MONTHS, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance.load import Job, request, run
from tests.performance.table import Figure

SHORT_HISTORY_MONTHS = 2
"""Enough to fill every list's first page, so that both responses have the same length."""
ROUNDS = 5
SECONDS = 1.0
MAX_GROWTH = 1.2


def _my_goals(seeded_class: SeededClass) -> list[str]:
    student = seeded_class.students[0]
    goals = f"/api/students/{student.id}/goals"
    proofs = f"/api/submissions/student/{student.id}"
    paths = [
        f"{goals}?status=current",
        f"{goals}?status=completed&limit=50",
        f"/api/students/{student.id}/goalbucks",
        f"{proofs}?status=pending",
        f"{proofs}?status=denied",
        f"/api/goal-suggestions/student/{student.id}?status=pending",
        f"/api/goal-suggestions/student/{student.id}?limit=50",
        f"/api/purchases/student/{student.id}?limit=50",
        f"/api/students/{student.id}/ledger?limit=50",
    ]
    return [request("GET", path, student.token) for path in paths]


def _teacher_queue(seeded_class: SeededClass) -> list[str]:
    paths = [
        f"/api/submissions/teacher/{seeded_class.teacher_id}?status=pending",
        f"/api/goal-suggestions/teacher/{seeded_class.teacher_id}",
        f"/api/purchases/classroom/{seeded_class.id}?status=pending",
        f"/api/purchases/classroom/{seeded_class.id}?status=fulfilled&limit=5",
    ]
    return [request("GET", path, seeded_class.teacher_token) for path in paths]


SCREENS = {"My Goals, store and history": _my_goals, "what waits for the teacher": _teacher_queue}


def measure(folder: Path) -> list[Figure]:
    """Median response of each screen's calls, young and old interleaved."""
    ages = {"young": SHORT_HISTORY_MONTHS, "old": MONTHS}
    seeded_classes = {age: seed(folder / age, months=months, submissions=1) for age, months in ages.items()}
    servers = {age: ServerProcess(folder / age) for age in ages}
    try:
        return [
            figure
            for name, calls in SCREENS.items()
            for figure in _compare(name, {age: (servers[age].port, calls(seeded_classes[age])) for age in ages})
        ]
    finally:
        for server in servers.values():
            server.stop()


def _compare(name: str, targets: dict[str, tuple[int, list[str]]]) -> list[Figure]:
    found: dict[str, list[float]] = {age: [] for age in targets}
    rates: dict[str, list[float]] = {age: [] for age in targets}
    for _ in range(ROUNDS):
        for age, (port, requests) in targets.items():
            measured = run(Job(port, requests, 1, SECONDS))
            assert measured.failures == 0, name
            found[age].append(_mean(measured.samples))
            rates[age].append(measured.percentile(0.95))
    young, old = statistics.median(found["young"]), statistics.median(found["old"])
    return [
        Figure(
            f"{name} ({len(targets['old'][1])} calls) after 3 years, a call",
            f"mean {old:.2f}, p95 {statistics.median(rates['old']):.2f} ms",
        ),
        Figure(
            f"  against {SHORT_HISTORY_MONTHS} months ({young:.2f} ms)",
            f"{old / young:.2f} x",
            f"<= {MAX_GROWTH} x",
            old / young <= MAX_GROWTH,
        ),
    ]


def _mean(samples: Sequence[tuple[float, float]]) -> float:
    return statistics.fmean(took for _, took in samples) * 1000
