"""Restores of a damaged database, killed at every n-th executed line: `python -m tests.durability.crash_recovery`.

Like `crash_restore`, but there is no valid database before: each kill leaves either the quarantined database and no new
one, so that the next start offers recovery again, or the restored one.
"""

import shutil
import sys
from functools import partial
from itertools import count
from pathlib import Path

from server.data_protection.backups.errors import DatabaseQuarantinedError
from server.data_protection.backups.quarantine import newest_quarantine
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.startup_check import require_intact_database
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.durability.crash_restore import restore
from tests.factories.data_folders import find_temporary_files, read_tables


def is_restored(folder: Path) -> bool:
    """Whether the next start finds a valid database; otherwise the damaged one is still in quarantine."""
    backups = BackupService(Settings(data_dir=folder))
    backups.remove_leftovers()
    try:
        require_intact_database(backups)
    except DatabaseQuarantinedError:
        assert not (folder / "goalbucks.db").exists()
        return False
    return True


def main(before: Path, backup: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line from `first`; prints the kills and how many left the old and new state."""
    aside = newest_quarantine(before)
    assert aside is not None
    broken = (aside / "goalbucks.db").read_bytes()
    shutil.copytree(before, scratch)
    restore(scratch, backup)
    new = read_tables(scratch / "goalbucks.db")
    found = {False: 0, True: 0}
    for line in count(first, stride):
        shutil.rmtree(scratch)
        shutil.copytree(before, scratch)
        if not is_killed_at(line, partial(restore, scratch, backup)):
            break
        back = is_restored(scratch)
        found[back] += 1
        assert not back or read_tables(scratch / "goalbucks.db") == new, f"killed at line {line}, it left neither state"
        assert (scratch / aside.name / "goalbucks.db").read_bytes() == broken
        assert [path for path in find_temporary_files(scratch) if not path.startswith("images/")] == []
        restore(scratch, backup)
        assert read_tables(scratch / "goalbucks.db") == new
    print(sum(found.values()), found[False], found[True])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    folder, file, scratch_folder = (Path(each) for each in sys.argv[1:4])
    main(folder, file, scratch_folder, int(sys.argv[4]), int(sys.argv[5]))
