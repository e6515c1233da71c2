"""State file of the launcher."""

import json
import logging
from pathlib import Path

import pytest

from launcher.startup.state_file import FILE_NAME, LauncherState
from server.system.durable_files import TEMPORARY_SUFFIX


def test_the_state_is_read_again_after_a_restart(tmp_path: Path) -> None:
    first = LauncherState(tmp_path)
    first.set_port(8088)
    first.set_adapter("wlan0")
    first.set_host_name_number("goalbucks-rivera", 2)
    again = LauncherState(tmp_path)
    assert (again.port, again.adapter, again.server_id) == (8088, "wlan0", first.server_id)
    assert (again.host_name_number("goalbucks-rivera"), again.host_name_number("goalbucks-chen")) == (2, 1)


def test_reading_the_state_creates_no_file(tmp_path: Path) -> None:
    assert LauncherState(tmp_path).port is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[]", b'{"port": "8080"}', b'{"port": 0}', b'{"port": 70000}', b'{"server_id": "<script>"}'],
)
def test_an_invalid_state_file_is_ignored_logged_and_overwritten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with caplog.at_level(logging.WARNING):
        state = LauncherState(tmp_path)
    assert f"{FILE_NAME} is ignored" in caplog.text
    assert state.port is None
    state.set_port(8080)
    assert json.loads((tmp_path / FILE_NAME).read_text())["port"] == 8080


def test_unknown_fields_of_a_newer_version_are_ignored(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"port": 8088, "colour": "green"}')
    assert LauncherState(tmp_path).port == 8088


def test_a_language_of_a_newer_version_is_ignored_and_the_rest_is_not(tmp_path: Path) -> None:
    (tmp_path / "network.json").write_text('{"port": 8081, "language": "fr"}')
    state = LauncherState(tmp_path)
    assert (state.port, state.language) == (8081, None)
    state.set_language("es")
    assert LauncherState(tmp_path).language == "es"


def test_a_temporary_file_left_by_a_crash_does_not_prevent_a_write(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).with_suffix(TEMPORARY_SUFFIX).write_text("{")
    LauncherState(tmp_path).set_port(8088)
    assert LauncherState(tmp_path).port == 8088


def test_a_write_error_is_logged_and_the_state_still_applies(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).with_suffix(TEMPORARY_SUFFIX).mkdir()
    state = LauncherState(tmp_path)
    state.set_port(8088)
    assert state.port == 8088
    assert "was not written" in caplog.text
