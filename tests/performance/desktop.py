"""Time from the double-click to the login screen in the real window, and the idle cost of both processes."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from launcher.logs import files
from server.settings import Settings
from tests.factories.paths import ROOT
from tests.factories.seeded import seed
from tests.factories.server_process import PROGRAM
from tests.lan import lab
from tests.launcher import screen
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.start import StartCost, start_figures
from tests.performance.table import Figure, Metric

STARTS = 5
TIMEOUT_SECONDS = 60
SETTLE_SECONDS = 5.0
IDLE_SECONDS = 10.0
MEGABYTE = 1_000_000
PAINT_LOG_LINE = re.compile(r"GET /painted/(\d+) 200")
# The frame after the one with the button is when it is visible.
SCRIPT = """
const look = () => [...document.querySelectorAll('button')].some((each) => each.textContent === 'Teacher Login')
  ? requestAnimationFrame(() => fetch('/painted/' + Date.now())) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""


def measure(folder: Path) -> list[Figure]:
    """Repeated starts on a folder with a class in it, then one left idle."""
    missing = _why_missing()
    if missing is not None:
        return [bars.WINDOW.skipped(missing)]
    with _opened(folder, PROGRAM) as (desktop, where):
        return [*start_figures(_start_costs(desktop), bars.WINDOW_CPU, bars.WINDOW), *_idle_figures(desktop, where)]


def measure_start(folder: Path, program: Sequence[str], cpu: Metric, wall_clock: Metric) -> list[Figure]:
    """Repeated starts of another program, such as the bundle."""
    missing = _why_missing()
    if missing is not None:
        return [wall_clock.skipped(missing)]
    with _opened(folder, program) as (desktop, _):
        return start_figures(_start_costs(desktop), cpu, wall_clock)


def _why_missing() -> str | None:
    if screen.MISSING:
        return f"not installed: {screen.MISSING}"
    return None if (Settings().ui_dir / "index.html").is_file() else "the UI has not been built (make setup)"


@contextmanager
def _opened(folder: Path, program: Sequence[str]) -> Iterator[tuple["_Desktop", str]]:
    """A screen on which the program can be started, and whether the computer is announced."""
    data_dir = folder / "data"
    seed(data_dir)
    _copy_with_paint_report(Settings().ui_dir, folder / "ui")
    with ExitStack() as leaving:
        (folder / "screen").mkdir()
        shown = leaving.enter_context(screen.open_screen(folder / "screen"))
        prefix, options, where = _start_environment(leaving)
        command = [*prefix, *program, "--data-dir", str(data_dir), *options]
        environment = {**os.environ, "DISPLAY": shown.display, "GOALBUCKS_UI_DIR": str(folder / "ui")}
        yield _Desktop(command, environment, data_dir), where


@dataclass(frozen=True, slots=True)
class _Desktop:
    """How to start `goalbucks` like a double-click."""

    command: Sequence[str]
    environment: dict[str, str]
    data_dir: Path

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """A running window, stopped at the end of the `with` block."""
        nowhere = subprocess.DEVNULL
        with subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, stdin=nowhere, stdout=nowhere, stderr=nowhere
        ) as program:
            try:
                yield program
            finally:
                program.send_signal(signal.SIGTERM)

    def wait_for_paint(self, count: int) -> float:
        """Wall-clock time of the n-th paint of the login screen."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while len(found := self.paint_times()) < count:
            assert time.monotonic() < end, "the login screen never came"
            time.sleep(0.02)
        return found[-1]

    def paint_times(self) -> list[float]:
        """All paint times so far."""
        file = self.data_dir / files.FOLDER_NAME / files.LOG_FILE
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        return [int(moment) / 1000 for moment in PAINT_LOG_LINE.findall(text)]


@dataclass(frozen=True, slots=True)
class _Cost:
    """Cost of processes: private memory with their share of shared memory in megabytes, and CPU in percent."""

    memory: float
    cpu: float


def _copy_with_paint_report(built: Path, copy: Path) -> None:
    """A copy of the UI that also reports when the login screen was painted."""
    shutil.copytree(built, copy)
    for compressed in copy.glob("index.html.*"):
        compressed.unlink()
    index = copy / "index.html"
    index.write_text(index.read_text().replace("</head>", '<script defer src="/assets/painted.js"></script></head>'))
    (copy / "assets" / "painted.js").write_text(SCRIPT)


def _start_environment(leaving: ExitStack) -> tuple[list[str], list[str], str]:
    """Run in a network namespace with announcements, where possible; else here without announcements."""
    if lab.why_missing() is not None:
        return [], ["--no-announce"], "not announced"
    host = leaving.enter_context(lab.Switch()).add_host(10)
    return host.command(), [], "announced"


def _start_costs(desktop: _Desktop) -> list[StartCost]:
    return [_start_cost(desktop) for _ in range(STARTS)]


def _start_cost(desktop: _Desktop) -> StartCost:
    """From the double-click to the login screen; the processor time is that of server, window and web view."""
    count = len(desktop.paint_times()) + 1
    started_at = time.time()
    with desktop.running() as program:
        painted = desktop.wait_for_paint(count)
        return StartCost(painted - started_at, cpu_seconds(psutil.Process(program.pid)))


def _idle(desktop: _Desktop) -> tuple[_Cost, _Cost]:
    """Idle cost of the server, and of the window with its helper processes."""
    count = len(desktop.paint_times()) + 1
    with desktop.running() as program:
        desktop.wait_for_paint(count)
        time.sleep(SETTLE_SECONDS)
        server = psutil.Process(program.pid)
        window = server.children(recursive=True)
        before = _cpu([server]), _cpu(window)
        time.sleep(IDLE_SECONDS)
        after = _cpu([server]), _cpu(window)
        costs = [
            _Cost(_memory(of), (spent - so_far) / IDLE_SECONDS * 100)
            for of, so_far, spent in zip(([server], window), before, after, strict=True)
        ]
    return costs[0], costs[1]


def _cpu(processes: list[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def _memory(processes: list[psutil.Process]) -> float:
    """Memory shared by several processes counts once."""
    return sum(process.memory_full_info().pss for process in processes) / MEGABYTE


def _idle_figures(desktop: _Desktop, where: str) -> list[Figure]:
    server, window = _idle(desktop)
    return [
        bars.WINDOW_MEMORY.measured(server.memory + window.memory, f"{server.memory:.0f} + {window.memory:.0f}"),
        bars.IDLE_SERVER_CPU.measured(server.cpu, where),
        bars.IDLE_WINDOW_CPU.measured(window.cpu),
    ]
