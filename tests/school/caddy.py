"""Debian's Caddy with the site configuration for schools."""

import os
import shutil
import subprocess

from tests.factories.paths import ROOT
from tests.school.proxy import NAME, Proxy

SITE = ROOT / "packaging" / "school" / "Caddyfile"
MAIN_CONFIGURATION = """
{{
    admin off
    grace_period 1s
    http_port {plain}
    https_port {port}
}}
"""


class Caddy(Proxy):
    """The upstreams are the test's servers, and the certificate the test's."""

    def start(self, servers: list[int]) -> "subprocess.Popen[bytes]":
        site = SITE.read_text()
        assert site.count("reverse_proxy 127.0.0.1:8080 {") == site.count(f"{NAME} {{") == 1
        upstreams = " ".join(f"127.0.0.1:{each}" for each in servers)
        site = site.replace("reverse_proxy 127.0.0.1:8080 {", f"reverse_proxy {upstreams} {{")
        site = site.replace(f"{NAME} {{", f"{NAME} {{\n\tbind 127.0.0.1\n\ttls {self.certificate} {self.key}")
        around = MAIN_CONFIGURATION.format(plain=self.plain, port=self.port)
        (self.folder / "Caddyfile").write_text(around + site)
        program = shutil.which("caddy")
        assert program, "caddy is missing; install Debian's package caddy"
        with self.log.open("wb") as log:
            return subprocess.Popen(
                [program, "run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile"],
                env={**os.environ, "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)},
                stdout=log,
                stderr=log,
            )
