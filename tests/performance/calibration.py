"""How fast a computer is, measured by fixed work, so that a bar can be a multiple of it instead of seconds.

Computers of one kind differ by a third. `make bench` therefore times a calibration before and after each part:
`calibration_work` (Python and SQLite), or `calibration_page` (a page in the browser) for the parts that load pages. The
seconds of `bars.py` are those of the computer on which `bars.REFERENCE` holds. A bar divided by that computer's
calibration is the bar as a multiple; it alone decides whether a figure, divided by this computer's calibration, falls
short.

How the multiples were set: `python -m tests.performance.reference`, on a quiet computer, prints the line for `bars.py`.
It is needed again after a change of the work, of the page, or of the Python or browser that runs them.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """Seconds of the calibrations on the computer whose seconds the bars mean."""

    work: float
    page: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Fixed work: its name, how to time it here, and its seconds on the computer whose seconds the bars mean."""

    name: str
    measure: Callable[[], float]
    reference: float


@dataclass(frozen=True, slots=True)
class Scale:
    """Seconds of a calibration, here and on the computer whose seconds the bars mean."""

    seconds: float
    reference: float
