"""The dashboard's call compared with a bare route of the same size, and after three years with the first day."""

import json
import statistics
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.factories.http_client import HttpClient
from tests.factories.seeded import GOALS_PER_MONTH, MONTHS, STUDENTS, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import baseline_app
from tests.performance.load import Job, LoadResult, request, run
from tests.performance.table import Figure

ROUNDS = 5
SECONDS = 1.5
MANY_CLIENTS = 30
MIN_RATE_SHARE = 0.10
MAX_GROWTH = 1.2
MIN_GENERATOR_RATE = 6000
"""Rate that the load generator must reach on the bare route; below, the generator is the bottleneck."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server and the request to measure."""

    port: int
    request: str


@dataclass(frozen=True, slots=True)
class Rounds:
    """All rounds of one target with one number of clients; medians, because other work disturbs single rounds."""

    measured: list[LoadResult]

    @property
    def rate(self) -> float:
        """Responses a second."""
        return self._median(lambda each: each.rate)

    @property
    def text(self) -> str:
        """Rate and percentiles for the table."""
        percentiles = [self._median(lambda each, part=part: each.percentile(part)) for part in (0.5, 0.95, 0.99)]  # type: ignore[misc]
        return f"{self.rate:,.0f}/s, p50 {percentiles[0]:.2f}, p95 {percentiles[1]:.2f}, p99 {percentiles[2]:.2f} ms"

    @property
    def latency(self) -> float:
        """Median response time in milliseconds."""
        return self._median(lambda each: each.percentile(0.5))

    def _median(self, of: Callable[[LoadResult], float]) -> float:
        return statistics.median(of(each) for each in self.measured)


def measure(folder: Path) -> list[Figure]:
    """Measure the three targets in interleaved rounds, so that other work on the machine affects all alike."""
    seeded_class, old_class = seed(folder / "new"), seed(folder / "old", months=MONTHS)
    with ExitStack() as running:
        new, old = _serve(running, folder / "new"), _serve(running, folder / "old")
        _save_response(new.port, seeded_class, folder / "bare")
        yardstick = _serve(running, folder / "bare", module="tests.performance.baseline_app")
        targets = {
            "bare": Target(yardstick.port, request("GET", baseline_app.PATH, seeded_class.teacher_token)),
            "new": Target(new.port, request("GET", seeded_class.stats_path, seeded_class.teacher_token)),
            "old": Target(old.port, request("GET", old_class.stats_path, old_class.teacher_token)),
        }
        rounds: dict[tuple[str, int], list[LoadResult]] = {}
        for _ in range(ROUNDS):
            for clients in (1, MANY_CLIENTS):
                for name, target in targets.items():
                    measured = run(Job(target.port, [target.request], clients, SECONDS))
                    assert measured.failures == 0, name
                    rounds.setdefault((name, clients), []).append(measured)
    return _figures({key: Rounds(measured) for key, measured in rounds.items()})


def _serve(running: ExitStack, folder: Path, module: str = "launcher") -> ServerProcess:
    server = ServerProcess(folder, program=(sys.executable, "-m", module))
    running.callback(server.stop)
    return server


def _save_response(port: int, seeded_class: SeededClass, folder: Path) -> None:
    with HttpClient(port, seeded_class.teacher_token) as caller:
        content = json.dumps(caller.get(seeded_class.stats_path), ensure_ascii=False, separators=(",", ":")).encode()
    folder.mkdir()
    (folder / baseline_app.RESPONSE_FILE).write_bytes(content)


def _figures(found: dict[tuple[str, int], Rounds]) -> list[Figure]:
    figures = []
    for clients in (1, MANY_CLIENTS):
        label = "1 client" if clients == 1 else f"{clients} clients"
        yardstick, own = found["bare", clients], found["new", clients]
        share = own.rate / yardstick.rate
        figures += [
            Figure(f"bare Starlette, same bytes, {label}", yardstick.text),
            Figure(f"dashboard stats, {label}", own.text),
            Figure(
                f"  share of the bare route's rate, {label}",
                f"{share:.1%}",
                f">= {MIN_RATE_SHARE:.0%}",
                share >= MIN_RATE_SHARE,
            ),
        ]
    one, many = found["new", 1], found["new", MANY_CLIENTS]
    more = f"{many.rate:,.0f}/s against {one.rate:,.0f}/s"
    goals = STUDENTS * GOALS_PER_MONTH * MONTHS
    growth = found["old", 1].latency / one.latency
    generator = found["bare", MANY_CLIENTS].rate
    return [
        *figures,
        Figure(f"  {MANY_CLIENTS} clients: rate compared with 1 client", more, "no fewer", many.rate >= one.rate),
        Figure(f"dashboard stats after 3 years ({goals:,} goals), 1 client", found["old", 1].text),
        Figure(
            "  median latency compared with an empty history",
            f"{growth:.2f} x",
            f"<= {MAX_GROWTH} x",
            growth <= MAX_GROWTH,
        ),
        Figure(
            "  maximum rate of the load generator",
            f"{generator:,.0f}/s",
            f">= {MIN_GENERATOR_RATE:,}/s",
            generator >= MIN_GENERATOR_RATE,
        ),
    ]
