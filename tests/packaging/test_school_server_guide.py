"""The commands of "Quick start" in docs/school-server.md, and an upgrade with an outdated schema.

Each test continues from the previous one.
"""

import json
import re
from collections.abc import Iterator

import pytest

from server.database.migrate import SchemaOutdatedError
from server.database.migrations import HEAD
from tests.factories.certificates import write_certificate
from tests.factories.paths import ROOT
from tests.packaging.built_packages import NEW, OLD, copy_package
from tests.packaging.clean_system import Computer, boot_computer, why_missing

pytestmark = pytest.mark.package
NAME = "goalbucks.maple.example"
NEEDED = ("sudo", "dbus", "curl", "postgresql", "nginx")
"""Packages of a Debian server, and those that the first command installs besides GoalBucks."""
AS_SERVICE = ("systemd-run", "--quiet", "--pipe", "--wait", "--collect", "--uid=goalbucks")
OPTIONS = ("--property=EnvironmentFile=/etc/default/goalbucks", "--setenv=GOALBUCKS_DATA_DIR=/var/lib/goalbucks")


@pytest.fixture(scope="module")
def computer() -> Iterator[Computer]:
    if missing := why_missing():
        pytest.fail(missing, pytrace=False)
    with boot_computer("quick-start") as computer:
        yield computer


def school(computer: Computer, *words: str, check: bool = True) -> str:
    """Run a command of `goalbucks` as the shell function `school` of the guide does."""
    return computer.run(*AS_SERVICE, *OPTIONS, "goalbucks", *words, check=check).out


def unit_properties(computer: Computer, *names: str) -> list[str]:
    """Return properties of the systemd unit."""
    wanted = [computer.run("systemctl", "show", f"--property={name}", "--value", "goalbucks").out for name in names]
    return [each.strip() for each in wanted]


def test_the_quick_start_of_the_guide_starts_a_server(computer: Computer) -> None:
    computer.install(*NEEDED)
    deb = copy_package(computer, OLD)
    for service in ("dbus", "postgresql"):
        computer.run("systemctl", "start", service)
    write_certificate(computer.disk / "root")
    guide = (ROOT / "docs" / "school-server.md").read_text()
    (commands,) = re.findall(r"## Quick start\n.*?```\n(.*?)```", guide, re.DOTALL)
    assert "PASSWORD" not in commands
    pasted = commands.replace("./goalbucks_V_amd64.deb", deb).replace("YOUR-NAME", NAME)
    # `--pty` requires a terminal; everything else is as in the guide.
    pasted = pasted.replace("CERTIFICATE.pem", "/root/school.crt").replace("KEY.pem", "/root/school.key")
    (computer.disk / "root" / "quick-start.sh").write_text(f"set -e\n{pasted}")
    output = computer.run("script", "--quiet", "--return", "--command", "bash /root/quick-start.sh", "/dev/null").out
    assert re.search(r"[23456789A-Z]{4}", output), output
    assert computer.run("systemctl", "is-active", "goalbucks").out.strip() == "active"
    assert "GoalBucks is ready" in unit_properties(computer, "StatusText")[0]
    asked = ("curl", "--silent", "--insecure", "--resolve", f"{NAME}:443:127.0.0.1", f"https://{NAME}/api/health")
    health = computer.run(*asked)
    assert json.loads(health.out)["status"] == "ok"


def test_the_journal_has_the_start_and_status_reports_the_server(computer: Computer) -> None:
    journal = computer.run("journalctl", "--unit=goalbucks", "--output=json", "--no-pager").out
    entries = [json.loads(line) for line in journal.splitlines()]
    (start,) = (each for each in entries if "starts with" in each["MESSAGE"])
    assert start["PRIORITY"] == "6"
    assert f"GoalBucks {OLD} starts with" in start["MESSAGE"]
    found = json.loads(school(computer, "status", "--json"))
    assert (found["state"], found["processes"], found["schemaCurrent"]) == ("running", 2, True)


def test_an_upgrade_with_an_outdated_schema_fails_the_unit_and_names_the_command(computer: Computer) -> None:
    older = "UPDATE alembic_version SET version_num = '0001'"
    computer.run("sudo", "-u", "postgres", "psql", "--quiet", "--command", older, "goalbucks")
    result = computer.install(copy_package(computer, NEW))
    assert "'school migrate'" in result.out
    guide = "/usr/share/doc/goalbucks/school-server.md"
    assert guide in result.out
    assert "\nschool() {" in computer.run("cat", guide).out
    assert SchemaOutdatedError.sentence in result.err
    assert unit_properties(computer, "ActiveState", "ExecMainStatus", "StatusText") == [
        "failed",
        "78",
        SchemaOutdatedError.sentence,
    ]
    assert SchemaOutdatedError.sentence in computer.run("systemctl", "status", "goalbucks", check=False).out
    refused = json.loads(school(computer, "status", "--json", check=False))
    assert [each["code"] for each in refused["warnings"]] == ["database"]


def test_the_service_is_restarted_until_the_database_is_reachable(computer: Computer) -> None:
    ready = f"UPDATE alembic_version SET version_num = '{HEAD}'"
    computer.run("sudo", "-u", "postgres", "psql", "--quiet", "--command", ready, "goalbucks")
    computer.run("systemctl", "stop", "postgresql@15-main")
    assert computer.run("systemctl", "start", "goalbucks", check=False).code != 0
    assert unit_properties(computer, "ActiveState", "SubState") == ["activating", "auto-restart"]
    computer.run("systemctl", "start", "postgresql@15-main")
    computer.run("systemctl", "start", "goalbucks")
    assert unit_properties(computer, "ActiveState") == ["active"]


def test_the_package_includes_the_guide(computer: Computer) -> None:
    guide = computer.disk / "usr/share/doc/goalbucks/school-server.md"
    in_one_folder = (ROOT / "docs" / "school-server.md").read_text().replace("](../", "](")
    assert guide.read_text() == in_one_folder
