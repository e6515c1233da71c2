"""Backups under load, and restores and backups that are killed."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from server.data_protection.backups.atomic_restore import RestoreOptions, install_backup, stage_backup
from server.data_protection.backups.integrity import check_integrity
from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.durability.conftest import Start
from tests.durability.crash_injection import run_crashes
from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import EntityKey, EntityState, ExpectedState, Write, read_state
from tests.durability.load_generator import LoadGenerator
from tests.durability.review_load import ReviewLoad
from tests.factories.data_folders import add_images, image_digests, read_data_folder, read_tables
from tests.factories.forked_program import run_forked
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess


class StateHistory(ExpectedState):
    """An `ExpectedState` that also keeps every state that an entity ever had."""

    def __init__(self, folder: Path) -> None:
        super().__init__(read_state(folder))
        self.states: dict[EntityKey, list[EntityState]] = {key: [state] for key, state in self.known.items()}

    def acknowledge(self, write: Write) -> None:
        """Record a write that was acknowledged or found in the file."""
        super().acknowledge(write)
        for key, (before, after) in write.changes.items():
            self.states.setdefault(key, [before]).append(after)

    def state_counts(self) -> dict[EntityKey, int]:
        """The number of states of each entity so far."""
        return {key: len(states) for key, states in self.states.copy().items()}

    def find_stale(
        self, found: Mapping[EntityKey, EntityState], since: Mapping[EntityKey, int]
    ) -> dict[EntityKey, EntityState]:
        """Entities in a state that was never acknowledged or is older than `since`, without sessions."""
        keys = {key for key in {*self.states, *found} if key[0] != "session"}
        may_be = {each: self.states.get(each, [])[since.get(each, 1) - 1 :] for each in keys}
        return {each: found.get(each) for each in keys if found.get(each) not in may_be[each]}


INSERTED = ("goals", "submissions", "goalbuck_entries", "store_items", "purchases")
"""Tables whose ids increase with insertion order, as there is one writer at a time."""


def _require_prefix(elsewhere: Path, folder: Path) -> None:
    """Assert that the restored rows are a prefix of the live ones, cut at one moment across all tables."""
    restored, whole = read_tables(elsewhere / "goalbucks.db"), read_tables(folder / "goalbucks.db")
    ids = {table: {str(row["id"]) for row in restored[table]} for table in INSERTED}
    moment = max(each for table in INSERTED for each in ids[table])
    for table in INSERTED:
        began = {str(row["id"]) for row in whole[table] if str(row["id"]) <= moment}
        assert began <= ids[table], table  # rows missing from the live database were deleted since
    entries = [row for row in whole["goalbuck_entries"] if str(row["id"]) <= moment]
    assert restored["goalbuck_entries"] == entries


def _named_images(folder: Path) -> set[str]:
    rows = DbInvariants(folder).query("SELECT image_key FROM submissions WHERE image_key IS NOT NULL")
    return {str(key) for (key,) in rows}


def _require_images(elsewhere: Path, folder: Path) -> None:
    """Assert that the images are equal; those deleted since belonged to withdrawn proofs."""
    restored, now = image_digests(elsewhere), image_digests(folder)
    assert restored
    assert {name for name in restored if name in now and restored[name] != now[name]} == set()
    assert {name.split(".")[0] for name in restored if name not in now}.isdisjoint(_named_images(folder))


BackupMethod = Callable[[ServerProcess, SeededClass, Path], None]
"""Writes a backup to this file while the server runs."""


def _back_up_by_call(server: ServerProcess, seeded_class: SeededClass, target: Path) -> None:
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        status, made = teacher.request("POST", "/api/backups", {})
    assert status == 201, made
    (server.data_dir / "backups" / made["name"]).rename(target)


def _back_up_by_command(server: ServerProcess, _seeded_class: SeededClass, target: Path) -> None:
    run_forked("backup", target, "--data-dir", server.data_dir)


def _require_consistent(elsewhere: Path, folder: Path, make: BackupMethod) -> None:
    assert DbInvariants(elsewhere).violations() == {}
    problems = check_integrity(Settings(data_dir=elsewhere)).problems
    if make is _back_up_by_command:
        # The command can't prevent the running server from deleting the image of a proof withdrawn meanwhile.
        named = _named_images(folder)
        problems = [each for each in problems if "is missing" not in each or any(key in each for key in named)]
    assert problems == []


def _back_up_under_load(folder: Path, start: Start, tmp_path: Path, make: BackupMethod, *, backups: int) -> None:
    seeded_class = seed(folder, submissions=1)
    add_images(folder, 10)
    history = StateHistory(folder)
    work = LoadGenerator(seeded_class, history, workers=4, seed=11)
    server = start()
    work.start(server.port, responses=20)
    made: list[tuple[Path, dict[EntityKey, int]]] = []
    for number in range(backups):
        before = work.acknowledged
        made.append((tmp_path / f"{number}.backup", history.state_counts()))
        make(server, seeded_class, made[-1][0])
        assert work.acknowledged > before  # the load went on
    server.stop()
    work.join()
    work.resolve_unanswered(read_state(folder))
    for path, since in made:
        elsewhere = path.with_suffix(".restored")
        run_forked("restore", path, "--data-dir", elsewhere)
        _require_consistent(elsewhere, folder, make)
        assert history.find_stale(read_state(elsewhere), since) == {}
        _require_prefix(elsewhere, folder)
        _require_images(elsewhere, folder)
        assert DbInvariants(elsewhere).query("SELECT count(*) FROM sessions") == [(0,)]


def test_a_backup_under_load_is_a_consistent_snapshot_with_every_acknowledged_write(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    _back_up_under_load(folder, start, tmp_path, _back_up_by_call, backups=1)


@pytest.mark.long
@pytest.mark.parametrize("make", [_back_up_by_call, _back_up_by_command])
def test_each_of_many_backups_under_load_is_a_consistent_snapshot(
    folder: Path, start: Start, tmp_path: Path, make: BackupMethod
) -> None:
    _back_up_under_load(folder, start, tmp_path, make, backups=20)


def test_a_backup_made_after_load_restores_every_row_and_image_elsewhere(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    reviews = ReviewLoad(seed(folder, submissions=3))
    add_images(folder, 3)
    server = start()
    reviews.start(server.port)
    reviews.wait_until_done()
    run_forked("backup", tmp_path / "class.backup", "--data-dir", folder)
    server.stop()
    run_forked("restore", tmp_path / "class.backup", "--data-dir", tmp_path / "elsewhere")
    assert read_data_folder(tmp_path / "elsewhere") == read_data_folder(folder)


def _kill_restores(tmp_path: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Kill restores of an older state; return the number of kills, and how many left the old and the new state."""
    folder = tmp_path / "class"
    seed(folder, submissions=2, students=2)
    add_images(folder, 2)
    backup = BackupService(Settings(data_dir=folder)).write(BackupRequest("by-hand", target=tmp_path / "class.backup"))
    for image in (folder / "images").rglob("*.jpg"):
        image.unlink()
    DbInvariants(folder).execute("UPDATE classrooms SET name = 'Renamed since'")
    DbInvariants(folder).execute("UPDATE submissions SET image_key = NULL")
    return run_crashes("crash_restore", folder, backup, tmp_path / "scratch", first, stride)


def test_a_killed_restore_leaves_the_complete_old_or_new_state(tmp_path: Path) -> None:
    killed, old, new = _kill_restores(tmp_path, 7, 130)
    assert killed == old + new
    assert killed >= 7
    assert old


@pytest.mark.long
def test_a_restore_killed_at_any_line_leaves_the_complete_old_or_new_state(tmp_path: Path) -> None:
    killed, old, new = _kill_restores(tmp_path, 1, 1)
    assert killed >= 1000
    assert old
    assert new


def _kill_backups(tmp_path: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Kill a daily backup above the retained number; return the kills, and how many left the old and the new one."""
    folder = tmp_path / "class"
    seed(folder, submissions=3, students=2)
    add_images(folder, 2)
    backups = BackupService(Settings(data_dir=folder))
    kept = [f"20{number:02}-01-01-080000-weekly" for number in range(4)]
    kept += [f"20{number:02}-01-01-080000-daily" for number in range(4, 11)]
    for number, name in enumerate(kept):
        backups.write(BackupRequest("daily")).rename(backups.folder / f"goalbucks-{name}.backup")
        if number == 0:  # the first backup, which is pruned when another comes, is the last to reference these
            DbInvariants(folder).execute("UPDATE submissions SET image_key = NULL")
            add_images(folder, 1)
    add_images(folder, 1)
    return run_crashes("crash_backup", folder, tmp_path / "scratch", first, stride)


def test_a_killed_daily_backup_leaves_every_retained_backup_valid(tmp_path: Path) -> None:
    killed, old, new = _kill_backups(tmp_path, 11, 250)
    assert killed == old + new
    assert killed >= 5
    assert old


@pytest.mark.long
def test_a_daily_backup_killed_at_any_of_200_lines_leaves_every_retained_backup_valid(tmp_path: Path) -> None:
    killed, old, new = _kill_backups(tmp_path, 1, 11)
    assert killed >= 200
    assert old
    assert new


def test_a_restore_after_a_crash_is_complete_and_keeps_the_crashed_state_as_a_backup(
    folder: Path, start: Start, tmp_path: Path
) -> None:
    reviews = ReviewLoad(seed(folder, submissions=20))
    backup = BackupService(Settings(data_dir=folder)).write(BackupRequest("by-hand", target=tmp_path / "class.backup"))
    before = read_tables(folder / "goalbucks.db")
    server = start()
    reviews.start(server.port)
    server.kill()
    reviews.join()
    backups = BackupService(Settings(data_dir=folder))
    with stage_backup(backups, backup, RestoreOptions()) as staged:
        kept = install_backup(backups, staged)
    assert kept is not None
    assert read_tables(folder / "goalbucks.db") == before
    with stage_backup(backups, kept, RestoreOptions()) as staged:
        install_backup(backups, staged)
    found = DbInvariants(folder).submission_statuses()
    assert {each: status for each, status in found.items() if status not in reviews.possible_statuses(each)} == {}
