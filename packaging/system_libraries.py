"""Whose the libraries are that come from the building system itself: on Debian and its relatives `dpkg` knows."""

import re
import shutil
import subprocess
from pathlib import Path

from refusal import BuildError

DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")
"""What `copyright` files refer to instead of repeating it."""


def system_libraries(libraries: list[Path]) -> list[tuple[str, str, str, dict[str, str]]]:
    """Name, version, licence and texts of each package that these files are of; BuildError for one without."""
    if not libraries:
        return []
    if shutil.which("dpkg-query") is None:
        names = ", ".join(each.name for each in libraries)
        raise BuildError(f"Whose these libraries are can't be known here: {names}. Build on Debian or a relative.")
    packages = {_package_of(each): each for each in libraries}
    return [_described(name) for name in sorted(packages)]


def _package_of(library: Path) -> str:
    """The package's name, such as libssl3."""
    text = str(library)
    # The same file has two names where /lib is a link to /usr/lib, and dpkg knows one of them.
    for place in (text, f"/usr{text}", text.removeprefix("/usr")):
        said = subprocess.run(["dpkg-query", "--search", place], check=False, capture_output=True, text=True)  # noqa: S603, S607
        if said.returncode == 0:
            return said.stdout.split(":")[0]
    raise BuildError(f"{library} is in the bundle, but no package has it: its licence isn't known.")


def _described(package: str) -> tuple[str, str, str, dict[str, str]]:
    command = ["dpkg-query", "--show", "--showformat=${source:Package} ${Version}", package]
    said = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - the system's own program
    source, version = said.stdout.split("\n")[0].split(" ")[:2]
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
