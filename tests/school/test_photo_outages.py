"""A school's server without its photo storage refuses photos, does all else, and recovers without a restart."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.media import FolderStore
from server.school.media_location import MediaLocation
from tests.factories.http_client import HttpClient
from tests.factories.object_store import BUCKET, override_environment
from tests.factories.openstack_swift import SwiftServer
from tests.factories.seeded import SeededClass
from tests.factories.server_process import PROGRAM
from tests.factories.waiting import wait_until
from tests.school.school_server import IMAGE, SchoolServer, recorded_location, seeded, start

__all__ = ["seeded"]
REFUSED = (503, "image_store_unavailable")


def code_of(response: tuple[int, Any]) -> tuple[int, str]:
    status, body = response
    return status, body.get("code", "")


def test_a_missing_photo_folder_refuses_photos_and_recovers_without_a_restart(
    empty_url: str, seeded: SeededClass, tmp_path: Path
) -> None:
    photos, away = tmp_path / "photos", tmp_path / "away"
    school_server = SchoolServer(start(empty_url, tmp_path / "machine", photos), seeded)
    try:
        assert school_server.upload(0)[0] == 201
        photos.rename(away)
        assert code_of(school_server.upload(1)) == REFUSED
        assert school_server.photo_status(0) == 503
        wait_until(lambda: school_server.health() == ("degraded", "unreachable"))
        assert not photos.exists()
        photos.mkdir()  # an empty mount point
        assert code_of(school_server.upload(1)) == REFUSED
        assert list(photos.iterdir()) == []
        assert school_server.log().count("has no place.txt") == 1
        photos.rmdir()
        away.rename(photos)
        wait_until(lambda: school_server.upload(1)[0] == 201)
        assert [school_server.photo_status(0), school_server.photo_status(1)] == [200, 200]
    finally:
        school_server.server.stop()


def test_a_server_started_with_a_missing_or_foreign_photo_disk_refuses_photos(
    empty_url: str, seeded: SeededClass, tmp_path: Path
) -> None:
    right, other = tmp_path / "photos", tmp_path / "other-school"
    MediaLocation(empty_url, FolderStore(right)).verify()
    FolderStore(other).write_location_id("0" * 32)
    key = FolderStore(other).put(IMAGE)
    school_server = SchoolServer(start(empty_url, tmp_path / "machine", other), seeded)
    try:
        assert code_of(school_server.upload(0)) == REFUSED
        assert school_server.health() == ("degraded", "unreachable")
        assert f"is another one: place.txt there says {'0' * 32}" in school_server.log()
    finally:
        school_server.server.stop()
    assert recorded_location(empty_url) == FolderStore(right).read_location_id()
    assert [image.key for image in FolderStore(other).keys()] == [key]  # noqa: SIM118 - likewise


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A mount point; `IN_NAMESPACE` mounts there."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "photos").mkdir()
    return tmp_path


IN_NAMESPACE = 'mount -t tmpfs -o size=8m photos "$1/disk" && mount --bind "$1/disk" "$1/photos" && shift && exec "$@"'


@pytest.mark.long
@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only an administrator of Linux can mount a disk"
)
def test_an_unmounted_disk_refuses_photos_until_it_is_mounted_again(
    empty_url: str, seeded: SeededClass, disk: Path
) -> None:
    if subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "t", disk / "disk"], check=False).returncode:
        pytest.skip("this administrator may not mount anything (a container's)")
    program = ("unshare", "--mount", "--propagation=private", "sh", "-c", IN_NAMESPACE, "sh", str(disk), *PROGRAM)
    photos = disk / "photos"
    school_server = SchoolServer(start(empty_url, disk / "machine", photos, program), seeded)

    def within(*command: str) -> None:
        subprocess.run(
            ["nsenter", f"--target={school_server.server.process.pid}", "--mount", "--", *command], check=True
        )

    try:
        assert school_server.upload(0)[0] == 201
        within("umount", str(photos))
        assert code_of(school_server.upload(1)) == REFUSED
        assert school_server.photo_status(0) == 503
        wait_until(lambda: school_server.health() == ("degraded", "unreachable"))
        assert list(photos.iterdir()) == []  # the namespace's view without the mount, too
        within("mount", "--bind", str(disk / "disk"), str(photos))
        wait_until(lambda: school_server.upload(1)[0] == 201)
        assert [school_server.photo_status(0), school_server.photo_status(1)] == [200, 200]
        wait_until(lambda: school_server.health() == ("ok", "ok"))
    finally:
        school_server.server.stop()


@pytest.mark.long
def test_a_failing_object_store_refuses_photos_and_recovers_without_a_restart(
    empty_url: str, seeded: SeededClass, swift: SwiftServer, tmp_path: Path
) -> None:
    with override_environment(swift.environment):
        school_server = SchoolServer(start(empty_url, tmp_path / "machine", f"s3://{BUCKET}/{tmp_path.name}"), seeded)
    outages = (
        (swift.pause, swift.resume),
        (swift.stop, swift.start),
        (lambda: swift.stop("object"), lambda: swift.start("object")),
    )
    try:
        assert school_server.upload(0)[0] == 201
        for number, (goes, comes_back) in enumerate(outages, start=1):
            goes()
            try:
                assert code_of(school_server.upload(number)) == REFUSED
                assert school_server.photo_status(0) == 503
                wait_until(lambda: school_server.health() == ("degraded", "unreachable"))
            finally:
                comes_back()
            wait_until(lambda sent=number: school_server.upload(sent)[0] == 201)  # type: ignore[misc]
            wait_until(lambda: school_server.health() == ("ok", "ok"))
        assert [school_server.photo_status(number) for number in range(4)] == [200] * 4
    finally:
        school_server.server.stop()


@pytest.mark.long
def test_a_rejected_object_store_key_refuses_photos_while_all_else_works(
    empty_url: str, seeded: SeededClass, swift: SwiftServer, tmp_path: Path
) -> None:
    with override_environment(swift.environment | {"AWS_SECRET_ACCESS_KEY": "wrong"}):
        school_server = SchoolServer(start(empty_url, tmp_path / "machine", f"s3://{BUCKET}/{tmp_path.name}"), seeded)
    try:
        assert code_of(school_server.upload(0)) == REFUSED
        assert school_server.health() == ("degraded", "unreachable")
        assert recorded_location(empty_url) is None
        with HttpClient(school_server.server.port, seeded.teacher_token) as teacher:
            assert len(teacher.get(seeded.stats_path)) == len(seeded.students)
    finally:
        school_server.server.stop()
