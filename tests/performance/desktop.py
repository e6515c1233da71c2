"""From the double-click to the login screen in the real window, and what both processes cost while nobody clicks."""

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
from tests.factories.process import PROGRAM, ROOT
from tests.factories.seated import seat
from tests.lan import lab
from tests.launcher import screen
from tests.performance.table import Figure, below

NAME = "double-click to the login screen in the window"
STARTS = 5
START_LIMIT = 1.5
PATIENCE_SECONDS = 60
SETTLE_SECONDS = 5.0
IDLE_SECONDS = 10.0
SERVER_LIMIT = 0.5
WINDOW_LIMIT = 1.0
MEGABYTE = 1_000_000
PAINTED = re.compile(r"GET /painted/(\d+) 200")
# The frame after the one that has the button is when it can be seen.
SCRIPT = """
const look = () => [...document.querySelectorAll('button')].some((each) => each.textContent === 'Teacher Login')
  ? requestAnimationFrame(() => fetch('/painted/' + Date.now())) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""


def measure(folder: Path, program: Sequence[str] = PROGRAM, name: str = NAME) -> list[Figure]:
    """Starts one after another, on a folder with a class in it; then one that is left alone."""
    if screen.MISSING:
        return [Figure(name, f"skipped: not installed: {screen.MISSING}", f"< {START_LIMIT} s")]
    if not (Settings().ui_dir / "index.html").is_file():
        return [Figure(name, "skipped: the UI has not been built (make setup)", f"< {START_LIMIT} s")]
    data_dir = folder / "data"
    seat(data_dir)
    _tell_when_painted(Settings().ui_dir, folder / "ui")
    with ExitStack() as leaving:
        (folder / "screen").mkdir()
        shown = leaving.enter_context(screen.open_screen(folder / "screen"))
        prefix, options, where = _place(leaving)
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
    """How to start `goalbucks` as a double-click does."""

    command: Sequence[str]
    environment: dict[str, str]
    data_dir: Path

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """Started, until the end of the `with` block."""
        nowhere = subprocess.DEVNULL
        with subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, stdin=nowhere, stdout=nowhere, stderr=nowhere
        ) as program:
            try:
                yield program
            finally:
                program.send_signal(signal.SIGTERM)

    def painted(self, count: int) -> float:
        """When the login screen was painted for the time of this number, by the clock on the wall."""
        end = time.monotonic() + PATIENCE_SECONDS
        while len(found := self.paints()) < count:
            assert time.monotonic() < end, "the login screen never came"
            time.sleep(0.02)
        return found[-1]

    def paints(self) -> list[float]:
        """Each time so far."""
        file = self.data_dir / files.FOLDER_NAME / files.LOG_FILE
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        return [int(moment) / 1000 for moment in PAINTED.findall(text)]


@dataclass(frozen=True, slots=True)
class _Cost:
    """What processes cost: megabytes that they have to themselves and their share of the rest, and CPU in percent."""

    memory: float
    cpu: float


def _tell_when_painted(built: Path, copy: Path) -> None:
    """The same UI, which also says when it can be used."""
    shutil.copytree(built, copy)
    for compressed in copy.glob("index.html.*"):
        compressed.unlink()
    index = copy / "index.html"
    index.write_text(index.read_text().replace("</head>", '<script defer src="/assets/painted.js"></script></head>'))
    (copy / "assets" / "painted.js").write_text(SCRIPT)


def _place(leaving: ExitStack) -> tuple[list[str], list[str], str]:
    """Where to start it: on a network of its own, announced as in a school; else here, without being announced."""
    if lab.why_missing() is not None:
        return [], ["--no-announce"], "not announced"
    host = leaving.enter_context(lab.Switch()).add(10)
    return host.command(), [], "announced"


def _seconds_to_login(desktop: _Desktop) -> float:
    count = len(desktop.paints()) + 1
    begun = time.time()
    with desktop.running():
        return desktop.painted(count) - begun


def _idle(desktop: _Desktop) -> tuple[_Cost, _Cost]:
    """The server, and the window with its helpers."""
    count = len(desktop.paints()) + 1
    with desktop.running() as program:
        desktop.painted(count)
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
    """What several of them share counts once."""
    return sum(process.memory_full_info().pss for process in processes) / MEGABYTE


def _figures(idle: tuple[_Cost, _Cost], where: str) -> list[Figure]:
    server, window = idle
    return [
        Figure("  idle: memory (PSS) of server and window", f"{server.memory:.0f} + {window.memory:.0f} MB"),
        below(f"  idle: CPU of the server, {where}, of one core", server.cpu, SERVER_LIMIT, "%"),
        below("  idle: CPU of the window", window.cpu, WINDOW_LIMIT, "%"),
    ]
