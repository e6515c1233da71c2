"""Proof images: whatever a student sends is judged by its content, decoded, turned upright and stored anew.

Nothing of the sent file but its pixels is kept (specification 7.6): the metadata of a phone's photo tells
where a child lives. The result is always a JPEG, whatever came: proofs are photos, one format keeps store and answers
simple, and it encodes 25 times as fast as WebP. Transparent places become white, as paper would be.
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
from server.media.formats import MAX_DECODED_BYTES, MAX_PIXELS, ProofFormat, format_of
from server.media.images import FULL_SIDE, MAX_BYTES, MEDIA_TYPE, THUMB_SIDE, CleanImage

_FULL_QUALITY: Final = 85
_THUMB_QUALITY: Final = 80
_ENOUGH: Final = FULL_SIDE * 9 // 10
"""A picture that can be divided by a whole number to between this and FULL_SIDE is left at that, which is much faster
than scaling to the pixel, and sharper: a phone's 12 megapixels give 2016, a screen's 3840 give 1920."""
_STRIP_PIXELS: Final = 2_000_000
_MAX_ICC_BYTES: Final = 4 * 1024 * 1024
_PROFILE_MODES: Final = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_UNREADABLE: Final = (
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
"""What Pillow and pi_heif raise for a damaged file."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Decoded:
    image: Image.Image
    """RGB, L or CMYK, at most FULL_SIDE long, not yet turned."""
    orientation: int
    """EXIF's, 1 to 8."""
    profile: object
    """The ICC profile's bytes, if there are any."""


def clean_proof(data: bytes) -> CleanImage:
    """Make of a sent file a picture that may be stored (specification 7.6).

    PNG, JPEG, WebP and HEIC/HEIF; of an animation the first frame. However the file is broken, the errors are
    `ImageTooLargeError` (413) and `ImageNotSupportedError` (415); but a decoder may take its whole process with it, so
    the server calls this only through `ImagePool`.
    """
    if len(data) > MAX_BYTES:
        raise TooManyBytesError
    if not data:
        raise ImageEmptyError
    proof_format = format_of(data)
    try:
        proof_format.check(data)
        return _clean(proof_format, data)
    except DomainError:
        raise
    except Image.DecompressionBombError as error:
        raise TooManyPixelsError from error
    except MemoryError as error:
        raise ImageTooLargeError from error
    except _UNREADABLE as error:
        raise ImageDamagedError from error
    except Exception as error:
        # Decoders of hostile files raise what they like. It is logged, for it may be a slip of this file.
        _log.exception("A proof image was refused because of an unexpected error")
        raise ImageDamagedError from error


def _clean(proof_format: ProofFormat, data: bytes) -> CleanImage:
    decoded = _decode(proof_format, data)
    image = _to_srgb(decoded.image, decoded.profile)
    if decoded.orientation in _UPRIGHT:
        image = image.transpose(_UPRIGHT[decoded.orientation])
    # Text on a screenshot frays when colours are stored at half the resolution; on a photo nobody sees it.
    subsampling = "4:4:4" if proof_format.name == "PNG" else "4:2:0"
    return CleanImage(
        full=_jpeg(image, _FULL_QUALITY, subsampling),
        thumbnail=_jpeg(_fitted(image, THUMB_SIDE), _THUMB_QUALITY, "4:2:0"),
        media_type=MEDIA_TYPE,
        width=image.width,
        height=image.height,
    )


def _decode(proof_format: ProofFormat, data: bytes) -> _Decoded:
    """The one place where the whole picture is in memory; it goes with this function's variables."""
    source = proof_format.read(io.BytesIO(data))
    pixels = source.width * source.height
    if pixels > MAX_PIXELS:
        raise TooManyPixelsError
    if proof_format.bytes_per_pixel and pixels * proof_format.bytes_per_pixel(data) > MAX_DECODED_BYTES:
        raise TooManyDecodedBytesError
    image = _shrunk(source)
    return _Decoded(image, _orientation(proof_format, source), source.info.get("icc_profile"))


def _orientation(proof_format: ProofFormat, source: ImageFile.ImageFile) -> int:
    """EXIF's orientation of a loaded picture (a PNG may keep it at its end)."""
    if proof_format.name == "HEIF":
        return 1  # its container's own rotation counts, which libheif has applied; EXIF only repeats it
    try:
        orientation = source.getexif().get(ExifTags.Base.Orientation)
    except Exception:  # noqa: BLE001 - a photo is no worse for its unreadable EXIF, whatever the parser raises
        return 1
    return orientation if isinstance(orientation, int) else 1


def _shrunk(source: ImageFile.ImageFile) -> Image.Image:
    """Decode into RGB, L or CMYK without transparency, the long side at most FULL_SIDE."""
    longest = max(source.size)
    if isinstance(source, JpegImageFile) and longest > FULL_SIDE:
        width, height = (max(1, side * _ENOUGH // longest) for side in source.size)
        source.draft(None, (width, height))
    source.load()
    factor = max(source.size) // _ENOUGH
    return _fitted(_reduced(source, factor) if factor > 1 else _opaque(source), FULL_SIDE)


def _reduced(source: Image.Image, factor: int) -> Image.Image:
    """Divide both sides by `factor`, strip by strip: what has to be converted first is never there twice as a whole."""
    width, height = source.size
    rows = factor * max(1, _STRIP_PIXELS // (width * factor))
    mode = _opaque(source.crop((0, 0, 1, 1))).mode
    small = Image.new(mode, (-(-width // factor), -(-height // factor)))
    for top in range(0, height, rows):
        strip = source.crop((0, top, width, min(top + rows, height)))
        small.paste(_opaque(strip).reduce(factor), (0, top // factor))
    return small


def _opaque(image: Image.Image) -> Image.Image:
    """The picture as RGB, L or CMYK, on white where it is transparent."""
    if image.mode.startswith("I"):
        # 16 bits a pixel. Pillow's own conversion cuts off at 255 what goes up to 65535.
        return image.point(lambda value: value * (1 / 257)).convert("L")
    if image.has_transparency_data:
        rgba = image.convert("RGBA")
        paper = Image.new("RGB", image.size, "white")
        paper.paste(rgba, mask=rgba.getchannel("A"))
        return paper
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in {"RGB", "L", "CMYK"} else image.convert("RGB")


def _fitted(image: Image.Image, side: int) -> Image.Image:
    """The picture with its long side at most `side`; smaller ones stay as they are."""
    longest = max(image.size)
    if longest <= side:
        return image
    size = (max(1, round(image.width * side / longest)), max(1, round(image.height * side / longest)))
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.5)


def _to_srgb(image: Image.Image, profile: object) -> Image.Image:
    """RGB as a browser takes it that finds no profile. A profile that can't be read counts as none."""
    if isinstance(profile, bytes) and 0 < len(profile) <= _MAX_ICC_BYTES:
        try:
            return _through_profile(image, profile)
        except (ImageCms.PyCMSError, *_UNREADABLE) as error:
            _log.info("A proof image's colour profile was ignored: %s", type(error).__name__)
    return image.convert("RGB")


def _through_profile(image: Image.Image, profile: bytes) -> Image.Image:
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    mode = _PROFILE_MODES[source.profile.xcolor_space.strip()]
    if mode == "CMYK" and image.mode != mode:
        return image.convert("RGB")  # a profile for print on a picture for screens
    transform = ImageCms.ImageCmsTransform(
        source,
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")),
        mode,
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    return transform.apply(image.convert(mode))


def _jpeg(image: Image.Image, quality: int, subsampling: str) -> bytes:
    image.info = {}  # Pillow would write the sent file's comment into the new one
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality, subsampling=subsampling)
    return file.getvalue()
