"""How the answers of a load read in the table."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.performance.school.visits import PAGE, Answer, Done
from tests.performance.table import Figure

LATE_MS = 20
"""What comes later than that by the load's own fault isn't the server's time."""
OWN_SHARE = 0.5
"""Of a core: with more the load itself would be what is measured."""


def percentile(values: Sequence[float], part: float) -> float:
    """What this part of the values stays within."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else math.nan


def spread(answers: Sequence[Answer]) -> tuple[float, float, float]:
    """Milliseconds: p50, p95, p99."""
    times = [each.took * 1000 for each in answers]
    return percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99)


def in_words(answers: Sequence[Answer]) -> str:
    """The same as text."""
    half, most, nearly_all = spread(answers)
    return f"p50 {half:.0f}, p95 {most:.0f}, p99 {nearly_all:.0f} ms"


def calls_of(done: Done) -> list[Answer]:
    """Without the whole pages."""
    return [each for each in done.answers if not each.name.startswith(PAGE)]


def by_call(done: Done) -> Iterator[Figure]:
    """A line for each kind of call."""
    calls = calls_of(done)
    for name in dict.fromkeys(each.name for each in calls):
        some = [each for each in calls if each.name == name]
        yield Figure(f"    {name} ({len(some)})", in_words(some))


def refused(done: Done) -> Counter[str]:
    """What wasn't answered as it should be, by what it was."""
    wrong = [f"{each.status} to {each.name}" for each in done.answers if each.status >= 400]
    return Counter([*wrong, *done.failures])


def failures(done: Done) -> Figure:
    """There should be none."""
    found = refused(done)
    told = ", ".join(f"{count} x {what}" for what, count in found.most_common(3))
    return Figure("  refused or failed", told or "0", "0", not found)


def load_was_honest(done: Done) -> Figure:
    """Whether people came when they were to come, and the load had enough of the computer."""
    late = percentile([each * 1000 for each in done.late], 0.99)
    share = done.own_seconds / done.seconds
    return Figure(
        "  the load itself: late by (p99), of a core",
        f"{late:.1f} ms, {share:.0%}",
        f"< {LATE_MS} ms, < {OWN_SHARE:.0%}",
        late < LATE_MS and share < OWN_SHARE,
    )
