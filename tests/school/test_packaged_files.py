"""The files and documents for school administrators name only options and settings that exist."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from launcher.cli.parser import _parser
from server.settings import Settings
from tests.factories.paths import ROOT

SCHOOL = ROOT / "packaging" / "school"
MANUAL = ROOT / "packaging" / "linux" / "goalbucks.1"
GUIDE = ROOT / "docs" / "school-server.md"
FILES = [*sorted(each for each in SCHOOL.iterdir() if each.is_file()), MANUAL, GUIDE]
UNDOCUMENTED = {"GOALBUCKS_DEVELOPMENT", "GOALBUCKS_FIREBASE_EMULATOR", "GOALBUCKS_UI_DIR"}
"""For development only."""
SETTINGS = {f"GOALBUCKS_{name.upper()}" for name in Settings.model_fields}


def all_options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every option, including those of subcommands."""
    for action in parser._actions:  # noqa: SLF001 - argparse tells it no other way
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for each in action.choices.values():
                yield from all_options(each)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_a_packaged_file_names_exists(path: Path) -> None:
    named = set(re.findall(r"GOALBUCKS_[A-Z0-9_]+", path.read_text()))
    assert named <= SETTINGS


def test_the_manual_lists_every_setting_and_option_of_the_server() -> None:
    manual = MANUAL.read_text().replace("\\-", "-")
    assert {each for each in SETTINGS - UNDOCUMENTED if each not in manual} == set()
    (commands,) = (each for each in _parser()._actions if isinstance(each, argparse._SubParsersAction))  # noqa: SLF001
    assert {each for each in all_options(commands.choices["serve"]) if each not in manual} == set()
    assert {each for each in commands.choices if each not in manual} == set()


def test_every_option_in_a_command_of_the_guide_exists() -> None:
    known = set(all_options(_parser()))
    commands = re.findall(r"(?:goalbucks|school) (?:serve|migrate|admin|move-to|backup)[^`\n|]*", GUIDE.read_text())
    assert {option for command in commands for option in re.findall(r"--[a-z][a-z-]+", command)} <= known


def test_every_file_that_the_guide_copies_is_in_the_package() -> None:
    packed = dict(re.findall(r"\{ src: (\S+), dst: (\S+) \}", (ROOT / "packaging" / "linux" / "nfpm.yaml").read_text()))
    named = set(re.findall(r"/usr/share/doc/goalbucks/\S+\w", GUIDE.read_text()))
    assert len(named) > 1
    assert [each for each in named if not any(place.startswith(each) for place in packed.values())] == []
    assert all((ROOT / "packaging" / source).exists() for source in packed if source.startswith("school/"))


def test_the_container_file_copies_existing_files_and_starts_an_existing_command() -> None:
    text = (SCHOOL / "Containerfile").read_text()
    copied = [name for names in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for name in names.split()]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert "\nCOPY --from=licences /opt/goalbucks/licences /opt/goalbucks/licences\n" in text.rpartition("\nFROM ")[2]
    locked = (ROOT / "requirements" / "dev.txt").read_text()
    (tools,) = re.findall(r"/\^\(([a-z|-]+)\)==/", text)
    assert [name for name in tools.split("|") if not re.search(rf"^{name}==", locked, re.MULTILINE)] == []
    assert "dockerfile: packaging/school/Containerfile" in (SCHOOL / "compose.yaml").read_text()
