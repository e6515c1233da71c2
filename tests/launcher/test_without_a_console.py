"""A double click on Windows: no terminal, no streams, and still nobody is left without a word."""

import io
import sys
from pathlib import Path

import pytest

from launcher import __main__ as program
from launcher.startup import data_dir
from launcher.window import process


class Nowhere(io.StringIO):
    """Windows' NUL, which calls itself a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_refusal_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown: list[process.ErrorReport] = []
    monkeypatch.setattr(sys, "__stderr__", None)
    monkeypatch.setattr(sys, "stderr", Nowhere())
    monkeypatch.setattr(process, "has_display", lambda: True)

    def show(refusal: process.ErrorReport) -> bool:
        shown.append(refusal)
        return False

    monkeypatch.setattr(process, "show_launch_error", show)
    # What is meant for the whole process is not for pytest's.
    monkeypatch.setattr(data_dir, "restrict_umask", lambda: None)
    monkeypatch.setattr(program, "_end_on_signals", lambda: None)
    file = tmp_path / "file"
    file.touch()
    assert program.main(["--data-dir", str(file)]) == 1
    (refusal,) = shown
    assert "is a file, not a folder" in refusal.details
    assert str(file) not in " ".join((refusal.message, *refusal.steps))
    assert refusal.title == "GoalBucks can't save in its folder"
    assert refusal.steps
