"""Formats of proof images: detection by content, structure checks and decoders.

The checks run before a decoder reads the file. They reject truncated files, and valid ones that would take a decoder
very long.
"""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pi_heif  # type: ignore[import-untyped]
from PIL import Image, ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from server.media.errors import ImageDamagedError, ImageNotSupportedError
from server.media.images import MAX_PIXELS

_MAX_SCANS: Final = 40
"""Maximum number of scans in a JPEG; encoders make 20 at most."""
_MAX_SEGMENTS: Final = 1000
"""Maximum number of segments in a JPEG; a large colour profile takes 255."""
_MAX_FILL_BYTES: Final = 4096
"""Maximum number of bytes between two segments before a JPEG's first scan."""
_MAX_CHUNKS: Final = 50_000
"""Maximum number of chunks in a PNG; in 25 MB one per 500 bytes."""
_MARKER_PATTERN: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_START_OF_SCAN: Final = 0xDA
_END_OF_IMAGE: Final = 0xD9
_PNG_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Channels by colour type."""
_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
)

# Pillow's WebP reader allocates its canvas when it opens a file, before MAX_PIXELS can be checked; Pillow rejects more
# than twice this number.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2
# Only the main image is needed, and a core stays free for requests.
pi_heif.options.THUMBNAILS = pi_heif.options.DEPTH_IMAGES = pi_heif.options.AUX_IMAGES = False
pi_heif.options.DECODE_THREADS = 1


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """An accepted image format."""

    name: str
    matches: Callable[[bytes], bool]
    """Takes the first 16 bytes of a file."""
    check: Callable[[bytes], None]
    """Takes the whole file; raises ImageDamagedError."""
    read: Callable[[io.BytesIO], ImageFile.ImageFile]
    """Reads the header. `Image.open` isn't used: it opens a JPEG with a second image as MPO, and only warns of too many
    pixels."""
    bytes_per_pixel: Callable[[bytes], int] | None = None
    """Takes the whole file; None for camera formats, which only MAX_PIXELS limits."""


def detect_format(data: bytes) -> ImageFormat:
    """Return the format by content, not by file name or header; raises ImageNotSupportedError for others."""
    head = data[:16]
    for known in _FORMATS:
        if known.matches(head):
            return known
    raise ImageNotSupportedError


def _check_jpeg(data: bytes) -> None:
    """Follow the segments and scans to the end of the image; trailing data is ignored."""
    position, scans = 2, 0
    for _ in range(_MAX_SEGMENTS):
        found = _MARKER_PATTERN.search(data, position, len(data) if scans else position + _MAX_FILL_BYTES)
        if found is None:
            break
        marker = data[found.end() - 1]
        if marker == _END_OF_IMAGE:
            return
        scans += marker == _START_OF_SCAN
        if scans > _MAX_SCANS:
            break
        position = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
    raise ImageDamagedError


def _check_png(data: bytes) -> None:
    """Follow the chunks to the last one."""
    position = 8
    for _ in range(_MAX_CHUNKS):
        if position + 12 > len(data):
            break
        if data[position + 4 : position + 8] == b"IEND":
            return
        position += 12 + int.from_bytes(data[position : position + 4], "big")
    raise ImageDamagedError


def _png_bytes_per_pixel(data: bytes) -> int:
    """Return channels times bytes per channel from the header; Pillow unpacks fewer than 8 bits to a byte."""
    bits, colour_type = data[24], data[25]
    return _PNG_CHANNELS.get(colour_type, 4) * max(1, bits // 8)


def _webp_bytes_per_pixel(_data: bytes) -> int:
    """Return 4: Pillow decodes every WebP to RGBA."""
    return 4


def _check_nothing(_data: bytes) -> None:
    """Accept the file: this format's library has its own limits."""


_FORMATS: Final = (
    ImageFormat("JPEG", lambda head: head.startswith(b"\xff\xd8\xff"), _check_jpeg, JpegImageFile),
    ImageFormat(
        "PNG",
        lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"),
        _check_png,
        PngImageFile,
        _png_bytes_per_pixel,
    ),
    ImageFormat(
        "WebP",
        lambda head: head[:4] + head[8:12] == b"RIFFWEBP",
        _check_nothing,
        WebPImageFile,
        _webp_bytes_per_pixel,
    ),
    ImageFormat(
        "HEIF",
        lambda head: head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS,
        _check_nothing,
        pi_heif.HeifImageFile,
    ),
)
