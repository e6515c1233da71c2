"""What the pages for teachers, IT and releases name is what the program and its workflows have."""

import re
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from launcher.network import FIRST_PORT, HTTP_PORT
from server.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = ("install.md", "it.md", "releasing.md")
IT = (DOCS / "it.md").read_text()
OF_THE_BUILD = {"GOALBUCKS_SIGN"}


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_and_page_that_is_linked_is_there(name: str) -> None:
    for target in re.findall(r'(?:\]\(|src=")([^)#"]+)', (DOCS / name).read_text()):
        assert (DOCS / target).is_file(), target


@pytest.mark.parametrize("name", PAGES)
def test_every_variable_that_is_named_is_an_option(name: str) -> None:
    options = {f"GOALBUCKS_{field.upper()}" for field in Settings.model_fields} | OF_THE_BUILD
    assert set(re.findall(r"GOALBUCKS_[A-Z_]+", (DOCS / name).read_text())) <= options


def test_it_is_told_the_ports() -> None:
    assert f"TCP {FIRST_PORT}" in IT
    assert f"TCP {HTTP_PORT}" in IT
    assert f"TCP {FIRST_PORT + 1}" not in IT


def test_it_is_told_where_the_data_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/rivera")
    for system in (MacOS, Unix):
        folder = system("GoalBucks", appauthor=False).user_data_dir
        assert f"`{folder.replace('/home/rivera', '~')}`" in IT


def test_every_secret_and_variable_of_a_release_is_explained() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    used = set(re.findall(r"\b(?:secrets|vars)\.([A-Z_]+)", workflow))
    assert used == set(re.findall(r"`((?:MACOS|NOTARY|AZURE)_[A-Z_]+)`", (DOCS / "releasing.md").read_text()))
