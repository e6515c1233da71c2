"""The most used screens of students and teachers, after three years compared with two months."""

from pathlib import Path

import httpx2

from server.security.sessions import SESSION_COOKIE
from tests.factories.images import photo_jpeg
from tests.factories.seeded import MONTHS, SeededClass, seed, store_photos
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.interleaved import Target, measure_interleaved
from tests.performance.load import request
from tests.performance.table import Figure

SHORT_HISTORY_MONTHS = 2
"""Enough to fill every list's first page, so that both responses have the same length."""
ROUNDS = 5
SECONDS = 1.0


def _student_screens(seeded_class: SeededClass) -> list[str]:
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


SCREENS = {
    _student_screens: (bars.STUDENT_SCREENS_CPU, bars.STUDENT_SCREENS_GROWTH),
    _teacher_queue: (bars.TEACHER_QUEUE_CPU, bars.TEACHER_QUEUE_GROWTH),
}

PORTFOLIO_PAGE = 30


def measure_records(folder: Path) -> list[Figure]:
    """The review queue, a portfolio with photos and a goal's record, young and old interleaved."""
    ages = {"young": SHORT_HISTORY_MONTHS, "old": MONTHS}
    seeded_classes = {age: seed(folder / age, months=months, submissions=1) for age, months in ages.items()}
    for age, seeded_class in seeded_classes.items():
        store_photos(folder / age, seeded_class.students[0].id, photo_jpeg(1200, 1600), PORTFOLIO_PAGE)
    servers = {age: ServerProcess(folder / age) for age in ages}
    try:
        responses = {age: _read_portfolio(servers[age], seeded_classes[age]) for age in ages}
        figures = [bars.PORTFOLIO_SIZE.measured(len(responses["old"].content) / 1000, "with all photos in it")]
        calls = {age: _record_calls(seeded_classes[age], responses[age].json()[0]["goalId"]) for age in ages}
        for name, (cost, growth) in RECORDS.items():
            targets = {age: Target(servers[age], [calls[age][name]]) for age in ages}
            found = measure_interleaved(targets, ROUNDS, SECONDS)
            young, old = found["young"], found["old"]
            figures += [
                cost.measured(old.cpu_ms, f"p50 {old.percentile(0.5):.2f} ms"),
                growth.measured(old.cpu_ms / young.cpu_ms, f"{old.cpu_ms:.2f} / {young.cpu_ms:.2f} ms"),
            ]
    finally:
        for server in servers.values():
            server.stop()
    return figures


RECORDS = {
    "queue": (bars.QUEUE_CPU, bars.QUEUE_GROWTH),
    "portfolio": (bars.PORTFOLIO_CPU, bars.PORTFOLIO_GROWTH),
    "record": (bars.RECORD_CPU, bars.RECORD_GROWTH),
}


def _portfolio_path(seeded_class: SeededClass) -> str:
    return f"/api/submissions/student/{seeded_class.students[0].id}/portfolio?limit={PORTFOLIO_PAGE}"


def _record_calls(seeded_class: SeededClass, goal_id: str) -> dict[str, str]:
    paths = {
        "queue": f"/api/submissions/teacher/{seeded_class.teacher_id}?status=pending",
        "portfolio": _portfolio_path(seeded_class),
        "record": f"/api/goals/{goal_id}/submissions",
    }
    return {name: request("GET", path, seeded_class.teacher_token) for name, path in paths.items()}


def _read_portfolio(server: ServerProcess, seeded_class: SeededClass) -> httpx2.Response:
    cookies = {SESSION_COOKIE: seeded_class.teacher_token}
    response = httpx2.get(server.local_url + _portfolio_path(seeded_class), cookies=cookies).raise_for_status()
    assert len([item for item in response.json() if item["preview"]]) == PORTFOLIO_PAGE
    return response


def measure(folder: Path) -> list[Figure]:
    """Processor time of each screen's calls, young and old interleaved."""
    ages = {"young": SHORT_HISTORY_MONTHS, "old": MONTHS}
    seeded_classes = {age: seed(folder / age, months=months, submissions=1) for age, months in ages.items()}
    servers = {age: ServerProcess(folder / age) for age in ages}
    try:
        figures = []
        for calls, (cost, growth) in SCREENS.items():
            targets = {age: Target(servers[age], calls(seeded_classes[age])) for age in ages}
            found = measure_interleaved(targets, ROUNDS, SECONDS)
            young, old = found["young"], found["old"]
            figures += [
                cost.measured(old.cpu_ms, f"p50 {old.percentile(0.5):.2f}, p95 {old.percentile(0.95):.2f} ms"),
                growth.measured(old.cpu_ms / young.cpu_ms, f"{old.cpu_ms:.2f} / {young.cpu_ms:.2f} ms"),
            ]
    finally:
        for server in servers.values():
            server.stop()
    return figures
