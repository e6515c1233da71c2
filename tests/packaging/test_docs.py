"""The pages for teachers, IT and releases match the program and its workflows."""

import re
from pathlib import Path

import pytest
from firebase_admin._token_gen import ID_TOKEN_CERT_URI  # type: ignore[import-untyped]  # it has no types
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from launcher.cli.parser import SETTINGS_FILE, parse
from launcher.sockets import DEFAULT_PORT, HTTP_PORT
from server.http.frontend import GOOGLE_CALLS, GOOGLE_SCRIPTS
from server.settings import Settings
from tests.factories.paths import ROOT

DOCS = ROOT / "docs"
PAGES = ("google-sign-in.md", "install.md", "it.md", "releasing.md")
IT_PAGE = (DOCS / "it.md").read_text()
GOOGLE_PAGE = (DOCS / "google-sign-in.md").read_text()
BUILD_VARIABLES = {"GOALBUCKS_MAINTAINER", "GOALBUCKS_SIGN"}


@pytest.mark.parametrize("name", PAGES)
def test_every_linked_picture_and_page_exists(name: str) -> None:
    for target in re.findall(r'(?:\]\(|src=")(?!https:)([^)#"]+)', (DOCS / name).read_text()):
        assert (DOCS / target).is_file(), target


@pytest.mark.parametrize("name", PAGES)
def test_every_named_variable_is_a_setting(name: str) -> None:
    options = {f"GOALBUCKS_{field.upper()}" for field in Settings.model_fields} | BUILD_VARIABLES
    assert set(re.findall(r"GOALBUCKS_[A-Z_]+", (DOCS / name).read_text())) <= options


def test_the_it_page_names_the_ports() -> None:
    assert f"TCP {DEFAULT_PORT}" in IT_PAGE
    assert f"TCP {HTTP_PORT}" in IT_PAGE
    assert f"TCP {DEFAULT_PORT + 1}" not in IT_PAGE


def test_the_pages_name_the_data_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/rivera")
    for system in (MacOS, Unix):
        folder = system("GoalBucks", appauthor=False).user_data_dir.replace("/home/rivera", "~")
        assert f"`{folder}`" in IT_PAGE
        assert f"`{folder}/{SETTINGS_FILE}`" in GOOGLE_PAGE


def test_the_documented_settings_enable_google_sign_in(tmp_path: Path) -> None:
    (lines,) = re.findall(r"```ini\n(.*?)```", GOOGLE_PAGE, re.DOTALL)
    (tmp_path / SETTINGS_FILE).write_text(lines)
    settings = parse(["--data-dir", str(tmp_path)]).settings
    assert settings.auth_domain == "maple-street-school.firebaseapp.com"


def test_every_explained_message_exists() -> None:
    files = [
        *(ROOT / "server").rglob("*.py"),
        *(ROOT / "ui" / "src").rglob("*.ts"),
        *(ROOT / "ui" / "src").rglob("*.tsx"),
    ]
    sources = "\n".join(file.read_text() for file in files if ".test." not in file.name)
    table = GOOGLE_PAGE.split("## When it says")[1].split("\n## ")[0]
    explained = re.findall(r"^\| ([^|-][^|]+) \|", table, re.MULTILINE)[1:]
    assert len(explained) > 10
    assert [message for message in explained if message not in sources] == []


def test_the_it_page_names_the_hosts_of_google_sign_in() -> None:
    hosts = {*re.findall(r"https://([a-z.]+)", f"{GOOGLE_SCRIPTS} {GOOGLE_CALLS} {ID_TOKEN_CERT_URI}")}
    assert len(hosts) == 4
    assert [host for host in sorted(hosts) if f"`{host}`" not in IT_PAGE] == []


def test_every_secret_and_variable_of_a_release_is_explained() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    used = set(re.findall(r"\b(?:secrets|vars)\.([A-Z_]+)", workflow))
    assert used == set(
        re.findall(r"`((?:GOALBUCKS_MAINTAINER|(?:MACOS|NOTARY|AZURE)_[A-Z_]+))`", (DOCS / "releasing.md").read_text())
    )
