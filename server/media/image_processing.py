"""Sanitizing of proof images: decode, apply the EXIF orientation, convert to sRGB, scale, encode as JPEG.

Only the pixels of the file are kept (specification 7.6): the metadata of a phone's photo reveals where a child lives.
The result is always a JPEG: proofs are photos, one format keeps storage and responses simple, and encoding is 25 times
as fast as WebP's. Transparent pixels become white.
"""

import io
import logging
import struct
import zlib
from dataclasses import dataclass
from typing import Final

from PIL import ExifTags, Image, ImageCms, ImageFile
from PIL.JpegImagePlugin import JpegImageFile

from server.errors import DomainError
from server.media.errors import (
    ImageDamagedError,
    ImageEmptyError,
    ImageTooLargeError,
    TooManyBytesError,
    TooManyDecodedBytesError,
    TooManyPixelsError,
)
from server.media.formats import ImageFormat, detect_format
from server.media.images import (
    MAX_DECODED_BYTES,
    MAX_FULL_SIDE,
    MAX_IMAGE_BYTES,
    MAX_PIXELS,
    MAX_PREVIEW_BYTES,
    MAX_THUMBNAIL_SIDE,
    PREVIEW_SIDE,
    CleanImage,
)

_FULL_QUALITY: Final = 85
_THUMB_QUALITY: Final = 80
_PREVIEW_QUALITIES: Final = (70, 55, 40)
_LOWEST_PREVIEW_QUALITY: Final = 25
_MIN_REDUCED_SIDE: Final = MAX_FULL_SIDE * 9 // 10
"""Lower limit of the long side after division by a whole number, which is much faster and sharper than resampling to
exactly MAX_FULL_SIDE: a phone's 12 megapixels give 2016, a screen's 3840 give 1920."""
_STRIP_PIXELS: Final = 2_000_000
_MAX_ICC_BYTES: Final = 4 * 1024 * 1024
_PROFILE_MODES: Final = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
_TRANSPOSE_BY_ORIENTATION: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_DECODER_ERRORS: Final = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    EOFError,
    RuntimeError,
    struct.error,
    zlib.error,
)
"""Exceptions that Pillow and pi_heif raise for a damaged file."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Decoded:
    image: Image.Image
    """RGB, L or CMYK, the long side at most MAX_FULL_SIDE, orientation not applied."""
    orientation: int
    """EXIF orientation, 1 to 8."""
    profile: object
    """Bytes of the ICC profile, if any."""


def clean_proof(data: bytes) -> CleanImage:
    """Sanitize an uploaded proof image (specification 7.6).

    Accepts PNG, JPEG, WebP and HEIC/HEIF; of an animation the first frame. Raises only `ImageTooLargeError` (413) and
    `ImageNotSupportedError` (415), however the file is damaged. A decoder may crash its process, so the server calls
    this only through `ImagePool`.
    """
    if len(data) > MAX_IMAGE_BYTES:
        raise TooManyBytesError
    if not data:
        raise ImageEmptyError
    proof_format = detect_format(data)
    try:
        proof_format.check(data)
        return _clean(proof_format, data)
    except DomainError:
        raise
    except Image.DecompressionBombError as error:
        raise TooManyPixelsError from error
    except MemoryError as error:
        raise ImageTooLargeError from error
    except _DECODER_ERRORS as error:
        raise ImageDamagedError from error
    except Exception as error:
        # Decoders raise anything for untrusted files; logged, because it may also be a bug in this module.
        _log.exception("A proof image was refused because of an unexpected error")
        raise ImageDamagedError from error


def shrink(thumbnail: bytes) -> bytes:
    """Make a preview of a stored thumbnail; `ImageDamagedError` if its file is damaged."""
    try:
        image = _fit(JpegImageFile(io.BytesIO(thumbnail)).convert("RGB"), PREVIEW_SIDE)
    except _DECODER_ERRORS as error:
        raise ImageDamagedError from error
    for quality in _PREVIEW_QUALITIES:
        preview = _encode_jpeg(image, quality, "4:2:0")
        if len(preview) <= MAX_PREVIEW_BYTES:
            return preview
    return _encode_jpeg(image, _LOWEST_PREVIEW_QUALITY, "4:2:0")


def _clean(proof_format: ImageFormat, data: bytes) -> CleanImage:
    decoded = _decode(proof_format, data)
    image = _to_srgb(decoded.image, decoded.profile)
    if decoded.orientation in _TRANSPOSE_BY_ORIENTATION:
        image = image.transpose(_TRANSPOSE_BY_ORIENTATION[decoded.orientation])
    # Chroma subsampling blurs text on screenshots, but is invisible on photos.
    subsampling = "4:4:4" if proof_format.name == "PNG" else "4:2:0"
    return CleanImage(
        full=_encode_jpeg(image, _FULL_QUALITY, subsampling),
        thumbnail=_encode_jpeg(_fit(image, MAX_THUMBNAIL_SIDE), _THUMB_QUALITY, "4:2:0"),
        width=image.width,
        height=image.height,
    )


def _decode(proof_format: ImageFormat, data: bytes) -> _Decoded:
    """Decode and shrink the image. The full-size pixels are freed when this function returns."""
    source = proof_format.read(io.BytesIO(data))
    pixels = source.width * source.height
    if pixels > MAX_PIXELS:
        raise TooManyPixelsError
    if proof_format.bytes_per_pixel and pixels * proof_format.bytes_per_pixel(data) > MAX_DECODED_BYTES:
        raise TooManyDecodedBytesError
    image = _shrink(source)
    return _Decoded(image, _orientation(proof_format, source), source.info.get("icc_profile"))


def _orientation(proof_format: ImageFormat, source: ImageFile.ImageFile) -> int:
    """Return the EXIF orientation of a loaded image (a PNG may have it at its end)."""
    if proof_format.name == "HEIF":
        return 1  # libheif has applied the container's rotation, which EXIF only repeats
    try:
        orientation = source.getexif().get(ExifTags.Base.Orientation)
    except Exception:  # noqa: BLE001 - unreadable EXIF is ignored, whatever the parser raises
        return 1
    return orientation if isinstance(orientation, int) else 1


def _shrink(source: ImageFile.ImageFile) -> Image.Image:
    """Decode into RGB, L or CMYK without transparency, the long side at most MAX_FULL_SIDE."""
    longest = max(source.size)
    if isinstance(source, JpegImageFile) and longest > MAX_FULL_SIDE:
        width, height = (max(1, side * _MIN_REDUCED_SIDE // longest) for side in source.size)
        source.draft(None, (width, height))
    source.load()
    factor = max(source.size) // _MIN_REDUCED_SIDE
    return _fit(_reduce(source, factor) if factor > 1 else _to_opaque(source), MAX_FULL_SIDE)


def _reduce(source: Image.Image, factor: int) -> Image.Image:
    """Divide both sides by `factor` in strips, so that mode conversion doesn't need a second full-size image."""
    width, height = source.size
    rows = factor * max(1, _STRIP_PIXELS // (width * factor))
    mode = _to_opaque(source.crop((0, 0, 1, 1))).mode
    small = Image.new(mode, (-(-width // factor), -(-height // factor)))
    for top in range(0, height, rows):
        strip = source.crop((0, top, width, min(top + rows, height)))
        small.paste(_to_opaque(strip).reduce(factor), (0, top // factor))
    return small


def _to_opaque(image: Image.Image) -> Image.Image:
    """Convert to RGB, L or CMYK, on white where transparent."""
    if image.mode.startswith("I"):
        # 16 bits per pixel: Pillow's own conversion clips values at 255.
        return image.point(lambda value: value * (1 / 257)).convert("L")
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        background = Image.new("RGB", image.size, "white")
        background.paste(rgba, mask=rgba.getchannel("A"))
        return background
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in {"RGB", "L", "CMYK"} else image.convert("RGB")


def _fit(image: Image.Image, side: int) -> Image.Image:
    """Scale down to a long side of at most `side`; smaller images are returned unchanged."""
    longest = max(image.size)
    if longest <= side:
        return image
    size = (max(1, round(image.width * side / longest)), max(1, round(image.height * side / longest)))
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.5)


def _to_srgb(image: Image.Image, profile: object) -> Image.Image:
    """Convert to sRGB; an unreadable profile is ignored."""
    if isinstance(profile, bytes) and 0 < len(profile) <= _MAX_ICC_BYTES:
        try:
            return _apply_profile(image, profile)
        except (ImageCms.PyCMSError, *_DECODER_ERRORS) as error:
            _log.info("A proof image's colour profile was ignored: %s", type(error).__name__)
    return image.convert("RGB")


def _apply_profile(image: Image.Image, profile: bytes) -> Image.Image:
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    mode = _PROFILE_MODES[source.profile.xcolor_space.strip()]
    if mode == "CMYK" and image.mode != mode:
        return image.convert("RGB")  # a CMYK profile on an RGB image
    transform = ImageCms.ImageCmsTransform(
        source,
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
        mode,
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    return transform.apply(image.convert(mode))


def _encode_jpeg(image: Image.Image, quality: int, subsampling: str) -> bytes:
    image.info = {}  # else Pillow copies the uploaded file's comment
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality, subsampling=subsampling)
    return file.getvalue()
