"""Start without a console and standard streams, as by a double click on Windows."""

import io
import sys
from pathlib import Path

import pytest

from launcher import __main__ as program
from launcher.startup import data_dir
from launcher.window import process


class NullDevice(io.StringIO):
    """NUL of Windows, which reports that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_windows_without_a_console_a_launch_error_is_shown_in_a_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[process.ErrorReport] = []
    monkeypatch.setattr(sys, "__stderr__", None)
    monkeypatch.setattr(sys, "stderr", NullDevice())
    monkeypatch.setattr(process, "has_display", lambda: True)

    def show(report: process.ErrorReport) -> bool:
        shown.append(report)
        return False

    monkeypatch.setattr(process, "show_launch_error", show)
    # These would change the process of pytest.
    monkeypatch.setattr(data_dir, "restrict_umask", lambda: None)
    monkeypatch.setattr(program, "_end_on_signals", lambda: None)
    file = tmp_path / "file"
    file.touch()
    assert program.main(["--data-dir", str(file)]) == 1
    (report,) = shown
    assert "is a file, not a folder" in report.details
    assert str(file) not in " ".join((report.message, *report.steps))
    assert report.title == "GoalBucks can't save in its folder"
    assert report.steps
