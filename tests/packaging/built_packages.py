"""The packages under test, and older ones: the same program that says it is an earlier version."""

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

from tests.factories.process import ROOT
from tests.packaging.clean_system import CACHE, Computer

OLD = "0.1.0"
NEW = str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


@cache
def package(kind: str, version: str) -> Path:
    """The .deb or .rpm of a version, built now from the bundle."""
    return next(_folder(version).glob(f"*.{kind}"))


@cache
def _folder(version: str) -> Path:
    folder = CACHE / "packages" / version
    for old in folder.glob("*"):
        old.unlink()
    command = [sys.executable, "packaging/build.py", "linux", "--version", version, "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def lay_ready(computer: Computer, version: str) -> str:
    """Put the .deb where apt on the computer finds it; where."""
    deb = package("deb", version)
    (computer.disk / "packages" / deb.name).write_bytes(deb.read_bytes())
    return f"/packages/{deb.name}"
