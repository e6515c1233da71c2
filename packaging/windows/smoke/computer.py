"""Windows computer under Wine: its programs, registry and folders."""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

TIMEOUT_SECONDS = 90
KEY = r"HKLM\Software\GoalBucks"
ENVIRONMENT = r"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
UNINSTALL = r"HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\GoalBucks"


class Computer:
    """A Wine prefix."""

    def __init__(self, prefix: Path) -> None:
        self.drive = prefix / "drive_c"
        self.program = self.drive / "Program Files" / "GoalBucks"
        self.exe = self.program / "goalbucks.exe"
        self.uninstaller = self.program / "uninstall.exe"
        (self.account,) = (each for each in (self.drive / "users").iterdir() if each.name != "Public")
        self.data = self.account / "AppData" / "Local" / "GoalBucks"
        self._recorded = self.drive / "recorded.txt"
        self._read_count = 0

    def in_start_menu(self) -> bool:
        """Whether the Start menu has a shortcut: of all users, or of the account, where an MSI puts it under Wine."""
        menus = (self.drive / "ProgramData", self.account / "AppData" / "Roaming")
        shortcut = Path("Microsoft", "Windows", "Start Menu", "Programs", "GoalBucks.lnk")
        return any((menu / shortcut).exists() for menu in menus)

    def run(self, *command: object) -> int:
        """Run a program; return its exit code, of which Unix keeps the last eight bits."""
        return self._begin(*command).wait(TIMEOUT_SECONDS * 2)

    def type(self, line: str) -> tuple[int, str]:
        """Run a command in a terminal; return its exit code and output."""
        ended = subprocess.run(  # noqa: S603 - our own programs
            ["wine", "cmd", "/c", line],  # noqa: S607
            check=False,
            input=b"",  # Python for Windows crashes here without pipes
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT_SECONDS * 2,
        )
        return ended.returncode, ended.stdout.decode(errors="replace")

    def is_on_path(self) -> bool:
        """Whether the program's folder is on PATH."""
        folders = self.registry(ENVIRONMENT, "Path").split(";")
        return any(each.rstrip("\\").endswith("\\GoalBucks") for each in folders)

    def start(self) -> None:
        """Start GoalBucks as a double click does: without standard streams."""
        self._begin("start", "/unix", self.exe)

    def registry(self, key: str, name: str) -> str:
        """Return a value of the registry, or an empty string."""
        completed = subprocess.run(  # noqa: S603
            ["wine", "reg", "query", key, "/v", name, "/reg:64"],  # noqa: S607
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        found = re.search(rf"^\s+{name}\s+REG_\w+\s+(.*?)\s*$", completed.stdout.decode(errors="replace"), re.MULTILINE)
        return found[1] if found else ""

    def recorded(self) -> list[str]:
        """Return the new command lines of recorder.c since the last call."""
        lines = self._recorded.read_text(errors="replace").splitlines() if self._recorded.exists() else []
        new, self._read_count = lines[self._read_count :], len(lines)
        return new

    def running(self) -> int:
        """Return the number of GoalBucks' processes."""
        return len([each for each in Path("/proc").iterdir() if each.name.isdigit() and _is_goalbucks(each)])

    @staticmethod
    def _begin(*command: object) -> subprocess.Popen[bytes]:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(  # noqa: S603 - our own programs
            ["wine", *map(str, command)],  # noqa: S607 - Wine lies where the system has put it
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
        )


def _is_goalbucks(process: Path) -> bool:
    try:
        return b"goalbucks.exe" in (process / "cmdline").read_bytes().split(b"\0")[0].lower()
    except OSError:
        return False


def expect_eventually(what: str, condition: Callable[[], bool]) -> None:
    """Wait until the condition is true and print that, or exit with a message after TIMEOUT_SECONDS."""
    until = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise SystemExit(f"Failed: {what}")
        time.sleep(0.2)
    print(f"ok: {what}", flush=True)


def expect(what: str, condition: object) -> None:
    """Print that the condition holds, or exit with a message."""
    if not condition:
        raise SystemExit(f"Failed: {what}")
    print(f"ok: {what}", flush=True)
