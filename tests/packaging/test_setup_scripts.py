"""Scripts of `make setup`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.browser import find_chromium
from tests.factories.paths import ROOT


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_chromium_is_found_under_each_of_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert find_chromium() is None
    write_program(tmp_path / name)
    assert find_chromium() == str(tmp_path / name)


def test_the_browser_in_the_environment_has_priority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    write_program(tmp_path / "chromium")
    write_program(tmp_path / "own" / "browser")
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "own" / "browser"))
    assert find_chromium() == str(tmp_path / "own" / "browser")


def test_the_set_up_finds_the_browser_with_the_same_script(tmp_path: Path) -> None:
    asked = [sys.executable, "tests/e2e/browser.py"]
    write_program(tmp_path / "google-chrome")
    for folder, code in ((tmp_path, 0), (tmp_path / "empty", 1)):
        environment = {"PATH": str(folder)}
        assert subprocess.run(asked, cwd=ROOT, env=environment, check=False).returncode == code
    assert asked[1] in (ROOT / "packaging" / "system-packages.sh").read_text()


def test_a_missing_venv_module_is_reported_in_one_sentence_and_logged(tmp_path: Path) -> None:
    write_program(tmp_path / "id", "echo 0")
    write_program(tmp_path / "apt-get", "echo no network; exit 1")
    log = tmp_path / "venv.log"
    ended = subprocess.run(
        ["bash", "packaging/python-venv.sh", sys.executable, str(log)],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert "Please install the system package python3." in ended.stdout.splitlines()[-1]
    assert log.read_text() == "no network\n"


@pytest.mark.parametrize(
    ("kind", "purpose", "included", "excluded"),
    [
        ("window", "the window of GoalBucks", "pkg-config gcc libc6-dev", "chromium xvfb postgresql nginx caddy"),
        ("test", "the tests", "xvfb openbox xdotool", "pkg-config gcc debootstrap memcached"),
        ("long", "the long tests", "memcached", "xvfb gcc debootstrap"),
        ("package", "the tests of the packages", "xvfb iproute2", "gcc memcached"),
    ],
)
def test_each_purpose_has_its_own_system_packages(
    tmp_path: Path, kind: str, purpose: str, included: str, excluded: str
) -> None:
    for name, output in {"uname": "Linux", "id": "1000", "grep": ""}.items():
        write_program(tmp_path / name, f"echo {output}")
    log = tmp_path / "system.log"
    command = ["/bin/bash", "packaging/system-packages.sh", str(log), kind]
    ended = subprocess.run(command, cwd=ROOT, env={"PATH": str(tmp_path)}, check=True, capture_output=True, text=True)
    named, _, packages = ended.stdout.partition(", please install these system packages, then delete ")
    assert named == f"For {purpose}"
    assert set(included.split()) <= set(packages.split())
    assert not set(excluded.split()) & set(packages.split())


def write_program(path: Path, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o700)
