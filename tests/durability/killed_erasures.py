"""A backup rewritten without a student, killed at one line of the program after the other.

`python -m tests.durability.killed_erasures FOLDER BACKUP STUDENT FIRST STRIDE`, in a process of its own, since each try
is a fork. Prints how many were killed, and how many of them left the old file and how many the new one.
"""

import sqlite3
import sys
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.redact import ErasedSubject, redact_backup
from server.data_protection.backups.service import BackupService
from server.settings import Settings
from tests.durability.killing import killed_at
from tests.factories.folders import litter


def holds(backups: BackupService, backup: Path, student_id: str) -> bool:
    """Whether the backup, which has to be whole, holds the student."""
    with backups.work_folder() as work, Archive(backup) as archive:
        archive.verify(database := work / "check.db", lambda: None)
        with closing(sqlite3.connect(database)) as connection:
            query = "SELECT count(*) FROM students WHERE id = ?"
            (number,) = connection.execute(query, (student_id,)).fetchone()
    return bool(number)


def main(folder: Path, backup: Path, student_id: str, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    old, student = backup.read_bytes(), ErasedSubject(student_id, "0" * 64)
    left = {"old": 0, "new": 0}
    for line in count(first, stride):
        backup.write_bytes(old)
        ended = not killed_at(line, partial(redact_backup, BackupService(Settings(data_dir=folder)), backup, student))
        # As the next start does it.
        backups = BackupService(Settings(data_dir=folder))
        backups.remove_leftovers()
        assert litter(folder) == []
        if backup.read_bytes() == old:
            assert not ended, "nothing was erased"
            left["old"] += 1
            continue
        assert not holds(backups, backup, student_id), f"killed at line {line}, it left the student in a new file"
        if ended:
            break
        left["new"] += 1
    print(left["old"] + left["new"], left["old"], left["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
