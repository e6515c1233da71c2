"""`manifest.json` of a backup: metadata, and the size and SHA-256 digest of each file."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, cast

from pydantic import BaseModel

from server.media import ImageSize

SELF_CONTAINED_FORMAT = 1
"""All images are in the zip."""
SHARED_IMAGES_FORMAT = 2
"""Images are in the shared image folder (shared_image_store.py); earlier versions refuse such a backup."""
NEWEST_FORMAT = SHARED_IMAGES_FORMAT
"""Newest format that this version reads."""
DATABASE_NAME = "goalbucks.db"
MANIFEST_NAME = "manifest.json"

ImageScope = Literal["all", "class", "none"]
"""Images in a backup: all, those of one class, or none."""

_IMAGE = re.compile(r"images/[0-9a-f]{2}/([0-9a-f]{32})\.(full|thumb)\.jpg")


class ManifestEntry(NamedTuple):
    """One file of a backup. A tuple to save memory: a manifest may hold 100,000 of them."""

    name: str
    size: int
    sha256: str


class ManifestFormat(BaseModel):
    """The format number, which is read before the rest of the manifest."""

    format: int


class Manifest(ManifestFormat):
    """Metadata and file list of a backup."""

    format: int = SELF_CONTAINED_FORMAT
    created_at: datetime
    program: str
    """Version of GoalBucks that wrote the backup."""
    revision: str
    """Alembic revision of the database's schema."""
    kind: str
    images: ImageScope
    classroom_id: str | None = None
    """Class whose images are included, with `images="class"`."""
    counts: dict[str, int]
    """Number of rows by table."""
    dangling: int
    """Foreign key violations in the database."""
    missing_images: list[str] = []
    """Names of image files that rows reference but that were missing when the backup was made."""
    entries: list[ManifestEntry] = []
    """Files in the zip, without the manifest."""
    shared: list[ManifestEntry] = []
    """Image files in the shared image folder; named by their paths below the data folder."""
    next_photo_check: int = 0
    """First of the 256 shared image subfolders that the next daily backup re-verifies."""


@dataclass(frozen=True, slots=True)
class ImageFile:
    """One size of an image."""

    key: str
    size: ImageSize

    @property
    def name(self) -> str:
        """Path in the zip and below the data folder."""
        return f"images/{self.key[-2:]}/{self.key}.{self.size}.jpg"


def parse_image_name(name: str) -> ImageFile | None:
    """Return the image file of this name; None when the name isn't one of an image file."""
    match = _IMAGE.fullmatch(name)
    return match and ImageFile(match[1], cast("ImageSize", match[2]))
