"""Progress after three years, compared with two months."""

from pathlib import Path

from tests.factories.seeded import MONTHS, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.history import SHORT_HISTORY_MONTHS
from tests.performance.interleaved import Target, measure_interleaved
from tests.performance.load import request
from tests.performance.table import Figure

STUDENTS = 40
ROUNDS = 5
SECONDS = 1.0


def _class_progress(seeded_class: SeededClass, time: str) -> list[str]:
    path = f"/api/classrooms/{seeded_class.id}/progress?time={time}"
    return [request("GET", path, seeded_class.teacher_token)]


def _reports(seeded_class: SeededClass) -> str:
    return request("GET", f"/api/classrooms/{seeded_class.id}/reports?time=term", seeded_class.teacher_token)


def _my_progress(seeded_class: SeededClass) -> list[str]:
    student = seeded_class.students[0]
    return [request("GET", f"/api/students/{student.id}/progress", student.token)]


def measure(folder: Path) -> list[Figure]:
    """Processor time of a year after three, and of the last 8 weeks, young and old interleaved."""
    ages = {"young": SHORT_HISTORY_MONTHS, "old": MONTHS}
    classes = {age: seed(folder / age, months=months, students=STUDENTS) for age, months in ages.items()}
    servers = {age: ServerProcess(folder / age) for age in ages}
    try:
        targets = {age: Target(servers[age], _class_progress(classes[age], "8weeks")) for age in ages}
        targets["year"] = Target(servers["old"], _class_progress(classes["old"], "term"))
        targets["mine"] = Target(servers["old"], _my_progress(classes["old"]))
        targets["reports"] = Target(servers["old"], [_reports(classes["old"])])
        found = measure_interleaved(targets, ROUNDS, SECONDS)
        young, old, year = found["young"], found["old"], found["year"]
        return [
            bars.PROGRESS_CPU.measured(year.cpu_ms, f"{year.cpu_range} ms"),
            bars.PROGRESS_GROWTH.measured(old.cpu_ms / young.cpu_ms, f"{old.cpu_ms:.2f} / {young.cpu_ms:.2f} ms"),
            bars.REPORTS_CPU.measured(found["reports"].cpu_ms * 30 / STUDENTS, f"of {STUDENTS}, by their share"),
            bars.MY_PROGRESS_CPU.measured(found["mine"].cpu_ms, f"{found['mine'].cpu_range} ms"),
        ]
    finally:
        for server in servers.values():
            server.stop()
