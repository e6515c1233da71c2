"""Detection of a data folder that is synced or on a network drive."""

from pathlib import Path

import pytest

from server.class_computer.warnings import data_folder_check
from server.class_computer.warnings.data_folder_check import file_system_type, find_sync_program, parse_macos_mounts


@pytest.mark.parametrize(
    ("below", "program"),
    [
        ("OneDrive/GoalBucks", "OneDrive"),
        ("OneDrive - Maple Street School/GoalBucks", "OneDrive"),
        ("Library/CloudStorage/OneDrive-MapleStreet/GoalBucks", "OneDrive"),
        ("Dropbox (Personal)/GoalBucks", "Dropbox"),
        ("Library/CloudStorage/GoogleDrive-rivera@school.test/My Drive/GoalBucks", "Google Drive"),
        ("Library/Mobile Documents/com~apple~CloudDocs/GoalBucks", "iCloud Drive"),
        ("iCloudDrive/GoalBucks", "iCloud Drive"),
        ("AppData/Local/GoalBucks", None),
        ("Documents/dropboxes/GoalBucks", None),
    ],
)
def test_synced_folder_is_recognized_by_its_name(tmp_path: Path, below: str, program: str | None) -> None:
    assert find_sync_program(tmp_path / below, {}) == program


def test_synced_folder_is_recognized_by_its_content_and_by_environment_variables(tmp_path: Path) -> None:
    assert find_sync_program(tmp_path / "work" / "data", {}) is None
    assert find_sync_program(tmp_path / "work" / "data", {"OneDriveCommercial": str(tmp_path / "work")}) == "OneDrive"
    (tmp_path / ".stfolder").mkdir()
    assert find_sync_program(tmp_path / "work" / "data", {}) == "Syncthing"


def test_network_drive_is_recognized_by_its_mount_type() -> None:
    mounts = {"/": "ext4", "/home": "nfs4", "/home/rivera/usb": "vfat"}
    assert file_system_type(Path("/home/rivera/GoalBucks"), mounts) in data_folder_check._NETWORK_FILE_SYSTEMS  # noqa: SLF001 - the list itself
    assert file_system_type(Path("/home/rivera/usb/GoalBucks"), mounts) == "vfat"
    output = "/dev/disk3s1 on / (apfs, sealed)\n//rivera@server/share on /Volumes/share (smbfs, nodev, nosuid)\n"
    assert parse_macos_mounts(output) == {"/": "apfs", "/Volumes/share": "smbfs"}
