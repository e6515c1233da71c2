"""The .deb as a service, from the installation to the purge. Each test continues from the previous one."""

from collections.abc import Iterator

import pytest

from tests.factories.images import photo_jpeg
from tests.packaging.built_packages import NEW, OLD, copy_package
from tests.packaging.clean_system import Computer, boot_computer, why_missing
from tests.packaging.clients import Client

pytestmark = pytest.mark.package
DATA = "var/lib/goalbucks"
BIND_LOW_PORTS = 1 << 10
"""CAP_NET_BIND_SERVICE only, as capability mask of /proc."""
LARGEST_EXPOSURE = 2.0
"""Upper limit of the exposure level of `systemd-analyze security`, from 0 to 10."""


@pytest.fixture(scope="module")
def computer() -> Iterator[Computer]:
    if missing := why_missing():
        pytest.fail(missing, pytrace=False)
    with boot_computer("school") as computer:
        computer.add_user("somebody")
        yield computer


@pytest.fixture(scope="module")
def teacher(computer: Computer) -> Client:
    return Client(computer)


def test_the_service_is_disabled_after_the_installation(computer: Computer) -> None:
    computer.install(copy_package(computer, OLD))
    assert _state(computer) == ("disabled", "inactive")
    assert computer.run("dpkg-query", "--show", "libgtk-3-0", check=False).code == 1
    account = computer.run("getent", "passwd", "goalbucks").out.strip().split(":")
    assert account[5:] == ["/var/lib/goalbucks", "/usr/sbin/nologin"]
    others = ("!", "-user", "root", "-o", "-perm", "/022", "!", "-type", "l")
    assert computer.run("find", "/opt/goalbucks", *others).out == ""


def test_systemctl_enable_starts_the_service(computer: Computer, teacher: Client) -> None:
    computer.run("systemctl", "enable", "--now", "goalbucks")
    teacher.await_version(OLD)
    teacher.register()
    classroom = teacher.call("POST", "/api/classrooms", {"name": "Room 12"})
    names = {"firstName": "Amara", "lastName": "Okafor", "username": "amara", "password": "open sesame"}
    student = teacher.call("POST", "/api/students", {**names, "classroomId": classroom["id"]})
    whose = {"studentId": student["id"], "classroomId": classroom["id"]}
    goal = teacher.call("POST", "/api/goals", {**whose, "name": "Read a book", "goalbucks": 5})
    tablet = Client(computer)
    credentials = {"username": "amara", "password": "open sesame", "classCode": classroom["classCode"]}
    tablet.call("POST", "/api/auth/student", credentials)
    photo = {"image": ("photo.jpg", photo_jpeg(300, 400, grain=False), "image/jpeg")}
    sent = tablet.send("POST", "/api/submissions/upload", data={**whose, "goalId": goal["id"]}, files=photo)
    assert sent.status_code == 201, sent.text
    assert computer.owner(f"/{DATA}/goalbucks.db") == "goalbucks"


def test_systemd_analyze_accepts_the_unit(computer: Computer) -> None:
    checked = computer.run("systemd-analyze", "verify", "--man=no", "/usr/lib/systemd/system/goalbucks.service")
    assert "goalbucks" not in checked.err
    judged = computer.run("systemd-analyze", "security", "--no-pager", "goalbucks").out
    assert float(judged.split("Overall exposure level for goalbucks.service: ")[1].split()[0]) <= LARGEST_EXPOSURE


def test_the_service_runs_in_a_sandbox(computer: Computer) -> None:
    process = _main_process(computer)
    lines = computer.run("cat", f"/proc/{process}/status").out.splitlines()
    status = {name: text.strip() for name, text in (line.split(":", 1) for line in lines)}
    assert status["Uid"].split() == [computer.run("id", "--user", "goalbucks").out.strip()] * 4
    for name in ("CapBnd", "CapEff", "CapPrm"):
        assert int(status[name], 16) == BIND_LOW_PORTS
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    within = ("nsenter", f"--target={process}", "--mount", "--")
    for folder in ("/opt/goalbucks", "/etc", "/usr", "/var/log"):
        assert "Read-only file system" in computer.run(*within, "touch", f"{folder}/new", check=False).err
    assert computer.run(*within, "ls", "/home", check=False).out == ""
    computer.run(*within, "test", "-w", f"/{DATA}")
    assert Client(computer).send("GET", "http://127.0.0.1/api/health").status_code == 200, "port 80 isn't used"


def test_the_service_reads_its_settings_file(computer: Computer) -> None:
    with (computer.disk / "etc/default/goalbucks").open("a") as options:
        options.write("GOALBUCKS_TEACHER_FROM_NETWORK=false\n")
    computer.run("systemctl", "restart", "goalbucks")
    variables = computer.run("cat", f"/proc/{_main_process(computer)}/environ").out.split("\0")
    assert "GOALBUCKS_TEACHER_FROM_NETWORK=false" in variables
    assert not any(each.startswith("GOALBUCKS_SCHOOL") for each in variables)


def test_an_upgrade_restarts_the_service_with_its_data(computer: Computer, teacher: Client) -> None:
    before = _main_process(computer)
    computer.install(copy_package(computer, NEW))
    teacher.await_version(NEW)
    assert _state(computer) == ("enabled", "active")
    assert _main_process(computer) != before
    [classroom] = teacher.call("GET", "/api/classrooms")
    [row] = teacher.call("GET", f"/api/classrooms/{classroom['id']}/students/stats")
    [sent] = teacher.call("GET", f"/api/submissions/student/{row['id']}")
    assert teacher.send("GET", sent["imageUrl"]).headers["Content-Type"].startswith("image/")
    assert "GOALBUCKS_TEACHER_FROM_NETWORK=false" in (computer.disk / "etc/default/goalbucks").read_text()


def test_removing_the_package_stops_the_service_and_keeps_the_data(computer: Computer) -> None:
    computer.apt("remove", "--yes", "goalbucks")
    assert computer.run("systemctl", "is-active", "goalbucks", check=False).out == "inactive\n"
    assert not (computer.disk / "opt/goalbucks").exists()
    assert (computer.disk / DATA / "goalbucks.db").exists()
    assert any((computer.disk / DATA / "images").iterdir())
    assert computer.owner(f"/{DATA}") == "goalbucks"


def test_purging_the_package_removes_everything(computer: Computer) -> None:
    computer.apt("purge", "--yes", "goalbucks")
    assert computer.run("getent", "passwd", "goalbucks", check=False).code == 2
    assert computer.run("getent", "group", "goalbucks", check=False).code == 2
    of_it = ("-iname", "*goalbucks*", "-not", "-path", "/packages/*", "-not", "-path", "/var/log/*")
    assert computer.run("find", "/", "/run", "-xdev", *of_it).out == ""


def _state(computer: Computer) -> tuple[str, str]:
    words = ("is-enabled", "is-active")
    enabled, active = (computer.run("systemctl", word, "goalbucks", check=False).out.strip() for word in words)
    return enabled, active


def _main_process(computer: Computer) -> int:
    return int(computer.run("systemctl", "show", "--property=MainPID", "--value", "goalbucks").out)
