"""The table that `make bench` prints."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: what was measured, the result, the target; `met` None: no target."""

    name: str
    value: str
    target: str = ""
    met: bool | None = None


def below(name: str, value: float, limit: float, unit: str, note: str = "") -> Figure:
    """A figure with an upper limit."""
    return Figure(name, f"{value:,.{_digits(limit)}f} {unit}{note}", f"< {limit:g} {unit}", value < limit)


def _digits(limit: float) -> int:
    return 2 if limit < 10 else 0


def table(figures: Sequence[Figure]) -> str:
    """The figures as text, one line each."""
    lines = [("figure", "measured", "target", "met")]
    lines += [(each.name, each.value, each.target, _verdict(each)) for each in figures]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    texts = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([texts[0], "-" * max(map(len, texts)), *texts[1:]])


def _verdict(figure: Figure) -> str:
    if figure.met is None:
        return "" if not figure.target else "?"
    return "yes" if figure.met else "NO"
