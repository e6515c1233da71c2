"""The report of `make bench`: which figures fall short of their bars."""

import pytest

from tests.performance import reference
from tests.performance.calibration import Calibration, Scale
from tests.performance.runner import Benchmark
from tests.performance.table import Figure, Metric, report, shortfalls

SECONDS = Metric("start", "s", at_most=0.9)
RATE = Metric("reads", "requests/s", at_least=1700)
REQUESTS = Metric("login page", "requests", at_most=7)
SLOWER = Scale(0.13, 0.1)


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


@pytest.mark.parametrize(
    ("figure", "scale", "value", "bar", "met"),
    [
        # A computer that needs 0.13 s for what takes 0.1 s where the bars' seconds hold.
        (SECONDS.measured(1.17, "lowest"), SLOWER, "1.17 s = 9 cal. (lowest)", "<= 0.90 s = 9 cal.", True),
        (SECONDS.measured(1.18), SLOWER, "1.18 s = 9.08 cal.", "<= 0.90 s = 9 cal.", False),
        (SECONDS.measured(0.8), Scale(0.08, 0.1), "0.80 s = 10 cal.", "<= 0.90 s = 9 cal.", False),
        (
            Metric("read", "ms", at_most=0.5).measured(0.6),
            SLOWER,
            "0.60 ms = 0.00462 cal.",
            "<= 0.50 ms = 0.005 cal.",
            True,
        ),
        (Metric("idle", "%", at_most=0.5).measured(0.6), SLOWER, "0.60 % = 0.0462 cal.", "<= 0.50 % = 0.05 cal.", True),
        (RATE.measured(1400), SLOWER, "1,400 requests/s = 182 cal.", ">= 1,700 requests/s = 170 cal.", True),
        (RATE.measured(1300), SLOWER, "1,300 requests/s = 169 cal.", ">= 1,700 requests/s = 170 cal.", False),
        (Metric("stage", "ms").measured(13), SLOWER, "13 ms = 0.1 cal.", "", None),
    ],
)
def test_a_time_meets_its_bar_if_its_multiple_of_the_calibration_does(
    figure: Figure, scale: Scale, value: str, bar: str, *, met: bool | None
) -> None:
    compared = figure.compared(scale)
    assert (compared.value, compared.bar, compared.met) == (value, bar, met)


@pytest.mark.parametrize(
    "figure",
    [REQUESTS.measured(8), SECONDS.skipped("no bundle"), Metric("wait", "s", at_most=5, is_wait=True).measured(6)],
)
def test_what_does_not_depend_on_the_computer_is_not_compared_with_the_calibration(figure: Figure) -> None:
    assert figure.compared(SLOWER).bar == figure.bar
    assert figure.compared(SLOWER).met is figure.met


def test_the_mean_of_the_calibrations_before_and_after_a_part_decides(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter([0.10, 0.16])
    calibration = Calibration("work", lambda: next(seconds), 0.1)
    benchmark = Benchmark()
    benchmark.run("start", lambda: [SECONDS.measured(1.15)], calibration)
    assert benchmark.finish(strict=True) == 0
    assert "1 cal. (work): 130.0 ms here, 100.0 ms where the bars' seconds hold" in capsys.readouterr().out


def test_the_reference_is_what_the_calibrations_take_where_the_earlier_figures_hold() -> None:
    slower = reference.slowdown({metric: 1.25 * earlier for metric, earlier in reference.EARLIER.items()})
    assert reference.reference_line(0.1, 0.2, slower) == "REFERENCE = Reference(work=0.0800, page=0.1600)"
