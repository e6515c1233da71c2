"""The logs: all in one folder, none without a bound."""

import logging
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from launcher.errors import BadDataFolderError
from launcher.logs import files as log
from launcher.window import output_log
from tests.launcher.conftest import wait_until


def test_the_requests_log_is_put_aside_when_it_is_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_BYTES", 1000)
    root = logging.RootLogger(logging.INFO)
    monkeypatch.setattr(logging, "root", root)
    log.log_to_file(tmp_path)
    for number in range(100):
        root.info("line %d of about as many characters as a request has in this place", number)
    for handler in root.handlers:
        handler.close()
    files = sorted(file.name for file in log.log_folder(tmp_path).iterdir())
    assert files == ["goalbucks.log", *(f"goalbucks.log.{number}" for number in range(1, log.BACKUP_COUNT + 1))]
    assert all(file.stat().st_size <= 1000 for file in log.log_folder(tmp_path).iterdir())


def test_each_line_says_how_far_its_clock_is_from_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.RootLogger(logging.INFO)
    monkeypatch.setattr(logging, "root", root)
    log.log_to_file(tmp_path)
    root.info("a line")
    for handler in root.handlers:
        handler.close()
    log.append_error(tmp_path, "A refusal.")
    lines = (log.log_folder(tmp_path) / log.LOG_FILE).read_text("utf-8").splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}[+-]\d{4} INFO root: a line", lines[0])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} ERROR launcher: A refusal\.", lines[1])


def test_everything_lies_in_one_folder(tmp_path: Path) -> None:
    log.append_error(tmp_path, "Port 8080 is already in use.")
    log.save_start_failure(tmp_path, "Traceback")
    log.open_window_log(tmp_path).close()
    assert {file.name for file in log.log_folder(tmp_path).iterdir()} == {
        log.LOG_FILE,
        log.START_FAILURE_FILE,
        log.WINDOW_FILE,
    }
    assert [file.name for file in tmp_path.iterdir()] == [log.FOLDER_NAME]


def test_what_the_last_window_said_is_kept(tmp_path: Path) -> None:
    for said in (b"first", b"crash", b"new"):
        with log.open_window_log(tmp_path) as file:
            file.write(said)
    contents = {file.name: file.read_bytes() for file in log.log_folder(tmp_path).iterdir()}
    assert contents == {"window.log": b"new", "window.log.1": b"crash"}


def test_a_file_in_the_folders_place_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / log.FOLDER_NAME).touch()
    with pytest.raises(BadDataFolderError, match="can't write in the data folder"):
        log.log_to_file(tmp_path)
    log.append_error(tmp_path, "This sentence goes nowhere, and nothing crashes.")


@pytest.mark.processes
def test_a_window_that_prints_for_ever_fills_no_disk(tmp_path: Path) -> None:
    script = (
        "import os, sys, time; from launcher.window import output_log\n"
        "output_log.MAX_BYTES, output_log.CHECK_INTERVAL_SECONDS = 1000, 0.05\n"
        "output_log.limit_size()\n"
        "os.write(2, b'x' * 5000)\n"
        "while os.fstat(2).st_size: time.sleep(0.01)\n"
        "os.write(1, b'later')"
    )
    with log.open_window_log(tmp_path) as file:
        subprocess.run([sys.executable, "-c", script], check=True, stdout=file, stderr=file, timeout=30)
    assert (log.log_folder(tmp_path) / log.WINDOW_FILE).read_bytes() == b"later"


def test_without_a_file_there_is_nothing_to_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    output_log.limit_size()
    wait_until(lambda: "output" not in {thread.name for thread in threading.enumerate()})
