"""Fixtures: a data folder with images, its backup service, and a disk that becomes full."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupService
from server.settings import Settings
from tests.factories.data_folders import add_images
from tests.factories.seeded import seed


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read-only data folder, copied by `folder`."""
    folder = tmp_path_factory.mktemp("class") / "data"
    seed(folder, months=1, submissions=2, students=3)
    add_images(folder, 5)
    return folder


@pytest.fixture
def folder(class_folder: Path, tmp_path: Path) -> Path:
    """Data folder of a class with images."""
    return Path(shutil.copytree(class_folder, tmp_path / "data"))


@pytest.fixture
def backups(folder: Path) -> BackupService:
    """Backup service of the data folder."""
    return BackupService(Settings(data_dir=folder))


@pytest.fixture
def fail_fsync_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Make the n-th `fsync` fail with a full disk, regardless of the reported free space."""

    def fail_after(count: int) -> None:
        real, calls = os.fsync, iter(range(10**6))

        def fsync(descriptor: int) -> None:
            if next(calls) >= count:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)

    return fail_after
