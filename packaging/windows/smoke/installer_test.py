"""Smoke test of the installers under Wine, run by smoke.sh: `installer_test.py FOLDER OLDER VERSION LABEL`."""

import shutil
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError

from computer import KEY, UNINSTALL, Computer, expect, expect_eventually
from smoke_test_bundle import Client, run_scenario

NEWER_IS_THERE, MSI_IS_THERE = 3, 4
NOT_RUNNING = 2
"""Of `goalbucks status`."""
MSI_FAILED = 1603 & 0xFF
"""Exit code of a refused installation; Unix keeps eight bits of it."""
WEBVIEW2_SETUP = "MicrosoftEdgeWebView2RuntimeInstallerX64.exe"
PAID = 25
IN_64_BITS = 0x100
SMALLEST_KB = 20_000
ACCOUNT = {"email": "elena@school.test", "password": "a long password"}


class InstallerTest:
    """Installers of two versions on one computer."""

    def __init__(self, folder: Path, older: str, version: str, label: str) -> None:
        self.older, self.version = older, version
        self.computer = Computer(folder / "prefix")
        self._dist, self._label = folder / "dist", label
        self._browser = folder / "browser.log"
        self._choose_browser(folder / "browser.sh")

    def run(self) -> None:
        """Run all tests."""
        self.install_older()
        self.run_class_scenario()
        self.upgrade_while_running()
        self.reject_downgrade()
        self.uninstall_and_keep()
        self.install_webview2()
        self.purge()
        self.check_msi_tables()
        self.deploy_msi()
        self.replace_setup_by_msi()
        self.purge_all_accounts()
        print("All tests passed.")

    def install_older(self) -> None:
        """Install silently with setup.exe on a computer without GoalBucks."""
        computer = self.computer
        expect(f"setup.exe {self.older} ends with 0", computer.run(self._setup(self.older), "/S") == 0)
        for path in (computer.exe, computer.uninstaller, computer.program / "licences"):
            expect(f"{path.name} is there", path.exists())
        expect("it is in the Start menu", computer.in_start_menu())
        expect("terminals find it", computer.is_on_path())
        code, output = computer.type("goalbucks status")
        expect("a terminal is told that it isn't running", code == NOT_RUNNING and "not running" in output)
        expect("Windows lists it with version", computer.registry(UNINSTALL, "DisplayVersion") == self.older)
        expect("with size", int(computer.registry(UNINSTALL, "EstimatedSize"), 16) > SMALLEST_KB)
        _expect_firewall(computer.recorded(), opened=True)

    def run_class_scenario(self) -> None:
        """Start the program without WebView2, and use it from the first account to a paid goal."""
        port = self._start()
        expect("the program says its version", self._version(port) == self.older)
        run_scenario(port)
        _, output = self.computer.type("goalbucks status")
        expect("a terminal is told that it runs", "running since" in output and f"127.0.0.1:{port}" in output)
        code, output = self.computer.type("goalbucks check")
        expect("and that all is sound", code == 0 and "No problems were found" in output)
        expect(
            "the scenario from the first account to a paid goal succeeded",
            (self.computer.data / "goalbucks.db").exists(),
        )
        _connect_and_reset(port)
        expect("connections that are reset too soon don't stop the server", self._version(port))
        log = (self.computer.data / "logs" / "goalbucks.log").read_text()
        expect("and leave nothing in the log", " ERROR " not in log)
        expect_eventually("without WebView2 it opened in the browser", lambda: f":{port}" in self._seen_in_browser())

    def upgrade_while_running(self) -> None:
        """Install the new setup.exe while GoalBucks is running."""
        computer = self.computer
        expect("it still runs", computer.running() > 0)
        began = time.monotonic()
        expect(f"setup.exe {self.version} ends with 0", computer.run(self._setup(self.version), "/S") == 0)
        print(f"    in {time.monotonic() - began:.0f} s")
        expect_eventually("the older one was ended", lambda: computer.running() == 0)
        expect("what the new version lacks is gone", not (computer.program / "_internal" / "stale.txt").exists())
        expect("Windows lists the new version", computer.registry(UNINSTALL, "DisplayVersion") == self.version)
        _expect_firewall(computer.recorded(), opened=True)
        port = self._start()
        expect("the program says its new version", self._version(port) == self.version)
        self._expect_data(port)
        self._end()

    def reject_downgrade(self) -> None:
        """Refuse a downgrade, which couldn't read the database."""
        computer = self.computer
        expect("the older setup.exe refuses", computer.run(self._setup(self.older), "/S") == NEWER_IS_THERE)
        expect("and changed nothing", computer.registry(UNINSTALL, "DisplayVersion") == self.version)
        expect("nor files", not (computer.program / "_internal" / "stale.txt").exists())
        expect("nor the firewall", not computer.recorded())

    def uninstall_and_keep(self) -> None:
        """Uninstall while it is running; the data stay."""
        computer = self.computer
        self._start()
        computer.run(computer.uninstaller, "/S")
        expect_eventually("the program's folder is gone", lambda: not computer.program.exists())
        expect_eventually("Windows no longer lists it", lambda: not computer.registry(UNINSTALL, "DisplayVersion"))
        expect("nothing of it runs", computer.running() == 0)
        expect("nor is it in the Start menu", not computer.in_start_menu())
        expect("nor on the path", not computer.is_on_path())
        _expect_firewall(computer.recorded(), opened=False)
        expect("the data are kept", (computer.data / "goalbucks.db").exists())

    def install_webview2(self) -> None:
        """Run WebView2's setup when it is beside setup.exe and WebView2 is missing."""
        computer = self.computer
        beside = self._dist / WEBVIEW2_SETUP
        shutil.copy(self._dist.parent / "recorder.exe", beside)
        expect("setup.exe ends with 0", computer.run(self._setup(self.version), "/S") == 0)
        expect(
            "WebView2's setup ran, silently", computer.recorded()[-1].endswith(f'{WEBVIEW2_SETUP}" /silent /install')
        )
        client = r"HKLM\SOFTWARE\WOW6432Node\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
        computer.run("reg", "add", client, "/v", "pv", "/d", "130.0.1.2", "/f", "/reg:64")
        expect("setup.exe ends with 0 again", computer.run(self._setup(self.version), "/S") == 0)
        expect("with WebView2 it didn't", not any(WEBVIEW2_SETUP in line for line in computer.recorded()))
        computer.run("reg", "delete", client, "/f", "/reg:64")
        beside.unlink()

    def purge(self) -> None:
        """Uninstall with /PURGE, which deletes the data."""
        computer = self.computer
        (computer.account / "elsewhere").mkdir()
        (computer.account / "elsewhere" / "kept.txt").write_text("kept")
        computer.run(
            "cmd",
            "/c",
            "mklink",
            "/j",
            rf"C:\users\{computer.account.name}\AppData\Local\GoalBucks\link",
            rf"C:\users\{computer.account.name}\elsewhere",
        )
        computer.run(computer.uninstaller, "/S", "/PURGE")
        expect_eventually("with /PURGE the data are gone", lambda: not computer.data.exists())
        expect("what a link led to isn't", (computer.account / "elsewhere" / "kept.txt").exists())
        expect_eventually("and the program", lambda: not computer.program.exists())
        computer.recorded()

    def check_msi_tables(self) -> None:
        """Check the tables of the MSI, since Wine is less strict than Windows."""
        package = str(self._package(self.version))
        order = [line.split("\t")[0] for line in sorted(_table(package, "InstallExecuteSequence"), key=_sequence)]
        wanted = [
            "NameNetsh",
            "RemoveExistingProducts",
            "InstallInitialize",
            "EndProgram",
            "RemoveSetup",
            "InstallFiles",
        ]
        wanted += ["CloseFirewall", "OpenFirewall", "OpenFirewallForName", "InstallFinalize"]
        expect("what the MSI does is in order", [each for each in order if each in wanted] == wanted)
        properties = dict(line.split("\t", 1) for line in _table(package, "Property"))
        expect("its version is right", properties["ProductVersion"] == self.version and properties["ALLUSERS"] == "1")
        codes = {line.split("\t")[0].lower() for line in _table(package, "Upgrade")}
        expect("the older one's upgrade code is its own", codes == {properties["UpgradeCode"].lower()})
        theirs = [line.split("\t")[3] for line in _table(package, "Component")]
        expect("every component is a 64-bit one", all(int(attributes) & IN_64_BITS for attributes in theirs))

    def deploy_msi(self) -> None:
        """Install, upgrade and remove the MSI silently; downgrades and setup.exe are refused."""
        computer = self.computer
        expect("the older MSI is installed", self._msi("/i", self.older) == 0)
        expect("the program is there, and in the Start menu", computer.exe.exists() and computer.in_start_menu())
        expect("terminals find it", computer.is_on_path())
        _expect_firewall(computer.recorded(), opened=True)
        port = self._start()
        run_scenario(port)
        refused = computer.run(self._setup(self.version), "/S")
        expect("setup.exe leaves the school's MSI alone", refused == MSI_IS_THERE and self._version(port) == self.older)
        expect("the new MSI goes over it while it runs", self._msi("/i", self.version) == 0)
        expect_eventually("the older one was ended", lambda: computer.running() == 0)
        expect("what the new version lacks is gone", not (computer.program / "_internal" / "stale.txt").exists())
        _expect_firewall(computer.recorded()[-6:], opened=True)
        port = self._start()
        expect("the program says its new version", self._version(port) == self.version)
        self._expect_data(port)
        expect(
            "the older MSI is refused",
            self._msi("/i", self.older) == MSI_FAILED and self._version(port) == self.version,
        )
        expect("the MSI is removed while it runs", self._msi("/x", self.version) == 0)
        expect_eventually("the program is gone", lambda: not computer.exe.exists() and not computer.running())
        _expect_firewall(computer.recorded()[-2:], opened=False)
        expect("it is no longer on the path", not computer.is_on_path())
        expect("the data are kept", (computer.data / "goalbucks.db").exists())

    def replace_setup_by_msi(self) -> None:
        """Install the MSI on a computer with an installation by setup.exe."""
        computer = self.computer
        expect("setup.exe ends with 0", computer.run(self._setup(self.version), "/S") == 0)
        expect("an older MSI refuses", self._msi("/i", self.older) == MSI_FAILED and computer.uninstaller.exists())
        expect("an MSI of this version takes over", self._msi("/i", self.version) == 0)
        expect("setup.exe's entry is gone", not computer.registry(UNINSTALL, "DisplayVersion"))
        expect("and its uninstaller", not computer.uninstaller.exists())
        expect("the MSI's mark is there", computer.registry(KEY, "Msi") == "0x1")
        port = self._start()
        expect("the program runs", self._version(port) == self.version)
        self._expect_data(port)
        expect("the MSI is removed", self._msi("/x", self.version) == 0)
        expect("nothing of the program is left", not computer.program.exists() and not computer.registry(KEY, "Msi"))
        expect("the data are kept", (computer.data / "goalbucks.db").exists())

    def purge_all_accounts(self) -> None:
        """Uninstall with /PURGE=ALL, which deletes the data of all accounts."""
        computer = self.computer
        others = computer.account.parent / "other" / "AppData" / "Local" / "GoalBucks"
        others.mkdir(parents=True)
        profile = r"HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\S-1-5-21-9-9-9-1009"
        computer.run("reg", "add", profile, "/v", "ProfileImagePath", "/d", r"C:\users\other", "/f", "/reg:64")
        expect("setup.exe ends with 0", computer.run(self._setup(self.version), "/S") == 0)
        computer.run(computer.uninstaller, "/S", "/PURGE=ALL")
        expect_eventually(
            "with /PURGE=ALL everybody's data are gone", lambda: not others.exists() and not computer.data.exists()
        )
        expect("and nothing else of anybody", others.parent.exists() and computer.data.parent.exists())

    def _setup(self, version: str) -> Path:
        return self._dist / f"GoalBucks-Setup-{version}-{self._label}.exe"

    def _package(self, version: str) -> Path:
        return self._dist / f"GoalBucks-{version}-{self._label}.msi"

    def _msi(self, what: str, version: str) -> int:
        package = self._package(version)
        log = self._dist.parent / f"msi-{what[1:]}-{version}.log"
        return self.computer.run("msiexec", what, _windows(package), "/qn", "/l*v", _windows(log))

    def _start(self) -> int:
        """Start the program as a double click does; return its port."""
        address = self.computer.data / "instance.address"
        address.unlink(missing_ok=True)
        began = time.monotonic()
        self.computer.start()
        expect_eventually("it says where it answers", lambda: address.exists() and address.read_text() != "")
        port = int(address.read_text().rsplit(":", 1)[1])
        expect_eventually("it answers", lambda: bool(self._version(port)))
        print(f"    {time.monotonic() - began:.1f} s after its start")
        return port

    def _end(self) -> None:
        self.computer.run("taskkill", "/F", "/IM", "goalbucks.exe")
        expect_eventually("it ended", lambda: self.computer.running() == 0)

    @staticmethod
    def _version(port: int) -> str:
        try:
            return str(Client(port).call("GET", "/api/health")["version"])
        except (URLError, OSError):
            return ""

    @staticmethod
    def _expect_data(port: int) -> None:
        teacher = Client(port)
        signed_in = {"username": ACCOUNT["email"], "password": ACCOUNT["password"]}
        teacher.call("POST", "/api/auth/teacher", signed_in)
        (room,) = teacher.call("GET", "/api/classrooms")
        (amara,) = teacher.call("GET", f"/api/classrooms/{room['id']}/students/stats")
        expect(f"Amara has her {PAID} goalbucks still", amara["goalbucks"] == PAID and amara["goalsCompleted"] == 1)

    def _choose_browser(self, script: Path) -> None:
        script.write_text(f'#!/bin/sh\necho "$@" >> {self._browser}\n')
        script.chmod(0o755)
        self._browser.unlink(missing_ok=True)
        key = r"HKCU\Software\Wine\WineBrowser"
        self.computer.run("reg", "add", key, "/v", "Browsers", "/d", str(script), "/f")

    def _seen_in_browser(self) -> str:
        return self._browser.read_text() if self._browser.exists() else ""


def _connect_and_reset(port: int, times: int = 500) -> None:
    """Reset connections before they are accepted, as devices on a weak Wi-Fi do (launcher/serving/windows_loop.py)."""
    for _ in range(times):
        with socket.create_connection(("127.0.0.1", port)) as device:
            device.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _table(package: str, name: str) -> list[str]:
    completed = subprocess.run(["msiinfo", "export", package, name], check=True, capture_output=True, text=True)  # noqa: S603, S607
    return completed.stdout.splitlines()[3:]


def _sequence(line: str) -> int:
    return int(line.split("\t")[2])


def _windows(path: Path) -> str:
    completed = subprocess.run(["winepath", "-w", str(path)], check=True, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603, S607
    return completed.stdout.decode().strip()


def _expect_firewall(recorded: list[str], *, opened: bool) -> None:
    commands = [line.partition("advfirewall firewall ")[2] for line in recorded if "advfirewall" in line]
    for name in ("goalbucks.exe", "goalbucks.com"):
        program = rf'program="C:\Program Files\GoalBucks\{name}"'
        about_it = [line for line in commands if program in line]
        expect(f"every rule for {name} was deleted", about_it[:1] == [f"delete rule name=all {program}"])
        added = [line for line in about_it[1:] if line.startswith("add rule") and "action=allow" in line]
        if opened:
            tcp, by_name = added
            expect("one for TCP was added", "protocol=TCP remoteip=localsubnet profile=any" in tcp)
            expect(
                "one for the name was added", "protocol=UDP localport=5353 remoteip=localsubnet profile=any" in by_name
            )
        else:
            expect("and none was added", len(about_it) == 1)


if __name__ == "__main__":
    InstallerTest(Path(sys.argv[1]), *sys.argv[2:]).run()
