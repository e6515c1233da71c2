"""The .deb on a teacher's computer, from the installation to the purge. Each test continues from the previous one."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.waiting import wait_until
from tests.launcher.screen import Screen, open_screen
from tests.packaging.built_packages import NEW, OLD, copy_package, package
from tests.packaging.clean_system import Computer, boot_computer, why_missing
from tests.packaging.clients import EMAIL, Client, StartedProgram, write_oldest_data

pytestmark = pytest.mark.package
DATA = ".local/share/GoalBucks"
LOGO_COLOR = (0x2F, 0x7F, 0x7E)
"""Colour of the logo on the login page, not on the loading page."""
WINDOW_COMMAND = ("goalbucks", "--no-announce")


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    if missing := why_missing():
        pytest.fail(missing, pytrace=False)
    with open_screen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen


@pytest.fixture(scope="module")
def computer(screen: Screen) -> Iterator[Computer]:  # noqa: ARG001 - has to be started first
    """Computer with a teacher, and an account whose data folder is a link to another folder."""
    with boot_computer("teacher", with_screens=True) as computer:
        computer.add_user("teacher")
        other_user = computer.add_user("other_user")
        others = computer.disk / "srv" / "others" / "GoalBucks"
        others.mkdir(parents=True)
        (others / "kept").touch()
        (other_user / ".local").mkdir()
        (other_user / ".local" / "share").symlink_to("/srv/others")
        yield computer


@pytest.fixture(scope="module")
def home(computer: Computer) -> Path:
    """Home folder of the teacher."""
    return computer.disk / "home" / "teacher"


@pytest.fixture(scope="module")
def running(computer: Computer, screen: Screen) -> Iterator[list[StartedProgram]]:  # noqa: ARG001 - stopped after the programs
    """Programs that continue to run from test to test."""
    programs: list[StartedProgram] = []
    yield programs
    for each in programs:
        each.kill()


def test_apt_installs_the_package_with_its_dependencies(computer: Computer) -> None:
    recommended = _field("Recommends").replace(",", " ").split()
    computer.install(copy_package(computer, OLD), *recommended)
    assert computer.run("goalbucks", "--version", user="teacher").out == f"GoalBucks {OLD}\n"
    assert computer.run("dpkg", "--audit").out == ""
    assert computer.run("dpkg", "--verify", "goalbucks").out == ""


def test_the_package_has_a_menu_entry_and_a_manual_page(computer: Computer) -> None:
    computer.install("desktop-file-utils", "man-db")
    entry = "/usr/share/applications/goalbucks.desktop"
    assert computer.run("desktop-file-validate", entry).out == ""
    for size in (16, 32, 48, 64, 128, 256, 512):
        computer.run("test", "-f", f"/usr/share/icons/hicolor/{size}x{size}/apps/goalbucks.png")
    manual = computer.run("man", "--warnings", "--pager=cat", "goalbucks")
    assert manual.err == ""
    assert "goalbucks serve" in manual.out


def test_an_ordinary_account_can_serve_without_a_display(computer: Computer, home: Path) -> None:
    program = StartedProgram(computer, "goalbucks", "serve", "--no-announce", user="teacher")
    try:
        client = Client(computer)
        client.await_version(OLD)
        client.register()
        Client(computer).sign_in()
        assert client.call("POST", "/api/classrooms", {"name": "Room 12"})["name"] == "Room 12"
        assert program.stop()[0] == 0
    finally:
        program.kill()
    assert computer.owner(f"/home/teacher/{DATA}") == "teacher"
    assert (home / DATA).stat().st_mode & 0o077 == 0


def test_the_installed_program_opens_its_window(
    computer: Computer, screen: Screen, home: Path, running: list[StartedProgram]
) -> None:
    running.append(StartedProgram(computer, *WINDOW_COMMAND, user="teacher", display=screen.display))
    logs = home / DATA / "logs"
    try:
        screen.wait_for()
        wait_until(lambda: "GET /api/auth/config 200" in (logs / "goalbucks.log").read_text())
        wait_until(lambda: screen.shows(LOGO_COLOR, pixels=30_000))
    except AssertionError:
        screen.save_picture("no page")
        pytest.fail("\n".join(["no page was seen", *(log.read_text() for log in logs.glob("window.log*"))]))


def test_an_upgrade_ends_the_running_program_gracefully(
    computer: Computer, screen: Screen, running: list[StartedProgram]
) -> None:
    output = computer.install(copy_package(computer, NEW)).out
    assert "Open it again to go on with the new version." in output
    code, _, err = running.pop().end()
    assert (code, err) == (0, "")
    wait_until(lambda: screen.windows() == [])
    assert computer.run("systemctl", "is-active", "goalbucks", check=False).out == "inactive\n"


def test_a_new_version_upgrades_the_data_of_an_older_one(computer: Computer, home: Path) -> None:
    shutil.rmtree(home / DATA)
    write_oldest_data(home / DATA)
    computer.run("chown", "--recursive", "teacher:teacher", "/home/teacher/.local")
    program = StartedProgram(computer, "goalbucks", "serve", "--no-announce", user="teacher")
    try:
        client = Client(computer)
        client.await_version(NEW)
        client.sign_in()
        [classroom] = client.call("GET", "/api/classrooms")
        assert (classroom["name"], classroom["classCode"]) == ("Room 12", "ABC234")
        [row] = client.call("GET", f"/api/classrooms/{classroom['id']}/students/stats")
        assert (row["firstName"], row["goalbucks"]) == ("Amara", 12)
        [goal] = client.call("GET", f"/api/students/{row['id']}/goals")
        assert (goal["name"], goal["goalbucks"]) == ("Read a book", 5)
        assert program.stop()[0] == 0
    finally:
        program.kill()
    assert len(list((home / DATA / "backups").glob("*-before-upgrade.backup"))) == 1


def test_the_rpm_has_the_same_files_as_the_deb(computer: Computer, tmp_path: Path) -> None:
    computer.install("rpm")
    rpm = package("rpm", NEW)
    shutil.copy(rpm, computer.disk / "packages")
    query = ("rpm", "--query", "--package", f"/packages/{rpm.name}")
    assert computer.run(*query, "--queryformat", "%{NAME} %{VERSION}").out == f"goalbucks {NEW}"
    assert "libc.so.6(GLIBC_" in computer.run(*query, "--requires").out
    assert "webkit2gtk4.1" in computer.run(*query, "--recommends").out
    listed = computer.run(*query, "--queryformat", "[%{FILEDIGESTS} %{FILEMODES:perms} %{FILENAMES}\n]").out
    own = {line for line in listed.splitlines() if not line.startswith(" ")}
    subprocess.run(["dpkg-deb", "--extract", package("deb", NEW), tmp_path], check=True)
    assert own == {_describe(path, tmp_path) for path in tmp_path.rglob("*") if _in_both(path)}


def test_removing_the_package_keeps_the_data(computer: Computer, home: Path) -> None:
    computer.apt("remove", "--yes", "goalbucks")
    for gone in ("/opt/goalbucks", "/usr/bin/goalbucks", "/usr/share/applications/goalbucks.desktop"):
        assert computer.run("test", "-e", gone, check=False).code == 1
    assert (home / DATA / "goalbucks.db").exists()


def test_purging_the_package_removes_the_data_of_every_account(computer: Computer, home: Path) -> None:
    assert EMAIL.encode() in (home / DATA / "goalbucks.db").read_bytes()
    computer.apt("purge", "--yes", "goalbucks")
    assert not (home / DATA).exists()
    assert (computer.disk / "srv" / "others" / "GoalBucks" / "kept").exists()
    assert list(home.rglob("*[Gg]oal[Bb]ucks*")) == []


def _field(name: str) -> str:
    asked = ["dpkg-deb", "--field", str(package("deb", OLD)), name]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout


def _in_both(path: Path) -> bool:
    """Whether the file is in both formats: the changelog and lintian's overrides are in the .deb only."""
    own = path.name == "changelog.Debian.gz" or path.parent.name == "overrides"
    return path.is_file() and not path.is_symlink() and not own


def _describe(path: Path, root: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    mode = "-rwxr-xr-x" if os.access(path, os.X_OK) else "-rw-r--r--"
    return f"{digest} {mode} /{path.relative_to(root)}"
