"""The first and the second daily backup of three years of data with a photo for nearly every goal."""

import os
import resource
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from server.uuid7 import uuid7
from tests.factories.seeded import MONTHS, seed
from tests.performance import bars
from tests.performance.table import Figure

PHOTOS = 40_000
SIZES = {"full": 24_000, "thumb": 4_000}
"""Bytes of an image's files; real ones are five times as large, which the first backup reads and copies."""
NEW_PHOTOS = 30
"""Photos of one day."""
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one call."""

    seconds: float
    processor_seconds: float
    written_bytes: int
    """Bytes written to disk by this process."""


def measure(folder: Path, sizes: dict[str, int] | None = None) -> list[Figure]:
    """Seconds, CPU time and bytes written of both backups."""
    data = folder / "data"
    seed(data, months=MONTHS)
    add_photos(data, PHOTOS, sizes or SIZES)
    backups = BackupService(Settings(data_dir=data))
    first = cost_of(lambda: backups.write(BackupRequest("daily")))
    before = bytes_in(backups.folder)
    add_photos(data, NEW_PHOTOS, sizes or SIZES)
    second = cost_of(lambda: backups.write(BackupRequest("daily")))
    added = bytes_in(backups.folder) - before
    return [
        bars.FIRST_BACKUP_CPU.measured(first.processor_seconds, _format(first)),
        bars.SECOND_BACKUP_CPU.measured(second.processor_seconds),
        bars.SECOND_BACKUP.measured(second.seconds, _format(second)),
        bars.BACKUP_SIZE.measured(before / MEGABYTE),
        bars.BACKUP_GROWTH.measured(added / MEGABYTE),
    ]


def add_photos(data_dir: Path, count: int, sizes: dict[str, int]) -> None:
    """Attach images to submissions without one, straight in the folder: uploading isn't what is measured."""
    images = Settings(data_dir=data_dir).image_dir
    for number in range(256):
        (images / f"{number:02x}").mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(data_dir / "goalbucks.db")) as connection, connection:
        query = "SELECT id FROM submissions WHERE image_key IS NULL ORDER BY id LIMIT ?"
        for (submission_id,) in connection.execute(query, (count,)).fetchall():
            key = uuid7().hex
            for size, length in sizes.items():
                path = images / key[-2:] / f"{key}.{size}.jpg"
                path.write_bytes(b"\xff\xd8" + secrets.token_bytes(length) + b"\xff\xd9")
            connection.execute("UPDATE submissions SET image_key = ? WHERE id = ?", (key, submission_id))


def cost_of(work: Callable[[], object]) -> Cost:
    """Run it once and measure."""
    os.sync()
    began, before, written = time.monotonic(), _processor_seconds(), _written_bytes()
    work()
    return Cost(time.monotonic() - began, _processor_seconds() - before, _written_bytes() - written)


def bytes_in(folder: Path) -> int:
    """Total size of all files below it."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _written_bytes() -> int:
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])


def _format(cost: Cost) -> str:
    return f"{cost.seconds:.0f} s, {cost.written_bytes / MEGABYTE:,.0f} MB written"
