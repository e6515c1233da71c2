"""The bundle as it is on somebody else's computer: in a folder of its own, and nothing of the project to be seen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.launcher.conftest import ROOT, Program, has_ended, kill_processes, processes

BUNDLE = ROOT / "build" / "bundle"
SYSTEMS_OWN = Path("/usr")
HIDE_AND_START = 'mount -t tmpfs -o ro none "$0" && exec "$@"'


class Installed:
    """A copy of the bundle, and what is started of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "opt" / "goalbucks" / "goalbucks"
        self._started: list[Program] = []
        shutil.copytree(BUNDLE / "goalbucks", self.program.parent, symlinks=True)
        (folder / "home").mkdir()

    def start(self, *arguments: object, **environment: str) -> Program:
        """Start it as a new account on a fresh machine would: nothing in the environment is the project's."""
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
        """Those of the program, with what they started."""
        own = processes(self.program.parent)
        return {*own, *(child for each in own for child in _children(each) if not has_ended(child))}

    def own_libraries(self, process: psutil.Process) -> set[str]:
        """The names of the bundle's libraries that a process uses, of those that any system may have."""
        used = {file.name for file in files_in_use(process) if file.parent == self.program.parent / "_internal"}
        return {name.split(".")[0] for name in used if name.startswith("lib")}

    def end(self) -> None:
        """Whatever still runs is killed."""
        kill_processes(self.folder)
        for program in self._started:
            program.process.kill()
            program.process.communicate()


@contextmanager
def installed(folder: Path) -> Iterator[Installed]:
    """A copy in the folder; nothing of it runs afterwards."""
    assert (BUNDLE / "goalbucks").is_dir(), "there is no bundle: run 'make bundle'"
    copy = Installed(folder)
    try:
        yield copy
    finally:
        copy.end()


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        children: list[psutil.Process] = process.children(recursive=True)
    except psutil.NoSuchProcess:  # it has ended since it was listed
        return []
    return children


def _hiding_the_project() -> tuple[str, ...]:
    """Where we may, in a mount namespace with an empty folder in the project's place."""
    allowed = os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0
    return ("unshare", "--mount", "sh", "-c", HIDE_AND_START, str(ROOT)) if allowed else ()


def files_in_use(process: psutil.Process) -> set[Path]:
    """What it has mapped into memory or open."""
    mapped = Path(f"/proc/{process.pid}/maps").read_text().splitlines()
    return {Path(line.split(maxsplit=5)[5]) for line in mapped if line.count("/")} | {
        Path(each.path) for each in process.open_files()
    }


def of_the_project(file: Path) -> bool:
    """Whether only this machine has it: the sources, their environment, the Python that it was made with."""
    places = {ROOT, Path(sys.prefix), Path(sys.base_prefix)} - {SYSTEMS_OWN}
    return any(file.is_relative_to(place) for place in places)
