"""Build the program that needs no Python, and the packages of it.

    python packaging/build.py bundle                  build/bundle/goalbucks, with licences/ beside it
    python packaging/build.py linux|windows|macos     packages of that bundle in dist/, built first where there is none

`--version` names another version than pyproject.toml's: the same program, which says that it is that one, to test an
upgrade with. `--out` names another folder. Packages are made by `packaging/<system>/package.py BUNDLE VERSION OUT`,
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
from refusal import BuildError

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "ui" / "dist"
BUNDLE = ROOT / "build" / "bundle"
WORK = ROOT / "build" / "pyinstaller"
LOG = ROOT / "build" / "pyinstaller.log"
PACKAGES = ROOT / "dist"
SYSTEMS = {"linux": "linux", "windows": "win32", "macos": "darwin"}


def main() -> int:
    """Do what the command line says; 1 and one sentence when it can't be done."""
    given = _arguments()
    try:
        version = given.version or project_version()
        if given.what == "bundle":
            print(bundle(version, given.out))
        else:
            package(given.what, version, given.out or PACKAGES)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def project_version() -> str:
    """The one place where it stands."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def bundle(version: str, out: Path | None = None) -> Path:
    """Build the bundle and its licences anew; the folder that holds both."""
    own = project_version()
    _check_ui()
    _check_window()
    _run_pyinstaller(own)
    licences.write(WORK / "goalbucks" / "parts.json", UI, BUNDLE / "licences")
    return _as_version(version, out)


def package(system: str, version: str, out: Path) -> None:
    """Make the packages of one system, which has to be this one."""
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
    """Without it the program still opens in the browser, which is not what a release may give a teacher."""
    if sys.platform != "linux":
        return
    look = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    if subprocess.run([sys.executable, "-c", look], check=False, capture_output=True).returncode:  # noqa: S603 - likewise
        sentence = "GTK's web view is not installed here: this bundle opens in the browser."
        if os.environ.get("REQUIRE_WINDOW") == "1":
            raise BuildError(sentence)
        print(sentence, file=sys.stderr)


def _run_pyinstaller(version: str) -> None:
    _write_metadata(WORK / "goalbucks", version)
    recipe = str(ROOT / "packaging" / "goalbucks.spec")
    options = ["--noconfirm", "--log-level", "WARN", "--workpath", str(WORK), "--distpath", str(BUNDLE)]
    command = [sys.executable, "-m", "PyInstaller", *options, recipe, "--", version]
    with LOG.open("wb") as log:
        ended = subprocess.run(command, cwd=ROOT, check=False, stdout=log, stderr=log)  # noqa: S603 - likewise
    if ended.returncode:
        said = LOG.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        reason = said[-1] if said else "it said nothing"
        raise BuildError(f"PyInstaller failed: {reason} (all that it said is in {LOG.relative_to(ROOT)}).")


def _write_metadata(folder: Path, version: str) -> None:
    """What `server.settings.program_version` reads; an editable installation's may be older than pyproject.toml."""
    metadata = folder / f"goalbucks-{version}.dist-info"
    for other in set(folder.glob("goalbucks-*.dist-info")) - {metadata}:
        shutil.rmtree(other)
    file, text = metadata / "METADATA", f"Metadata-Version: 2.1\nName: goalbucks\nVersion: {version}\n"
    # What is newer than the last analysis would cost another one.
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        metadata.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _as_version(version: str, out: Path | None) -> Path:
    """The bundle itself, or a copy in `out` or of another version; its metadata must say the version that was asked."""
    own = project_version()
    target = out or (BUNDLE if version == own else BUNDLE.with_name(f"bundle-{version}"))
    if target != BUNDLE:
        for each in (each for each in BUNDLE.iterdir() if each.is_dir()):
            shutil.rmtree(target / each.name, ignore_errors=True)
            shutil.copytree(each, target / each.name, symlinks=True)
    if version != own:
        _write_metadata(target / "goalbucks" / "_internal", version)
    said = [each.name for each in target.rglob("goalbucks-*.dist-info")]
    if set(said) != {f"goalbucks-{version}.dist-info"}:
        raise BuildError(f"The bundle says {', '.join(said) or 'no version'} where {version} was asked for.")
    return target


if __name__ == "__main__":
    sys.exit(main())
