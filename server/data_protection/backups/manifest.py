"""`manifest.json`: what a backup holds, with the size and the SHA-256 digest of each file."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, cast

from pydantic import BaseModel

from server.media import ImageSize

WHOLE_FORMAT = 1
"""Every image is in the zip."""
SHARED_FORMAT = 2
"""Images are in the folder of shared photos (shared_photos.py); programs that don't know it refuse such a backup."""
FORMAT = SHARED_FORMAT
"""The newest that this program reads."""
DATABASE = "goalbucks.db"
MANIFEST = "manifest.json"

ImageScope = Literal["all", "class", "none"]
"""Which images a backup holds: with `class`, those of one class; with `none`, they stay where they are."""

_IMAGE = re.compile(r"images/[0-9a-f]{2}/([0-9a-f]{32})\.(full|thumb)\.jpg")


class Entry(NamedTuple):
    """One file of a backup. There may be 100,000, and all are in memory at a time."""

    name: str
    size: int
    sha256: str


class ManifestFormat(BaseModel):
    """The part of a manifest that every program reads first."""

    format: int


class Manifest(ManifestFormat):
    """What a backup says of itself."""

    format: int = WHOLE_FORMAT
    created_at: datetime
    program: str
    """The version of GoalBucks that wrote it."""
    revision: str
    """The schema's."""
    kind: str
    images: ImageScope
    classroom_id: str | None = None
    """Whose images, with `class`."""
    counts: dict[str, int]
    """Rows of each table."""
    dangling: int
    """Rows that referred to nothing when it was made."""
    missing_images: list[str] = []
    """Images that rows name and that weren't there when it was made."""
    entries: list[Entry] = []
    """The files in the zip."""
    shared: list[Entry] = []
    """Images in the folder of shared photos; their names are those that they have below the data folder."""
    next_photo_check: int = 0
    """With which of the 256 folders of shared photos the next daily backup goes on reading photos again."""


@dataclass(frozen=True, slots=True)
class Image:
    """One of an image's two files."""

    key: str
    size: ImageSize

    @property
    def name(self) -> str:
        """In the zip, as below the data folder."""
        return f"images/{self.key[-2:]}/{self.key}.{self.size}.jpg"


def image_named(name: str) -> Image | None:
    """The image whose file has this name."""
    found = _IMAGE.fullmatch(name)
    return found and Image(found[1], cast("ImageSize", found[2]))
