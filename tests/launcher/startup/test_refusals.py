"""A start that can't be: one sentence that says what to do, no trace, no other port taken in silence."""

import os
import shutil
import signal
import socket
from pathlib import Path

import pytest

from tests.launcher.conftest import Start


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_taken_port(serve: Start, host: str) -> None:
    with socket.create_server((host, 0)) as other:
        port = other.getsockname()[1]
        sentence = serve("--host", "127.0.0.1", "--port", port).refusal()
    assert f"Port {port} is already in use" in sentence
    assert "--port" in sentence


def test_the_same_port_for_every_address_is_taken_too(serve: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"Port {port} is already in use" in serve("--host", "0.0.0.0", "--port", port).refusal()


def test_a_port_that_another_program_has_under_the_name_localhost(serve: Start) -> None:
    """Browsers ask there first: a teacher who is sent to localhost to sign in would sign in to that program."""
    try:
        other = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("without IPv6 localhost is one address")
    with other:
        port = other.getsockname()[1]
        assert f"Port {port} is already in use" in serve("--host", "0.0.0.0", "--port", port).refusal()


def test_an_address_of_another_computer(serve: Start) -> None:
    assert "can't listen at 203.0.113.1" in serve("--host", "203.0.113.1").refusal()


def test_a_name_that_is_nobodys(serve: Start) -> None:
    assert "'no.such.invalid' is not an address" in serve("--host", "no.such.invalid").refusal()


@pytest.mark.parametrize("below", ["", "school/class"])
def test_a_file_where_the_folder_should_be(serve: Start, tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    assert "is a file, not a folder" in serve("--data-dir", tmp_path / "file" / below).refusal()


@pytest.mark.parametrize("below", ["", "class"])
def test_a_folder_that_may_not_be_written(start: Start, tmp_path: Path, below: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    # An administrator may write anywhere, unless that right is taken away.
    rights = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if rights and shutil.which(rights[0]) is None:
        pytest.skip("an administrator's rights can't be taken away without setpriv")
    program = start("serve", "--port", 0, "--data-dir", folder / below, wrapper=rights)
    assert "can't write in the data folder" in program.refusal()


@pytest.mark.parametrize("port", ["eighty", "70000", "-1", ""])
def test_a_port_that_is_none(start: Start, tmp_path: Path, port: str) -> None:
    sentence = start("serve", "--data-dir", tmp_path / "data", GOALBUCKS_PORT=port).refusal()
    assert f"GOALBUCKS_PORT can't be '{port}'" in sentence
    assert not (tmp_path / "data").exists()


def test_an_empty_folder_name(start: Start) -> None:
    code, _, err = start("serve", "--data-dir", "").end()
    assert code == 2
    assert "name a folder" in err


def test_an_empty_folder_name_in_the_environment(start: Start) -> None:
    assert "GOALBUCKS_DATA_DIR is empty" in start("serve", GOALBUCKS_DATA_DIR="").refusal()


def test_a_second_server_on_the_same_data(serve: Start) -> None:
    first = serve()
    port = first.port
    sentence = serve().refusal()
    assert f"already running at http://127.0.0.1:{port}" in sentence
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    assert serve().port


def test_a_crash_frees_the_data(serve: Start) -> None:
    first = serve()
    assert first.address
    first.signal(signal.SIGKILL)
    first.end()
    assert serve().healthy()


def test_data_in_a_folder_named_from_here_is_found_wherever_the_program_goes(start: Start, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    program = start("serve", "--host", "127.0.0.1", "--port", 0, GOALBUCKS_DATA_DIR="~/class", **home)
    assert program.port
    assert (tmp_path / "class" / "goalbucks.db").is_file()


EMULATOR = {"FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"}
PROJECT = {"GOALBUCKS_FIREBASE_PROJECT_ID": "maple-street", "GOALBUCKS_FIREBASE_API_KEY": "any-key"}
DEMO = {**PROJECT, "GOALBUCKS_FIREBASE_PROJECT_ID": "demo-maple-street"}
DEVELOPMENT = {"GOALBUCKS_DEVELOPMENT": "1"}


@pytest.mark.parametrize("more", [{}, PROJECT, DEMO, DEVELOPMENT, {**PROJECT, **DEVELOPMENT}])
def test_the_emulator_for_which_every_forged_token_is_true(serve: Start, tmp_path: Path, more: dict[str, str]) -> None:
    assert "everybody could sign in as anybody" in serve(**EMULATOR, **more).refusal()
    assert not (tmp_path / "data" / "goalbucks.db").exists()


def test_for_development_a_project_that_is_none_may_have_it(serve: Start) -> None:
    assert serve(**EMULATOR, **DEMO, **DEVELOPMENT).healthy()


def test_an_emulator_that_is_not_named_is_none(serve: Start) -> None:
    assert serve(FIREBASE_AUTH_EMULATOR_HOST="", **PROJECT).healthy()
