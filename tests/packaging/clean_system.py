"""A computer that never saw GoalBucks: the distribution's smallest system, booted in namespaces of its own.

Its processes end with it, its disk is a folder that goes with it, and its programs have a network of their own, with
every port free. Only what `install` starts sees this computer's network, for the distribution's archive.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.factories.process import ROOT
from tests.lan.computers import until
from tests.lan.lab import Namespace

CACHE = ROOT / "build" / "package-test"
"""What another run needs not fetch again: the smallest system, and packages of the distribution."""
PROGRAMS = ("debootstrap", "unshare", "nsenter", "pivot_root", "ip", "apt-get", "tar")
INCLUDED = "systemd-sysv,ca-certificates"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SCREENS = "/tmp/.X11-unix"
BOOT_SECONDS = 60
LONG_SECONDS = 600
"""For a whole GTK from a slow archive."""

# Runs in the new namespaces; $1 is the computer's disk, $2 what it shares with others: packages that were fetched, and
# $3 the sockets of this computer's screens, if it may see them.
_BOOT = """
set -e
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount --bind "$2" var/cache/apt/archives
if [ -n "$3" ]; then
  mkdir "tmp/${3##*/}"
  mount --bind "$3" "tmp/${3##*/}"
  mount -o remount,bind,ro "tmp/${3##*/}"
fi
hostname classroom
mkdir -p outside
pivot_root . outside
umount --lazy outside
mount --make-rshared /
exec env -i PATH="$PATH" container=test /lib/systemd/systemd
"""


def why_missing() -> str | None:
    """Why there can be no such computer here; None when there can."""
    if sys.platform != "linux":
        return "packages for Linux are tested on Linux"
    if os.geteuid() != 0:
        return "a clean system is made by root: run it with sudo"
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        return f"{', '.join(missing)} not installed"
    return None if _control_groups() else "no cgroup2 is mounted here, which a service manager needs"


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program on the computer said."""

    code: int
    out: str
    err: str


class Computer:
    """One that runs. Packages lie in its /packages."""

    def __init__(self, disk: Path, network: Namespace, first: int) -> None:
        self.disk = disk
        self.network = network
        self._first = first
        """Its first process, as this computer numbers it."""

    def command(self, *words: str, user: str = "root", variables: Mapping[str, str] | None = None) -> list[str]:
        """What starts a program there, in its network."""
        return self._inside("--net", words, user, variables or {})

    def run(self, *words: str, user: str = "root", check: bool = True) -> Ended:
        """Run a program there to its end, in its network."""
        return _run(self.command(*words, user=user), check=check)

    def install(self, *words: str) -> Ended:
        """Run `apt-get install` there, with its questions answered."""
        options = ("--yes", "--quiet", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0")
        return self.apt("install", *options, *words)

    def apt(self, *words: str) -> Ended:
        """Run apt-get there, in this computer's network."""
        return _run(self._inside(None, ("apt-get", *words), "root", {"DEBIAN_FRONTEND": "noninteractive"}), check=True)

    def is_up(self) -> bool:
        """Whether it has booted."""
        state = self.run("systemctl", "is-system-running", check=False).out.strip()
        return state in {"running", "degraded"}

    def add_person(self, name: str) -> Path:
        """An ordinary account; its home, as seen from outside."""
        self.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        return self.disk / "home" / name

    def owner(self, path: str) -> str:
        """Who owns it there."""
        return self.run("stat", "--format=%U", path).out.strip()

    def _inside(
        self, network: str | None, words: tuple[str, ...], user: str, variables: Mapping[str, str]
    ) -> list[str]:
        enter = ["nsenter", f"--target={self._first}", "--mount", "--pid", "--ipc", "--uts", *filter(None, [network])]
        # Nothing that stays between: its exit code is the program's.
        account = ["setpriv", "--reuid", user, "--regid", user, "--init-groups"] if user != "root" else []
        home = "/root" if user == "root" else f"/home/{user}"
        given = {"PATH": PATH, "HOME": home, "LANG": "C.UTF-8", **variables}
        return [*enter, *account, "env", "-i", *(f"{name}={text}" for name, text in given.items()), *words]


@contextmanager
def started(name: str, *, with_screens: bool = False) -> Iterator[Computer]:
    """A new computer that has booted; afterwards nothing of it is left.

    `with_screens`: its programs may open windows on this computer's screens, those that are there already.
    """
    disk = CACHE / "disks" / f"{name}-{os.getpid()}"
    archives = CACHE / "archives"
    with ExitStack() as leaving:
        leaving.callback(shutil.rmtree, disk, ignore_errors=True)
        disk.mkdir(parents=True)
        archives.mkdir(parents=True, exist_ok=True)
        _run(["tar", "--extract", "--file", str(_smallest_system()), "--directory", str(disk)])
        network = Namespace()
        leaving.callback(network.close)
        first = leaving.enter_context(_booted(disk, archives, network, with_screens=with_screens))
        computer = Computer(disk, network, first)
        until(computer.is_up, True, BOOT_SECONDS)  # noqa: FBT003
        computer.apt("update", "--quiet")
        yield computer


@contextmanager
def _booted(disk: Path, archives: Path, network: Namespace, *, with_screens: bool) -> Iterator[int]:
    with _control_group() as group:
        # However this process ends, those end with it.
        enter = f'echo $$ > "{group}/cgroup.procs" && exec setpriv --pdeathsig KILL "$@"'
        apart = ["unshare", "--mount", "--propagation=private", "--pid", "--uts", "--cgroup", "--fork", "--kill-child"]
        # A program shares memory with its screen by a number that means something in one namespace alone.
        apart += [] if with_screens else ["--ipc"]
        given = [str(disk), str(archives), SCREENS if with_screens else ""]
        boot = network.command("sh", "-c", enter, "sh", *apart, "sh", "-c", _BOOT, "boot", *given)
        with (
            (CACHE / "boot.log").open("wb") as log,
            subprocess.Popen(boot, stdout=log, stderr=log) as outer,
        ):
            children: list[psutil.Process] = []

            def look() -> bool:
                children[:] = psutil.Process(outer.pid).children()
                return bool(children)

            until(look, True)  # noqa: FBT003
            try:
                yield children[0].pid
            finally:
                children[0].kill()


@contextmanager
def _control_group() -> Iterator[Path]:
    """A service manager needs one that is its own."""
    group = _control_groups()[0] / f"goalbucks-test-{os.getpid()}"
    group.mkdir()
    try:
        yield group
    finally:
        until(lambda: _removed(group), True)  # noqa: FBT003 - the system takes a moment to forget the processes


def _control_groups() -> list[Path]:
    mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    return [Path(where) for _, where, kind, *_ in mounts if kind == "cgroup2"]


def _removed(group: Path) -> bool:
    try:
        for folder, _, _ in os.walk(group, topdown=False):
            Path(folder).rmdir()
    except OSError:
        return False
    return True


def _smallest_system() -> Path:
    """As a tarball, kept for other runs."""
    archive = _archive()
    key = hashlib.sha256(" ".join([*archive, INCLUDED, _apt_settings()]).encode()).hexdigest()[:12]
    tarball = CACHE / f"{archive[1]}-{key}.tar"
    if tarball.exists():
        return tarball
    uri, release = archive
    folder = CACHE / "debootstrap"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _run(["debootstrap", "--variant=minbase", f"--include={INCLUDED}", release, str(folder), uri])
    _settle(folder)
    unfinished = tarball.with_suffix(".new")
    _run(["tar", "--create", "--one-file-system", "--file", str(unfinished), "--directory", str(folder), "."])
    shutil.rmtree(folder)
    unfinished.rename(tarball)
    return tarball


def _settle(folder: Path) -> None:
    for path, text in {
        "etc/apt/apt.conf.d/90this-computer": _apt_settings(),
        "etc/dpkg/dpkg.cfg.d/unsafe": "force-unsafe-io\n",
        "etc/hostname": "classroom\n",
        "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    }.items():
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "packages").mkdir()
    # The second would empty the folder of this computer's screens.
    for masked in ("systemd/system/console-getty.service", "tmpfiles.d/x11.conf"):
        (folder / "etc" / masked).symlink_to("/dev/null")
    shutil.rmtree(folder / "var/cache/apt/archives")
    (folder / "var/cache/apt/archives/partial").mkdir(parents=True)


def _archive() -> tuple[str, str]:
    """Address and release of the distribution's archive, as this computer's apt is set up."""
    release = _run(["sh", "-c", '. /etc/os-release && echo "$VERSION_CODENAME"']).out.strip()
    listed = _run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]
    )
    targets = [line.split() for line in listed.out.splitlines()]
    found = [uri for uri, named, component in targets if (named, component) == (release, "main")]
    assert found, f"this computer's apt has no archive of {release}"
    return found[0], release


def _apt_settings() -> str:
    """Proxies and the like."""
    return "".join(
        line
        for line in _run(["apt-config", "dump", "Acquire"]).out.splitlines(keepends=True)
        if "IndexTargets" not in line
    )


def _run(command: list[str], *, check: bool = True) -> Ended:
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LONG_SECONDS)
    assert ended.returncode == 0 or not check, f"{command} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
    return Ended(ended.returncode, ended.stdout, ended.stderr)
