"""The bundled program: its size with the largest parts, and its start-up time."""

from collections import Counter
from pathlib import Path

from tests.factories.paths import ROOT
from tests.factories.seeded import seed
from tests.performance import bars, desktop
from tests.performance.memory import MEGABYTE
from tests.performance.start import start_costs, start_figures
from tests.performance.table import Figure

BUNDLE = ROOT / "build" / "bundle" / "goalbucks"
PROGRAM = (str(BUNDLE / "goalbucks"),)
LARGEST_PARTS = 6


def measure(folder: Path) -> list[Figure]:
    """Size on disk, then starts like a service manager's and like a double-click."""
    if not BUNDLE.is_dir():
        return [bars.BUNDLE_SIZE.skipped("there is no bundle (make bundle)")]
    seed(folder / "served")
    costs = start_costs(folder / "served", PROGRAM)
    (folder / "shown").mkdir()
    return [
        *desktop.measure_start(folder / "shown", PROGRAM, bars.PACKAGED_WINDOW_CPU, bars.PACKAGED_WINDOW),
        *start_figures(costs, bars.PACKAGED_START_CPU, bars.PACKAGED_START),
        *_sizes(),
    ]


def _sizes() -> list[Figure]:
    files = [each for each in BUNDLE.rglob("*") if each.is_file() and not each.is_symlink()]
    sizes = Counter[str]()
    for file in files:
        sizes[_part(file)] += file.stat().st_size
    whole = sum(sizes.values()) / MEGABYTE
    largest = ", ".join(f"{name} {size / MEGABYTE:.0f}" for name, size in sizes.most_common(LARGEST_PARTS))
    packages = [each.stat().st_size / MEGABYTE for each in _packages()]
    package = bars.PACKAGE_SIZE.measured(max(packages)) if packages else bars.PACKAGE_SIZE.skipped("make package")
    return [bars.BUNDLE_SIZE.measured(whole, largest), package]


def _part(file: Path) -> str:
    """The package or library of a file."""
    inside = file.relative_to(BUNDLE)
    if inside.parts[0] != "_internal":
        return inside.name
    return inside.parts[1].split(".")[0]


def _packages() -> list[Path]:
    return sorted(each for each in (ROOT / "dist").glob("*") if each.suffix in {".deb", ".rpm"})
