"""network.json: what is kept from one start to the next."""

import json
import logging
from pathlib import Path

import pytest

from launcher.startup.state_file import FILE_NAME, LauncherState


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    first = LauncherState(tmp_path)
    first.set_port(8088)
    first.set_adapter("wlan0")
    first.set_suffix("goalbucks-rivera", 2)
    again = LauncherState(tmp_path)
    assert (again.port, again.adapter, again.server_id) == (8088, "wlan0", first.server_id)
    assert (again.suffix("goalbucks-rivera"), again.suffix("goalbucks-chen")) == (2, 1)


def test_nothing_is_written_before_there_is_something_to_keep(tmp_path: Path) -> None:
    assert LauncherState(tmp_path).port is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "rubbish",
    [b"", b"\xff\xfe", b"[]", b'{"port": "8080"}', b'{"port": 0}', b'{"port": 70000}', b'{"server_id": "<script>"}'],
)
def test_rubbish_is_ignored_logged_and_written_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, rubbish: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(rubbish)
    with caplog.at_level(logging.WARNING):
        remembered = LauncherState(tmp_path)
    assert f"{FILE_NAME} is ignored" in caplog.text
    assert remembered.port is None
    remembered.set_port(8080)
    assert json.loads((tmp_path / FILE_NAME).read_text())["port"] == 8080


def test_what_a_later_version_keeps_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"port": 8088, "colour": "green"}')
    assert LauncherState(tmp_path).port == 8088


def test_a_disk_that_is_full_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).with_suffix(".new").mkdir()
    remembered = LauncherState(tmp_path)
    remembered.set_port(8088)
    assert remembered.port == 8088
    assert "was not written" in caplog.text
