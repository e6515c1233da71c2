"""Opening a folder in the system's file manager."""

import logging
import os
from pathlib import Path

import pytest

from launcher.window.file_manager import open_folder
from tests.factories.waiting import wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows opens folders itself, without a program to replace")


def replace_opener(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    """Replace the system's file manager with a script."""
    for name in ("xdg-open", "open"):
        program = tmp_path / "programs" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}{os.pathsep}{os.environ['PATH']}")


def test_the_folder_is_opened_in_the_background(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened, release = tmp_path / "opened", tmp_path / "release"
    replace_opener(monkeypatch, tmp_path, f'until [ -e "{release}" ]; do sleep 0.02; done; echo "$1" > "{opened}"')
    open_folder(tmp_path / "the logs")
    release.touch()
    wait_until(lambda: opened.exists() and opened.read_text() == f"{tmp_path / 'the logs'}\n")


@pytest.mark.parametrize("missing", [True, False])
def test_a_failure_of_the_file_manager_is_logged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, *, missing: bool
) -> None:
    replace_opener(monkeypatch, tmp_path, "exit 3")
    if missing:
        monkeypatch.setenv("PATH", str(tmp_path))
    with caplog.at_level(logging.WARNING):
        open_folder(tmp_path)
        wait_until(lambda: "no folder was opened" in caplog.text)
