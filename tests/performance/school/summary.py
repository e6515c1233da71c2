"""Summarizes the responses of a load for the table."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.performance.school.open_loop_load import PAGE, Response, VisitResults
from tests.performance.table import Figure

LATE_MS = 20
"""Requests that the load itself sent later than this don't count as the server's time."""
MAX_GENERATOR_SHARE = 0.5
"""Share of a core; above it the load generator is the bottleneck."""


def percentile(values: Sequence[float], part: float) -> float:
    """A percentile."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else math.nan


def percentiles(responses: Sequence[Response]) -> tuple[float, float, float]:
    """p50, p95 and p99 in milliseconds."""
    times = [each.took * 1000 for each in responses]
    return percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99)


def format_percentiles(responses: Sequence[Response]) -> str:
    """The same as text."""
    half, most, nearly_all = percentiles(responses)
    return f"p50 {half:.0f}, p95 {most:.0f}, p99 {nearly_all:.0f} ms"


def without_pages(done: VisitResults) -> list[Response]:
    """The calls without the whole pages."""
    return [each for each in done.responses if not each.name.startswith(PAGE)]


def by_call(done: VisitResults) -> Iterator[Figure]:
    """A line for each kind of call."""
    calls = without_pages(done)
    for name in dict.fromkeys(each.name for each in calls):
        some = [each for each in calls if each.name == name]
        yield Figure(f"    {name} ({len(some)})", format_percentiles(some))


def unexpected_responses(done: VisitResults) -> Counter[str]:
    """Unexpected responses by kind."""
    wrong = [f"{each.status} to {each.name}" for each in done.responses if each.status >= 400]
    return Counter([*wrong, *done.failures])


def failures(done: VisitResults) -> Figure:
    """Expected to be empty."""
    found = unexpected_responses(done)
    summary = ", ".join(f"{count} x {what}" for what, count in found.most_common(3))
    return Figure("  refused or failed requests", summary or "0", "0", not found)


def is_load_valid(done: VisitResults) -> Figure:
    """Whether visits began on time and the load generator had enough CPU."""
    late = percentile([each * 1000 for each in done.late], 0.99)
    share = done.own_seconds / done.seconds
    return Figure(
        "  load generator: delay (p99), CPU of one core",
        f"{late:.1f} ms, {share:.0%}",
        f"< {LATE_MS} ms, < {MAX_GENERATOR_SHARE:.0%}",
        late < LATE_MS and share < MAX_GENERATOR_SHARE,
    )
