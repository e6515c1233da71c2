"""License and copyright in the packages' files."""

import json
import plistlib
import tomllib
from email.parser import Parser

import pytest

from tests.factories.paths import ROOT

PACKAGING = ROOT / "packaging"
COPYRIGHT = "Copyright 2026 The GoalBucks authors"


def test_every_file_with_a_version_has_the_same_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    npm, lock = (json.loads((ROOT / name).read_text()) for name in ("package.json", "package-lock.json"))
    assert {npm["version"], lock["version"], lock["packages"][""]["version"]} == {project["version"]}


def test_the_license_is_apache_2_of_the_goalbucks_authors() -> None:
    template = (PACKAGING / "licence-texts" / "Apache-2.0.txt").read_text()
    own = (ROOT / "LICENSE").read_text()
    assert own == template.replace("Copyright [yyyy] [name of copyright owner]", COPYRIGHT)
    assert COPYRIGHT in own


def test_every_manifest_names_the_license() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    npm = json.loads((ROOT / "package.json").read_text())
    copyright_file = Parser().parsestr((PACKAGING / "linux" / "copyright").read_text().split("\n\n")[1])
    assert [project["license"], npm["license"], copyright_file["License"]] == ["Apache-2.0"] * 3
    assert "\nlicense: Apache-2.0\n" in (PACKAGING / "linux" / "nfpm.yaml").read_text()
    assert plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())["NSHumanReadableCopyright"].startswith(
        COPYRIGHT
    )


@pytest.mark.parametrize("name", ["resources.py", "goalbucks.nsi", "goalbucks.wxs"])
def test_the_windows_files_name_the_license(name: str) -> None:
    assert f'"{COPYRIGHT}. Apache License 2.0."' in (PACKAGING / "windows" / name).read_text()
