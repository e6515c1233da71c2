"""Avahi, which answers a Linux host's programs when they ask for a name that ends in .local."""

import shutil
import subprocess
import time
from pathlib import Path

from tests.lan.lab import Host

_FILES = ("/run/lab.conf", "/run/avahi-daemon/socket")
# Each host has the socket for itself, where the system's name service looks for it; and no name server, which would
# be asked first, and waited for.
_START = f"""set -e
mount --bind /dev/null /etc/resolv.conf || :
mount -t tmpfs none /run
mkdir /run/avahi-daemon
cat > {_FILES[0]}
exec avahi-daemon --file {_FILES[0]} --no-chroot --no-drop-root --no-rlimits"""
_CONFIGURATION = """[server]
host-name={name}
enable-dbus=no
use-ipv6=no
[publish]
publish-hinfo=no
publish-workstation=no
"""
_SECONDS = 10


def why_missing() -> str | None:
    """Why no resolver can be started here; None when one can."""
    if shutil.which("avahi-daemon") is None:
        return "avahi-daemon is not installed"
    if "mdns" not in Path("/etc/nsswitch.conf").read_text():
        return "the system's name service doesn't ask Avahi: libnss-mdns is not installed"
    if Path("/proc/self/uid_map").read_text().split()[2] == "1":
        return "Avahi wants a second user, so the system's own root"
    return None


class Resolver:
    """Avahi on a host: answers for the host's own name, and remembers what others are called."""

    def __init__(self, host: Host, name: str) -> None:
        self.host = host
        self.process = subprocess.Popen(
            host.command("unshare", "--mount", "sh", "-c", _START),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdin is not None
        with self.process.stdin as configuration:
            configuration.write(_CONFIGURATION.format(name=name))

    def await_start(self) -> None:
        """Wait until it answers."""
        # The mounts of another process are reached through its root.
        files = [Path(f"/proc/{self.process.pid}/root{each}") for each in _FILES]
        end = time.monotonic() + _SECONDS
        while not all(each.exists() for each in files):
            assert self.process.poll() is None, "avahi-daemon ended"
            assert time.monotonic() < end, "avahi-daemon does not answer"
            time.sleep(0.05)

    def command(self, *words: str) -> list[str]:
        """What starts a program that asks it."""
        process = str(self.process.pid)
        return ["nsenter", "--target", process, "--net", "--mount", f"--wd={Path.cwd()}", *words]

    def look_up(self, name: str) -> str | None:
        """The IPv4 address that the host's programs get."""
        asked = self.command("getent", "ahostsv4", name)
        ended = subprocess.run(asked, check=False, capture_output=True, text=True, timeout=_SECONDS)
        return ended.stdout.split(maxsplit=1)[0] if ended.stdout else None

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(_SECONDS)
