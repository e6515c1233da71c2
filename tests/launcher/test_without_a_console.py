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
    shown: list[process.Refusal] = []
    monkeypatch.setattr(sys, "__stderr__", None)
    monkeypatch.setattr(sys, "stderr", Nowhere())
    monkeypatch.setattr(process, "screen_present", lambda: True)

    def show(refusal: process.Refusal) -> bool:
        shown.append(refusal)
        return False

    monkeypatch.setattr(process, "show_refusal", show)
    # What is meant for the whole process is not for pytest's.
    monkeypatch.setattr(data_dir, "keep_files_private", lambda: None)
    monkeypatch.setattr(program, "_end_on_signals", lambda: None)
    file = tmp_path / "file"
    file.touch()
    assert program.main(["--data-dir", str(file)]) == 1
    (refusal,) = shown
    assert "is a file, not a folder" in refusal.details
    assert str(file) not in " ".join((refusal.sentence, *refusal.steps))
    assert refusal.title == "GoalBucks can't save in its folder"
    assert refusal.steps
