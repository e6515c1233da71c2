"""Detection of image formats by content, and files refused before decoding."""

import pytest
from PIL import Image

from server.media.errors import ImageDamagedError, ImageNotSupportedError
from server.media.formats import detect_format
from tests.factories.images import encode_image, heic_bytes

PICTURE = Image.new("RGB", (30, 40), "grey")
JPEG, PNG = encode_image(PICTURE, "JPEG"), encode_image(PICTURE, "PNG")
SCAN = b"\xff\xda\x00\x02"


@pytest.mark.spec("7.4")
@pytest.mark.parametrize(
    ("data", "name"),
    [(JPEG, "JPEG"), (PNG, "PNG"), (encode_image(PICTURE, "WEBP"), "WebP"), (heic_bytes(), "HEIF")],
    ids=["jpeg", "png", "webp", "heic"],
)
def test_a_format_is_detected_from_the_content(data: bytes, name: str) -> None:
    found = detect_format(data)
    assert found.name == name
    found.check(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"<svg></svg>",
        b"%PDF-1.7\n" + JPEG,
        encode_image(PICTURE, "GIF"),
        b"\0\0\0\x18ftypisom",
        b"RIFF....WAVE",
    ],
    ids=["nothing", "one byte", "svg", "pdf", "gif", "film", "sound"],
)
def test_files_of_other_formats_are_refused(data: bytes) -> None:
    with pytest.raises(ImageNotSupportedError):
        detect_format(data)


@pytest.mark.parametrize(
    "data",
    [
        JPEG[:-2],
        JPEG[:3],
        PNG[:-8],
        PNG[:8],
        b"\xff\xd8" + SCAN * 41 + b"\xff\xd9",
        b"\xff\xd8\xff" + bytes(5000) + JPEG[3:],
    ],
    ids=["jpeg cut", "jpeg begun", "png cut", "png begun", "too many scans", "too much filling"],
)
def test_a_file_that_is_cut_off_or_would_take_a_decoder_too_long_is_refused(data: bytes) -> None:
    with pytest.raises(ImageDamagedError):
        detect_format(data).check(data)


def test_a_jpeg_with_forty_scans_is_accepted() -> None:
    data = b"\xff\xd8" + SCAN * 40 + b"\xff\xd9"
    detect_format(data).check(data)
