"""Build setup.exe and the MSI from a bundle built on Windows: `python packaging/windows/package.py BUNDLE VERSION OUT`.

BUNDLE contains `goalbucks` and `licences`; packaging/build.py builds both and calls this. Requires makensis, and
candle and light of WiX 3 on Windows or wixl elsewhere.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import command_path
import file_list
import resources

HERE = Path(__file__).resolve().parent
PROGRAM = "goalbucks.exe"
CONSOLE = "goalbucks.com"
"""The same program for terminals."""
INSTALLED = {PROGRAM, CONSOLE, "_internal", "licences"}
"""Files that the uninstaller and the next version of setup.exe remove; they don't remove the folder as a whole."""
USUAL_PLACES = {
    "makensis": (r"C:\Program Files (x86)\NSIS", r"C:\Program Files\NSIS"),
    "candle": (r"C:\Program Files (x86)\WiX Toolset v3.14\bin", r"C:\Program Files (x86)\WiX Toolset v3.11\bin"),
}
USUAL_PLACES["light"] = USUAL_PLACES["candle"]
"""Folders on Windows where the tools are if they aren't on PATH."""


def main() -> int:
    """Run the command line."""
    arguments = _parser().parse_args()
    missing = [name for name in (PROGRAM, CONSOLE) if not (arguments.bundle / "goalbucks" / name).is_file()]
    if missing:
        print(f"{arguments.bundle} holds no {missing[0]}: build the bundle on Windows first.", file=sys.stderr)
        return 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        icon = resources.write_icon(work / "goalbucks.ico")
        files = _installed(arguments.bundle, work / "installed")
        ending = f"-{arguments.label}" if arguments.label else ""
        setup = arguments.out.resolve() / f"GoalBucks-Setup-{arguments.version}{ending}.exe"
        msi = arguments.out.resolve() / f"GoalBucks-{arguments.version}{ending}.msi"
        _build_setup(arguments, files, icon, setup)
        _build_msi(arguments, files, icon.name, msi)
    for path in (setup, msi):
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    return 0


def _installed(bundle: Path, target: Path) -> Path:
    """Copy the files to install to `target`; fails for one that wouldn't be removed."""
    shutil.copytree(bundle / "goalbucks", target)
    shutil.copytree(bundle / "licences", target / "licences")
    unknown = {each.name for each in target.iterdir()} - INSTALLED
    if unknown:
        sys.exit(f"goalbucks.nsi would never remove {', '.join(sorted(unknown))}: name it there, and here.")
    return target


def _build_setup(arguments: argparse.Namespace, files: Path, icon: Path, setup: Path) -> None:
    defines = {
        "VERSION": arguments.version,
        "SORTED_VERSION": _sorted(arguments.version),
        "FILES": f"{files}{os.sep}*",
        "ICON": str(icon),
        "PICTURE": str(resources.write_picture(icon.with_suffix(".bmp"))),
        "OUT": str(setup),
    }
    defines |= {"SIGN": arguments.sign} if arguments.sign else {}
    defines |= {"X64": ""} if arguments.x64_setup else {}
    _run(
        [_tool("makensis"), "-V2", "-INPUTCHARSET", "UTF8", *_defined("-D", defines), str(HERE / "goalbucks.nsi")], HERE
    )


def _build_msi(arguments: argparse.Namespace, files: Path, icon: str, msi: Path) -> None:
    work = files.parent
    file_list.write(files, work / "files.wxs")
    variables = {"Version": arguments.version, "SortedVersion": _sorted(arguments.version), "Icon": icon}
    sources = [str(HERE / "goalbucks.wxs"), "files.wxs", "path.wxs"]
    command_path.write(work / "path.wxs", by_wix=sys.platform == "win32")
    if sys.platform == "win32":
        _run([_tool("candle"), "-nologo", "-arch", "x64", *_defined("-d", variables), *sources], work)
        # ICE43 and ICE57 require shortcuts per user, but this installation is per machine.
        light = [_tool("light"), "-nologo", "-sice:ICE43", "-sice:ICE57", "-spdb", "-out", str(msi)]
        _run([*light, "goalbucks.wixobj", "files.wixobj", "path.wixobj"], work)
    else:
        _run([_tool("wixl"), "--arch", "x64", *_defined("--define=", variables), "-o", str(msi), *sources], work)
        _run([_tool("msibuild"), str(msi), *command_path.queries()], work)
    if arguments.sign:
        subprocess.run(f'{arguments.sign} "{msi}"', shell=True, check=True)  # noqa: S602 - a command line by design


def _sorted(version: str) -> str:
    """Return the version as a string that sorts like it, since an MSI compares strings only."""
    return "{:03}.{:03}.{:05}".format(*resources.numbers(version))


def _defined(flag: str, values: dict[str, str]) -> list[str]:
    return [f"{flag}{name}={value}" if value else f"{flag}{name}" for name, value in values.items()]


def _tool(name: str) -> str:
    """Return the path of a tool; exit with a message if it isn't found."""
    found = shutil.which(name)
    for folder in USUAL_PLACES.get(name, ()):
        found = found or shutil.which(name, path=folder)
    if found is None:
        sys.exit(f"{name} is needed for Windows' installers, and was not found.")
    return found


def _run(command: list[str], folder: Path) -> None:
    """Run a tool in a folder; print its output only when it fails."""
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # noqa: S603 - our tools
    if done.returncode:
        print(done.stdout.decode(errors="replace"), file=sys.stderr)
        sys.exit(f"{Path(command[0]).name} failed.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Build GoalBucks' setup.exe and MSI.")
    parser.add_argument("bundle", type=Path, help="the folder with goalbucks and licences")
    parser.add_argument("version", help="three numbers, such as 1.2.3")
    parser.add_argument("out", type=Path, help="the folder for both installers")
    parser.add_argument("--label", default="", help="ends the files' names, for what must not be given out")
    # makensis signs setup.exe and its uninstaller; the bundle's programs are signed before.
    sign = os.environ.get("GOALBUCKS_SIGN", "")
    parser.add_argument("--sign", default=sign, help="a command that signs the file named last (GOALBUCKS_SIGN)")
    parser.add_argument("--x64-setup", action="store_true", help="a 64-bit setup.exe, for Wine alone")
    return parser


if __name__ == "__main__":
    sys.exit(main())
