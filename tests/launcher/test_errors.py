"""Refused starts: one sentence on stderr, no traceback, and no other port instead of an explicit one."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from launcher.cli.parser import parse
from tests.launcher.conftest import OptionError, Start


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_port_in_use_is_refused(serve: Start, host: str) -> None:
    with socket.create_server((host, 0)) as other:
        port = other.getsockname()[1]
        sentence = serve("--host", "127.0.0.1", "--port", port).launch_error()
    assert f"Port {port} is already in use" in sentence
    assert "--port" in sentence


def test_a_port_in_use_at_one_address_is_refused_for_all_addresses(serve: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = serve("--host", "0.0.0.0", "--port", port, forked=True)
        assert f"Port {port} is already in use" in refused.launch_error()


def test_a_port_in_use_at_the_ipv6_loopback_is_refused(serve: Start) -> None:
    """Browsers resolve localhost to ::1 first: the sign-in page on localhost would be the other program's."""
    try:
        other = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("without IPv6 localhost is one address")
    with other:
        port = other.getsockname()[1]
        refused = serve("--host", "0.0.0.0", "--port", port, forked=True)
        assert f"Port {port} is already in use" in refused.launch_error()


def test_an_address_of_another_computer_is_refused(serve: Start) -> None:
    assert "can't listen at 203.0.113.1" in serve("--host", "203.0.113.1", forked=True).launch_error()


def test_a_host_name_that_does_not_resolve_is_refused(serve: Start) -> None:
    assert "'no.such.invalid' is not an address" in serve("--host", "no.such.invalid", forked=True).launch_error()


@pytest.mark.parametrize("below", ["", "school/class"])
def test_a_file_in_place_of_the_data_folder_is_refused(serve: Start, tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    assert "is a file, not a folder" in serve("--data-dir", tmp_path / "file" / below, forked=True).launch_error()


@pytest.mark.parametrize("below", ["", "class"])
def test_a_read_only_data_folder_is_refused(start: Start, tmp_path: Path, below: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    # Root can write anywhere without these restrictions.
    wrapper = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if wrapper and shutil.which(wrapper[0]) is None:
        pytest.skip("root can't be restricted without setpriv")
    program = start("serve", "--port", 0, "--data-dir", folder / below, wrapper=wrapper)
    assert "can't write in the data folder" in program.launch_error()


def test_an_invalid_port_is_refused_and_creates_nothing(start: Start, tmp_path: Path) -> None:
    sentence = start("serve", "--data-dir", tmp_path / "data", GOALBUCKS_PORT="eighty").launch_error()
    assert "GOALBUCKS_PORT can't be 'eighty'" in sentence
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("port", ["eighty", "70000", "-1", ""])
def test_the_port_is_a_number_below_65536(option_error: OptionError, tmp_path: Path, port: str) -> None:
    sentence = option_error("serve", "--data-dir", tmp_path / "data", GOALBUCKS_PORT=port)
    assert f"GOALBUCKS_PORT can't be '{port}'" in sentence


def test_an_empty_data_dir_option_is_a_usage_error(start: Start) -> None:
    code, _, err = start("serve", "--data-dir", "").end()
    assert code == 2
    assert "name a folder" in err


def test_an_empty_data_dir_variable_is_refused(option_error: OptionError) -> None:
    assert "GOALBUCKS_DATA_DIR is empty" in option_error("serve", GOALBUCKS_DATA_DIR="")


EMULATOR = {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
PROJECT = {"GOALBUCKS_FIREBASE_PROJECT_ID": "maple-street", "GOALBUCKS_FIREBASE_API_KEY": "any-key"}
DEMO = {**PROJECT, "GOALBUCKS_FIREBASE_PROJECT_ID": "demo-maple-street"}
DEVELOPMENT = {"GOALBUCKS_DEVELOPMENT": "1"}


@pytest.mark.parametrize("more", [{}, PROJECT, DEMO, DEVELOPMENT, {**PROJECT, **DEVELOPMENT}])
def test_the_firebase_emulator_is_refused_outside_development(option_error: OptionError, more: dict[str, str]) -> None:
    assert "everybody could sign in as anybody" in option_error("serve", **EMULATOR, **more)


def test_the_firebase_emulator_is_allowed_for_a_demo_project_in_development(serve: Start) -> None:
    assert serve(forked=True, **EMULATOR, **DEMO, **DEVELOPMENT).healthy()


def test_an_empty_emulator_variable_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {"FIREBASE_AUTH_EMULATOR_HOST": "", **PROJECT}.items():
        monkeypatch.setenv(name, value)
    assert parse(["serve", "--data-dir", str(tmp_path)]).settings.emulator_url is None
