"""Time from the double-click to the login screen in the real window, and the idle cost of both processes."""

import os
import re
import shutil
import signal
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from launcher.logs import files
from server.settings import Settings
from tests.factories.seeded import seed
from tests.factories.server_process import PROGRAM, ROOT
from tests.lan import lab
from tests.launcher import screen
from tests.performance.table import Figure, below

NAME = "double-click to the login screen in the window"
STARTS = 5
START_LIMIT = 1.5
TIMEOUT_SECONDS = 60
SETTLE_SECONDS = 5.0
IDLE_SECONDS = 10.0
SERVER_LIMIT = 0.5
WINDOW_LIMIT = 1.0
MEGABYTE = 1_000_000
PAINT_LOG_LINE = re.compile(r"GET /painted/(\d+) 200")
# The frame after the one with the button is when it is visible.
SCRIPT = """
const look = () => [...document.querySelectorAll('button')].some((each) => each.textContent === 'Teacher Login')
  ? requestAnimationFrame(() => fetch('/painted/' + Date.now())) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""


def measure(folder: Path, program: Sequence[str] = PROGRAM, name: str = NAME) -> list[Figure]:
    """Repeated starts on a folder with a class in it, then one left idle."""
    if screen.MISSING:
        return [Figure(name, f"skipped: not installed: {screen.MISSING}", f"< {START_LIMIT} s")]
    if not (Settings().ui_dir / "index.html").is_file():
        return [Figure(name, "skipped: the UI has not been built (make setup)", f"< {START_LIMIT} s")]
    data_dir = folder / "data"
    seed(data_dir)
    _copy_with_paint_report(Settings().ui_dir, folder / "ui")
    with ExitStack() as leaving:
        (folder / "screen").mkdir()
        shown = leaving.enter_context(screen.open_screen(folder / "screen"))
        prefix, options, where = _start_environment(leaving)
        desktop = _Desktop(
            [*prefix, *program, "--data-dir", str(data_dir), *options],
            {**os.environ, "DISPLAY": shown.display, "GOALBUCKS_UI_DIR": str(folder / "ui")},
            data_dir,
        )
        times = sorted(_seconds_to_login(desktop) for _ in range(STARTS))
        idle = _idle(desktop)
    spread = f" ({times[0]:.2f} to {times[-1]:.2f})"
    return [
        below(f"{name}, median of {STARTS}", statistics.median(times), START_LIMIT, "s", spread),
        *_figures(idle, where),
    ]


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


def _seconds_to_login(desktop: _Desktop) -> float:
    count = len(desktop.paint_times()) + 1
    begun = time.time()
    with desktop.running():
        return desktop.wait_for_paint(count) - begun


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


def _figures(idle: tuple[_Cost, _Cost], where: str) -> list[Figure]:
    server, window = idle
    return [
        Figure("  idle: memory (PSS) of server and window", f"{server.memory:.0f} + {window.memory:.0f} MB"),
        below(f"  idle: CPU of the server, {where}, of one core", server.cpu, SERVER_LIMIT, "%"),
        below("  idle: CPU of the window", window.cpu, WINDOW_LIMIT, "%"),
    ]
