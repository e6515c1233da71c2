"""What Windows shows of goalbucks.exe and of setup.exe: icon, picture, and the version in the properties."""

import re
import sys
from pathlib import Path

from PIL import Image

ICONS = Path(__file__).resolve().parent.parent / "icons"
SIZES = (16, 32, 48, 64, 128, 256)
"""Of the pictures, each drawn for its size."""
PICTURE_SIZE = (328, 628)
"""Twice what NSIS asks for: a sharp screen shows all of it."""
PAPER = (250, 249, 245)
COPYRIGHT = "Copyright 2026 The GoalBucks authors. Apache License 2.0."
ENGLISH = "040904B0"
"""US English, Unicode."""


def write_icon(target: Path) -> Path:
    """Write the icon with all its sizes; gives `target` back."""
    pictures = [Image.open(ICONS / f"goalbucks-{size}.png") for size in SIZES]
    target.parent.mkdir(parents=True, exist_ok=True)
    pictures[-1].save(target, format="ICO", sizes=[(size, size) for size in SIZES], append_images=pictures[:-1])
    return target


def write_picture(target: Path) -> Path:
    """Write what stands beside setup.exe's first and last words; gives `target` back."""
    icon = Image.open(ICONS / "goalbucks-256.png").convert("RGBA")
    picture = Image.new("RGB", PICTURE_SIZE, PAPER)
    picture.paste(icon, ((PICTURE_SIZE[0] - icon.width) // 2, PICTURE_SIZE[1] // 4), icon)
    picture.save(target, format="BMP")
    return target


def numbers(version: str) -> tuple[int, int, int]:
    """The version as Windows and its installers compare versions; ends the program when it isn't three numbers."""
    if not re.fullmatch(r"\d{1,3}\.\d{1,3}\.\d{1,5}", version):
        sys.exit(f"Windows' installers need a version of three numbers, such as 1.2.3, not {version}.")
    major, minor, patch = (int(each) for each in version.split("."))
    return major, minor, patch


def version_info(version: str, file: str) -> object:
    """What stands under the file's Properties, Details: PyInstaller's own kind of object for it."""
    from PyInstaller.utils.win32.versioninfo import (  # type: ignore[import-untyped] # noqa: PLC0415 - on Windows alone
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )

    quad = (*numbers(version), 0)
    texts = {
        "CompanyName": "GoalBucks",
        "FileDescription": "GoalBucks",  # the name in the task manager, and in Windows' question about the firewall
        "FileVersion": version,
        "InternalName": "goalbucks",
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": file,
        "ProductName": "GoalBucks",
        "ProductVersion": version,
    }
    table = StringTable(ENGLISH, [StringStruct(name, text) for name, text in texts.items()])
    return VSVersionInfo(
        ffi=FixedFileInfo(filevers=quad, prodvers=quad),
        kids=[StringFileInfo([table]), VarFileInfo([VarStruct("Translation", [0x0409, 1200])])],
    )
