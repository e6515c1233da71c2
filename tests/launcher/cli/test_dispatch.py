"""The commands that end by themselves, when somebody stops them."""

import signal
from pathlib import Path

import pytest

from launcher.__main__ import main
from launcher.cli import backup
from launcher.cli.dispatch import INTERRUPTED_MESSAGE


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_command_that_was_stopped_says_so_and_its_exit_code_too(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(_start: object) -> int:
        signal.raise_signal(number)
        return 0

    monkeypatch.setattr(backup, "run", stopped)
    assert main(["check", "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.strip() == INTERRUPTED_MESSAGE
