"""`make test-long`: which folders are its parts, and how a part is run."""

import re
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from tests import parts
from tests.factories.paths import ROOT

TESTS = ROOT / "tests"
TIMEOUT_SECONDS = 30


def _folders_with(marker: str) -> set[str]:
    return {
        path.relative_to(TESTS).parts[0]
        for path in TESTS.rglob("test_*.py")
        if re.search(marker, path.read_text(encoding="utf-8"))
    }


def test_each_folder_with_long_tests_is_a_part() -> None:
    assert _folders_with(r"pytest\.mark\.long\b|by_tier\(") == set(parts.LONG_PARTS)
    assert _folders_with(r"pytest\.mark\.package\b") == {parts.PACKAGE_PART}


def test_a_second_run_waits_until_the_first_has_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock, began = tmp_path / "build" / "lock", Event()

    def run() -> None:
        with parts.only_run(lock):
            began.set()

    second = Thread(target=run)
    with parts.only_run(lock):
        second.start()
        assert not began.wait(0.5)
    second.join(TIMEOUT_SECONDS)
    assert began.is_set()
    assert "Another run" in capsys.readouterr().out


@pytest.mark.parametrize("workers", [[], ["--numprocesses", "1"]], ids=["in this process", "in a worker"])
def test_a_failure_is_printed_before_the_next_test_has_ended(tmp_path: Path, workers: list[str]) -> None:
    (tmp_path / "test_it.py").write_text(
        "import time\n\n\ndef test_bad():\n    assert 'this' == 'that'\n\n\ndef test_later():\n    time.sleep(1)\n"
    )
    (tmp_path / "pytest.toml").write_text("[pytest]\n")
    options = [
        "-c",
        tmp_path / "pytest.toml",
        "-p",
        "no:randomly",
        "--verbose",
        "-p",
        "tests.instant_failures",
        *workers,
        tmp_path,
    ]
    command = [sys.executable, "-m", "pytest", *map(str, options)]
    printed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    failed = "FAILED test_it.py::test_bad (call, 0 s)"
    later = re.search(r"test_it\.py::test_later PASSED|PASSED \S*test_it\.py::test_later", printed)
    assert later, printed
    assert 0 < printed.index(failed) < printed.index("'that'") < later.start()
