"""Avahi, the resolver for .local names of a Linux host's programs."""

import shutil
import subprocess
import time
from pathlib import Path

from tests.lan.lab import Host

_FILES = ("/run/lab.conf", "/run/avahi-daemon/socket")
# Each host has its own socket where the name service looks for it, and no DNS server, which would be asked first and
# delay each lookup.
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
_TIMEOUT_SECONDS = 10


def why_missing() -> str | None:
    """Return why Avahi can't be started here; None if it can."""
    if shutil.which("avahi-daemon") is None:
        return "avahi-daemon is not installed"
    if "mdns" not in Path("/etc/nsswitch.conf").read_text():
        return "the system's name service doesn't ask Avahi: libnss-mdns is not installed"
    if Path("/proc/self/uid_map").read_text().split()[2] == "1":
        return "Avahi wants a second user, so the system's own root"
    return None


class AvahiResolver:
    """Avahi on a host: answers for the host's own name and caches others."""

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

    def wait_until_ready(self) -> None:
        """Wait until it answers."""
        # Another process's mounts are reached through its root.
        files = [Path(f"/proc/{self.process.pid}/root{each}") for each in _FILES]
        end = time.monotonic() + _TIMEOUT_SECONDS
        while not all(each.exists() for each in files):
            assert self.process.poll() is None, "avahi-daemon ended"
            assert time.monotonic() < end, "avahi-daemon does not answer"
            time.sleep(0.05)

    def command(self, *words: str) -> list[str]:
        """The command line of a program that uses it."""
        process = str(self.process.pid)
        return ["nsenter", "--target", process, "--net", "--mount", f"--wd={Path.cwd()}", *words]

    def look_up(self, name: str) -> str | None:
        """The IPv4 address that the host's programs resolve."""
        command = self.command("getent", "ahostsv4", name)
        ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS)
        return ended.stdout.split(maxsplit=1)[0] if ended.stdout else None

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(_TIMEOUT_SECONDS)
