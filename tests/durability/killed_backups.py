"""Daily backups that are killed at one line of the program after the other.

`python -m tests.durability.killed_backups FOLDER SCRATCH FIRST STRIDE`, in a process of its own, since each try is a
fork. FOLDER has all backups that are kept, so that the oldest go, and photos that only these need. Prints how many
were killed, and how many of them left the old backups alone and how many the new one too.
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
from tests.durability.killing import killed_at
from tests.factories.folders import litter


def require_whole(backups: BackupService) -> set[str]:
    """Prove every kept backup and all of its photos; their names."""
    names = set()
    for kept in find_backups(backups.folder):
        with backups.work_folder() as work, Archive(kept.path) as archive:
            archive.verify(work / "check.db", lambda: None)
            archive.verify_shared_images(archive.manifest.shared, lambda: None)
        names.add(kept.path.name)
    return names


def back_up(folder: Path) -> None:
    """As a server does it; what it no longer needs goes whatever its age."""
    backups = BackupService(Settings(data_dir=folder))
    backups.write(BackupRequest("daily"))
    backups.remove_unreferenced_images(keep_recent=False)


def main(before: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    old = require_whole(BackupService(Settings(data_dir=before)))
    left = {"old": 0, "new": 0}
    for line in count(first, stride):
        shutil.rmtree(scratch, ignore_errors=True)
        shutil.copytree(before, scratch)
        ended = not killed_at(line, partial(back_up, scratch))
        backups = BackupService(Settings(data_dir=scratch))
        backups.remove_leftovers()  # as the next start does it
        assert litter(scratch) == [], f"killed at line {line}"
        names = require_whole(backups)
        if ended:
            assert old - names, "nothing went"
            break
        assert len(old - names) <= len(names - old) <= 2, f"killed at line {line}"
        left["new" if names - old else "old"] += 1
        back_up(scratch)
        require_whole(backups)
        named = {entry.sha256 for kept in find_backups(backups.folder) for entry in Archive(kept.path).manifest.shared}
        assert set(backups.shared_images.digests()) == named, f"killed at line {line}, it left photos that nobody needs"
    print(left["old"] + left["new"], left["old"], left["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
