"""`make clean`, and the exit status of `make test-python`."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.factories.paths import ROOT


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: text for name, text in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


def copy_of_the_makefile(folder: Path) -> Path:
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "ui").mkdir()
    return folder


def test_make_clean_keeps_the_data_of_make_dev(tmp_path: Path) -> None:
    copy_of_the_makefile(tmp_path)
    for name in ("build/dev-data/goalbucks.db", "build/linux/goalbucks", ".setup/system-test", ".venv/pyvenv.cfg"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    assert make(tmp_path, "clean").returncode == 0
    assert {path.name for path in tmp_path.rglob("*")} == {"Makefile", "ui", "build", "dev-data", "goalbucks.db"}


@pytest.mark.parametrize(("target", "kinds"), [("run", {"window"}), ("test-python", {"window", "test"})])
def test_only_tests_install_the_browsers_and_servers_of_the_tests(tmp_path: Path, target: str, kinds: set[str]) -> None:
    copy_of_the_makefile(tmp_path)
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "system-packages.sh").touch()
    (tmp_path / "requirements").mkdir()
    sources = ["requirements/dev.txt", "requirements/window-linux.txt", "pyproject.toml", "package-lock.json", ".npmrc"]
    sources += ["package.json", "lingui.config.ts", "packaging/narrow_fonts.py", "packaging/compress.py", "LICENSE"]
    sources += ["tests/emulator/package-lock.json", "tests/emulator/.npmrc"]
    for name in sources:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    ended = make(tmp_path, "--dry-run", target)
    assert ended.returncode == 0, ended.stderr
    assert set(re.findall(r"system-packages.sh \S+ (\w+)", ended.stdout)) == kinds


def test_a_failed_test_fails_make_and_the_last_line_has_the_counts(tmp_path: Path) -> None:
    copy_of_the_makefile(tmp_path)
    (tmp_path / "test_it.py").write_text("def test_good(): pass\ndef test_bad(): assert False\n")
    (tmp_path / "conftest.py").write_text("def pytest_addoption(parser): parser.addoption('--database')\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "pytest").symlink_to(ROOT / ".venv" / "bin" / "pytest")
    # Prerequisites count as up to date.
    up_to_date = ["setup-tests", "setup", ".venv/.setup/project", ".setup/system-window", ".setup/system-test"]
    up_to_date += [".venv/.setup/window", "ui/dist/.built", "tests/emulator/node_modules/.setup"]
    ended = make(tmp_path, "test-python", "WORKERS=1", *(f"--old-file={name}" for name in up_to_date))
    assert ended.returncode != 0
    assert "1 failed, 1 passed" in ended.stdout.splitlines()[-1]
