"""Fixtures: a running school server, and `goalbucks admin` on the same database."""

from dataclasses import dataclass

import pytest

from launcher.cli import admin as admin_commands
from launcher.cli.parser import parse
from server.deployment import Deployment
from server.settings import Settings
from tests.factories.app import RunningApp
from tests.server.conftest import MakeTestApp


@dataclass
class Administrator:
    """Runs `goalbucks admin` in this process, because starting a process takes a second."""

    settings: Settings
    _environment: pytest.MonkeyPatch
    _terminal: pytest.CaptureFixture[str]

    def __call__(self, *words: str) -> tuple[int, str]:
        """Run a command and return its exit code and output."""
        self._environment.setenv("GOALBUCKS_SCHOOL", "1" if self.settings.school else "0")
        if not Deployment.of(self.settings).uses_sqlite:
            self._environment.setenv("GOALBUCKS_DATABASE_URL", self.settings.database_url)
        code = admin_commands.run(parse(["admin", *words, "--data-dir", str(self.settings.data_dir)]))
        output = self._terminal.readouterr()
        return code, (output.out + output.err).strip()

    def done(self, *words: str) -> list[str]:
        """Run a command that must succeed and return its output lines."""
        code, output = self(*words)
        assert code == 0, output
        return output.splitlines()

    def refused(self, *words: str) -> str:
        """Run a command that must fail and return its one-line message."""
        code, output = self(*words)
        assert code == 1, output
        assert "\n" not in output
        assert "Traceback" not in output
        return output


@pytest.fixture
def school_app(make_test_app: MakeTestApp) -> RunningApp:
    """An empty school server."""
    return make_test_app(school=True)


@pytest.fixture
def admin(school_app: RunningApp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Administrator:
    """`goalbucks admin` for this school server."""
    return Administrator(school_app.services.settings, monkeypatch, capsys)
