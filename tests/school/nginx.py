"""Debian's nginx with the site that we give schools, on ports of its own."""

import re
import shutil
import ssl
import subprocess
import time
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from socket import create_connection

from tests.factories.certificates import write_certificate
from tests.factories.process import ROOT

SITE = ROOT / "packaging" / "school" / "nginx.conf"
NAME = "goalbucks.example.school"
WAIT_SECONDS = 15
AROUND = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


class Nginx:
    """In front of the servers at these ports, answering once this is made."""

    def __init__(self, folder: Path, servers: list[int], *, plain: int, port: int) -> None:
        folder.mkdir()
        self.plain, self.port = plain, port
        certificate, key = write_certificate(folder)
        self.certificate = certificate
        site = SITE.read_text()
        site = re.sub(r"\n +listen \[::\].*", "", site)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
        site = site.replace("/etc/nginx/goalbucks.pem", str(certificate)).replace("/etc/nginx/goalbucks.key", str(key))
        lines = "\n    ".join(f"server 127.0.0.1:{each} max_fails=2 fail_timeout=5s;" for each in servers)
        site = re.sub(r"server 127\.0\.0\.1:8080.*;", lines, site)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, site=site))
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        assert program, "nginx is missing; install Debian's package nginx"
        self.process = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"])
        await_port(port, self.process, folder / "error.log")

    def connect(self) -> HTTPSConnection:
        """A device's connection, which trusts the certificate."""
        trusting = ssl.create_default_context(cafile=self.certificate)
        trusting.check_hostname = False  # the certificate is for the address, the site for a name
        return HTTPSConnection("127.0.0.1", self.port, context=trusting, timeout=WAIT_SECONDS)

    def stop(self) -> None:
        """Whatever is under way is cut off."""
        self.process.terminate()
        self.process.wait(WAIT_SECONDS)


def await_port(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return once somebody answers there."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with closing(create_connection(("127.0.0.1", port), 1)):
                return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError(log.read_text() if log.exists() else f"nobody answers at {port}")
