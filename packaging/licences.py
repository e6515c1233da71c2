"""Collects the licence texts of everything in the bundle: GoalBucks' own, and a folder for each third-party part.

Tools such as cyclonedx list the packages of an environment. This lists what PyInstaller took from it (`parts.json` of
goalbucks.spec), what Vite put into the UI (its own list), and the system's libraries. A part without a known licence or
text fails the build; licences.toml has what packages don't declare.

`python packaging/licences.py UI FOLDER` writes those of a container: of this Python's installed packages that
`requirements/runtime.txt` names, and of the UI. Debian's packages have theirs in the container's `/usr/share/doc`.
"""

import argparse
import json
import re
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

from build_errors import BuildError
from system_libraries import system_libraries

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NPM_LIST = Path(".vite") / "licenses.json"
"""File in the built UI, written by ui/vite.config.ts."""
RUNTIME_LOCK = "runtime.txt"
LOCKS = (RUNTIME_LOCK, "window-linux.txt")
"""Lock files that must contain every bundled package."""
LIST = "THIRD-PARTY.txt"
CRATES = "RUST-CRATES.txt"
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
LICENSE = "LICENSE"
"""GoalBucks' own license, in the repository and beside the list."""
HEADING = """GoalBucks itself is under the license in the file LICENSE. It contains the work of others. Each part, its
version and its licence; the texts are in the folder of its name beside this file.
"""


@dataclass(frozen=True)
class Part:
    """A third-party part of the bundle."""

    group: str
    name: str
    version: str
    licence: str
    """Name of the licence as its author writes it."""
    texts: dict[str, str]
    """Licence texts by file name."""


def write(parts_file: Path, ui: Path, folder: Path) -> None:
    """Write the folder for the parts in the file and for the built UI; BuildError if a licence isn't known."""
    listed = json.loads(parts_file.read_text(encoding="utf-8"))
    sources = [(name, source) for name, source, kind in listed if source and kind != "SYMLINK"]
    _write([_python(), *_python_parts(sources), *_npm_parts(ui)], folder)


def write_of_environment(ui: Path, folder: Path) -> None:
    """Write the folder for the installed packages of this Python and for the built UI."""
    locked = locked_names([RUNTIME_LOCK])
    installed = {normalize_name(each.name): each for each in distributions()}
    packages = {name: each for name, each in installed.items() if name in locked}
    files = [file.as_posix() for each in packages.values() for file in each.files or ()]
    _write([*_packages(packages), *_parts_inside(files), *_npm_parts(ui)], folder)


def _write(parts: list[Part], folder: Path) -> None:
    for part in parts:
        if not part.licence or not part.texts or not all(text.strip() for text in part.texts.values()):
            raise BuildError(f"The licence of {part.name} or its text isn't known: see packaging/licences.toml.")
    shutil.rmtree(folder, ignore_errors=True)
    for part in parts:
        own = folder / re.sub(r"[^\w.+-]+", "-", part.name).strip("-")
        own.mkdir(parents=True)
        for name, text in part.texts.items():
            (own / name).write_text(text, encoding="utf-8")
    (folder / LIST).write_text(_list(parts), encoding="utf-8")
    shutil.copy(ROOT / LICENSE, folder / LICENSE)


def locked_names(locks: Iterable[str] = LOCKS) -> set[str]:
    """Return the normalized names of the distributions in these lock files, by default all that may be bundled."""
    texts = [(ROOT / "requirements" / name).read_text(encoding="utf-8") for name in locks]
    return {normalize_name(name) for text in texts for name in re.findall(r"^([\w.-]+)==", text, flags=re.MULTILINE)}


def normalize_name(name: str) -> str:
    """Normalize the name of a distribution (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _list(parts: Iterable[Part]) -> str:
    lines = [HEADING]
    group = ""
    for part in parts:
        if part.group != group:
            group = part.group
            lines += ["", group, "-" * len(group)]
        lines.append(f"{' '.join(filter(None, (part.name, part.version)))}: {part.licence}")
    return "\n".join(lines) + "\n"


def _python() -> Part:
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    texts = [place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").is_file()]
    return Part("Python", "Python", sys.version.split()[0], "PSF-2.0", _read(texts[:1]))


# ---- Python packages, and the libraries that came with them


def _python_parts(sources: list[tuple[str, str]]) -> list[Part]:
    """Return the parts for each distribution, each third-party library in one, and each package of the system."""
    owners = _owners()
    found = {"pyinstaller": distribution("pyinstaller")}  # its bootloader is the executable
    libraries = []
    for name, source in sources:
        owner = owners.get(Path(source).as_posix())
        if owner is not None:
            found[normalize_name(owner.name)] = owner
        elif not _is_project_file(name, source) and not _is_stdlib_file(source):
            libraries.append(Path(source))
    _check_locked(found)
    systems = [Part("Libraries", *each) for each in system_libraries(libraries)]
    return [*_packages(found), *_parts_inside([name for name, _ in sources]), *systems]


def _packages(found: dict[str, Distribution]) -> list[Part]:
    exceptions = {normalize_name(each["name"]): each for each in _exceptions("package")}
    return [_package(each, exceptions.get(name)) for name, each in sorted(found.items())]


def _parts_inside(files: list[str]) -> list[Part]:
    """Return third-party libraries that packages contain without their texts."""
    inside = [each for each in _exceptions("inside") if _any_matches(files, each["files"])]
    return [Part("Libraries", each["name"], "", each["licence"], _own_texts(each)) for each in inside]


def _owners() -> dict[str, Distribution]:
    """Map the path of each installed file to its distribution."""
    return {
        Path(str(each.locate_file(file))).as_posix(): each
        for each in distributions()
        for file in each.files or ()
        if file.suffix != ".pyc"
    }


def _is_project_file(name: str, source: str) -> bool:
    """Whether the file is the project's own; BuildError for a module that isn't bundled under its full name."""
    path = Path(source)
    if not path.is_relative_to(ROOT) or path.is_relative_to(sys.prefix):
        return False
    module = path.suffix == ".py" and "/" not in name
    if module and not re.match(r"(launcher|server)\b|__main__$", name):
        raise BuildError(f"{source} was bundled as {name}, which is nobody's name.")
    return True


def _is_stdlib_file(source: str) -> bool:
    path = Path(source)
    own = [Path(sysconfig.get_path(each)) for each in ("stdlib", "platstdlib")]
    own += [Path(sys.base_prefix)] if sys.base_prefix != "/usr" else []
    return any(path.is_relative_to(place) for place in own) or source in {"-", "built-in"}


def _check_locked(found: Iterable[str]) -> None:
    unlocked = sorted(set(found) - locked_names() - {"pyinstaller", "pyinstaller-hooks-contrib"})
    if unlocked:
        raise BuildError(f"{', '.join(unlocked)} would be bundled, but no lock of what GoalBucks needs names it.")


def _package(package: Distribution, exception: dict[str, Any] | None) -> Part:
    crates = _crates(package)
    if exception is not None and "texts" in exception:
        texts = _own_texts(exception) | crates
        return Part("Python packages", package.name, package.version, exception["licence"], texts)
    # Some source trees contain licences of projects that aren't in the wheel.
    files = [file for file in package.files or () if file.parent.suffix == ".dist-info" or "licenses" in file.parts]
    found = {_text_name(file.parts): package.locate_file(file) for file in files if LICENCE_FILE.match(file.name)}
    texts = {name: Path(str(file)).read_text(encoding="utf-8", errors="replace") for name, file in found.items()}
    licence = exception["licence"] if exception is not None else _licence(package)
    return Part("Python packages", package.name, package.version, licence, texts and texts | crates)


def _crates(package: Distribution) -> dict[str, str]:
    """Return the list of the Rust crates compiled into the package, if its wheel has one."""
    lists = [file for file in package.files or () if file.parent.name == "sboms" and file.suffix == ".json"]
    read = [json.loads(Path(str(package.locate_file(each))).read_text(encoding="utf-8")) for each in lists]
    parts = [part for each in read for part in each.get("components", ()) if "pkg:cargo/" in part.get("purl", "")]
    lines = [f"{part['name']} {part['version']}: {_licences(part)}\n" for part in parts]
    return {CRATES: "".join(sorted(lines))} if lines else {}


def _licences(part: dict[str, Any]) -> str:
    named = [each.get("expression") or each["license"].get("id") for each in part.get("licenses", ())]
    return ", ".join(filter(None, named)) or "see its repository"


def _text_name(parts: tuple[str, ...]) -> str:
    """Return the path below `licenses` as a name, since vendored code has texts of the same names."""
    below = parts[parts.index("licenses") + 1 :] if "licenses" in parts else parts[-1:]
    return "-".join(below)


def _licence(package: Distribution) -> str:
    headers = package.metadata
    named = headers.get_all("License-Expression") or headers.get_all("License") or [""]
    classifiers = [each for each in headers.get_all("Classifier") or () if each.startswith("License ::")]
    return named[0].strip().split("\n")[0] or ", ".join(each.rsplit(" :: ", maxsplit=1)[1] for each in classifiers)


# ---- npm packages in the UI


def _npm_parts(ui: Path) -> list[Part]:
    """Return the parts in Vite's list and in licences.toml; they must include all dependencies of package.json."""
    if not (ui / NPM_LIST).is_file():
        raise BuildError(f"The UI was built without its list of packages, {NPM_LIST.as_posix()}. Run 'make setup'.")
    listed = {each["name"]: each for each in json.loads((ui / NPM_LIST).read_text(encoding="utf-8"))}
    parts = {name: _npm_part(name, each) for name, each in listed.items()}
    for each in _exceptions("npm"):
        parts[each["name"]] = _npm_exception(each)
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    unknown = sorted(set(wanted) - set(parts))
    if unknown:
        raise BuildError(f"The licence of {', '.join(unknown)}, for the UI, isn't known: see packaging/licences.toml.")
    return [parts[name] for name in sorted(parts)]


def _npm_part(name: str, listed: dict[str, str]) -> Part:
    texts = {"LICENSE": listed["text"]} if "text" in listed else {}
    return Part("The user interface", name, listed["version"], listed.get("identifier", ""), texts)


def _npm_exception(entry: dict[str, Any]) -> Part:
    packages, name = ROOT / "node_modules", entry["name"]
    manifest = json.loads((packages / name / "package.json").read_text(encoding="utf-8"))
    texts = [each for each in (packages / entry.get("like", name)).iterdir() if LICENCE_FILE.match(each.name)]
    read = _own_texts(entry) if "texts" in entry else _read(texts)
    return Part("The user interface", name, manifest["version"], manifest["license"], read)


# ---- licences.toml


def _exceptions(kind: str) -> list[dict[str, Any]]:
    entries = tomllib.loads((HERE / "licences.toml").read_text(encoding="utf-8"))[kind]
    return [dict(each) for each in entries]


def _own_texts(entry: dict[str, Any]) -> dict[str, str]:
    return _read(HERE / "licence-texts" / name for name in entry["texts"])


def _any_matches(names: list[str], patterns: list[str]) -> bool:
    return any(fnmatch(Path(name).as_posix(), pattern) for name in names for pattern in patterns)


def _read(files: Iterable[Path]) -> dict[str, str]:
    return {each.name: each.read_text(encoding="utf-8", errors="replace") for each in files}


def _main() -> int:
    parser = argparse.ArgumentParser(description="Write the licences of a container's packages and UI.")
    parser.add_argument("ui", type=Path, help="the built UI")
    parser.add_argument("folder", type=Path, help="where the texts go")
    given = parser.parse_args()
    try:
        write_of_environment(given.ui, given.folder)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
