"""Corrupted copies of a database after a clean stop: `python -m tests.durability.corruption [COUNT]` counts outcomes.

Each copy is corrupted in a way that its number selects. It is opened by the app, read as the teacher's screens read it,
and checked like the background check; every row is compared with the row before the corruption.
"""

import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from starlette.testclient import TestClient

from server.app import create_app
from server.data_protection.backups.periodic_check import DatabaseCheck
from server.database.damage_flag import is_suspect
from server.recovery.switch import RecoverySwitch
from server.security.sessions import SESSION_COOKIE
from server.settings import Settings
from tests.factories.data_folders import add_images, read_tables
from tests.factories.seeded import SeededClass, seed

Outcome = Literal[
    "recovery at the start",
    "found while it was read, recovery at the next start",
    "found by the background check, recovery at the next start",
    "inconsistent rows, found by the background check",
    "not found, nothing wrong",
    "not found, wrong data or errors",
]
OUTCOMES: tuple[Outcome, ...] = Outcome.__args__  # type: ignore[attr-defined]
BASE_URL = "http://127.0.0.1"
VOLATILE = frozenset({"preferences", "uses", "known_browsers", "idempotency_keys", "sign_in_failures"})
Damage = Callable[[bytearray, int, random.Random], None]


@dataclass(frozen=True, slots=True)
class Original:
    """A class after a clean stop, and the responses that its screens show."""

    folder: Path
    seeded: SeededClass
    rows: dict[str, list[dict[str, object]]]
    screens: list[tuple[int, object]]


@dataclass(frozen=True, slots=True)
class Copy:
    """Outcome of one corrupted copy."""

    damage: str
    outcome: Outcome
    was_wrong: bool
    """Whether a response or row differs from the original or can't be read."""


def make_original(folder: Path) -> Original:
    """Two months of a class of fifteen with images, free pages and overflow pages."""
    seeded = seed(folder, months=2, submissions=2, students=15)
    add_images(folder, 4)
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection, connection:
        connection.execute("UPDATE submissions SET submission_text = hex(zeroblob(2400)) WHERE rowid % 3 = 0")
        connection.execute("CREATE TABLE passing AS SELECT * FROM goalbuck_entries")
        connection.execute("DROP TABLE passing")
    with TestClient(create_app(_settings(folder)), client=("127.0.0.1", 50000)) as client:
        screens = list(read_screens(client, seeded))
    assert {status for status, _ in screens} == {200}
    return Original(folder, seeded, rows_of(folder), screens)


def rows_of(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Every row that doesn't change without activity."""
    return {table: rows for table, rows in read_tables(folder / "goalbucks.db").items() if table not in VOLATILE}


def read_screens(client: TestClient, seeded: SeededClass) -> Iterator[tuple[int, object]]:
    """The calls of a teacher's screens."""
    of_teacher = [f"/api/{name}/teacher/{seeded.teacher_id}" for name in ("goals", "submissions", "students")]
    of_class = [f"/api/classrooms/{seeded.id}/students", f"/api/store/classroom/{seeded.id}", seeded.stats_path]
    of_students = [
        f"/api/students/{student.id}/{name}" for student in seeded.students for name in ("goals", "ledger", "goalbucks")
    ]
    for path in chain(["/api/classrooms"], of_teacher, of_class, of_students):
        response = client.get(f"{BASE_URL}{path}", headers={"Cookie": f"{SESSION_COOKIE}={seeded.teacher_token}"})
        yield response.status_code, response.json()


def zero_page(file: bytearray, page: int, chance: random.Random) -> None:
    del chance
    size = page_size(file)
    file[(page - 1) * size : page * size] = bytes(size)


def flip_bytes(file: bytearray, page: int, chance: random.Random) -> None:
    size = page_size(file)
    for _ in range(8):
        file[(page - 1) * size + chance.randrange(size)] ^= chance.randrange(1, 256)


def replace_sector(file: bytearray, page: int, chance: random.Random) -> None:
    """Replace 512 bytes by other data, like a misdirected sector write."""
    start = (page - 1) * page_size(file) + 512 * chance.randrange(page_size(file) // 512)
    file[start : start + 512] = chance.randbytes(512)


def truncate(file: bytearray, page: int, chance: random.Random) -> None:
    del chance
    del file[(page - 1) * page_size(file) :]


def flip_header(file: bytearray, page: int, chance: random.Random) -> None:
    del page
    for _ in range(4):
        file[chance.randrange(100)] ^= chance.randrange(1, 256)


def page_size(file: bytearray) -> int:
    return int.from_bytes(file[16:18], "big")


def pages_by_use(path: Path) -> dict[str, list[int]]:
    """Pages by use: leaf and interior pages of tables and indexes, free pages, and overflow pages."""
    file = bytearray(path.read_bytes())
    size, free = page_size(file), set(_free_pages(file))
    kinds = {2: "index", 10: "index", 5: "table", 13: "table"}
    found: dict[str, list[int]] = {"table": [], "index": [], "free": [], "overflow": []}
    for page in range(2, len(file) // size + 1):
        use = "free" if page in free else kinds.get(file[(page - 1) * size], "overflow")
        found[use].append(page)
    return found


def _free_pages(file: bytearray) -> Iterator[int]:
    size, trunk = page_size(file), int.from_bytes(file[32:36], "big")
    while trunk:
        yield trunk
        start = (trunk - 1) * size
        count = int.from_bytes(file[start + 4 : start + 8], "big")
        for leaf in range(count):
            yield int.from_bytes(file[start + 8 + 4 * leaf : start + 12 + 4 * leaf], "big")
        trunk = int.from_bytes(file[start : start + 4], "big")


def corrupt(path: Path, number: int, pages: dict[str, list[int]]) -> str:
    """Corrupt the file in the way of this number; returns a description."""
    chance = random.Random(number)
    ways: list[tuple[str, Damage]] = [(use, way) for use in pages for way in (zero_page, flip_bytes, replace_sector)]
    ways += [("table", truncate), ("header", flip_header)]
    use, way = ways[number % len(ways)]
    file = bytearray(path.read_bytes())
    way(file, chance.choice(pages.get(use, [1])), chance)
    path.write_bytes(file)
    return f"{way.__name__} {use}"


def try_copy(original: Original, number: int, pages: dict[str, list[int]], scratch: Path) -> Copy:
    """Corrupt a copy, start it, read it and check it."""
    folder = Path(shutil.copytree(original.folder, scratch / "copy"))
    try:
        how = corrupt(folder / "goalbucks.db", number, pages)
        outcome, was_wrong = _outcome(original, folder)
        if outcome.endswith("recovery at the next start"):
            with _started(folder) as client:
                assert _is_in_recovery_mode(client), how
        return Copy(how, outcome, was_wrong)
    finally:
        shutil.rmtree(folder)


def _settings(folder: Path) -> Settings:
    return Settings(data_dir=folder, ui_dir=Path("no-ui"))


def _started(folder: Path) -> TestClient:
    settings = _settings(folder)
    app = create_app(settings)
    switch = RecoverySwitch(app, settings, report=lambda _: None, on_recovered=lambda: None)
    client = TestClient(switch, client=("127.0.0.1", 50000), raise_server_exceptions=False)
    client.app_state = {"app": app}
    return client


def _is_in_recovery_mode(client: TestClient) -> bool:
    return client.get(f"{BASE_URL}/api/rescue").status_code == 200


def _outcome(original: Original, folder: Path) -> tuple[Outcome, bool]:
    with _started(folder) as client:
        if _is_in_recovery_mode(client):
            return "recovery at the start", False
        was_wrong = list(read_screens(client, original.seeded)) != original.screens or _rows_differ(original, folder)
        settings = _settings(folder)
        if is_suspect(settings):
            return "found while it was read, recovery at the next start", was_wrong
        check: DatabaseCheck = client.app_state["app"].state.services.database_check
        assert check.run()
        if is_suspect(settings):
            return "found by the background check, recovery at the next start", was_wrong
        if check.inconsistencies:
            return "inconsistent rows, found by the background check", was_wrong
    return "not found, wrong data or errors" if was_wrong else "not found, nothing wrong", was_wrong


def _rows_differ(original: Original, folder: Path) -> bool:
    try:
        return rows_of(folder) != original.rows
    except sqlite3.Error:
        return True


def try_copies(count: int, scratch: Path) -> list[Copy]:
    """Try copies number 0 to `count` - 1."""
    original = make_original(scratch / "original")
    pages = pages_by_use(original.folder / "goalbucks.db")
    assert all(pages.values()), {use: len(found) for use, found in pages.items()}
    return [try_copy(original, number, pages, scratch) for number in range(count)]


def table(copies: list[Copy]) -> str:
    """Counts per outcome, and the corruptions that changed data without being detected."""
    counts = Counter(copy.outcome for copy in copies)
    lines = [f"{counts[outcome]:4}  {outcome}" for outcome in OUTCOMES]
    shown = sum(copy.was_wrong for copy in copies)
    lines.append(f"{shown:4}  showed something wrong before it was found, or without")
    missed = Counter(copy.damage for copy in copies if copy.outcome == "not found, wrong data or errors")
    lines += [f"      missed: {how} ({number})" for how, number in missed.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    with TemporaryDirectory() as folder_of_all:
        print(table(try_copies(int(sys.argv[1]) if len(sys.argv) > 1 else 50, Path(folder_of_all))))  # noqa: T201
