"""Debian's caddy with the site that we give schools, on ports of its own."""

import os
import shutil
import ssl
import subprocess
from http.client import HTTPSConnection
from pathlib import Path

from tests.factories.certificates import write_certificate
from tests.factories.process import ROOT
from tests.school.nginx import NAME, WAIT_SECONDS, await_port

SITE = ROOT / "packaging" / "school" / "Caddyfile"
AROUND = """
{{
    admin off
    grace_period 1s
    http_port {plain}
    https_port {port}
}}
"""


class Caddy:
    """In front of the servers at these ports, answering once this is made."""

    def __init__(self, folder: Path, servers: list[int], *, plain: int, port: int) -> None:
        folder.mkdir()
        self.plain, self.port = plain, port
        certificate, key = write_certificate(folder)
        self.certificate = certificate
        site = SITE.read_text()
        assert site.count("reverse_proxy 127.0.0.1:8080 {") == site.count(f"{NAME} {{") == 1
        upstreams = " ".join(f"127.0.0.1:{each}" for each in servers)
        site = site.replace("reverse_proxy 127.0.0.1:8080 {", f"reverse_proxy {upstreams} {{")
        site = site.replace(f"{NAME} {{", f"{NAME} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}")
        (folder / "Caddyfile").write_text(AROUND.format(plain=plain, port=port) + site)
        program = shutil.which("caddy")
        assert program, "caddy is missing; install Debian's package caddy"
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [program, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
                env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
                stdout=log,
                stderr=log,
            )
        await_port(port, self.process, folder / "log")

    def connect(self) -> HTTPSConnection:
        """A device's connection, which asks for the site by its name and trusts the certificate."""
        trusting = ssl.create_default_context(cafile=self.certificate)
        trusting.check_hostname = False  # the certificate is for the address, the site for a name
        return HTTPSConnection("127.0.0.1", self.port, context=trusting, timeout=WAIT_SECONDS)

    def stop(self) -> None:
        """Whatever is under way is cut off."""
        self.process.terminate()
        self.process.wait(WAIT_SECONDS)
