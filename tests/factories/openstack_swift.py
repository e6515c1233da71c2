"""A real S3-compatible object store: OpenStack Swift from Debian's package python3-swift, on loopback.

Runs as the current user with data in a temporary folder: a proxy with the `s3api` middleware and one account, container
and object server each, with one replica. Neither needs nor changes Swift's system services and /etc/swift.
"""

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx2

from tests.factories.object_store import BUCKET

PYTHON: Final = "/usr/bin/python3"
"""Debian's Python, which has the Swift packages."""
NOT_INSTALLED: Final = (
    "Swift isn't installed: `make test-long` installs it as root with apt; else install the packages "
    "python3-swift and memcached, then delete .setup/system-long"
)
BACKENDS: Final = ("account", "container", "object")
PLAIN_FILTERS: Final = ("catch_errors", "gatekeeper", "healthcheck", "listing_formats", "slo")
ACCESS_KEY: Final = "test:tester"
SECRET_KEY: Final = "testing"
REGION: Final = "us-east-1"
PAGE_SIZE: Final = 20
"""Objects per list request; S3's 1,000 would make tests of the second page slow."""
MAX_DELETES_PER_REQUEST: Final = 200
"""Objects per delete request; smaller than S3's limit for the same reason."""
START_TIMEOUT_SECONDS: Final = 120

_SERVE: Final = """
import sys
from swift.common.utils import set_swift_dir
set_swift_dir(sys.argv[1])
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[2], sys.argv[3]))
"""
_RINGS: Final = """
import json, sys
from swift.common.ring import RingBuilder
for name, (port, device) in json.loads(sys.argv[2]).items():
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    place = {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": device, "meta": ""}
    builder.add_dev(place | {"replication_ip": "127.0.0.1", "replication_port": port})
    builder.rebalance()
    builder.get_ring().save(f"{sys.argv[1]}/{name}.ring.gz")
"""
_SWIFT_CONF: Final = """
[swift-hash]
swift_hash_path_suffix = goalbucks

[storage-policy:0]
name = only
default = yes
"""
_COMMON: Final = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
user = {user}
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
workers = 0
log_level = WARNING
"""
_BACKEND: Final = """
[pipeline:main]
pipeline = {name}-server

[app:{name}-server]
use = egg:swift#{name}
"""
_PROXY: Final = """
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}

[filter:s3api]
use = egg:swift#s3api
location = {region}
max_bucket_listing = {page}
max_multi_delete_objects = {deletions}

[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {key} .admin
""" + "".join(f"\n[filter:{name}]\nuse = egg:swift#{name}\n" for name in PLAIN_FILTERS)


class SwiftServer:
    """A running object store; its proxy can be stopped, started, paused and resumed, `close` deletes everything."""

    def __init__(self) -> None:
        assert is_installed(), NOT_INSTALLED
        self.folder = Path(tempfile.mkdtemp(prefix="goalbucks-swift-"))
        names = ("proxy", "memcached", *BACKENDS)
        self._ports = dict(zip(names, _free_ports(len(names)), strict=True))
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        _require_attributes(self.folder)
        (self.folder / "devices" / "disk").mkdir(parents=True)
        (self.folder / "swift.conf").write_text(_SWIFT_CONF)
        self._configure("proxy", _PROXY.format(
            memcached=self._ports["memcached"], region=REGION, user=ACCESS_KEY.replace(":", "_"), key=SECRET_KEY,
            page=PAGE_SIZE, deletions=MAX_DELETES_PER_REQUEST
        ))  # fmt: skip
        for name in BACKENDS:
            self._configure(name, _BACKEND.format(name=name))
        rings = json.dumps({name: (self._ports[name], "disk") for name in BACKENDS})
        subprocess.run([PYTHON, "-c", _RINGS, self.folder, rings], check=True, capture_output=True)
        # Swift's tempauth middleware stores tokens in memcached.
        self._run("memcached", "memcached", "-l", "127.0.0.1", "-p", self._ports["memcached"], "-u", getpass.getuser())
        for name in (*BACKENDS, "proxy"):
            self._serve(name)
        for name in (*BACKENDS, "proxy"):
            self._await(name)
        self._create(BUCKET)

    @property
    def address(self) -> str:
        """URL of the S3 API."""
        return f"http://127.0.0.1:{self._ports['proxy']}"

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables for GoalBucks."""
        return {
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ACCESS_KEY_ID": ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
            "AWS_REGION": REGION,
            "AWS_ALLOW_HTTP": "true",
        }

    def start(self, name: str = "proxy") -> None:
        """Start a stopped server; `name` is `proxy` or one of BACKENDS."""
        self._serve(name)
        self._await(name)

    def stop(self, name: str = "proxy") -> None:
        """Stop a server: without `proxy` connections are refused, without `object` responses are 503."""
        self._end(name)

    def pause(self) -> None:
        """Suspend the proxy, so that requests hang."""
        self._processes["proxy"].send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume the proxy."""
        self._processes["proxy"].send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Stop all servers and delete the data."""
        for name in tuple(self._processes):
            self._end(name)
        shutil.rmtree(self.folder)

    def log(self) -> str:
        """Return the output of all processes."""
        return "".join(path.read_text() for path in self.folder.glob("*.log"))

    def _configure(self, name: str, own: str) -> None:
        common = _COMMON.format(port=self._ports[name], user=getpass.getuser(), folder=self.folder)
        (self.folder / f"{name}.conf").write_text(common + own)

    def _create(self, bucket: str) -> None:
        """By Swift's own calls: GoalBucks never makes one."""
        who = {"X-Auth-User": ACCESS_KEY, "X-Auth-Key": SECRET_KEY}
        signed_in = (
            httpx2.get(f"{self.address}/auth/v1.0", headers=who, timeout=START_TIMEOUT_SECONDS)
            .raise_for_status()
            .headers
        )
        token = {"X-Auth-Token": signed_in["X-Auth-Token"]}
        httpx2.put(
            f"{signed_in['X-Storage-Url']}/{bucket}", headers=token, timeout=START_TIMEOUT_SECONDS
        ).raise_for_status()

    def _serve(self, name: str) -> None:
        self._run(name, PYTHON, "-c", _SERVE, self.folder, self.folder / f"{name}.conf", f"{name}-server")

    def _run(self, name: str, *command: str | int | Path) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(list(map(str, command)), stdout=log, stderr=log, cwd=self.folder)

    def _end(self, name: str) -> None:
        process = self._processes.pop(name)
        process.kill()
        process.wait(START_TIMEOUT_SECONDS)

    def _await(self, name: str) -> None:
        ends = time.monotonic() + START_TIMEOUT_SECONDS
        while not self._answers(name):
            assert all(each.poll() is None for each in self._processes.values()), self.log()
            assert time.monotonic() < ends, self.log()
            time.sleep(0.05)

    def _answers(self, name: str) -> bool:
        try:
            return httpx2.get(f"http://127.0.0.1:{self._ports[name]}/healthcheck", timeout=5).status_code < 500
        except httpx2.HTTPError:
            return False


def is_installed() -> bool:
    """Return whether Swift for Debian's Python and memcached are installed."""
    if shutil.which("memcached") is None:
        return False
    command = [PYTHON, "-c", "import swift.common.middleware.s3api"]
    with suppress(FileNotFoundError):
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    return False


def _require_attributes(folder: Path) -> None:
    """Fail if the file system lacks extended attributes, in which Swift stores object metadata."""
    os.setxattr(folder, "user.swift.metadata", b"1")


def _free_ports(count: int) -> list[int]:
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [each.getsockname()[1] for each in taken]
    for each in taken:
        each.close()
    return ports
