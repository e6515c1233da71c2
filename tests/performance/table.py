"""Metrics with their bars, the figures measured for them, and the table that `make bench` prints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TIMING_UNITS = frozenset({"s", "ms", "requests/s", "%"})
"""Units of figures that other processes change: wall-clock times without a limit, processor times up to twofold."""


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


@dataclass(frozen=True, slots=True)
class Metric:
    """Something to measure: its name, its unit, and its bar, the highest or lowest acceptable value (None: no bar)."""

    name: str
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    def measured(self, value: float, note: str = "") -> Figure:
        """The figure of a measured value, with details for readers in `note`."""
        text = f"{self._format(value)}{f' ({note})' if note else ''}"
        return Figure(self.name, text, self._bar(), self._is_met(value), self.unit in TIMING_UNITS)

    def skipped(self, reason: str) -> Figure:
        """The figure when it can't be measured on this computer."""
        return Figure(self.name, f"skipped: {reason}"[:120], self._bar())

    def _is_met(self, value: float) -> bool | None:
        if self.at_most is not None:
            return value <= self.at_most
        return None if self.at_least is None else value >= self.at_least

    def _bar(self) -> str:
        if self.at_most is not None:
            return f"<= {self._format(self.at_most)}"
        return "" if self.at_least is None else f">= {self._format(self.at_least)}"

    def _format(self, value: float) -> str:
        """The number and its unit; fractions of numbers below 10, unless the metric counts something."""
        digits = 2 if value < 10 and not isinstance(value, int) else 0
        return f"{value:,.{digits}f} {self.unit}"


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
