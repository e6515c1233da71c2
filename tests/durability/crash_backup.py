"""Daily backups killed at every n-th executed line.

`python -m tests.durability.crash_backup FOLDER SCRATCH FIRST STRIDE`, a process of its own because each try forks.
FOLDER has a full set of retained backups, so that the oldest are pruned, and photos that only those reference. Prints
the number of kills, and after how many of them the old backups alone and the new one too existed.
"""

import shutil
import sys
from functools import partial
from itertools import count
from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.service import BackupRequest, BackupService
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.factories.data_folders import find_temporary_files


def verify_backups(backups: BackupService) -> set[str]:
    """Verify every backup and all its photos; returns their names."""
    names = set()
    for kept in find_backups(backups.folder):
        with backups.work_folder() as work, Archive(kept.path) as archive:
            archive.verify(work / "check.db", lambda: None)
            archive.verify_shared_images(archive.manifest.shared, lambda: None)
        names.add(kept.path.name)
    return names


def back_up(folder: Path) -> None:
    """Write a daily backup like the server; unreferenced photos go whatever their age."""
    backups = BackupService(Settings(data_dir=folder))
    backups.write(BackupRequest("daily"))
    backups.remove_unreferenced_images(keep_recent=False)


def main(before: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    old = verify_backups(BackupService(Settings(data_dir=before)))
    left = {"old": 0, "new": 0}
    for line in count(first, stride):
        shutil.rmtree(scratch, ignore_errors=True)
        shutil.copytree(before, scratch)
        ended = not is_killed_at(line, partial(back_up, scratch))
        backups = BackupService(Settings(data_dir=scratch))
        backups.remove_leftovers()  # as the next start does
        assert find_temporary_files(scratch) == [], f"killed at line {line}"
        names = verify_backups(backups)
        if ended:
            assert old - names, "nothing went"
            break
        assert len(old - names) <= len(names - old) <= 2, f"killed at line {line}"
        left["new" if names - old else "old"] += 1
        back_up(scratch)
        verify_backups(backups)
        named = {entry.sha256 for kept in find_backups(backups.folder) for entry in Archive(kept.path).manifest.shared}
        shared = {path.stem for path in backups.folder.glob("photos/*/*")}
        assert shared == named, f"killed at line {line}, it left photos that nobody needs"
    print(left["old"] + left["new"], left["old"], left["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
