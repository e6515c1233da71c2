"""Refused starts: one sentence on stderr, no traceback, and no other port instead of an explicit one."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from launcher.cli.parser import parse
from launcher.errors import BadAddressError, BadDataFolderError, PortInUseError
from launcher.sockets import listen
from launcher.startup import data_dir
from tests.factories.paths import ROOT
from tests.launcher.conftest import OptionError, Start

PREPARE_DATA_FOLDER = """
import sys
from pathlib import Path
from launcher.errors import LaunchError
from launcher.startup import data_dir
try:
    data_dir.prepare(Path(sys.argv[1]))
except LaunchError as error:
    print(error)
"""


def test_a_refused_start_prints_one_sentence_and_ends_with_exit_code_1(serve: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        sentence = serve("--port", port).launch_error(code=1)
    assert f"Port {port} is already in use" in sentence
    assert "--port" in sentence


@pytest.mark.parametrize(("taken", "wanted"), [("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "0.0.0.0")])
def test_a_port_in_use_at_one_address_is_refused_for_all_addresses(taken: str, wanted: str) -> None:
    with socket.create_server((taken, 0)) as other, pytest.raises(PortInUseError):
        listen(wanted, other.getsockname()[1])


def test_a_port_in_use_at_the_ipv6_loopback_is_refused() -> None:
    """Browsers resolve localhost to ::1 first: the sign-in page on localhost would be the other program's."""
    try:
        other = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("without IPv6 localhost is one address")
    with other, pytest.raises(PortInUseError):
        listen("0.0.0.0", other.getsockname()[1])


def test_an_address_of_another_computer_is_refused() -> None:
    with pytest.raises(BadAddressError, match=r"can't listen at 203\.0\.113\.1"):
        listen("203.0.113.1", 0)


def test_a_host_name_that_does_not_resolve_is_refused() -> None:
    with pytest.raises(BadAddressError, match=r"'no\.such\.invalid' is not an address"):
        listen("no.such.invalid", 0)


@pytest.mark.parametrize("below", ["", "school/class"])
def test_a_file_in_place_of_the_data_folder_is_refused(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadDataFolderError, match="is a file, not a folder"):
        data_dir.prepare(tmp_path / "file" / below)


@pytest.mark.parametrize("below", ["", "class"])
def test_a_read_only_data_folder_is_refused(tmp_path: Path, below: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    # Root can write anywhere without these restrictions.
    wrapper = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if wrapper and shutil.which(wrapper[0]) is None:
        pytest.skip("root can't be restricted without setpriv")
    command = [*wrapper, sys.executable, "-c", PREPARE_DATA_FOLDER, str(folder / below)]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "can't write in the data folder" in output


def test_an_invalid_port_is_refused_and_creates_nothing(option_error: OptionError, tmp_path: Path) -> None:
    sentence = option_error("serve", "--data-dir", tmp_path / "data", GOALBUCKS_PORT="eighty")
    assert "GOALBUCKS_PORT can't be 'eighty'" in sentence
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("port", ["eighty", "70000", "-1", ""])
def test_the_port_is_a_number_below_65536(option_error: OptionError, tmp_path: Path, port: str) -> None:
    sentence = option_error("serve", "--data-dir", tmp_path / "data", GOALBUCKS_PORT=port)
    assert f"GOALBUCKS_PORT can't be '{port}'" in sentence


def test_an_empty_data_dir_option_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(["serve", "--data-dir", ""])
    assert "name a folder" in capsys.readouterr().err


def test_an_empty_data_dir_variable_is_refused(option_error: OptionError) -> None:
    assert "GOALBUCKS_DATA_DIR is empty" in option_error("serve", GOALBUCKS_DATA_DIR="")


EMULATOR = {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
PROJECT = {"GOALBUCKS_FIREBASE_PROJECT_ID": "maple-street", "GOALBUCKS_FIREBASE_API_KEY": "any-key"}
DEMO = {**PROJECT, "GOALBUCKS_FIREBASE_PROJECT_ID": "demo-maple-street"}
DEVELOPMENT = {"GOALBUCKS_DEVELOPMENT": "1"}


@pytest.mark.parametrize("more", [{}, PROJECT, DEMO, DEVELOPMENT, {**PROJECT, **DEVELOPMENT}])
def test_the_firebase_emulator_is_refused_outside_development(option_error: OptionError, more: dict[str, str]) -> None:
    assert "everybody could sign in as anybody" in option_error("serve", **EMULATOR, **more)


def test_the_firebase_emulator_is_allowed_for_a_demo_project_in_development(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in {**EMULATOR, **DEMO, **DEVELOPMENT}.items():
        monkeypatch.setenv(name, value)
    assert parse(["serve", "--data-dir", str(tmp_path)]).settings.emulator_url == "http://127.0.0.1:9099"


def test_an_empty_emulator_variable_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {"FIREBASE_AUTH_EMULATOR_HOST": "", **PROJECT}.items():
        monkeypatch.setenv(name, value)
    assert parse(["serve", "--data-dir", str(tmp_path)]).settings.emulator_url is None
