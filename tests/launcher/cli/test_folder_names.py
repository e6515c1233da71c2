"""Data folders whose names have characters with a meaning in URLs, SQL or shells."""

import sys
from pathlib import Path

import pytest

from launcher.exit_codes import StatusExitCode
from tests.factories.data_folders import read_data_folder
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.launcher.cli.test_backup import damage_message_of_start, goalbucks

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows forbids some of the characters"),
]
NAMES = [
    "Class? 5A",
    "Class 5A?mode=memory&cache=shared",
    "100%25 or %41",
    "#5 & 6; 7",
    "Ms. O'Neill's \"class\"",
    "Élève 5A, 五年级",
    "file:class",
]


@pytest.mark.spec("15.8")
@pytest.mark.parametrize("name", NAMES)
def test_the_server_and_every_command_use_the_database_in_the_folder(name: str, tmp_path: Path) -> None:
    folder, copy, stick = tmp_path / name, tmp_path / f"{name} 2", tmp_path / f"{name}.backup"
    server = ServerProcess(folder, forked=True)
    assert server.stop() == 0
    assert {path.name for path in tmp_path.iterdir()} == {name}
    seed(folder, students=2)
    assert "goalbucks.db" in goalbucks("status", "--data-dir", folder, code=StatusExitCode.NOT_RUNNING)
    goalbucks("backup", stick, "--data-dir", folder)
    assert "No problems were found" in goalbucks("check", "--data-dir", folder)
    goalbucks("restore", stick, "--data-dir", copy)
    assert read_data_folder(copy) == read_data_folder(folder)
    assert "No problems were found" in goalbucks("check", "--data-dir", copy)
    assert {path.name for path in tmp_path.iterdir()} == {name, copy.name, stick.name}


@pytest.mark.spec("15.10")
def test_a_damaged_database_is_set_aside_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Class? 5A%20"
    seed(folder, students=1)
    goalbucks("backup", "--data-dir", folder)
    (folder / "goalbucks.db").write_bytes(b"no database" * 1000)
    assert str(folder) in damage_message_of_start(folder)
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
