"""Types and limits of proof images. Doesn't import Pillow, so that the server process needn't load it."""

from dataclasses import dataclass
from typing import Final

MAX_IMAGE_BYTES: Final = 25 * 1024 * 1024
"""Largest accepted file, in bytes."""
MAX_PIXELS: Final = 60_000_000
"""Maximum number of pixels of any format, according to the header; MAX_DECODED_BYTES allows fewer of PNG and WebP."""
MAX_DECODED_BYTES: Final = 100_000_000
"""Maximum size of a decoded PNG or WebP in bytes: 25 megapixels with transparency, 12.5 at 16 bits.

Images of screens and drawing programs are smaller. Flat areas compress a thousandfold, so the file size sets no bound.
"""
MAX_FULL_SIDE: Final = 2048
"""Maximum length of the long side of a stored image, in pixels."""
MAX_THUMBNAIL_SIDE: Final = 640
"""Maximum length of the long side of a thumbnail, in pixels: a list's card is 336 CSS px wide, twice that on retina."""
PREVIEW_SIDE: Final = 320
"""Maximum length of the long side of a preview, in pixels."""
MAX_PREVIEW_BYTES: Final = 8_000
"""Size of a preview that its JPEG quality is lowered for: thirty of them in one response are below 400 KB as base64."""
MEDIA_TYPE: Final = "image/jpeg"
"""Media type of all stored images and thumbnails."""


@dataclass(slots=True)
class DecoderTime:
    """Accumulates the time that decoding took, also for images that are refused."""

    seconds: float = 0.0
    """CPU time; wall-clock time for an image whose decoder crashed or timed out."""


@dataclass(frozen=True, slots=True)
class CleanImage:
    """A sanitized image: upright, sRGB, no metadata. `full` and `thumbnail` are the contents of files."""

    full: bytes
    thumbnail: bytes
    width: int
    """Width of `full` in pixels."""
    height: int
    """Height of `full` in pixels."""
