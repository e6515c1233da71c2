"""Build the .deb and the .rpm: `python packaging/linux/package.py BUNDLE VERSION OUT`, as packaging/build.py calls it.

Prepares a folder with the files in their final form and mode, from which nfpm builds the packages of nfpm.yaml.
"""

import argparse
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORMATS = ("deb", "rpm")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""nfpm's names of the machine's architectures."""
SCRIPTS_WITH_HELPERS = ("preinstall.sh", "preremove.sh")
"""Scripts that use the functions of stop_running.sh."""
MANUAL = "goalbucks.1"
GUIDES = ("docs/school-server.md", "docs/it.md", "docs/google-sign-in.md", "docs/privacy.md", "SECURITY.md")
"""Pages that the packages contain, and all that these link to for users."""
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?!https?:|#)(?P<page>[^)#]+)(?P<section>#[^)]*|)\)")
"""A link to another page of the project."""
NO_MAINTAINER = "GoalBucks <goalbucks@example.invalid>"
"""Maintainer of unreleased packages, since both formats require an address."""


def build(bundle: Path, version: str, out: Path) -> list[Path]:
    """Build the packages of the folder with `goalbucks` and `licences`; return their paths."""
    out.mkdir(parents=True, exist_ok=True)  # otherwise nfpm would write a file of this name
    with tempfile.TemporaryDirectory(prefix="goalbucks-packages-") as name:
        stage = Path(name)
        prepare(stage, bundle, version)
        return [_package(kind, stage, _variables(bundle, version), out.resolve()) for kind in FORMATS]


def prepare(stage: Path, bundle: Path, version: str) -> None:
    """Fill the folder with the sources that nfpm.yaml lists."""
    for name in ("goalbucks", "licences"):
        shutil.copytree(bundle / name, stage / name, symlinks=True)
    for name in ("linux", "school", "icons"):
        shutil.copytree(HERE.parent / name, stage / name)
    _copy_guides(stage / "docs")
    manual = stage / "linux" / MANUAL
    manual.with_name(f"{MANUAL}.gz").write_bytes(gzip.compress(manual.read_bytes(), mtime=0))
    _join_scripts(stage)
    (stage / "changelog.yaml").write_text(json.dumps(_changelog(version)), encoding="utf-8")
    _set_modes(stage)


def newest_glibc(bundle: Path) -> str:
    """Return the oldest version of glibc that all binaries of the bundle run with, such as 2.34."""
    needed = {
        (int(major), int(minor))
        for path in bundle.rglob("*")
        if path.is_file() and not path.is_symlink()
        for major, minor in _glibc_versions(path)
    }
    if not needed:
        raise SystemExit(f"{bundle} holds no program: build the bundle first.")
    return "{}.{}".format(*max(needed))


def sortable_version(version: str) -> str:
    """Return the version as dpkg and rpm sort it: `~` sorts before the end, so that 1.0~rc1 is older than 1.0."""
    return re.sub(r"\.?(a|b|rc|dev)(?=\d)", r"~\1", version)


def _glibc_versions(path: Path) -> list[tuple[bytes, bytes]]:
    with path.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return []
        return re.findall(rb"\0GLIBC_(\d+)\.(\d+)", file.read())


def _copy_guides(target: Path) -> None:
    """Copy the guides into one folder. Links lead to guides there; of the others the text stays."""
    guides = {Path(name).name for name in GUIDES}

    def relink(link: re.Match[str]) -> str:
        name = Path(link["page"]).name
        return f"[{link['text']}]({name}{link['section']})" if name in guides else link["text"]

    target.mkdir()
    for name in GUIDES:
        text = (HERE.parents[1] / name).read_text(encoding="utf-8")
        (target / Path(name).name).write_text(LINK.sub(relink, text), encoding="utf-8")


def _join_scripts(stage: Path) -> None:
    scripts = HERE / "scripts"
    (stage / "scripts").mkdir()
    for script in scripts.glob("*.sh"):
        parts = [scripts / "stop_running.sh", script] if script.name in SCRIPTS_WITH_HELPERS else [script]
        text = "\n".join(part.read_text(encoding="utf-8") for part in parts)
        (stage / "scripts" / script.name).write_text(text, encoding="utf-8")


def _changelog(version: str) -> list[dict[str, object]]:
    """Return a minimal changelog, which both formats require; the changes are in the release notes."""
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", datetime.now(UTC).timestamp())), UTC)
    return [
        {
            "semver": sortable_version(version),
            "date": moment.isoformat(timespec="seconds"),
            "packager": _maintainer(),
            "deb": {"urgency": "medium", "distributions": ["stable"]},
            "changes": [{"note": f"GoalBucks {version}."}],
        }
    ]


def _maintainer() -> str:
    """Return "Name <address>" from GOALBUCKS_MAINTAINER, which a release requires, or NO_MAINTAINER."""
    named = os.environ.get("GOALBUCKS_MAINTAINER", "").strip()
    if re.fullmatch(r"[^<>\n]+ <[^<>\s@]+@[^<>\s@]+(?<!\.invalid)>", named):
        return named
    if named or os.environ.get("REQUIRE_MAINTAINER") == "1":
        raise SystemExit(
            "A release names a maintainer whom users can write to: set GOALBUCKS_MAINTAINER to a name and an address, "
            "such as 'Maria Rivera <maria@school.org>'."
        )
    return NO_MAINTAINER


def _set_modes(stage: Path) -> None:
    """Make all files readable, whatever the umask of the build, and only programs executable."""
    for path in stage.rglob("*"):
        if not path.is_symlink():
            program = path.stat().st_mode & 0o100 and ".so" not in path.name
            path.chmod(0o755 if path.is_dir() or program else 0o644)


def _variables(bundle: Path, version: str) -> dict[str, str]:
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        raise SystemExit(f"There are no packages for {machine} yet.")
    return {
        "GOALBUCKS_ARCH": ARCHITECTURES[machine],
        "GOALBUCKS_VERSION": sortable_version(version),
        "GOALBUCKS_GLIBC": newest_glibc(bundle),
        "GOALBUCKS_MAINTAINER": _maintainer(),
    }


def _package(kind: str, stage: Path, variables: dict[str, str], out: Path) -> Path:
    program = shutil.which("nfpm", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if program is None:
        raise SystemExit("nfpm is missing: run 'make setup'.")
    made = subprocess.run(  # noqa: S603 - the locked tool, no shell
        [program, "package", "--config", "linux/nfpm.yaml", "--packager", kind, "--target", str(out)],
        cwd=stage,
        env={**os.environ, **variables},
        check=False,
        capture_output=True,
        text=True,
    )
    named = re.search(r"created package: (.+)", made.stdout)
    if made.returncode or named is None:
        raise SystemExit(f"nfpm made no .{kind}:\n{made.stdout}{made.stderr}")
    package = out / Path(named[1].strip()).name
    print(f"{package}: {package.stat().st_size / 1e6:.1f} MB")
    return package


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Make the .deb and the .rpm of a bundle.")
    parser.add_argument("bundle", type=Path, help="the folder with goalbucks/ and licences/")
    parser.add_argument("version")
    parser.add_argument("out", type=Path, help="where the packages go")
    arguments = parser.parse_args()
    build(arguments.bundle, arguments.version, arguments.out)


if __name__ == "__main__":
    main()
