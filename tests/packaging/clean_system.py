"""Minimal system of the distribution, booted in namespaces, as a computer without GoalBucks.

Its processes end with it, its disk is a temporary folder, and its programs have their own network with all ports free.
Only `apt` and `install` use the network of this computer, for the distribution's archive.
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

from tests.factories.paths import ROOT
from tests.factories.waiting import wait_until
from tests.lan.lab import Namespace

CACHE = ROOT / "build" / "package-test"
"""Cache for other runs: the minimal system, and packages of the distribution."""
PROGRAMS = ("debootstrap", "unshare", "nsenter", "pivot_root", "ip", "apt-get", "tar")
INCLUDED = "systemd-sysv,ca-certificates"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SCREENS = "/tmp/.X11-unix"
BOOT_SECONDS = 60
LONG_SECONDS = 600
"""Time to install GTK from a slow archive."""

# Runs in the new namespaces. $1: disk of the computer; $2: shared folder of downloaded packages; $3: sockets of this
# computer's screens, or empty.
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
    """Return why such a computer can't be started here, or None."""
    if sys.platform != "linux":
        return "packages for Linux are tested on Linux"
    if os.geteuid() != 0:
        return "a clean system requires root: run it with sudo"
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        return f"{', '.join(missing)} not installed"
    return None if _control_groups() else "no cgroup2 is mounted here, which systemd requires"


@dataclass(frozen=True, slots=True)
class CompletedCommand:
    """Exit code and output of a program on the computer."""

    code: int
    out: str
    err: str


class Computer:
    """A running computer. Packages to install are in its /packages."""

    def __init__(self, disk: Path, network: Namespace, first: int) -> None:
        self.disk = disk
        self.network = network
        self._first = first
        """Process id of its first process in this computer's namespace."""

    def command(self, *words: str, user: str = "root", variables: Mapping[str, str] | None = None) -> list[str]:
        """Return the command that starts a program on the computer, in its network."""
        return self._inside("--net", words, user, variables or {})

    def run(self, *words: str, user: str = "root", check: bool = True) -> CompletedCommand:
        """Run a program on the computer, in its network."""
        return _run(self.command(*words, user=user), check=check)

    def install(self, *words: str) -> CompletedCommand:
        """Run `apt-get install` on the computer without prompts."""
        options = ("--yes", "--quiet", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0")
        return self.apt("install", *options, *words)

    def apt(self, *words: str) -> CompletedCommand:
        """Run apt-get on the computer, in the network of this computer."""
        return _run(self._inside(None, ("apt-get", *words), "root", {"DEBIAN_FRONTEND": "noninteractive"}), check=True)

    def is_up(self) -> bool:
        """Whether it has booted."""
        state = self.run("systemctl", "is-system-running", check=False).out.strip()
        return state in {"running", "degraded"}

    def add_user(self, name: str) -> Path:
        """Add an ordinary account; return its home as a path of this computer."""
        self.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        return self.disk / "home" / name

    def owner(self, path: str) -> str:
        return self.run("stat", "--format=%U", path).out.strip()

    def _inside(
        self, network: str | None, words: tuple[str, ...], user: str, variables: Mapping[str, str]
    ) -> list[str]:
        enter = ["nsenter", f"--target={self._first}", "--mount", "--pid", "--ipc", "--uts", *filter(None, [network])]
        # These programs exec the next one, so that the exit code is the program's.
        account = ["setpriv", "--reuid", user, "--regid", user, "--init-groups"] if user != "root" else []
        home = "/root" if user == "root" else f"/home/{user}"
        given = {"PATH": PATH, "HOME": home, "LANG": "C.UTF-8", **variables}
        return [*enter, *account, "env", "-i", *(f"{name}={text}" for name, text in given.items()), *words]


@contextmanager
def boot_computer(name: str, *, with_screens: bool = False) -> Iterator[Computer]:
    """Boot a new computer; it is deleted afterwards.

    `with_screens`: its programs may open windows on the existing screens of this computer.
    """
    disk = CACHE / "disks" / f"{name}-{os.getpid()}"
    archives = CACHE / "archives"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, disk, ignore_errors=True)
        disk.mkdir(parents=True)
        archives.mkdir(parents=True, exist_ok=True)
        _run(["tar", "--extract", "--file", str(_minimal_system()), "--directory", str(disk)])
        network = Namespace()
        stack.callback(network.close)
        first = stack.enter_context(_booted(disk, archives, network, with_screens=with_screens))
        computer = Computer(disk, network, first)
        wait_until(computer.is_up, BOOT_SECONDS)
        computer.apt("update", "--quiet")
        yield computer


@contextmanager
def _booted(disk: Path, archives: Path, network: Namespace, *, with_screens: bool) -> Iterator[int]:
    with _control_group() as group:
        # The computer's processes end with this one, however it ends.
        enter = f'echo $$ > "{group}/cgroup.procs" && exec setpriv --pdeathsig KILL "$@"'
        apart = ["unshare", "--mount", "--propagation=private", "--pid", "--uts", "--cgroup", "--fork", "--kill-child"]
        # The ids of the shared memory between a program and its screen are valid in one IPC namespace only.
        apart += [] if with_screens else ["--ipc"]
        given = [str(disk), str(archives), SCREENS if with_screens else ""]
        boot = network.command("sh", "-c", enter, "sh", *apart, "sh", "-c", _BOOT, "boot", *given)
        with (
            (CACHE / "boot.log").open("wb") as log,
            subprocess.Popen(boot, stdout=log, stderr=log) as outer,
        ):
            children: list[psutil.Process] = []

            def has_child() -> bool:
                children[:] = psutil.Process(outer.pid).children()
                return bool(children)

            wait_until(has_child)
            try:
                yield children[0].pid
            finally:
                children[0].kill()


@contextmanager
def _control_group() -> Iterator[Path]:
    """Create a control group, which systemd requires for itself."""
    group = _control_groups()[0] / f"goalbucks-test-{os.getpid()}"
    group.mkdir()
    try:
        yield group
    finally:
        wait_until(lambda: _removed(group))  # the system takes a moment to forget the processes


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


def _minimal_system() -> Path:
    """Return a tarball of the minimal system; it is cached for other runs."""
    archive = _archive()
    key = hashlib.sha256(" ".join([*archive, INCLUDED, _apt_settings()]).encode()).hexdigest()[:12]
    tarball = CACHE / f"{archive[1]}-{key}.tar"
    if tarball.exists():
        return tarball
    uri, release = archive
    folder = CACHE / f"debootstrap-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _run(["debootstrap", "--variant=minbase", f"--include={INCLUDED}", release, str(folder), uri])
    _configure(folder)
    unfinished = tarball.with_suffix(".new")
    _run(["tar", "--create", "--one-file-system", "--file", str(unfinished), "--directory", str(folder), "."])
    shutil.rmtree(folder)
    unfinished.rename(tarball)
    return tarball


def _configure(folder: Path) -> None:
    for path, text in {
        "etc/apt/apt.conf.d/90this-computer": _apt_settings(),
        "etc/dpkg/dpkg.cfg.d/unsafe": "force-unsafe-io\n",
        "etc/hostname": "classroom\n",
        "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    }.items():
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "packages").mkdir()
    # The second one would empty the folder of this computer's screens.
    for masked in ("systemd/system/console-getty.service", "tmpfiles.d/x11.conf"):
        (folder / "etc" / masked).symlink_to("/dev/null")
    shutil.rmtree(folder / "var/cache/apt/archives")
    (folder / "var/cache/apt/archives/partial").mkdir(parents=True)


def _archive() -> tuple[str, str]:
    """Return address and release of the distribution's archive in the configuration of this computer's apt."""
    release = _run(["sh", "-c", '. /etc/os-release && echo "$VERSION_CODENAME"']).out.strip()
    listed = _run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]
    )
    targets = [line.split() for line in listed.out.splitlines()]
    found = [uri for uri, named, component in targets if (named, component) == (release, "main")]
    assert found, f"this computer's apt has no archive of {release}"
    return found[0], release


def _apt_settings() -> str:
    """Return the download settings of apt, such as proxies."""
    return "".join(
        line
        for line in _run(["apt-config", "dump", "Acquire"]).out.splitlines(keepends=True)
        if "IndexTargets" not in line
    )


def _run(command: list[str], *, check: bool = True) -> CompletedCommand:
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LONG_SECONDS)
    assert ended.returncode == 0 or not check, f"{command} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
    return CompletedCommand(ended.returncode, ended.stdout, ended.stderr)


if __name__ == "__main__":  # for .ci/run
    sys.stdout.write(why_missing() or "")
