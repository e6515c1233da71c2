"""What a cleaned proof image is. Without Pillow, so that the server's own process needn't load it."""

from dataclasses import dataclass
from typing import Final

MAX_BYTES: Final = 25 * 1024 * 1024
"""The largest file that is looked at, in bytes."""
FULL_SIDE: Final = 2048
"""The long side of a stored picture in pixels, at most."""
THUMB_SIDE: Final = 640
"""The long side of a thumbnail in pixels, at most: a list's card is 336 CSS px wide, on a retina screen twice that."""
MEDIA_TYPE: Final = "image/jpeg"
"""The media type of every stored picture and thumbnail."""


@dataclass(slots=True)
class DecoderTime:
    """What an image has cost the process that decodes it, filled in whatever comes of it."""

    seconds: float = 0.0
    """Processor time; real time for an image that crashed its decoder or had to be stopped."""


@dataclass(frozen=True, slots=True)
class CleanImage:
    """A picture that may be stored and shown: upright, sRGB, no metadata. `full` and `thumbnail` are whole files."""

    full: bytes
    thumbnail: bytes
    media_type: str
    width: int
    """Of `full`, in pixels."""
    height: int
    """Of `full`, in pixels."""
