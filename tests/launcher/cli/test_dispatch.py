"""Commands that are interrupted by a signal."""

import signal
from pathlib import Path

import pytest

from launcher.__main__ import main
from launcher.cli import backup
from launcher.cli.dispatch import INTERRUPTED_MESSAGE


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_command_interrupted_by_a_signal_says_so_and_exits_with_1(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_options: object) -> int:
        signal.raise_signal(number)
        return 0

    monkeypatch.setattr(backup, "run", interrupted)
    assert main(["check", "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.strip() == INTERRUPTED_MESSAGE
