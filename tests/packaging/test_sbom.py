"""`make sbom`: lists all runtime packages and no development packages."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories.server_process import ROOT


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sbom")
    tools = os.pathsep.join([str(ROOT / ".venv" / "node"), str(Path(sys.executable).parent), os.environ["PATH"]])
    command = ["bash", "packaging/sbom.sh", str(folder)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": tools}, check=True, capture_output=True)
    return folder


def listed(lists: Path, kind: str) -> set[str]:
    (file,) = lists.glob(f"*-{kind}.cdx.json")
    found = json.loads(file.read_text(encoding="utf-8"))
    return {"/".join(filter(None, (each.get("group"), each["name"]))) for each in found["components"]}


def test_every_locked_python_package_is_listed(lists: Path) -> None:
    lock = (ROOT / "requirements" / "window-linux.txt").read_text(encoding="utf-8")
    assert listed(lists, "python") == set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))


def test_every_npm_package_is_listed_except_those_for_development(lists: Path) -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = {path for path, each in packages.items() if path and not {"dev", "devOptional"} & set(each)}
    names = {path.rpartition("node_modules/")[2] for path in shipped}
    assert names >= {"react", "@firebase/auth"}
    assert listed(lists, "npm") == names
