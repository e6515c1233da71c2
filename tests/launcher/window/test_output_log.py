"""Size limit of the window's log file."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from launcher.logs import files
from launcher.window import output_log
from tests.factories.waiting import wait_until


@pytest.mark.processes
def test_the_window_log_is_truncated_above_its_limit(tmp_path: Path) -> None:
    script = (
        "import os, sys, time; from launcher.window import output_log\n"
        "output_log.MAX_BYTES, output_log.CHECK_INTERVAL_SECONDS = 1000, 0.05\n"
        "output_log.limit_size()\n"
        "os.write(2, b'x' * 5000)\n"
        "while os.fstat(2).st_size: time.sleep(0.01)\n"
        "os.write(1, b'later')"
    )
    with files.open_window_log(tmp_path) as file:
        subprocess.run([sys.executable, "-c", script], check=True, stdout=file, stderr=file, timeout=30)
    assert (files.log_folder(tmp_path) / files.WINDOW_FILE).read_bytes() == b"later"


def test_the_size_check_ends_without_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    output_log.limit_size()
    wait_until(lambda: "output" not in {thread.name for thread in threading.enumerate()})
