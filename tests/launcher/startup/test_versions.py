"""Comparison of versions, and starts beside a running GoalBucks of another version."""

from pathlib import Path

import pytest

from launcher.startup.versions import is_older
from tests.launcher.conftest import Start
from tests.launcher.fake_version import run_fake_version


@pytest.mark.parametrize(
    ("one", "other", "older"),
    [("0.9.2", "0.10.0", True), ("1.0.0", "1.0.0", False), ("1.1", "1.0.9", False), ("unknown", "1.0.0", False)],
)
def test_version_numbers_are_compared_numerically(one: str, other: str, *, older: bool) -> None:
    assert is_older(one, other) is older


def test_a_start_beside_an_older_running_version_is_refused(start: Start, tmp_path: Path) -> None:
    with run_fake_version("0.0.1", tmp_path / "data"):
        message = start("--data-dir", tmp_path / "data").launch_error()
    assert message.startswith("GoalBucks 0.0.1 is still running on this computer, and you started GoalBucks ")


def test_a_start_beside_a_newer_running_version_prints_its_address(start: Start, tmp_path: Path) -> None:
    with run_fake_version("999.0.0", tmp_path / "data"):
        code, out, err = start("--data-dir", tmp_path / "data").end()
    assert (code, err) == (0, "")
    assert out.startswith("http://127.0.0.1:")
