"""The bundled program: its size with the largest parts, and its start-up time."""

import statistics
from collections import Counter
from pathlib import Path

from tests.factories.seeded import seed
from tests.factories.server_process import ROOT
from tests.performance import desktop
from tests.performance.memory import MEGABYTE, STARTS, seconds_to_first_answer
from tests.performance.table import Figure, below

BUNDLE = ROOT / "build" / "bundle" / "goalbucks"
PROGRAM = (str(BUNDLE / "goalbucks"),)
NAME = "packaged"
BUNDLE_LIMIT = 165
PACKAGE_LIMIT = 58
START_LIMIT = 1.0
LARGEST_PARTS = 6


def measure(folder: Path) -> list[Figure]:
    """Size on disk, then starts like a service manager's and like a double-click."""
    if not BUNDLE.is_dir():
        return [Figure(NAME, "skipped: there is no bundle (make bundle)", f"< {BUNDLE_LIMIT} MB")]
    seed(folder / "served")
    times = sorted(seconds_to_first_answer(folder / "served", PROGRAM) for _ in range(STARTS))
    spread = f" ({times[0]:.2f} to {times[-1]:.2f})"
    label = f"{NAME}: start to the first 200 of /api/health, median of {STARTS}"
    (folder / "shown").mkdir()
    return [
        *_sizes(),
        below(label, statistics.median(times), START_LIMIT, "s", spread),
        *desktop.measure(folder / "shown", PROGRAM, f"{NAME}: {desktop.NAME}"),
    ]


def _sizes() -> list[Figure]:
    files = [each for each in BUNDLE.rglob("*") if each.is_file() and not each.is_symlink()]
    sizes = Counter[str]()
    for file in files:
        sizes[_part(file)] += file.stat().st_size
    whole = sum(sizes.values()) / MEGABYTE
    largest = ", ".join(f"{name} {size / MEGABYTE:.0f}" for name, size in sizes.most_common(LARGEST_PARTS))
    return [below(f"{NAME}: the bundle", whole, BUNDLE_LIMIT, "MB", f" ({largest})"), *map(_package, _packages())]


def _part(file: Path) -> str:
    """The package or library of a file."""
    inside = file.relative_to(BUNDLE)
    if inside.parts[0] != "_internal":
        return inside.name
    return inside.parts[1].split(".")[0]


def _packages() -> list[Path]:
    return sorted(each for each in (ROOT / "dist").glob("*") if each.suffix in {".deb", ".rpm"})


def _package(file: Path) -> Figure:
    return below(f"  {file.name}", file.stat().st_size / MEGABYTE, PACKAGE_LIMIT, "MB")
