"""Processor time of the stages of a start, of a new class and after three years with photos.

As a program (`python -m tests.performance.start_stages serve ...`) it is `goalbucks`, and writes the processor time at
the end of each stage to the data folder.
"""

import gc
import json
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from server.uuid7 import uuid7
from tests.factories.seeded import MONTHS, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.table import Figure

PROGRAM = (sys.executable, "-m", "tests.performance.start_stages")
STAGES_FILE = "stages.json"
STARTS = 5
BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Installed programs have bytecode; compiling the project's modules takes 170 ms."""


def measure(folder: Path) -> list[Figure]:
    """The lowest processor time of several interleaved starts, because other programs can only increase it."""
    young, old = folder / "young", folder / "old"
    seed(young)
    seed(old, months=MONTHS)
    _add_photos(old)
    for data_dir in (young, old):  # writes the bytecode
        _stages(data_dir)
    starts = [(_stages(young), _stages(old)) for _ in range(STARTS)]
    lowest = [
        {stage: min(costs[stage] for costs in each) for stage in starts[0][0]} for each in zip(*starts, strict=True)
    ]
    stages = [
        metric.measured(lowest[0][stage], f"after {MONTHS} months {lowest[1][stage]:.0f}")
        for stage, metric in bars.START_STAGES.items()
    ]
    young_total, old_total = (sum(each.values()) for each in lowest)
    return [*stages, bars.START_GROWTH.measured(old_total / young_total, f"{young_total:.0f} to {old_total:.0f} ms")]


def _add_photos(data_dir: Path) -> None:
    """Give each submission a photo: rows with keys, and two small files each."""
    with closing(sqlite3.connect(data_dir / "goalbucks.db")) as database, database:
        ids = [row for (row,) in database.execute("SELECT id FROM submissions")]
        keys = [uuid7().hex for _ in ids]
        database.executemany("UPDATE submissions SET image_key = ? WHERE id = ?", zip(keys, ids, strict=True))
    for key in keys:
        place = data_dir / "images" / key[-2:]
        place.mkdir(parents=True, exist_ok=True)
        for size in ("full", "thumb"):
            (place / f"{key}.{size}.jpg").write_bytes(b"photo")


def _stages(data_dir: Path) -> dict[str, float]:
    """Start once; return the milliseconds of each stage."""
    server = ServerProcess(data_dir, program=PROGRAM, environment=BYTECODE)
    server.stop()
    ends: dict[str, float] = json.loads((data_dir / STAGES_FILE).read_text())
    moments = [0.0, *ends.values()]
    return {stage: (end - started) * 1000 for stage, started, end in zip(ends, moments, moments[1:], strict=False)}


def _run() -> int:
    """Run the program, and record the processor time at the end of each stage."""
    gc.disable()  # as the launcher does during the imports
    from launcher.__main__ import main  # noqa: PLC0415 - the imports are measured
    from launcher.serving import server  # noqa: PLC0415 - likewise

    # isort: split
    import uvicorn  # noqa: PLC0415 - after the program's own import, which omits a part

    from server.runtime import Runtime  # noqa: PLC0415 - likewise

    ends: dict[str, float] = {"imports": time.process_time()}
    _record_end(server, "create_app", lambda: ends.update(app=time.process_time()))
    _record_end(Runtime, "open", lambda: ends.update(database=time.process_time()))
    _record_end(uvicorn.Server, "startup", lambda: _write(ends | {"ready": time.process_time()}))
    return main()


def _record_end(owner: Any, name: str, record: Callable[[], None]) -> None:
    """Call `record` whenever this function of a module or class, or its coroutine, has ended."""
    function = getattr(owner, name)

    def run(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        record()
        return result

    async def run_coroutine(*arguments: Any, **options: Any) -> Any:
        result = await function(*arguments, **options)
        record()
        return result

    setattr(owner, name, run_coroutine if iscoroutinefunction(function) else run)


def _write(ends: dict[str, float]) -> None:
    folder = Path(sys.argv[sys.argv.index("--data-dir") + 1])
    (folder / STAGES_FILE).write_text(json.dumps(ends))


if __name__ == "__main__":
    sys.exit(_run())
