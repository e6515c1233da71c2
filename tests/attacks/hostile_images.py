"""Hostile image files: valid originals of every format, and seeded mutations of them."""

import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from random import Random
from typing import Final

from PIL import Image

from tests.factories.images import (
    METADATA_MARKER,
    build_exif,
    build_png,
    decompression_bomb_png,
    encode_image,
    heic_bytes,
    image_with_corners,
    photo_jpeg,
    png_chunk,
    srgb_profile,
)

SEED: Final = "nobody in"
_SIZES: Final = (0, 1, 2, 3, 8, 255, 7999, 16383, 30_000, 65_535, 2**24 - 1, 2**31 - 1, 2**32 - 1)
_LENGTHS: Final = (0, 1, 2, 7, 8, 15, 16, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF4)
_OTHER_TYPES: Final = (
    "gif",
    "tiff",
    "bmp",
    "avif",
    "jpeg 2000",
    "icon",
    "pdf",
    "svg",
    "zip",
    "html",
    "program",
    "film",
)
_OTHER_TYPE_EVERY: Final = 8
"""One mutation in this many starts as a file type that is always refused."""
_BOMB_EVERY: Final = 200
"""One file in this many is a decompression bomb."""
_IHDR, _DIMENSIONS = 12, 8


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A generated file and a description of its mutation."""

    name: str
    data: bytes


@cache
def valid_images() -> dict[str, bytes]:
    """Valid pictures, small enough for thousands of runs, and files of other types."""
    picture = image_with_corners(300, 400)
    clear = picture.convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize(clear.size))
    deep = Image.linear_gradient("L").resize(picture.size).convert("I;16")
    noted = {"exif": build_exif(6), "icc_profile": srgb_profile()}
    moving: dict[str, object] = {"save_all": True, "append_images": [picture.rotate(90), picture], "duration": 50}
    return {
        "photo": photo_jpeg(300, 400, orientation=6),
        "progressive jpeg": encode_image(picture, "JPEG", progressive=True, **noted),
        "4:4:4 jpeg": encode_image(picture, "JPEG", subsampling=0, restart_marker_rows=1),
        "grey jpeg": encode_image(picture.convert("L"), "JPEG"),
        "cmyk jpeg": encode_image(picture.convert("CMYK"), "JPEG", **noted),
        "mpo": encode_image(picture, "MPO", save_all=True, append_images=[picture]),
        "png": encode_image(picture, "PNG", **noted),
        "transparent png": encode_image(clear, "PNG"),
        "palette png": encode_image(picture.quantize(16), "PNG", transparency=3),
        "1 bit png": encode_image(picture.convert("1"), "PNG"),
        "16 bit grey png": encode_image(deep, "PNG"),
        "16 bit png": build_png(200, 200, 16, 2, (b"\0" + bytes(range(240)) * 5) * 200),
        "interlaced png": interlaced_png(),
        "animated png": encode_image(picture, "PNG", **moving),
        "webp": encode_image(picture, "WEBP", **noted, xmp=METADATA_MARKER),
        "lossless webp": encode_image(picture, "WEBP", lossless=True),
        "transparent webp": encode_image(clear, "WEBP"),
        "animated webp": encode_image(picture, "WEBP", **moving),
        "heic": heic_bytes(),
        "gif": encode_image(picture, "GIF", **moving),
        "tiff": encode_image(picture, "TIFF"),
        "bmp": encode_image(picture, "BMP"),
        "avif": encode_image(picture, "AVIF"),
        "jpeg 2000": encode_image(picture, "JPEG2000"),
        "icon": encode_image(picture, "ICO"),
        "pdf": encode_image(picture, "PDF"),
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        "zip": zip_of(METADATA_MARKER),
        "html": b"<html><script>fetch('/api/classrooms')</script></html>",
        "program": b"\x7fELF\x02\x01\x01" + bytes(200),
        "film": b"\0\0\0\x18ftypisom" + bytes(100),
    }


def interlaced_png(side: int = 64) -> bytes:
    """A greyscale PNG in Adam7's seven passes."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    rows = b"".join(
        b"\0" + bytes((x + y) % 256 for x in range(left, side, across))
        for left, top, across, down in passes
        for y in range(top, side, down)
    )
    return build_png(side, side, 8, 0, rows, interlaced=True)


def zip_of(content: bytes) -> bytes:
    """A ZIP archive with one file."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as kept:
        kept.writestr("homework.html", content)
    return file.getvalue()


def hostile_file(number: int) -> HostileFile:
    """The file of this number; deterministic."""
    rng = Random(f"{SEED} {number}")
    if number % _BOMB_EVERY == _BOMB_EVERY - 1:
        name = sorted(_BOMBS)[number // _BOMB_EVERY % len(_BOMBS)]
        return HostileFile(f"{number}: {name}", _bomb(name))
    proofs = [kind for kind in valid_images() if kind not in _OTHER_TYPES]
    kind = rng.choice(proofs if rng.randrange(_OTHER_TYPE_EVERY) else _OTHER_TYPES)
    data = valid_images()[kind]
    names = [f"{number}: {kind}"]
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2, 3))):
        change = rng.choice(_CHANGES)
        data = change(data, rng)
        names.append(change.__name__.strip("_"))
    return HostileFile(", ".join(names), data)


@cache
def _bomb(name: str) -> bytes:
    return _BOMBS[name]()


def _flip_bits(data: bytes, rng: Random, within: int | None = None) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if changed:
            changed[rng.randrange(min(len(changed), within or len(changed)))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _flip_header(data: bytes, rng: Random) -> bytes:
    return _flip_bits(data, rng, within=rng.choice((32, 128, 1024)))


def _overwrite(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    filling = rng.choice((b"\0", b"\xff", rng.randbytes(1))) * rng.choice((1, 4, 64, 2000))
    return data[:at] + filling + data[at + len(filling) :]


def _cut_off(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _cut_out(data: bytes, rng: Random) -> bytes:
    begin, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:begin] + data[end:]


def _repeat(data: bytes, rng: Random) -> bytes:
    begin, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:end] + data[begin:end] * rng.choice((1, 2, 30)) + data[end:]


def _insert(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.choice((1, 2, 100, 5000))) + data[at:]


def _splice(data: bytes, rng: Random) -> bytes:
    other = rng.choice(sorted(valid_images().values()))
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _put_before(data: bytes, rng: Random) -> bytes:
    other = rng.choice(sorted(valid_images().values()))
    return other[: rng.choice((4, 12, 16, 32, len(other)))] + data


def _put_behind(data: bytes, rng: Random) -> bytes:
    return data + rng.choice(sorted(valid_images().values()))


def _claim_length(data: bytes, rng: Random) -> bytes:
    """Overwrite a length or count near the start of the file."""
    at = rng.randrange(min(len(data), 600) + 1)
    width = rng.choice((2, 4))
    claim = (rng.choice(_LENGTHS) & ((1 << 8 * width) - 1)).to_bytes(width, rng.choice(("big", "little")))
    return data[:at] + claim + data[at + width :]


def _claim_dimensions(data: bytes, rng: Random) -> bytes:
    """Overwrite the dimensions of the format's header; in other formats, bytes that look like 300 by 400."""
    width, height = rng.choice(_SIZES), rng.choice(_SIZES)
    if data.startswith(b"\x89PNG") and len(data) > _IHDR + _DIMENSIONS + 9:
        header = data[_IHDR : _IHDR + 4] + struct.pack(">II", width, height) + data[24:29]
        return data[:_IHDR] + header + struct.pack(">I", zlib.crc32(header)) + data[33:]
    for place in (struct.pack(">HH", 400, 300), struct.pack(">HH", 300, 400), struct.pack(">II", 640, 480)):
        half = len(place) // 2
        limit = 256**half - 1
        claim = min(width, limit).to_bytes(half, "big") + min(height, limit).to_bytes(half, "big")
        if place in data:
            return data.replace(place, claim)
    return data


def _add_metadata(data: bytes, rng: Random) -> bytes:
    """Insert random EXIF, colour profiles and text chunks."""
    garbage = rng.randbytes(rng.choice((0, 6, 500, 60_000)))
    exif = b"Exif\0\0" + rng.choice((b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08", b"")) + b"\xff\xff" + garbage
    profile = b"ICC_PROFILE\0\x01\x01" + srgb_profile()[: rng.choice((0, 128, 400))] + garbage
    if data.startswith(b"\xff\xd8"):
        parts = ((0xE1, exif), (0xE2, profile), (0xE1, b"http://ns.adobe.com/xap/1.0/\0" + garbage), (0xFE, garbage))
        marker, content = rng.choice(parts)
        return data[:2] + struct.pack(">BBH", 0xFF, marker, min(65_535, len(content) + 2)) + content[:65_533] + data[2:]
    if data.startswith(b"\x89PNG"):
        unpacked = zlib.compress(bytes(rng.choice((10, 30_000_000))))
        chunks = {b"eXIf": exif[6:], b"iCCP": b"a\0\0" + unpacked, b"zTXt": b"a\0\0" + unpacked, b"tEXt": garbage}
        name = rng.choice(sorted(chunks))
        return data[:33] + png_chunk(name, chunks[name]) + data[33:]
    if data.startswith(b"RIFF"):
        name = rng.choice((b"EXIF", b"ICCP", b"XMP ", b"ANMF"))
        return data + name + struct.pack("<I", len(garbage)) + garbage
    return data + garbage


def _rename_brand(data: bytes, rng: Random) -> bytes:
    """Put one container format's brand on another's content."""
    brand = rng.choice((b"heic", b"mif1", b"hevx", b"msf1", b"avif"))
    beginnings = (b"\0\0\0\x18ftyp" + brand, b"RIFF\xff\xff\xff\x7fWEBP", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
    beginning = rng.choice(beginnings)
    return beginning + data[len(beginning) :]


_CHANGES: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    _flip_bits,
    _flip_header,
    _flip_header,
    _overwrite,
    _cut_off,
    _cut_out,
    _repeat,
    _insert,
    _splice,
    _put_before,
    _put_behind,
    _claim_length,
    _claim_dimensions,
    _claim_dimensions,
    _add_metadata,
    _add_metadata,
    _rename_brand,
)


def _many_scans() -> bytes:
    photo = encode_image(image_with_corners(1500, 2000), "JPEG", progressive=True)
    at = photo.rindex(b"\xff\xda")
    return photo[:at] + photo[at:-2] * 60 + photo[-2:]


_BOMBS: Final[dict[str, Callable[[], bytes]]] = {
    "900 megapixels": decompression_bomb_png,
    "59 megapixels of nothing, png": lambda: encode_image(Image.new("L", (7700, 7700)), "PNG"),
    "59 megapixels of nothing, progressive jpeg": lambda: encode_image(
        Image.new("RGB", (7700, 7700)), "JPEG", progressive=True
    ),
    "25 megapixels of nothing, lossless webp": lambda: encode_image(
        Image.new("RGB", (5000, 5000)), "WEBP", lossless=True
    ),
    "59 megapixels of nothing, lossless webp": lambda: encode_image(
        Image.new("RGB", (7700, 7700)), "WEBP", lossless=True
    ),
    "61 megapixels": lambda: encode_image(Image.new("L", (7900, 7900)), "JPEG"),
    "a line of 60,000 pixels": lambda: encode_image(Image.new("RGB", (60_000, 1)), "JPEG"),
    "a column of 60,000 pixels": lambda: encode_image(Image.new("RGB", (1, 60_000)), "PNG"),
    "many scans": _many_scans,
    "many chunks": lambda: build_png(9, 9, 8, 0, bytes(90), extra=png_chunk(b"tEXt", b"a\0b") * 49_000),
    "a text that unpacks to 200 MB": lambda: build_png(
        9, 9, 8, 0, bytes(90), extra=png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(200_000_000), 9))
    ),
    "a profile that unpacks to 200 MB": lambda: build_png(
        9, 9, 8, 0, bytes(90), extra=png_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(200_000_000), 9))
    ),
    "25 MB of segments": lambda: photo_jpeg(30, 40)[:2] + (b"\xff\xe1\xff\xff" + bytes(65_533)) * 381 + b"\xff\xd9",
}
