"""Packages of the current bundle, and the same program packaged as an older version."""

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

from tests.factories.paths import ROOT
from tests.packaging.clean_system import CACHE, Computer

OLD = "0.1.0"
NEW = str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


@cache
def package(kind: str, version: str) -> Path:
    """Build the .deb or .rpm of a version from the bundle; return its path."""
    return next(_folder(version).glob(f"*.{kind}"))


@cache
def _folder(version: str) -> Path:
    folder = CACHE / "packages" / version
    for old in folder.glob("*"):
        old.unlink()
    command = [sys.executable, "packaging/build.py", "linux", "--version", version, "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return folder


def copy_package(computer: Computer, version: str) -> str:
    """Copy the .deb to the computer; return its path there."""
    deb = package("deb", version)
    (computer.disk / "packages" / deb.name).write_bytes(deb.read_bytes())
    return f"/packages/{deb.name}"
