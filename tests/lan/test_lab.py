"""The lab itself: a missing lab is reported, and nothing of a lab is left behind."""

import subprocess
from pathlib import Path

import pytest

from tests.factories.forked_program import fork_server
from tests.factories.paths import ROOT
from tests.lan import school_network as schools
from tests.lan.conftest import OpenSchool


def test_without_a_network_lab_its_tests_are_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(schools.LAB_REQUIRED_VARIABLE, raising=False)
    with pytest.raises(pytest.skip.Exception, match="ip not installed"):
        schools.skip_or_fail("ip not installed")


def test_where_the_network_lab_is_required_its_absence_fails_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(schools.LAB_REQUIRED_VARIABLE, "1")
    schools.skip_or_fail(None)
    with pytest.raises(pytest.fail.Exception, match="ip not installed"):
        schools.skip_or_fail("ip not installed")


def test_ci_requires_the_network_lab() -> None:
    assert f"\nexport {schools.LAB_REQUIRED_VARIABLE}=1\n" in (ROOT / ".ci" / "run").read_text()


def test_a_failed_test_leaves_no_network_namespace_behind(schools: OpenSchool, tmp_path: Path) -> None:
    networks: list[int] = []

    def fail() -> None:
        with schools(tmp_path) as network:
            computer, _ = network.class_computer()
            networks.append(Path(computer.host.path).stat().st_ino)
            assert networks[0] in networks_in_use()
            raise ZeroDivisionError

    fork_server()  # which the first class computer of a worker would start
    files = set(Path("/proc/self/fd").iterdir())
    with pytest.raises(ZeroDivisionError):
        fail()
    assert networks[0] not in networks_in_use()
    assert set(Path("/proc/self/fd").iterdir()) == files


def networks_in_use() -> set[int]:
    """The network namespaces of all processes."""
    command = ["lsns", "--noheadings", "--type", "net", "--output", "NS"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True)
    return {int(number) for number in listed.stdout.split()}
