"""Python side of shim.c, an LD_PRELOAD library that makes file operations fail or traces their order."""

import atexit
import mmap
import os
import shutil
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

_SOURCE = Path(__file__).with_name("shim.c")
_CONTROL = struct.Struct("5Q256s256s")
FOREVER = 2**63


@cache
def _library() -> Path:
    """Compiled once per run, in about 0.2 s."""
    folder = mkdtemp(prefix="goalbucks-shim-")
    atexit.register(shutil.rmtree, folder)
    made = Path(folder) / "shim.so"
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(made), str(_SOURCE)]
    subprocess.run(command, check=True)
    return made


requires_shim = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None,
    reason="the dynamic linker of Linux and a C compiler (cc) stand between program and disk",
)


class Shim:
    """Intercepts operations on files in `folder`, of programs that are started with the variables in `environment`."""

    def __init__(self, folder: Path, beside: Path, *, traced: bool = False) -> None:
        """`beside`: a folder for the shim's own files."""
        beside.mkdir(exist_ok=True)
        control = beside / "control"
        control.write_bytes(bytes(_CONTROL.size))
        with control.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _CONTROL.size)
        self.trace = beside / "trace"
        self.environment = {
            "LD_PRELOAD": str(_library()),
            "SHIM_FOLDER": str(folder.resolve()),
            "SHIM_CONTROL": str(control),
            **({"SHIM_TRACE": str(self.trace)} if traced else {}),
        }

    def fail(self, first: int, error: int, *, times: int = 1, only: str = "") -> None:
        """Make operations fail, starting with the `first` from now (counted from 1), `times` in all.

        `only`: count only operations that start with this text, such as "sync goalbucks.db-wal".
        """
        self._shared[:] = _CONTROL.pack(0, 0, error, 0, 0, b"", only.encode())
        self._put(1, first + times - 1)
        self._put(0, first)

    def stop_failing(self) -> None:
        """Let every operation succeed again."""
        self._put(0, 0)

    @property
    def failure_count(self) -> int:
        """Number of operations that failed."""
        return int(_CONTROL.unpack(self._shared)[4])

    @property
    def first_failure(self) -> str:
        """The first operation that failed, and its file."""
        return os.fsdecode(_CONTROL.unpack(self._shared)[5].rstrip(b"\0"))

    def kill_at(self, nth: int, *, only: str = "") -> None:
        """Kill the process before its `nth` operation from now, counted from 1."""
        self.fail(nth, 0, only=only)

    def _put(self, place: int, value: int) -> None:
        struct.pack_into("Q", self._shared, 8 * place, value)
