"""The formats of proof images: how each is known by its content, who reads it, and what it must not be.

The checks here come before a decoder sees the file. They refuse what was cut off, and what would keep a decoder busy
for a long time though it may be a valid file.
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

MAX_PIXELS: Final = 60_000_000
"""The largest picture that is decoded, in pixels, as its header gives them."""

MAX_DECODED_BYTES: Final = 100_000_000
"""The largest PNG or WebP that is decoded, in bytes of its pixels: 25 megapixels with transparency, 12.5 at 16 bits.

Screens and drawing programs make smaller ones. Flat areas pack a thousandfold, so the file's own size bounds nothing.
"""

_MAX_SCANS: Final = 40
"""Passes over all pixels in one JPEG; encoders make 20 at most."""
_MAX_SEGMENTS: Final = 1000
"""Segments in one JPEG; a large colour profile takes 255 of them."""
_MAX_FILL: Final = 4096
"""Bytes between two segments before a JPEG's pixels; more is no picture."""
_MAX_CHUNKS: Final = 50_000
"""Chunks in one PNG; in 25 MB that is one for 500 bytes."""
_MARKER: Final = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_START_OF_SCAN: Final = 0xDA
_END_OF_IMAGE: Final = 0xD9
_PNG_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""By colour type."""
_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
)

# Pillow's WebP reader sets up its canvas while it opens a file, before MAX_PIXELS can be compared; Pillow refuses what
# has over twice this number.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2
# Only the main picture is wanted, and a core is to be left for the class.
pi_heif.options.THUMBNAILS = pi_heif.options.DEPTH_IMAGES = pi_heif.options.AUX_IMAGES = False
pi_heif.options.DECODE_THREADS = 1


@dataclass(frozen=True, slots=True)
class ProofFormat:
    """One of the formats that a proof may have."""

    name: str
    recognises: Callable[[bytes], bool]
    """Given the first bytes of a file."""
    check: Callable[[bytes], None]
    """Given the whole file; raises ImageDamagedError."""
    read: Callable[[io.BytesIO], ImageFile.ImageFile]
    """Reads the header. `Image.open` isn't used: it takes a JPEG with a second picture in it for an MPO, and warns of
    many pixels where an error is wanted."""
    bytes_per_pixel: Callable[[bytes], int] | None = None
    """Given the whole file, what a decoded pixel takes; None for the formats of cameras, whose limit is MAX_PIXELS."""


def format_of(data: bytes) -> ProofFormat:
    """The format by content, never by name or header; raises ImageNotSupportedError for any other."""
    head = data[:16]
    for known in _FORMATS:
        if known.recognises(head):
            return known
    raise ImageNotSupportedError


def _check_jpeg(data: bytes) -> None:
    """Follow the segments, and the scans between them, to the end of the picture; what lies behind doesn't matter."""
    position, scans = 2, 0
    for _ in range(_MAX_SEGMENTS):
        found = _MARKER.search(data, position, len(data) if scans else position + _MAX_FILL)
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
    """From the header: channels of one or two bytes each; Pillow unpacks fewer than 8 bits to a byte."""
    bits, colour_type = data[24], data[25]
    return _PNG_CHANNELS.get(colour_type, 4) * max(1, bits // 8)


def _webp_bytes_per_pixel(_data: bytes) -> int:
    """Pillow decodes every WebP with transparency."""
    return 4


def _check_nothing(_data: bytes) -> None:
    """The libraries of this format have limits of their own."""


_FORMATS: Final = (
    ProofFormat("JPEG", lambda head: head.startswith(b"\xff\xd8\xff"), _check_jpeg, JpegImageFile),
    ProofFormat(
        "PNG",
        lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"),
        _check_png,
        PngImageFile,
        _png_bytes_per_pixel,
    ),
    ProofFormat(
        "WebP",
        lambda head: head[:4] + head[8:12] == b"RIFFWEBP",
        _check_nothing,
        WebPImageFile,
        _webp_bytes_per_pixel,
    ),
    ProofFormat(
        "HEIF",
        lambda head: head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS,
        _check_nothing,
        pi_heif.HeifImageFile,
    ),
)
