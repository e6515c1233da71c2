"""Redacting a student from a backup, killed at every n-th executed line.

`python -m tests.durability.crash_erasure FOLDER BACKUP STUDENT FIRST STRIDE`, a process of its own because each try
forks. Prints the number of kills, and after how many of them the old and the new file existed.
"""

import sqlite3
import sys
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.redact_backup import ErasedSubject, redact_backup
from server.data_protection.backups.service import BackupService
from server.settings import Settings
from tests.durability.crash_injection import is_killed_at
from tests.factories.data_folders import find_temporary_files


def has_student(backups: BackupService, backup: Path, student_id: str) -> bool:
    """Whether the backup, which must be valid, contains the student."""
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
        ended = not is_killed_at(
            line, partial(redact_backup, BackupService(Settings(data_dir=folder)), backup, student)
        )
        # As the next start does.
        backups = BackupService(Settings(data_dir=folder))
        backups.remove_leftovers()
        assert find_temporary_files(folder) == []
        if backup.read_bytes() == old:
            assert not ended, "nothing was erased"
            left["old"] += 1
            continue
        assert not has_student(backups, backup, student_id), f"killed at line {line}, it left the student in a new file"
        if ended:
            break
        left["new"] += 1
    print(left["old"] + left["new"], left["old"], left["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
