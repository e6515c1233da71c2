"""Check the locked Python and npm packages for known vulnerabilities: `python packaging/audit.py`, as in `make audit`.

pip-audit asks the OSV database, npm the advisories of its registry. The exit status is 1 when a package has a
vulnerability that audit.toml doesn't accept. When a database can't be asked, that is said and fails only where
REQUIRE_AUDIT=1 is set, as in the GitHub workflow.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PYTHON_LOCKS = ("dev.txt", "window-linux.txt")
"""Both contain requirements/runtime.txt."""
TIMEOUT_SECONDS = 30


@dataclass(frozen=True)
class Vulnerability:
    """A known vulnerability of a locked package."""

    package: str
    ids: frozenset[str]
    """The same vulnerability in several databases: GHSA, CVE, PYSEC."""
    hint: str

    def __str__(self) -> str:
        """Return the line that is printed."""
        return f"{self.package}: {', '.join(sorted(self.ids))}: {self.hint}"


class AuditUnavailableError(Exception):
    """A database gave no answer; the message says why."""


def main() -> int:
    """Run both checks and print what they found."""
    parser = argparse.ArgumentParser(description="Check the locked packages for known vulnerabilities.")
    parser.add_argument("--osv-url", help="another address of the OSV database's API, such as a mirror's")
    arguments = parser.parse_args()
    accepted = _accepted_ids()
    npm = _check("npm", _npm_vulnerabilities, accepted)
    python = _check("Python", lambda: _python_vulnerabilities(arguments.osv_url), accepted)
    return 0 if python and npm else 1


def _check(name: str, find: Callable[[], list[Vulnerability]], accepted: set[str]) -> bool:
    """Print the result of one check; whether it passed."""
    try:
        found = [each for each in find() if not each.ids & accepted]
    except AuditUnavailableError as error:
        print(f"The {name} packages could NOT be checked for known vulnerabilities: {error}")
        return os.environ.get("REQUIRE_AUDIT") != "1"
    for each in found:
        print(each)
    print(f"{name} packages with known vulnerabilities: {len({each.package for each in found})}")
    return not found


def _accepted_ids() -> set[str]:
    entries = tomllib.loads((HERE / "audit.toml").read_text(encoding="utf-8")).get("accepted", [])
    return {str(each["id"]) for each in entries}


# ---- Python


def _python_vulnerabilities(osv_url: str | None) -> list[Vulnerability]:
    packages = [each for pins in _pins() for each in _audit_pins(pins, osv_url)]
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    if skipped:
        raise AuditUnavailableError(f"pip-audit skipped {', '.join(skipped)}.")
    return [
        Vulnerability(
            f"{each['name']} {each['version']}",
            frozenset({found["id"], *found["aliases"]}),
            f"fixed in {', '.join(found['fix_versions'])}" if found["fix_versions"] else "no fixed version yet",
        )
        for each in packages
        for found in each["vulns"]
    ]


def _pins() -> list[list[str]]:
    """Return the locked packages of every system, without markers; no list has two versions of one package."""
    versions: dict[str, list[str]] = {}
    for lock in PYTHON_LOCKS:
        text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
        for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", text, re.MULTILINE):
            if version not in versions.setdefault(name, []):
                versions[name].append(version)
    pins = [[f"{name}=={version}" for version in found] for name, found in versions.items()]
    return [[pin for pin in column if pin] for column in zip_longest(*pins)]


def _audit_pins(pins: list[str], osv_url: str | None) -> list[dict[str, Any]]:
    """Return what pip-audit says of each package; it refuses two versions of one package in the same run."""
    command = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--vulnerability-service", "osv"]
    command += ["--osv-url", osv_url] if osv_url else []
    command += ["--timeout", str(TIMEOUT_SECONDS), "--progress-spinner", "off"]
    command += ["--format", "json", "--desc", "off", "--aliases", "on"]
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text("\n".join(pins), encoding="utf-8")
        return list(_json_output([*command, "--requirement", str(requirements)])["dependencies"])


# ---- npm


def _npm_vulnerabilities() -> list[Vulnerability]:
    npm = shutil.which("npm")
    if npm is None:
        raise AuditUnavailableError("npm is missing: run 'make setup'.")
    options = ["--package-lock-only", "--json", "--fetch-retries=0", f"--fetch-timeout={TIMEOUT_SECONDS * 1000}"]
    answer = _json_output([npm, "audit", *options])
    if "vulnerabilities" not in answer:
        raise AuditUnavailableError(answer.get("message") or "npm's registry has no advisories.")
    # A package that only depends on a vulnerable one lists that one's name instead of an advisory.
    return [
        Vulnerability(f"{each['name']} {advisory['range']}", _npm_ids(advisory), advisory["title"])
        for each in answer["vulnerabilities"].values()
        for advisory in each["via"]
        if isinstance(advisory, dict)
    ]


def _npm_ids(advisory: dict[str, Any]) -> frozenset[str]:
    return frozenset(re.findall(r"GHSA-[\w-]+$", advisory["url"])) or frozenset({advisory["url"]})


def _json_output(command: list[str]) -> dict[str, Any]:
    """Run a tool whose exit status is 1 both for findings and for failures: only its JSON tells them apart."""
    ended = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603 - locked tools
    try:
        return dict(json.loads(ended.stdout))
    except ValueError:
        lines = ended.stderr.strip().splitlines() or ["it printed nothing"]
        raise AuditUnavailableError(f"{lines[-1]}") from None


if __name__ == "__main__":
    sys.exit(main())
