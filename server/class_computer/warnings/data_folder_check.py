"""Detects a data folder that a program syncs or that is on a network drive: both can damage a database."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_FOLDER_NAMES = {
    "OneDrive": ("onedrive", "skydrive"),
    "Dropbox": ("dropbox",),
    "Google Drive": ("google drive", "googledrive", "my drive"),
    "iCloud Drive": ("icloud drive", "iclouddrive", "com~apple~clouddocs"),
    "Nextcloud": ("nextcloud", "owncloud"),
}
"""Names of synced folders by program. An account's name may follow, as in "OneDrive - Maple Street School"."""
_MARKERS = {
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".tmp.drivedownload": "Google Drive",
    ".tmp.driveupload": "Google Drive",
    ".stfolder": "Syncthing",
    ".owncloudsync.log": "Nextcloud",
}
"""Files that sync programs put into their folders, whatever the name."""
_ENVIRONMENT_VARIABLES = {"OneDrive": "OneDrive", "OneDriveConsumer": "OneDrive", "OneDriveCommercial": "OneDrive"}
_NAME_SEPARATORS = (" -", "-", " (", "_")
_NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "davfs", "fuse.sshfs", "fuse.rclone"}
)
_CLOUD_TAG, _CLOUD_TAG_MASK = 0x9000001A, 0xFFFF0FFF
"""Reparse tag of Windows' Cloud Files API (IO_REPARSE_TAG_CLOUD)."""
UNKNOWN_PROGRAM = "a cloud service"
_DRIVE_REMOTE = 4
MOUNT_TIMEOUT_SECONDS = 5


def find_sync_program(folder: Path, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the name of the program that syncs the folder, such as Dropbox; None if none was detected."""
    for variable, program in _ENVIRONMENT_VARIABLES.items():
        root = environment.get(variable)
        if root and folder.is_relative_to(root):
            return program
    return next(_find_sync_programs([folder, *folder.parents]), None)


def _find_sync_programs(folders: Iterable[Path]) -> Iterator[str]:
    for each in folders:
        name = each.name.casefold()
        for program, names in _FOLDER_NAMES.items():
            if any(
                name == known or name.startswith(tuple(known + separator for separator in _NAME_SEPARATORS))
                for known in names
            ):
                yield program
        for marker, program in _MARKERS.items():
            if _exists(each / marker):
                yield program
        if _is_cloud_folder(each):
            yield UNKNOWN_PROGRAM


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _is_cloud_folder(folder: Path) -> bool:
    try:
        tag: int = getattr(folder.lstat(), "st_reparse_tag", 0)
    except OSError:
        return False
    return tag & _CLOUD_TAG_MASK == _CLOUD_TAG


def is_on_network_drive(folder: Path) -> bool:
    """Whether the folder is on a network drive; False if that can't be determined."""
    if sys.platform == "win32":
        drive = folder.drive
        return drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(f"{drive}\\") == _DRIVE_REMOTE
    return file_system_type(folder, _mounts()) in _NETWORK_FILE_SYSTEMS


def file_system_type(folder: Path, mounts: Mapping[str, str]) -> str | None:
    """Return the type of the file system with the folder; `mounts` maps mount points to types."""
    return next((mounts[str(each)] for each in [folder, *folder.parents] if str(each) in mounts), None)


def _mounts() -> dict[str, str]:
    try:
        if sys.platform == "darwin":
            return parse_macos_mounts(
                subprocess.run(
                    ["/sbin/mount"], check=False, capture_output=True, text=True, timeout=MOUNT_TIMEOUT_SECONDS
                ).stdout
            )
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, subprocess.SubprocessError):
        return {}
    fields = [line.split() for line in lines]
    # Fields: device, mount point, type.
    return {each[1].replace("\\040", " "): each[2] for each in fields if len(each) > 2}  # noqa: PLR2004 - those three


def parse_macos_mounts(output: str) -> dict[str, str]:
    """Return types by mount point, parsed from lines such as `//rivera@server/share on /Volumes/share (smbfs)`."""
    mounts = {}
    for line in output.splitlines():
        mount_point, _, options = line.partition(" on ")[2].rpartition(" (")
        mounts[mount_point] = options.split(",", maxsplit=1)[0].rstrip(")")
    return mounts
