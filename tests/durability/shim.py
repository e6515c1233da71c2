"""The C library between the program and its data folder (shim.c): makes writes fail, or tells their order."""

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
EVER = 2**63


@cache
def _library() -> Path:
    """Compiled anew by each run of the tests: that takes a fifth of a second."""
    made = Path(mkdtemp(prefix="goalbucks-shim-")) / "shim.so"
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(made), str(_SOURCE)]
    subprocess.run(command, check=True)
    return made


needs_a_shim = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None,
    reason="the dynamic linker of Linux and a C compiler (cc) stand between program and disk",
)


class Shim:
    """For programs that write into `folder`; `environment` puts it under one."""

    def __init__(self, folder: Path, beside: Path, *, traced: bool = False) -> None:
        """`beside`: a folder for its own files."""
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
        """From now on, counted from 1, the `first` operation and the ones after it fail, `times` in all.

        `only`: how those begin that count, such as "sync goalbucks.db-wal".
        """
        self._shared[:] = _CONTROL.pack(0, 0, error, 0, 0, b"", only.encode())
        self._put(1, first + times - 1)
        self._put(0, first)

    def mend(self) -> None:
        """From now on nothing fails."""
        self._put(0, 0)

    @property
    def counted(self) -> int:
        """Operations since `fail`."""
        return int(_CONTROL.unpack(self._shared)[3])

    @property
    def failed(self) -> int:
        """Of them failed."""
        return int(_CONTROL.unpack(self._shared)[4])

    @property
    def what(self) -> str:
        """The first one that failed, and whose."""
        return os.fsdecode(_CONTROL.unpack(self._shared)[5].rstrip(b"\0"))

    def kill_at(self, nth: int, *, only: str = "") -> None:
        """From now on, counted from 1, the process is killed before it does this operation."""
        self.fail(nth, 0, only=only)

    def _put(self, place: int, value: int) -> None:
        struct.pack_into("Q", self._shared, 8 * place, value)
