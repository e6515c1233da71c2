"""Metrics with their bars, the figures measured for them, and the table that `make bench` prints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.performance.calibration import Scale

TIMING_UNITS = frozenset({"s", "ms", "requests/s", "%"})
"""Units of figures that depend on the computer's speed, and that other processes change: wall-clock times without a
limit, processor times up to twofold."""
MULTIPLE = "cal."
"""Unit of multiples of the calibration. Of a rate it is what is done during one."""
_SECONDS = {"s": 1.0, "ms": 0.001, "%": 0.01}
"""Seconds of a unit; of a share of a core those in a second."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: what was measured, the result, the bar; `met` None: without a bar, or not measured."""

    name: str
    value: str
    bar: str = ""
    met: bool | None = None
    is_timing: bool = False
    """Whether other processes on the computer may have changed the value."""
    is_noisy: bool = False
    """A timing, taken while other processes used the processor."""
    measurement: "Measurement | None" = None

    def compared(self, scale: Scale) -> "Figure":
        """The same figure and its bar as multiples of a calibration too, which then decide whether the bar is met."""
        return self if self.measurement is None else self.measurement.figure(scale)


@dataclass(frozen=True, slots=True)
class Metric:
    """Something to measure: its name, its unit, and its bar, the highest or lowest acceptable value (None: no bar)."""

    name: str
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    is_wait: bool = False
    """Whether intervals of the program or of a protocol decide a time, not the computer's speed."""

    def measured(self, value: float, note: str = "") -> Figure:
        """The figure of a measured value, with details for readers in `note`."""
        return Measurement(self, value, note).figure()

    def skipped(self, reason: str) -> Figure:
        """The figure when it can't be measured on this computer."""
        return Figure(self.name, f"skipped: {reason}"[:120], self.bar())

    def bar(self, scale: Scale | None = None) -> str:
        """The bar as text, with its multiple of a calibration on the computer whose seconds it means."""
        sign, bar = ("<=", self.at_most) if self.at_most is not None else (">=", self.at_least)
        return "" if bar is None else f"{sign} {self.text(bar, scale.reference if scale else None)}"

    def is_met(self, value: float, scale: Scale | None) -> bool | None:
        """Whether a value meets the bar, by the multiples if there are any; None without a bar."""
        bar = self.at_least if self.at_most is None else self.at_most
        if bar is None:
            return None
        if scale is not None and self.is_scaled:
            value, bar = self._multiple(value, scale.seconds), self._multiple(bar, scale.reference)
        return value >= bar if self.at_most is None else value <= bar

    @property
    def is_scaled(self) -> bool:
        """Whether the computer's speed decides the value."""
        return self.unit in TIMING_UNITS and not self.is_wait

    def text(self, value: float, calibration_seconds: float | None) -> str:
        """The number and its unit, and its multiple of a calibration.

        Fractions of numbers below 10, unless the metric counts something.
        """
        digits = 2 if value < 10 and not isinstance(value, int) else 0
        text = f"{value:,.{digits}f} {self.unit}"
        if calibration_seconds is None or not self.is_scaled:
            return text
        return f"{text} = {self._multiple(value, calibration_seconds):.3g} {MULTIPLE}"

    def _multiple(self, value: float, calibration_seconds: float) -> float:
        seconds = _SECONDS.get(self.unit)
        return value * calibration_seconds if seconds is None else value * seconds / calibration_seconds


@dataclass(frozen=True, slots=True)
class Measurement:
    """A metric's value, with details for readers."""

    metric: Metric
    value: float
    note: str

    def figure(self, scale: Scale | None = None) -> Figure:
        """Its line in the table."""
        metric = self.metric
        text = metric.text(self.value, scale.seconds if scale else None)
        return Figure(
            metric.name,
            f"{text} ({self.note})" if self.note else text,
            metric.bar(scale),
            metric.is_met(self.value, scale),
            metric.unit in TIMING_UNITS,
            measurement=self,
        )


def report(figures: Sequence[Figure]) -> str:
    """The table, then the figures that fell short of their bars and those that couldn't be measured."""
    return "\n\n".join([table(figures), *_summary(figures)])


def shortfalls(figures: Sequence[Figure]) -> list[Figure]:
    """The figures that fell short of their bars."""
    return [each for each in figures if each.met is False]


def table(figures: Sequence[Figure]) -> str:
    """The figures as text, one line each."""
    lines = [("figure", "measured", "bar", "met")]
    lines += [(each.name, each.value, each.bar, _verdict(each)) for each in figures]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    texts = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([texts[0], "-" * max(map(len, texts)), *texts[1:]])


def _verdict(figure: Figure) -> str:
    if figure.met is None:
        return "" if not figure.bar else "?"
    if figure.met:
        return "yes"
    return "NO (busy)" if figure.is_noisy else "NO"


def _summary(figures: Sequence[Figure]) -> Iterator[str]:
    short = shortfalls(figures)
    if not any(each.bar for each in figures):
        return
    yield _listed("Short of the bar", short) if short else "Every measured figure meets its bar."
    skipped = [each for each in figures if each.bar and each.met is None]
    if skipped:
        yield _listed("Not measured", skipped)


def _listed(title: str, figures: Sequence[Figure]) -> str:
    lines = [f"  {each.name.strip()}: {each.value}; bar {each.bar}" for each in figures]
    return "\n".join([f"{title} ({len(figures)}):", *lines])
