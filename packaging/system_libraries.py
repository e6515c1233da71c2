"""Packages and licences of the build system's libraries, from `dpkg` on Debian-based systems."""

import re
import shutil
import subprocess
from pathlib import Path

from build_errors import BuildError

DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")
"""Licence texts to which `copyright` files refer."""


def system_libraries(libraries: list[Path]) -> list[tuple[str, str, str, dict[str, str]]]:
    """Return name, version, licence and texts of the packages that contain these files.

    BuildError if a file is in no package.
    """
    if not libraries:
        return []
    if shutil.which("dpkg-query") is None:
        names = ", ".join(each.name for each in libraries)
        raise BuildError(
            f"No package of these libraries can be found here: {names}. Build on Debian or a system based on it."
        )
    packages = {_package_of(each): each for each in libraries}
    return [_described(name) for name in sorted(packages)]


def _package_of(library: Path) -> str:
    """Return the name of the package, such as libssl3."""
    text = str(library)
    # Where /lib is a link to /usr/lib, a file has two paths, and dpkg knows one of them.
    for place in (text, f"/usr{text}", text.removeprefix("/usr")):
        completed = subprocess.run(["dpkg-query", "--search", place], check=False, capture_output=True, text=True)  # noqa: S603, S607
        if completed.returncode == 0:
            return completed.stdout.split(":")[0]
    raise BuildError(f"{library} is in the bundle, but no package has it: its licence isn't known.")


def _described(package: str) -> tuple[str, str, str, dict[str, str]]:
    command = ["dpkg-query", "--show", "--showformat=${source:Package} ${Version}", package]
    completed = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - the system's own program
    source, version = completed.stdout.split("\n")[0].split(" ")[:2]
    file = DOCUMENTS / package / "copyright"
    if not file.is_file():
        return f"{source} ({package})", version, "", {}
    text = file.read_text(encoding="utf-8", errors="replace")
    texts = {"copyright": text}
    for name in sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text))):
        if (COMMON / name).is_file():
            texts[name] = (COMMON / name).read_text(encoding="utf-8")
    named = dict.fromkeys(re.findall(r"^License: *(\S.*)$", text, flags=re.MULTILINE))
    return package, version, ", ".join(named) or "see its copyright file", texts
