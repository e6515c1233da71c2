"""Debian's nginx with the site configuration for schools."""

import re
import shutil
import subprocess

from tests.factories.paths import ROOT
from tests.school.proxy import Proxy

SITE = ROOT / "packaging" / "school" / "nginx.conf"
MAIN_CONFIGURATION = """
pid {folder}/nginx.pid;
error_log {log};
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


class Nginx(Proxy):
    """The upstreams are the test's servers, and the certificate the test's."""

    def start(self, servers: list[int]) -> "subprocess.Popen[bytes]":
        site = SITE.read_text()
        site = re.sub(r"\n +listen \[::\].*", "", site)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;")
        site = site.replace("/etc/nginx/goalbucks.pem", str(self.certificate))
        site = site.replace("/etc/nginx/goalbucks.key", str(self.key))
        lines = "\n    ".join(f"server 127.0.0.1:{each} max_fails=2 fail_timeout=5s;" for each in servers)
        site = re.sub(r"server 127\.0\.0\.1:8080.*;", lines, site)
        configuration = self.folder / "nginx.conf"
        configuration.write_text(MAIN_CONFIGURATION.format(folder=self.folder, log=self.log, site=site))
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        assert program, "nginx is missing; install Debian's package nginx"
        return subprocess.Popen([program, "-p", self.folder, "-c", configuration, "-g", "daemon off;"])
