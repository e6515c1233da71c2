"""`make audit`: pip-audit and npm with a fake advisory database."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.factories.paths import ROOT

OSV_ENTRY = {"id": "GHSA-aaaa-bbbb-cccc", "aliases": ["CVE-2099-1"], "affected": [], "summary": "Too trusting"}
NPM_ADVISORY = {
    "id": 1,
    "url": "https://github.com/advisories/GHSA-dddd-eeee-ffff",
    "title": "Prototype pollution",
    "severity": "high",
    "vulnerable_versions": "<999",
}


class AdvisoryDatabase(BaseHTTPRequestHandler):
    """Fake of OSV's and npm's API: zeroconf and react have one vulnerability each."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        osv = self.path == "/osv"
        answer: dict[str, Any] = {}
        if osv and json.loads(body)["package"]["name"] == "zeroconf":
            answer = {"vulns": [OSV_ENTRY]}
        elif not osv:
            answer = {"react": [NPM_ADVISORY]}
        self.answer(200, answer)

    def do_GET(self) -> None:
        self.answer(404, {})

    def answer(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Copy of the script, and lock files with a few packages."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "packaging").mkdir()
    lock = (ROOT / "requirements" / "window-linux.txt").read_text()
    pins = re.findall(r"^(?:zeroconf|uvloop|clr-loader)==.+$", lock, re.MULTILINE)
    (tmp_path / "requirements" / "window-linux.txt").write_text("\n".join(pins))
    (tmp_path / "requirements" / "dev.txt").write_text("networkx==3.6.1 ; python_version < '3.12'\nnetworkx==3.7 \\\n")
    for name in ("package.json", "package-lock.json", "packaging/audit.py", "packaging/audit.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def database() -> Iterator[str]:
    """Address of the fake database."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), AdvisoryDatabase)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def audit(project: Path, database: str, **environment: str) -> tuple[int, list[str]]:
    """Run the script; return the exit code and the printed lines."""
    tools = os.pathsep.join([str(ROOT / ".venv" / "node"), os.environ["PATH"]])
    ended = subprocess.run(
        [sys.executable, "packaging/audit.py", "--osv-url", f"{database}/osv"],
        cwd=project,
        env={**os.environ, "PATH": tools, "npm_config_registry": f"{database}/", **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    return ended.returncode, ended.stdout.splitlines()


def test_a_known_vulnerability_fails_unless_it_is_accepted(project: Path, database: str) -> None:
    code, lines = audit(project, database)
    assert code == 1
    assert lines[0] == "react <999: GHSA-dddd-eeee-ffff: Prototype pollution"
    assert re.fullmatch(r"zeroconf \S+: CVE-2099-1, GHSA-aaaa-bbbb-cccc: no fixed version yet", lines[2])
    with (project / "packaging" / "audit.toml").open("a") as file:
        for accepted in ("CVE-2099-1", "GHSA-dddd-eeee-ffff"):
            file.write(f'[[accepted]]\nid = "{accepted}"\nreason = "Only in this test."\n')
    none = ["npm packages with known vulnerabilities: 0", "Python packages with known vulnerabilities: 0"]
    assert audit(project, database, REQUIRE_AUDIT="1") == (0, none)


def test_an_unreachable_advisory_database_fails_only_where_the_audit_is_required(project: Path) -> None:
    nowhere = "http://127.0.0.1:9"
    code, lines = audit(project, nowhere)
    assert code == 0
    assert ["could NOT be checked for known vulnerabilities" in line for line in lines] == [True, True]
    assert audit(project, nowhere, REQUIRE_AUDIT="1")[0] == 1
