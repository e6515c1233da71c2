"""Restores killed at every n-th executed line: `python -m tests.durability.crash_restore`.

A process of its own because each try forks. Prints the number of kills, and after how many of them the old and the new
state existed; exits with 1 at the first kill that left neither.
"""

import shutil
import sys
from functools import partial
from itertools import count
from pathlib import Path

from server.data_protection.backups.atomic_restore import RestoreOptions, install_backup, stage_backup
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.startup_check import require_intact_database
from server.database.migrate import migrate
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.factories.data_folders import find_temporary_files, read_data_folder, read_tables


def restore(folder: Path, backup: Path) -> None:
    """Restore like `goalbucks restore`."""
    backups = BackupService(Settings(data_dir=folder))
    backups.remove_leftovers()
    with stage_backup(backups, backup, RestoreOptions()) as staged:
        install_backup(backups, staged)


def main(before: Path, backup: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    old, old_images = read_data_folder(before)
    shutil.copytree(before, scratch)
    restore(scratch, backup)
    new, all_images = read_data_folder(scratch)
    assert old != new
    found = {"old": 0, "new": 0}
    for line in count(first, stride):
        shutil.rmtree(scratch)
        shutil.copytree(before, scratch)
        if not is_killed_at(line, partial(restore, scratch, backup)):
            break
        # As the next start does.
        backups = BackupService(Settings(data_dir=scratch))
        backups.remove_leftovers()
        require_intact_database(backups)
        migrate(backups.settings.database_url)
        state = read_tables(scratch / "goalbucks.db")
        images = read_data_folder(scratch)[1]
        whole = {name: digest for name, digest in images.items() if not name.endswith(".tmp")}
        assert state in (old, new), f"killed at line {line}, it left neither state"
        assert old_images.items() <= whole.items() <= all_images.items(), f"killed at line {line}, images differ"
        if state == new:
            assert whole == all_images, f"killed at line {line}, images are missing"
        assert [path for path in find_temporary_files(scratch) if not path.startswith("images/")] == []
        found["new" if state == new else "old"] += 1
        restore(scratch, backup)
        assert read_tables(scratch / "goalbucks.db") == new
    print(found["old"] + found["new"], found["old"], found["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    folder, file, scratch_folder = (Path(each) for each in sys.argv[1:4])
    main(folder, file, scratch_folder, int(sys.argv[4]), int(sys.argv[5]))
