"""A teacher's computer, from the first installation to the purge. Each test goes on where the one before ended."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.launcher.conftest import wait_until
from tests.launcher.screen import Screen, open_screen
from tests.packaging.built_packages import NEW, OLD, lay_ready, package
from tests.packaging.clean_system import Computer, started, why_missing
from tests.packaging.clients import EMAIL, Started, Visitor, write_oldest_data

pytestmark = pytest.mark.package
DATA = ".local/share/GoalBucks"
HILLS = (0x2F, 0x7F, 0x7E)
"""On the first page, and not on the one before it is loaded."""
STARTED = ("goalbucks", "--no-announce")


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    if missing := why_missing():
        pytest.fail(missing, pytrace=False)
    with open_screen(tmp_path_factory.mktemp("screen")) as screen:
        yield screen


@pytest.fixture(scope="module")
def computer(screen: Screen) -> Iterator[Computer]:  # noqa: ARG001 - it has to be there first
    """With two people: a teacher, and one whose folder of programs' data leads to somebody else's."""
    with started("teacher", with_screens=True) as computer:
        computer.add_person("teacher")
        neighbour = computer.add_person("neighbour")
        others = computer.disk / "srv" / "others" / "GoalBucks"
        others.mkdir(parents=True)
        (others / "kept").touch()
        (neighbour / ".local").mkdir()
        (neighbour / ".local" / "share").symlink_to("/srv/others")
        yield computer


@pytest.fixture(scope="module")
def home(computer: Computer) -> Path:
    """The teacher's."""
    return computer.disk / "home" / "teacher"


@pytest.fixture(scope="module")
def running(computer: Computer, screen: Screen) -> Iterator[list[Started]]:  # noqa: ARG001 - both outlive them
    """What was started and goes on from test to test."""
    programs: list[Started] = []
    yield programs
    for each in programs:
        each.kill()


def test_apt_installs_the_package_with_its_dependencies(computer: Computer) -> None:
    recommended = _field("Recommends").replace(",", " ").split()
    computer.install(lay_ready(computer, OLD), *recommended)
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
    program = Started(computer, "goalbucks", "serve", "--no-announce", user="teacher")
    try:
        visitor = Visitor(computer)
        visitor.await_version(OLD)
        visitor.register()
        Visitor(computer).sign_in()
        assert visitor.ask("POST", "/api/classrooms", {"name": "Room 12"})["name"] == "Room 12"
        assert program.stop()[0] == 0
    finally:
        program.kill()
    assert computer.owner(f"/home/teacher/{DATA}") == "teacher"
    assert (home / DATA).stat().st_mode & 0o077 == 0


def test_the_installed_program_opens_its_window(
    computer: Computer, screen: Screen, home: Path, running: list[Started]
) -> None:
    running.append(Started(computer, *STARTED, user="teacher", display=screen.display))
    logs = home / DATA / "logs"
    try:
        screen.wait_for()
        wait_until(lambda: "GET /api/auth/config 200" in (logs / "goalbucks.log").read_text())
        wait_until(lambda: screen.shows(HILLS, pixels=30_000))
    except AssertionError:
        screen.save_picture("no page")
        pytest.fail("\n".join(["no page was seen", *(log.read_text() for log in logs.glob("window.log*"))]))


def test_an_upgrade_ends_the_running_program_gracefully(
    computer: Computer, screen: Screen, running: list[Started]
) -> None:
    said = computer.install(lay_ready(computer, NEW)).out
    assert "Open it again to go on with the new version." in said
    code, _, err = running.pop().end()
    assert (code, err) == (0, "")
    wait_until(lambda: screen.windows() == [])
    assert computer.run("systemctl", "is-active", "goalbucks", check=False).out == "inactive\n"


def test_a_new_version_upgrades_the_data_of_an_older_one(computer: Computer, home: Path) -> None:
    shutil.rmtree(home / DATA)
    write_oldest_data(home / DATA)
    computer.run("chown", "--recursive", "teacher:teacher", "/home/teacher/.local")
    program = Started(computer, "goalbucks", "serve", "--no-announce", user="teacher")
    try:
        visitor = Visitor(computer)
        visitor.await_version(NEW)
        visitor.sign_in()
        [classroom] = visitor.ask("GET", "/api/classrooms")
        assert (classroom["name"], classroom["classCode"]) == ("Room 12", "ABC234")
        [row] = visitor.ask("GET", f"/api/classrooms/{classroom['id']}/students/stats")
        assert (row["firstName"], row["goalbucks"]) == ("Amara", 12)
        [goal] = visitor.ask("GET", f"/api/students/{row['id']}/goals")
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
    assert own == {_described(path, tmp_path) for path in tmp_path.rglob("*") if _in_both(path)}


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
    """Each format has its own way to tell what changed, and lintian looks at one alone."""
    own = path.name == "changelog.Debian.gz" or path.parent.name == "overrides"
    return path.is_file() and not path.is_symlink() and not own


def _described(path: Path, root: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    mode = "-rwxr-xr-x" if os.access(path, os.X_OK) else "-rw-r--r--"
    return f"{digest} {mode} /{path.relative_to(root)}"
