"""Sources of the Windows installers; `make windows-smoke` runs the installers."""

import importlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from tests.factories.paths import ROOT

WINDOWS = ROOT / "packaging" / "windows"
WIX = "{http://schemas.microsoft.com/wix/2006/wi}"


@pytest.fixture
def resources(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(WINDOWS))
    return importlib.import_module("resources")


def test_setup_and_msi_set_the_same_firewall_rules() -> None:
    of_setup = re.findall(r"'\$\{NETSH\} (.+)'", (WINDOWS / "firewall.nsh").read_text())
    actions = ET.parse(WINDOWS / "goalbucks.wxs").iter(f"{WIX}CustomAction")
    commands = [each.get("ExeCommand", "") for each in actions if each.get("Property") == "Netsh"]
    of_msi = [each.removeprefix("advfirewall firewall ") for each in commands if each]
    for program in ("goalbucks.exe", "goalbucks.com"):
        place = f"[INSTALLDIR]{program}"
        assert [each.replace(r"$INSTDIR\${PROGRAM}", place) for each in of_setup] == [
            each for each in of_msi if program in each
        ]
    assert [each.split(maxsplit=1)[0] for each in of_msi] == ["delete", "add", "add"] * 2


def test_the_icon_file_has_every_size(resources: ModuleType, tmp_path: Path) -> None:
    with Image.open(resources.write_icon(tmp_path / "goalbucks.ico")) as icon:
        assert {width for width, _ in icon.info["sizes"]} == {16, 32, 48, 64, 128, 256}


@pytest.mark.parametrize("version", ["1.2", "1.2.3rc1", "1.2.3.4"])
def test_a_version_that_msi_cannot_compare_is_refused(resources: ModuleType, version: str) -> None:
    assert resources.numbers("1.2.30") == (1, 2, 30)
    with pytest.raises(SystemExit, match="three numbers"):
        resources.numbers(version)


def test_a_folder_that_setup_would_not_remove_is_refused(tmp_path: Path) -> None:
    (tmp_path / "goalbucks" / "strange").mkdir(parents=True)
    for name in ("goalbucks.exe", "goalbucks.com"):
        (tmp_path / "goalbucks" / name).touch()
    (tmp_path / "licences").mkdir()
    command = [sys.executable, str(WINDOWS / "package.py"), str(tmp_path), "1.2.3", str(tmp_path / "out")]
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    assert result.returncode == 1
    assert "would never remove strange" in result.stderr
