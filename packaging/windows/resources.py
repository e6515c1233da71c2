"""Resources of goalbucks.exe and setup.exe: icon, picture and version information."""

import re
import sys
from pathlib import Path

from PIL import Image

ICONS = Path(__file__).resolve().parent.parent / "icons"
SIZES = (16, 32, 48, 64, 128, 256)
"""Sizes of the icon, each with its own drawing."""
PICTURE_SIZE = (328, 628)
"""Twice the size of NSIS, for high-DPI screens."""
PAPER = (250, 249, 245)
COPYRIGHT = "Copyright 2026 The GoalBucks authors. Apache License 2.0."
ENGLISH = "040904B0"
"""US English, Unicode."""


def write_icon(target: Path) -> Path:
    """Write the icon with all sizes; return `target`."""
    pictures = [Image.open(ICONS / f"goalbucks-{size}.png") for size in SIZES]
    target.parent.mkdir(parents=True, exist_ok=True)
    pictures[-1].save(target, format="ICO", sizes=[(size, size) for size in SIZES], append_images=pictures[:-1])
    return target


def write_picture(target: Path) -> Path:
    """Write the picture of the first and last page of setup.exe; return `target`."""
    icon = Image.open(ICONS / "goalbucks-256.png").convert("RGBA")
    picture = Image.new("RGB", PICTURE_SIZE, PAPER)
    picture.paste(icon, ((PICTURE_SIZE[0] - icon.width) // 2, PICTURE_SIZE[1] // 4), icon)
    picture.save(target, format="BMP")
    return target


def numbers(version: str) -> tuple[int, int, int]:
    """Parse a version of three numbers, as Windows' installers require; exit with a message for any other."""
    if not re.fullmatch(r"\d{1,3}\.\d{1,3}\.\d{1,5}", version):
        sys.exit(f"Windows' installers need a version of three numbers, such as 1.2.3, not {version}.")
    major, minor, patch = (int(each) for each in version.split("."))
    return major, minor, patch


def version_info(version: str, file: str) -> object:
    """Return the version information of a file as PyInstaller's object."""
    from PyInstaller.utils.win32.versioninfo import (  # type: ignore[import-untyped] # noqa: PLC0415 - Windows only
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
        "FileDescription": "GoalBucks",  # shown in the task manager and in the firewall's dialog
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
