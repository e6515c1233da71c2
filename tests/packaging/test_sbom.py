"""`make sbom`: lists all runtime packages and no development packages."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.factories.paths import ROOT


def write_lists(folder: Path) -> None:
    tools = os.pathsep.join([str(ROOT / ".venv" / "node"), str(Path(sys.executable).parent), os.environ["PATH"]])
    command = ["bash", "packaging/sbom.sh", str(folder)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": tools}, check=True, capture_output=True)


def listed(folder: Path, kind: str) -> set[str]:
    (file,) = folder.glob(f"*-{kind}.cdx.json")
    found = json.loads(file.read_text(encoding="utf-8"))
    return {"/".join(filter(None, (each.get("group"), each["name"]))) for each in found["components"]}


def locked_python_packages() -> set[str]:
    lock = (ROOT / "requirements" / "window-linux.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))


def shipped_npm_packages() -> set[str]:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = {path for path, each in packages.items() if path and not {"dev", "devOptional"} & set(each)}
    return {path.rpartition("node_modules/")[2] for path in shipped}


def test_every_locked_package_is_listed_except_npm_packages_for_development(tmp_path: Path) -> None:
    """One test, because two workers would write the lists twice, for 5 s of processor time each."""
    write_lists(tmp_path)
    assert listed(tmp_path, "python") == locked_python_packages()
    names = shipped_npm_packages()
    assert names >= {"react", "@firebase/auth"}
    assert listed(tmp_path, "npm") == names
