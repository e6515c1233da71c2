"""A class with images, its backups, and a disk that can be full."""

import errno
import os
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from server.data_protection.backups.service import BackupService
from server.settings import Settings
from tests.factories.folders import add_images
from tests.factories.seated import seat

Usage = namedtuple("Usage", "total used free")  # noqa: PYI024 - as shutil's own


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Never changed; copied by `folder`."""
    folder = tmp_path_factory.mktemp("class") / "data"
    seat(folder, months=1, submissions=2, students=3)
    add_images(folder, 5)
    return folder


@pytest.fixture
def folder(class_folder: Path, tmp_path: Path) -> Path:
    """The data folder of a class with images."""
    return Path(shutil.copytree(class_folder, tmp_path / "data"))


@pytest.fixture
def backups(folder: Path) -> BackupService:
    """Its backups."""
    return BackupService(Settings(data_dir=folder))


@pytest.fixture
def set_free_space(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Says how much is free on the disk."""

    def set_free(count: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**12, 10**12 - count, count))

    return set_free


@pytest.fixture
def fail_fsync_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """The disk is full when it is waited for the n-th time, whatever was said to be free."""

    def fail_after(count: int) -> None:
        real, calls = os.fsync, iter(range(10**6))

        def fsync(descriptor: int) -> None:
            if next(calls) >= count:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(descriptor)

        monkeypatch.setattr(os, "fsync", fsync)

    return fail_after
