"""A school's server that answers, and `goalbucks admin` beside it on the same database."""

from dataclasses import dataclass

import pytest

from launcher.cli import admin as admin_commands
from launcher.cli.parser import parse
from server.deployment import Deployment
from server.settings import Settings
from tests.factories.world import World
from tests.server.conftest import MakeWorld


@dataclass
class Administrator:
    """Whoever gives the commands; in this process, because each takes a second to start."""

    settings: Settings
    _environment: pytest.MonkeyPatch
    _terminal: pytest.CaptureFixture[str]

    def __call__(self, *words: str) -> tuple[int, str]:
        """The exit code, and all that was said."""
        self._environment.setenv("GOALBUCKS_SCHOOL", "1" if self.settings.school else "0")
        if not Deployment.of(self.settings).uses_sqlite:
            self._environment.setenv("GOALBUCKS_DATABASE_URL", self.settings.database_url)
        code = admin_commands.run(parse(["admin", *words, "--data-dir", str(self.settings.data_dir)]))
        said = self._terminal.readouterr()
        return code, (said.out + said.err).strip()

    def done(self, *words: str) -> list[str]:
        """The lines that were said when it went well."""
        code, said = self(*words)
        assert code == 0, said
        return said.splitlines()

    def refused(self, *words: str) -> str:
        """The one sentence or two in place of it."""
        code, said = self(*words)
        assert code == 1, said
        assert "\n" not in said
        assert "Traceback" not in said
        return said


@pytest.fixture
def school(make_world: MakeWorld) -> World:
    """A school's server with nobody in it."""
    return make_world(school=True)


@pytest.fixture
def admin(school: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Administrator:
    """Its administrator."""
    return Administrator(school.services.settings, monkeypatch, capsys)
