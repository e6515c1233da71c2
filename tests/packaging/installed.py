"""A copy of the bundle that runs without access to the project's files."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.factories.paths import ROOT
from tests.launcher.conftest import Program, command_line, has_ended, kill_processes, processes

BUNDLE = ROOT / "build" / "bundle"
SYSTEM_PREFIX = Path("/usr")
HIDE_AND_START = 'mount -t tmpfs -o ro none "$0" && exec "$@"'


class Installed:
    """A copy of the bundle and its processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "opt" / "goalbucks" / "goalbucks"
        self._started: list[Program] = []
        shutil.copytree(BUNDLE / "goalbucks", self.program.parent, symlinks=True)
        (folder / "home").mkdir()

    def start(self, *arguments: object, **environment: str) -> Program:
        """Start the program with the environment of a new account."""
        program = Program(
            *map(str, arguments),
            environment={"PATH": "/usr/bin:/bin", "HOME": str(self.folder / "home"), **environment},
            wrapper=_hiding_the_project(),
            command=(str(self.program),),
            folder=self.folder,
        )
        self._started.append(program)
        return program

    def processes(self) -> set[psutil.Process]:
        """Return the processes of the program and their child processes."""
        own = processes(self.program.parent)
        return {*own, *(child for each in own for child in _children(each) if not has_ended(child))}

    def process(self, argument: str) -> psutil.Process:
        """Return the only process with this command line argument."""
        (found,) = (each for each in self.processes() if argument in command_line(each))
        return found

    def own_libraries(self, process: psutil.Process) -> set[str]:
        """Return the names of the bundled libraries in use that systems usually have, too."""
        used = {file.name for file in files_in_use(process) if file.parent == self.program.parent / "_internal"}
        return {name.split(".")[0] for name in used if name.startswith("lib")}

    def end(self) -> None:
        """Kill all processes."""
        kill_processes(self.folder)
        for program in self._started:
            program.process.kill()
            program.process.communicate()


@contextmanager
def installed(folder: Path) -> Iterator[Installed]:
    """Copy the bundle into the folder; kill its processes at the end."""
    assert (BUNDLE / "goalbucks").is_dir(), "there is no bundle: run 'make bundle'"
    copy = Installed(folder)
    try:
        yield copy
    finally:
        copy.end()


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        children: list[psutil.Process] = process.children(recursive=True)
    except psutil.NoSuchProcess:  # ended since it was listed
        return []
    return children


def _hiding_the_project() -> tuple[str, ...]:
    """Return a command prefix that hides the project in a mount namespace, if that is permitted."""
    allowed = os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0
    return ("unshare", "--mount", "sh", "-c", HIDE_AND_START, str(ROOT)) if allowed else ()


def files_in_use(process: psutil.Process) -> set[Path]:
    """Return the files that the process has mapped or opened."""
    mapped = Path(f"/proc/{process.pid}/maps").read_text().splitlines()
    return {Path(line.split(maxsplit=5)[5]) for line in mapped if line.count("/")} | {
        Path(each.path) for each in process.open_files()
    }


def is_project_file(file: Path) -> bool:
    """Whether the file is of the sources, their virtual environment or its Python, which users don't have."""
    places = {ROOT, Path(sys.prefix), Path(sys.base_prefix)} - {SYSTEM_PREFIX}
    return any(file.is_relative_to(place) for place in places)
