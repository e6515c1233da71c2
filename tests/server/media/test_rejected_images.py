"""Rejected images and their errors; no other outcome is possible (specification 7.4, 7.5)."""

import random
import struct
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PIL import Image, ImageFile

from server.media import MAX_IMAGE_BYTES, CleanImage, ImageNotSupportedError, ImageTooLargeError
from server.media.decoder_process import DecoderProcess
from server.media.errors import ImageDamagedError
from server.media.image_processing import clean_proof
from tests.factories.images import (
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

PICTURE = image_with_corners(300, 400)
JPEG = encode_image(PICTURE, "JPEG")
PROGRESSIVE = encode_image(PICTURE, "JPEG", progressive=True)
PNG = encode_image(PICTURE, "PNG")
WEBP = encode_image(PICTURE, "WEBP")
ANIMATION = encode_image(PICTURE, "WEBP", save_all=True, append_images=[Image.new("RGB", PICTURE.size)], duration=100)
PHOTO = photo_jpeg(300, 400)
HEIC = heic_bytes()
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'


def avif_bytes() -> bytes:
    return encode_image(PICTURE, "AVIF")


def refuse_to_decode(_image: object) -> None:
    raise AssertionError


class TestUnsupportedFormats:
    @pytest.mark.spec("7.4")
    @pytest.mark.parametrize(
        "sent",
        [
            pytest.param(b"Dear teacher, my dog ate the photo.", id="a text file named .png"),
            pytest.param(SVG, id="svg"),
            pytest.param(b"%PDF-1.7\n" + JPEG, id="pdf"),
            pytest.param(b"<html>" + JPEG, id="a picture after something else"),
            pytest.param(encode_image(PICTURE, "GIF"), id="gif"),
            pytest.param(encode_image(PICTURE, "TIFF"), id="tiff"),
            pytest.param(encode_image(PICTURE, "BMP"), id="bmp"),
            pytest.param(encode_image(PICTURE, "JPEG2000"), id="jpeg 2000"),
            pytest.param(encode_image(PICTURE, "ICO"), id="ico"),
            pytest.param(avif_bytes(), id="avif"),
            pytest.param(b"\0\0\0\x18ftypisom" + bytes(100), id="a film"),
            pytest.param(b"\xff", id="one byte"),
        ],
    )
    @pytest.mark.spec("7.4")
    def test_unsupported_format_is_415_in_the_words_of_the_form(self, sent: bytes) -> None:
        with pytest.raises(ImageNotSupportedError) as refusal:
            clean_proof(sent)
        assert (refusal.value.status, refusal.value.code) == (415, "image_not_supported")
        assert refusal.value.message == "This file can't be used as an image. Please choose a PNG or JPG."

    def test_empty_file_is_415_with_a_message(self) -> None:
        with pytest.raises(ImageNotSupportedError, match="This file is empty"):
            clean_proof(b"")

    def test_avif_labelled_as_heif_is_415(self) -> None:
        with pytest.raises(ImageNotSupportedError):
            clean_proof(avif_bytes().replace(b"ftypavif", b"ftypmif1", 1))


class TestDamagedFiles:
    @pytest.mark.parametrize("part", [0.01, 0.1, 0.5, 0.9, 0.99])
    @pytest.mark.parametrize(
        "whole",
        [
            pytest.param(JPEG, id="jpeg"),
            pytest.param(PROGRESSIVE, id="progressive jpeg"),
            pytest.param(PHOTO, id="photo"),
            pytest.param(encode_image(image_with_corners(3000, 4000), "JPEG"), id="big jpeg"),
            pytest.param(PNG, id="png"),
            pytest.param(WEBP, id="webp"),
            pytest.param(ANIMATION, id="animation"),
            pytest.param(HEIC, id="heic"),
        ],
    )
    def test_truncated_file_is_415(self, whole: bytes, part: float) -> None:
        with pytest.raises(ImageNotSupportedError):
            clean_proof(whole[: int(len(whole) * part)])

    @pytest.mark.parametrize(
        "whole", [JPEG, PROGRESSIVE, PNG, WEBP, HEIC], ids=["jpeg", "progressive", "png", "webp", "heic"]
    )
    @pytest.mark.parametrize("missing", [1, 2, 3, 20])
    def test_file_without_its_last_bytes_is_415(self, whole: bytes, missing: int) -> None:
        with pytest.raises(ImageNotSupportedError, match="damaged or incomplete"):
            clean_proof(whole[:-missing])

    def test_png_with_missing_pixels_is_415(self) -> None:
        with pytest.raises(ImageNotSupportedError, match="damaged or incomplete"):
            clean_proof(PNG[:-40])

    def test_truncated_images_are_not_padded(self) -> None:
        assert ImageFile.LOAD_TRUNCATED_IMAGES is False


class TestTooLarge:
    def test_file_over_25_mb_is_413(self) -> None:
        with pytest.raises(ImageTooLargeError, match="over 25 MB") as refusal:
            clean_proof(JPEG + bytes(MAX_IMAGE_BYTES - len(JPEG) + 1))
        assert (refusal.value.status, refusal.value.code) == (413, "image_too_large")

    def test_image_over_60_megapixels_is_413(self) -> None:
        with pytest.raises(ImageTooLargeError, match="60 megapixels") as refusal:
            clean_proof(build_png(10_000, 6_001, 1, 0, bytes(1251 * 6001)))
        assert (refusal.value.status, refusal.value.code) == (413, "image_too_large")

    @pytest.mark.spec("7.5")
    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(
                lambda: encode_image(Image.new("RGB", (7_700, 7_700)), "WEBP", lossless=True),
                id="lossless webp of 59 megapixels",
            ),
            pytest.param(lambda: encode_image(Image.new("RGBA", (5_001, 5_000)), "PNG"), id="png with transparency"),
            pytest.param(lambda: build_png(4_200, 4_000, 16, 2, b""), id="16 bit png"),
            pytest.param(lambda: build_png(7_200, 7_000, 16, 0, b""), id="16 bit grey png"),
        ],
    )
    def test_png_or_webp_over_100_mb_decoded_is_413_from_its_header(
        self, make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = make()
        assert len(sent) < 200_000
        monkeypatch.setattr(ImageFile.ImageFile, "load", refuse_to_decode)
        with pytest.raises(ImageTooLargeError, match="send it as a JPG") as refusal:
            clean_proof(sent)
        assert (refusal.value.status, refusal.value.code) == (413, "image_too_large")

    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(lambda: encode_image(Image.new("RGB", (8_160, 6_144)), "JPEG"), id="photo of 50 megapixels"),
            pytest.param(lambda: encode_image(Image.new("RGBA", (5_000, 5_000)), "PNG"), id="png of a 6k screen"),
            pytest.param(lambda: encode_image(Image.new("RGB", (4_032, 3_024)), "WEBP"), id="webp of 12 megapixels"),
        ],
    )
    def test_images_of_common_phones_and_screens_are_accepted(self, make: Callable[[], bytes]) -> None:
        assert clean_proof(make()).width in {2040, 2048, 2016}

    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(decompression_bomb_png, id="png of 900 megapixels"),
            pytest.param(lambda: decompression_bomb_png(12_000), id="png of 144 megapixels"),
            pytest.param(
                lambda: JPEG.replace(struct.pack(">HH", 400, 300), struct.pack(">HH", 65_500, 65_500), 1),
                id="jpeg that says so",
            ),
            pytest.param(
                lambda: HEIC.replace(struct.pack(">II", 640, 480), struct.pack(">II", 16_000, 16_000), 1),
                id="heic that says so",
            ),
            pytest.param(
                lambda: (
                    b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<II", 10, 0) + b"\xff\x3f\0\xff\x3f\0"
                ),
                id="webp that says so",
            ),
        ],
    )
    def test_decompression_bomb_is_413_from_its_header(
        self, make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = make()
        assert len(sent) < 100_000
        monkeypatch.setattr(ImageFile.ImageFile, "load", refuse_to_decode)
        with pytest.raises(ImageTooLargeError, match="60 megapixels"):
            clean_proof(sent)


class TestSlowToDecode:
    """Valid or nearly valid files that would take minutes or gigabytes to decode."""

    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(
                lambda: PROGRESSIVE[:-2] + PROGRESSIVE[PROGRESSIVE.rindex(b"\xff\xda") : -2] * 100 + b"\xff\xd9",
                id="scans",
            ),
            pytest.param(lambda: b"\xff\xd8" + b"\xff\xe1\0\2" * 6_000_000 + JPEG[2:], id="segments"),
            pytest.param(lambda: b"\xff\xd8" + b"\xff" * 25_000_000 + JPEG[2:], id="fill bytes"),
            pytest.param(lambda: b"\xff\xd8\xff" + bytes(25_000_000) + JPEG[2:], id="junk"),
            pytest.param(
                lambda: build_png(9, 9, 8, 0, bytes(90), extra=png_chunk(b"xxXx", b"") * 2_000_000), id="chunks"
            ),
            pytest.param(
                lambda: build_png(
                    9, 9, 8, 0, bytes(90), extra=png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10**8)))
                ),
                id="a long text",
            ),
            pytest.param(
                lambda: build_png(
                    9, 9, 8, 0, bytes(90), extra=png_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10**6))) * 20_000
                ),
                id="many texts",
            ),
            pytest.param(
                lambda: build_png(
                    9, 9, 8, 0, bytes(90), extra=png_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(10**8)))
                ),
                id="a long profile",
            ),
            pytest.param(
                lambda: HEIC.replace(struct.pack(">II", 640, 480), struct.pack(">II", 32, 32), 1),
                id="a heic bigger than it says",
            ),
        ],
    )
    def test_slow_to_decode_file_is_refused_within_two_seconds_of_processor_time(
        self, make: Callable[[], bytes]
    ) -> None:
        sent = make()[:MAX_IMAGE_BYTES]
        started = time.process_time()
        with pytest.raises(ImageNotSupportedError):
            clean_proof(sent)
        assert time.process_time() - started < 2


def mutate(seeds: list[bytes], chance: random.Random, count: int) -> Iterator[bytes]:
    """Yield files with flipped, removed, doubled and swapped bytes, mostly near the start, where the headers are."""
    for number in range(count):
        sent = bytearray(seeds[number % len(seeds)])
        for _ in range(chance.randint(1, 8)):
            reach = len(sent) if chance.random() < 0.33 else min(len(sent), 400)
            place = chance.randrange(12, max(13, reach))
            kind = chance.random()
            if kind < 0.6:
                sent[place : place + 1] = bytes([chance.randrange(256)])
            elif kind < 0.75:
                sent[place : place + 4] = chance.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff"))
            elif kind < 0.85:
                del sent[place : place + chance.randint(1, 40)]
            elif kind < 0.95:
                sent[place:place] = sent[max(0, place - 40) : place]
            else:
                del sent[max(place, len(sent) // 2) :]
        yield bytes(sent)


def count_outcomes(clean: Callable[[bytes], CleanImage], pictures: Iterator[bytes]) -> Counter[type]:
    """Count the outcomes by type; anything but a CleanImage and the two errors fails the test."""
    counted: Counter[type] = Counter()
    for sent in pictures:
        try:
            counted[type(clean(sent))] += 1
        except (ImageNotSupportedError, ImageTooLargeError) as refusal:
            counted[type(refusal)] += 1
    return counted


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow's warnings about damaged metadata
class TestFuzzing:
    def test_mutated_images_give_a_clean_image_or_a_known_error(self, caplog: pytest.LogCaptureFixture) -> None:
        small = image_with_corners(60, 80)
        seeds = [
            encode_image(small, "JPEG", exif=build_exif(6), icc_profile=srgb_profile(), comment=b"x"),
            encode_image(small, "JPEG", progressive=True),
            encode_image(small.convert("CMYK"), "JPEG", icc_profile=srgb_profile()),
            encode_image(small, "PNG", exif=build_exif(6), icc_profile=srgb_profile()),
            encode_image(small.quantize(8), "PNG", transparency=b"\0\1\2"),
            encode_image(small, "PNG", save_all=True, append_images=[small.convert("L")], duration=50),
            encode_image(small, "WEBP", exif=build_exif(6), icc_profile=srgb_profile()),
            encode_image(small, "WEBP", lossless=True),
            encode_image(small, "WEBP", save_all=True, append_images=[Image.new("RGB", small.size)], duration=50),
        ]
        counted = count_outcomes(clean_proof, mutate(seeds, random.Random(2026), 300))
        assert counted[CleanImage] > 30
        assert counted[ImageDamagedError] > 30
        assert "unexpected error" not in caplog.text

    def test_mutated_heics_give_a_clean_image_or_a_known_error(self) -> None:
        process = DecoderProcess(time_limit=20, idle_limit=20)
        try:
            counted = count_outcomes(process.clean, mutate([HEIC], random.Random(2027), 150))
        finally:
            process.close()
        assert counted[CleanImage] > 5
        assert counted[ImageDamagedError] > 30

    def test_unexpected_decoder_error_is_415_and_logged(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_self: ImageFile.ImageFile) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("PIL.PngImagePlugin.PngImageFile._open", fail)
        with pytest.raises(ImageNotSupportedError):
            clean_proof(PNG)
        assert "unexpected error" in caplog.text

    def test_out_of_memory_while_decoding_is_413(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(_self: ImageFile.ImageFile) -> None:
            raise MemoryError

        monkeypatch.setattr("PIL.PngImagePlugin.PngImageFile._open", fail)
        with pytest.raises(ImageTooLargeError):
            clean_proof(PNG)
