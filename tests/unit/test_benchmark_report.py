"""The report of `make bench`: which figures fall short of their bars."""

import pytest

from tests.performance.runner import Benchmark
from tests.performance.table import Figure, Metric, report, shortfalls

SECONDS = Metric("start", "s", at_most=0.9)
RATE = Metric("reads", "requests/s", at_least=1700)
REQUESTS = Metric("login page", "requests", at_most=7)


@pytest.mark.parametrize(
    ("figure", "met"),
    [
        (SECONDS.measured(0.9), True),
        (SECONDS.measured(0.91), False),
        (RATE.measured(1700), True),
        (RATE.measured(1699), False),
        (REQUESTS.measured(8), False),
        (Metric("without a bar", "ms").measured(5), None),
        (SECONDS.skipped("no bundle"), None),
    ],
)
def test_a_figure_meets_its_bar_up_to_the_bar_itself(figure: Figure, *, met: bool | None) -> None:
    assert figure.met is met


def test_the_report_lists_what_fell_short_and_what_was_not_measured() -> None:
    figures = [SECONDS.measured(1.25, "median of 7"), RATE.measured(2000), REQUESTS.skipped("no browser")]
    short, skipped = report(figures).split("\n\n")[1:]
    assert short == "Short of the bar (1):\n  start: 1.25 s (median of 7); bar <= 0.90 s"
    assert skipped == "Not measured (1):\n  login page: skipped: no browser; bar <= 7 requests"


def test_a_part_that_fails_falls_short_and_the_next_part_still_runs(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> list[Figure]:
        raise OSError("no port")

    benchmark = Benchmark()
    benchmark.run("broken", fail)
    benchmark.run("start", lambda: [SECONDS.measured(0.5)])
    assert [each.name for each in shortfalls(benchmark.figures)] == ["broken"]
    assert (benchmark.finish(strict=False), benchmark.finish(strict=True)) == (0, 1)
    assert "no port" in capsys.readouterr().out
