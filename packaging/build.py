"""Build the bundle, a program that needs no installed Python, and the packages with it.

    python packaging/build.py bundle                  build/bundle/goalbucks, with licences/ beside it
    python packaging/build.py linux|windows|macos     packages of the bundle in dist/; builds it first if it is missing

`--version` overrides the version in pyproject.toml, so that upgrades can be tested with the same program. `--out` is
another target folder. Packages are made by `packaging/<system>/package.py BUNDLE VERSION OUT`,
where BUNDLE is the folder with `goalbucks/` (on macOS `GoalBucks.app/` too) and `licences/` in it.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import licences
from build_errors import BuildError

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "ui" / "dist"
BUNDLE = ROOT / "build" / "bundle"
WORK = ROOT / "build" / "pyinstaller"
LOG = ROOT / "build" / "pyinstaller.log"
PACKAGES = ROOT / "dist"
SYSTEMS = {"linux": "linux", "windows": "win32", "macos": "darwin"}


def main() -> int:
    """Run the command; exit code 1 with one sentence on stderr when it fails."""
    arguments = _arguments()
    try:
        version = arguments.version or project_version()
        if arguments.what == "bundle":
            print(bundle(version, arguments.out))
        else:
            package(arguments.what, version, arguments.out or PACKAGES)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def project_version() -> str:
    """Return the version in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def bundle(version: str, out: Path | None = None) -> Path:
    """Build the bundle and its licences; return the folder that contains both."""
    own = project_version()
    _check_ui()
    _check_window()
    _run_pyinstaller(own)
    licences.write(WORK / "goalbucks" / "parts.json", UI, BUNDLE / "licences")
    return _as_version(version, out)


def package(system: str, version: str, out: Path) -> None:
    """Make the packages for a system, which must be this one."""
    if sys.platform != SYSTEMS[system]:
        raise BuildError(f"Packages for {system} can only be built there.")
    script = ROOT / "packaging" / system / "package.py"
    if not (BUNDLE / "licences").is_dir():
        bundle(version)
    ready = _as_version(version, None)
    out.mkdir(parents=True, exist_ok=True)
    if subprocess.run([sys.executable, script, ready, version, out], check=False).returncode:  # noqa: S603 - our own
        raise BuildError(f"The packages for {system} were not built: see above.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("bundle", *SYSTEMS))
    parser.add_argument("--version")
    parser.add_argument("--out", type=lambda name: Path(name).absolute())
    return parser.parse_args()


def _check_ui() -> None:
    for needed in (".built", "index.html"):
        if not (UI / needed).is_file():
            raise BuildError(f"The UI has not been built: ui/dist/{needed} is missing. Run 'make setup'.")


def _check_window() -> None:
    """Check that GTK's web view is installed: without it the bundled program opens in the browser."""
    if sys.platform != "linux":
        return
    script = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    if subprocess.run([sys.executable, "-c", script], check=False, capture_output=True).returncode:  # noqa: S603 - likewise
        sentence = "GTK's web view is not installed here: this bundle opens in the browser."
        if os.environ.get("REQUIRE_WINDOW") == "1":
            raise BuildError(sentence)
        print(sentence, file=sys.stderr)


def _run_pyinstaller(version: str) -> None:
    _write_metadata(WORK / "goalbucks", version)
    recipe = str(ROOT / "packaging" / "goalbucks.spec")
    options = ["--noconfirm", "--log-level", "WARN", "--workpath", str(WORK), "--distpath", str(BUNDLE)]
    # Without columns in the bytecode, which tracebacks show only where there are sources; the bundle is 3 MB smaller.
    command = [sys.executable, "-X", "no_debug_ranges", "-m", "PyInstaller", *options, recipe, "--", version]
    with LOG.open("wb") as log:
        ended = subprocess.run(command, cwd=ROOT, check=False, stdout=log, stderr=log)  # noqa: S603 - likewise
    if ended.returncode:
        lines = LOG.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        reason = lines[-1] if lines else "it said nothing"
        raise BuildError(f"PyInstaller failed: {reason} (all that it said is in {LOG.relative_to(ROOT)}).")


def _write_metadata(folder: Path, version: str) -> None:
    """Write the metadata that `server.settings.program_version` reads.

    Those of an editable installation may be older than pyproject.toml.
    """
    metadata = folder / f"goalbucks-{version}.dist-info"
    for other in set(folder.glob("goalbucks-*.dist-info")) - {metadata}:
        shutil.rmtree(other)
    file, text = metadata / "METADATA", f"Metadata-Version: 2.1\nName: goalbucks\nVersion: {version}\n"
    # A file that is newer than PyInstaller's last analysis would cause another one.
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        metadata.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _as_version(version: str, out: Path | None) -> Path:
    """Return the bundle, or a copy of it in `out` or with another version; checks the version in its metadata."""
    own = project_version()
    target = out or (BUNDLE if version == own else BUNDLE.with_name(f"bundle-{version}"))
    if target != BUNDLE:
        for each in (each for each in BUNDLE.iterdir() if each.is_dir()):
            shutil.rmtree(target / each.name, ignore_errors=True)
            shutil.copytree(each, target / each.name, symlinks=True)
    if version != own:
        _write_metadata(target / "goalbucks" / "_internal", version)
    found = [each.name for each in target.rglob("goalbucks-*.dist-info")]
    if set(found) != {f"goalbucks-{version}.dist-info"}:
        raise BuildError(f"The bundle says {', '.join(found) or 'no version'} where {version} was asked for.")
    return target


if __name__ == "__main__":
    sys.exit(main())
