"""Image files as students upload them, with EXIF orientation, GPS position and colour profile."""

import io
import struct
import zlib
from typing import Final

from PIL import ExifTags, Image, ImageCms, ImageDraw

from tests.factories.paths import ROOT

CORNERS: Final = ((220, 30, 30), (30, 200, 30), (30, 30, 220), (240, 220, 30))
"""RGB colours of the upright image's corners: top left, top right, bottom left, bottom right."""
METADATA_MARKER: Final = b"GoalBucks test"
"""Part of all embedded metadata; must not occur in any image that the server returns."""

_STORED_FROM_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
_FIXTURES: Final = ROOT / "tests" / "fixtures"


def image_with_corners(width: int, height: int) -> Image.Image:
    """Draw a grey RGB image with the four CORNERS."""
    image = Image.new("RGB", (width, height), "grey")
    draw = ImageDraw.Draw(image)
    right, bottom = width - width // 3, height - height // 3
    for (left, top), colour in zip(((0, 0), (right, 0), (0, bottom), (right, bottom)), CORNERS, strict=True):
        draw.rectangle((left, top, left + width // 3, top + height // 3), fill=colour)
    return image


def read_corners(image: Image.Image) -> tuple[tuple[int, int, int], ...]:
    """Return the RGB colours near an image's corners, in the order of CORNERS.

    Averages small patches a tenth of a side inwards, because single pixels have grain.
    """
    rgb = image.convert("RGB")
    near, far = (rgb.width // 10, rgb.height // 10), (rgb.width - rgb.width // 10, rgb.height - rgb.height // 10)
    points = ((near[0], near[1]), (far[0], near[1]), (near[0], far[1]), (far[0], far[1]))
    reach = max(1, min(near) // 2)
    found = []
    for x, y in points:
        patch = rgb.crop((x - reach, y - reach, x + reach, y + reach)).resize((1, 1), Image.Resampling.BOX)
        found.append(patch.getpixel((0, 0)))
    return tuple((int(pixel[0]), int(pixel[1]), int(pixel[2])) for pixel in found if isinstance(pixel, tuple))


def is_upright(image: Image.Image, tolerance: int = 30) -> bool:
    """Return whether the corners match CORNERS within the tolerance for compression."""
    return all(
        abs(channel - wanted) <= tolerance
        for corner, colour in zip(read_corners(image), CORNERS, strict=True)
        for channel, wanted in zip(corner, colour, strict=True)
    )


def build_exif(orientation: int, *, gps: bool = True) -> Image.Exif:
    """Build EXIF as a phone's camera does: orientation 1 to 8, maker and optionally the GPS position."""
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = METADATA_MARKER.decode()
    exif[ExifTags.Base.Orientation] = orientation
    if gps:
        place = exif.get_ifd(ExifTags.IFD.GPSInfo)
        place[ExifTags.GPS.GPSLatitudeRef] = "N"
        place[ExifTags.GPS.GPSLatitude] = (52.0, 31.0, 12.0)
        place[ExifTags.GPS.GPSLongitudeRef] = "E"
        place[ExifTags.GPS.GPSLongitude] = (13.0, 24.0, 18.0)
        place[ExifTags.GPS.GPSAreaInformation] = METADATA_MARKER
    return exif


def photo_jpeg(  # noqa: PLR0913 - all but the size by name
    width: int = 3024,
    height: int = 4032,
    *,
    orientation: int = 1,
    gps: bool = True,
    quality: int = 92,
    grain: bool = True,
) -> bytes:
    """Make a JPEG like a phone's; upright it is `width` x `height` pixels with the CORNERS (see `is_upright`).

    With the default size, quality and grain it has about 4 MB. `orientation` is the EXIF orientation; the pixels are
    stored rotated accordingly. The file also has a comment, XMP and an sRGB profile.
    """
    image = image_with_corners(width, height)
    if grain:
        noise = Image.blend(Image.linear_gradient("L").resize(image.size), Image.effect_noise(image.size, 100), 0.6)
        image = Image.blend(image, Image.merge("RGB", (noise, noise, noise)), 0.14)
    if orientation in _STORED_FROM_UPRIGHT:
        image = image.transpose(_STORED_FROM_UPRIGHT[orientation])
    return encode_image(
        image,
        "JPEG",
        quality=quality,
        exif=build_exif(orientation, gps=gps),
        xmp=b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + METADATA_MARKER + b"</x:xmpmeta>",
        comment=METADATA_MARKER,
        icc_profile=srgb_profile(),
    )


def heic_bytes() -> bytes:
    """A phone's HEIC: 480 x 640 when upright, with the CORNERS, stored rotated, with GPS (tests/fixtures/README.md)."""
    return (_FIXTURES / "photo.heic").read_bytes()


def srgb_profile() -> bytes:
    """Return the sRGB ICC profile without its creation time."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile[:24] + bytes(12) + profile[36:]  # zero the creation time


def swapped_profile() -> bytes:
    """Return an ICC profile with red and blue exchanged, which shows whether it was applied."""
    profile = srgb_profile()
    table = profile[:400].replace(b"rXYZ", b"????").replace(b"bXYZ", b"rXYZ").replace(b"????", b"bXYZ")
    return table + profile[400:]


def encode_image(image: Image.Image, image_format: str, **options: object) -> bytes:
    """Encode an image with Pillow."""
    file = io.BytesIO()
    image.save(file, image_format, **options)
    return file.getvalue()


def png_chunk(name: bytes, content: bytes) -> bytes:
    """Encode one PNG chunk."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def build_png(  # noqa: PLR0913 - a PNG's header has these fields
    width: int, height: int, bits: int, colour_type: int, rows: bytes, *, interlaced: bool = False, extra: bytes = b""
) -> bytes:
    """Build a PNG that Pillow can't write: `rows` include the filter bytes, `extra` chunks precede the pixels."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour_type, 0, 0, int(interlaced)))
    pixels = png_chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + header + extra + pixels + png_chunk(b"IEND", b"")


def decompression_bomb_png(side: int = 30_000) -> bytes:
    """Build a small PNG that declares `side` x `side` pixels and would take long to decompress."""
    return build_png(side, side, 8, 2, bytes(10_000_000))
