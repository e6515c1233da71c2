"""Restores that are killed at one line of the program after the other: `python -m tests.durability.killed_restores`.

In a process of its own, since each restore is a fork. Prints how many were killed, and how many of them left the old
state and how many the new one; ends with 1 at the first that left neither.
"""

import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from server.backups.damage import require_whole
from server.backups.restoring import put_in_place, staged
from server.backups.service import Backups
from server.database.migrate import migrate
from server.settings import Settings
from tests.factories.folders import everything_in, litter, tables_of

WATCHED = ("/server/backups/", "/server/database/migrate.py", "/server/disk.py", "/server/media/store.py")


def restore(folder: Path, backup: Path) -> None:
    """As `goalbucks restore` does it."""
    backups = Backups(Settings(data_dir=folder))
    backups.sweep()
    with staged(backups, backup, None) as what:
        put_in_place(backups, what)


def kill_at(line: int) -> None:
    """From now on pull the plug when so many lines of the watched files have been run."""
    lines = count(1)

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if not any(each in frame.f_code.co_filename for each in WATCHED):
            return None
        if event == "line" and next(lines) >= line:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def restore_until(line: int, folder: Path, backup: Path) -> bool:
    """In a fork: whether it came to its end before the line was reached."""
    child = os.fork()
    if not child:
        code = 1
        try:
            kill_at(line)
            restore(folder, backup)
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return False
    assert os.WEXITSTATUS(status) == 0, f"the restore failed before line {line}"
    return True


def main(before: Path, backup: Path, scratch: Path, first: int, stride: int) -> None:
    """Kill at each `stride`th line, beginning with `first`."""
    old, old_images = everything_in(before)
    shutil.copytree(before, scratch)
    restore(scratch, backup)
    new, all_images = everything_in(scratch)
    assert old != new
    found = {"old": 0, "new": 0}
    for line in count(first, stride):
        shutil.rmtree(scratch)
        shutil.copytree(before, scratch)
        if restore_until(line, scratch, backup):
            break
        # As the next start does it.
        backups = Backups(Settings(data_dir=scratch))
        backups.sweep()
        require_whole(backups)
        migrate(backups.settings.database_url)
        state = tables_of(scratch / "goalbucks.db")
        images = everything_in(scratch)[1]
        whole = {name: digest for name, digest in images.items() if not name.endswith(".tmp")}
        assert state in (old, new), f"killed at line {line}, it left neither state"
        assert old_images.items() <= whole.items() <= all_images.items(), f"killed at line {line}, images differ"
        if state == new:
            assert whole == all_images, f"killed at line {line}, images are missing"
        assert [path for path in litter(scratch) if not path.startswith("images/")] == []
        found["new" if state == new else "old"] += 1
        restore(scratch, backup)
        assert tables_of(scratch / "goalbucks.db") == new
    print(found["old"] + found["new"], found["old"], found["new"])  # noqa: T201 - what the test reads


if __name__ == "__main__":
    folder, file, scratch_folder = (Path(each) for each in sys.argv[1:4])
    main(folder, file, scratch_folder, int(sys.argv[4]), int(sys.argv[5]))
