"""Where the data folder lies: one that a program syncs, or on a network drive, is no place for a database."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_SYNCED = {
    "OneDrive": ("onedrive", "skydrive"),
    "Dropbox": ("dropbox",),
    "Google Drive": ("google drive", "googledrive", "my drive"),
    "iCloud Drive": ("icloud drive", "iclouddrive", "com~apple~clouddocs"),
    "Nextcloud": ("nextcloud", "owncloud"),
}
"""How their folders are called, perhaps with an account's name behind it, as in "OneDrive - Maple Street School"."""
_MARKERS = {
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".tmp.drivedownload": "Google Drive",
    ".tmp.driveupload": "Google Drive",
    ".stfolder": "Syncthing",
    ".owncloudsync.log": "Nextcloud",
}
"""Files that such programs keep in their folder, whatever it is called."""
_VARIABLES = {"OneDrive": "OneDrive", "OneDriveConsumer": "OneDrive", "OneDriveCommercial": "OneDrive"}
_BEHIND_A_NAME = (" -", "-", " (", "_")
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "davfs", "fuse.sshfs", "fuse.rclone"})
_CLOUD_TAG, _CLOUD_TAG_MASK = 0x9000001A, 0xFFFF0FFF
"""Of Windows' folders that are filled from elsewhere."""
_DRIVE_REMOTE = 4
LOOK_SECONDS = 5


def syncing_program(folder: Path, variables: Mapping[str, str] = os.environ) -> str | None:
    """Whose folder it lies in, such as Dropbox; None: nobody's, as far as can be told."""
    for variable, program in _VARIABLES.items():
        root = variables.get(variable)
        if root and folder.is_relative_to(root):
            return program
    return next(_programs([folder, *folder.parents]), None)


def _programs(folders: Iterable[Path]) -> Iterator[str]:
    for each in folders:
        name = each.name.casefold()
        for program, names in _SYNCED.items():
            if any(name == known or name.startswith(tuple(known + sign for sign in _BEHIND_A_NAME)) for known in names):
                yield program
        for marker, program in _MARKERS.items():
            if _lies_there(each / marker):
                yield program
        if _is_filled_from_elsewhere(each):
            yield "a cloud service"


def _lies_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _is_filled_from_elsewhere(folder: Path) -> bool:
    try:
        tag: int = getattr(folder.lstat(), "st_reparse_tag", 0)
    except OSError:
        return False
    return tag & _CLOUD_TAG_MASK == _CLOUD_TAG


def is_on_another_computer(folder: Path) -> bool:
    """Whether the folder is on a network drive, as far as the system says."""
    if sys.platform == "win32":
        drive = folder.drive
        return drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(f"{drive}\\") == _DRIVE_REMOTE
    return kind_of_mount(folder, _mounts()) in _REMOTE


def kind_of_mount(folder: Path, mounts: Mapping[str, str]) -> str | None:
    """The kind of the file system that the folder lies in; `mounts`: the kinds by place."""
    return next((mounts[str(each)] for each in [folder, *folder.parents] if str(each) in mounts), None)


def _mounts() -> dict[str, str]:
    try:
        if sys.platform == "darwin":
            return mounts_of_a_mac(
                subprocess.run(
                    ["/sbin/mount"], check=False, capture_output=True, text=True, timeout=LOOK_SECONDS
                ).stdout
            )
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, subprocess.SubprocessError):
        return {}
    fields = [line.split() for line in lines]
    return {each[1].replace("\\040", " "): each[2] for each in fields if len(each) > 2}  # noqa: PLR2004 - device, place, kind


def mounts_of_a_mac(said: str) -> dict[str, str]:
    """From lines such as `//rivera@server/share on /Volumes/share (smbfs, nodev)`."""
    found = {}
    for line in said.splitlines():
        place, _, options = line.partition(" on ")[2].rpartition(" (")
        found[place] = options.split(",", maxsplit=1)[0].rstrip(")")
    return found
