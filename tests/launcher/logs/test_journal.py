"""Output to systemd's journal: errors with their priority, and the startup line without secrets."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from launcher.cli.parser import parse
from launcher.errors import BadOptionError
from launcher.logs.settings_summary import settings_summary
from server.settings import program_version
from tests.factories.paths import ROOT
from tests.factories.server_process import PROGRAM

pytestmark = pytest.mark.processes

SECRETS = {
    "GOALBUCKS_DATABASE_URL": "postgresql://goalbucks:geheim@127.0.0.1:1/school?sslpassword=geheim",
    "GOALBUCKS_METRICS_TOKEN": "geheim-geheim-geheim",
    "GOALBUCKS_MEDIA_URL": "s3://key:geheim@photos/goalbucks",
}


def journal_of_start(folder: Path, **environment: str) -> list[str]:
    """Start the server with an unreachable database; return its lines in the journal."""
    path = folder / "journal"
    with path.open("wb") as stream:
        status = os.fstat(stream.fileno())
        named = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        subprocess.run(
            [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(folder / "data")],
            cwd=ROOT,
            env={**os.environ, **named, **SECRETS, **environment},
            stderr=stream,
            stdout=subprocess.DEVNULL,
            check=False,
        )
    return path.read_text().splitlines()


def test_the_journal_has_the_start_and_its_failure_without_secrets(tmp_path: Path) -> None:
    lines = journal_of_start(tmp_path)
    [start] = [line for line in lines if line.startswith("<6>")]
    assert start.startswith(f"<6>launcher.start: GoalBucks {program_version()} starts with ")
    assert 'database_url="PostgreSQL school at 127.0.0.1:1" ' in start
    assert any(line.startswith("<3>GoalBucks can't reach the school's database: ") for line in lines)
    assert all(re.match("<[2-7]>", line) for line in lines)
    assert "geheim" not in "".join(lines)


def test_the_settings_summary_hides_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {**SECRETS, "GOALBUCKS_ALLOWED_HOSTS": "one,two", "GOALBUCKS_WORKERS": "2"}.items():
        monkeypatch.setenv(name, value)
    summary = settings_summary(parse(["serve", "--data-dir", str(tmp_path)]).settings)
    assert summary == (
        f'allowed_hosts=one,two data_dir={tmp_path} database_url="PostgreSQL school at 127.0.0.1:1" '
        "media_url=s3://photos/goalbucks metrics_token=(set) workers=2"
    )


@pytest.mark.parametrize("separator", ["#", "?", "[", "]", "[]", "/", "/[", "@", "@/", "@?", "@#"])
def test_the_settings_summary_contains_no_part_of_a_password(
    separator: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    password = f"geheim{separator}wort"
    summary = ""
    for name, url in {
        "GOALBUCKS_DATABASE_URL": f"postgresql://goalbucks:{password}@127.0.0.1:1/school",
        "GOALBUCKS_MEDIA_URL": f"s3://key:{password}@photos/goalbucks",
    }.items():
        with monkeypatch.context() as given:
            given.setenv(name, url)
            try:
                summary += settings_summary(parse(["serve", "--data-dir", str(tmp_path)]).settings)
            except BadOptionError as error:
                summary += str(error)
    assert "_URL" in summary.upper()
    assert not re.search("geheim|wort(?!s)", summary.replace("in a password write", ""))


def test_a_start_writes_no_part_of_a_password_with_separators(tmp_path: Path) -> None:
    password = "geheim#wort?teil[stück/zuletzt"
    lines = journal_of_start(tmp_path, GOALBUCKS_DATABASE_URL=f"postgresql://goalbucks:{password}@127.0.0.1:1/school")
    assert any(line.startswith("<3>GoalBucks can't reach the school's database: ") for line in lines)
    files = [path.read_text() for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert any(" starts with " in text for text in files)
    assert not re.search("geheim|wort|teil|stück|zuletzt", "".join([*lines, *files]))


def test_a_too_short_metrics_token_is_refused_with_the_minimum_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOALBUCKS_METRICS_TOKEN", "geheim")
    with pytest.raises(BadOptionError, match=r"it is too short: it needs at least 16 characters\.") as error:
        parse(["serve"])
    assert "geheim" not in str(error.value)
