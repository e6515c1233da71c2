"""The removal of images that no submission refers to."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.domain.submissions.unreferenced_images import MIN_AGE, delete_unreferenced_images
from server.media import CleanImage, FolderStore

IMAGE = CleanImage(full=b"the picture", thumbnail=b"its thumbnail", width=4, height=3)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("age", "is_referenced", "is_kept"),
    [(MIN_AGE + MINUTE, False, False), (MIN_AGE + MINUTE, True, True), (MIN_AGE - MINUTE, False, True)],
)
def test_only_an_image_without_a_submission_that_is_over_an_hour_old_is_deleted(
    tmp_path: Path, age: timedelta, *, is_referenced: bool, is_kept: bool
) -> None:
    store = FolderStore(tmp_path / "images")
    key = store.put(IMAGE)
    changed_at = (datetime.now(UTC) - age).timestamp()
    for path in (tmp_path / "images").rglob("*"):
        os.utime(path, (changed_at, changed_at))
    delete_unreferenced_images(store, {key} if is_referenced else set())
    assert [image.key for image in store.keys()] == ([key] if is_kept else [])  # noqa: SIM118 - no dictionary
