"""Processing of accepted images: orientation, size, colours, metadata (specification 7.6)."""

import io
import itertools
import random
import struct

import pytest
from PIL import Image, ImageCms

from server.media import MAX_FULL_SIDE, MAX_IMAGE_BYTES, MAX_THUMBNAIL_SIDE, CleanImage
from server.media.image_processing import clean_proof
from tests.factories.images import (
    METADATA_MARKER,
    build_exif,
    build_png,
    encode_image,
    heic_bytes,
    image_with_corners,
    is_upright,
    photo_jpeg,
    read_corners,
    srgb_profile,
    swapped_profile,
)

BLUE = (0, 0, 255)
RED = (255, 0, 0)
WHITE = (255, 255, 255)


def decode(clean: CleanImage) -> Image.Image:
    image = Image.open(io.BytesIO(clean.full))
    image.load()
    return image


def centre_colour(clean: CleanImage) -> tuple[int, int, int]:
    image = decode(clean).convert("RGB")
    pixel = image.getpixel((image.width // 2, image.height // 2))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def is_similar(colour: tuple[int, int, int], wanted: tuple[int, int, int], tolerance: int = 6) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(colour, wanted, strict=True))


class TestOrientation:
    @pytest.mark.parametrize("orientation", range(1, 9))
    def test_jpeg_is_rotated_by_its_exif_orientation(self, orientation: int) -> None:
        clean = clean_proof(photo_jpeg(300, 400, orientation=orientation, grain=False))
        assert (clean.width, clean.height) == (300, 400)
        assert is_upright(decode(clean))

    @pytest.mark.parametrize("orientation", range(1, 9))
    def test_large_jpeg_reduced_while_decoding_is_rotated(self, orientation: int) -> None:
        clean = clean_proof(photo_jpeg(1512, 4032, orientation=orientation, grain=False))
        assert (clean.width, clean.height) == (756, 2016)
        assert is_upright(decode(clean))

    @pytest.mark.parametrize("image_format", ["PNG", "WEBP"])
    def test_png_and_webp_are_rotated_by_their_exif_orientation(self, image_format: str) -> None:
        stored = image_with_corners(300, 400).transpose(Image.Transpose.ROTATE_90)
        clean = clean_proof(encode_image(stored, image_format, exif=build_exif(6)))
        assert (clean.width, clean.height) == (300, 400)
        assert is_upright(decode(clean))

    def test_heic_with_two_orientation_tags_is_rotated_once(self) -> None:
        clean = clean_proof(heic_bytes())
        assert (clean.width, clean.height) == (480, 640)
        assert is_upright(decode(clean))

    @pytest.mark.parametrize("orientation", [0, 9, 60000])
    def test_invalid_orientation_is_ignored(self, orientation: int) -> None:
        clean = clean_proof(encode_image(image_with_corners(300, 400), "JPEG", exif=build_exif(orientation)))
        assert is_upright(decode(clean))

    @pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
    def test_unreadable_exif_is_ignored(self) -> None:
        clean = clean_proof(
            encode_image(image_with_corners(300, 400), "JPEG", exif=b"Exif\0\0MM\0*" + bytes(range(200)))
        )
        assert is_upright(decode(clean))

    def test_thumbnail_is_upright(self) -> None:
        clean = clean_proof(photo_jpeg(1200, 1600, orientation=8, grain=False))
        thumbnail = Image.open(io.BytesIO(clean.thumbnail))
        assert thumbnail.size == (480, 640)
        assert is_upright(thumbnail)


class TestMetadata:
    @pytest.mark.parametrize(
        "sent",
        [
            pytest.param(photo_jpeg(300, 400, orientation=6, grain=False), id="jpeg"),
            pytest.param(heic_bytes(), id="heic"),
            pytest.param(
                encode_image(
                    image_with_corners(300, 400),
                    "WEBP",
                    exif=build_exif(1),
                    xmp=METADATA_MARKER,
                    icc_profile=srgb_profile(),
                ),
                id="webp",
            ),
            pytest.param(
                encode_image(
                    image_with_corners(300, 400), "PNG", exif=build_exif(1), icc_profile=srgb_profile(), dpi=(300, 300)
                ),
                id="png",
            ),
            pytest.param(
                photo_jpeg(300, 400, grain=False) + b"\xff\xe1" + METADATA_MARKER, id="jpeg with an attachment"
            ),
        ],
    )
    def test_metadata_is_removed(self, sent: bytes) -> None:
        assert METADATA_MARKER in sent
        clean = clean_proof(sent)
        for file in (clean.full, clean.thumbnail):
            image = Image.open(io.BytesIO(file))
            image.load()
            assert image.format == "JPEG"
            assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
            assert not image.getexif()
            assert METADATA_MARKER not in file
            assert b"Exif" not in file
            assert b"http" not in file

    def test_output_is_always_a_jpeg(self) -> None:
        clean = clean_proof(encode_image(image_with_corners(300, 400), "PNG"))
        assert clean.full.startswith(b"\xff\xd8\xff")


class TestSize:
    @pytest.mark.parametrize(
        ("sent", "kept"),
        [
            ((4032, 3024), (2016, 1512)),
            ((3000, 2000), (2048, 1365)),
            ((2049, 100), (2048, 100)),
            ((2048, 2048), (2048, 2048)),
            ((8200, 40), (2048, 10)),
            ((9000, 1), (2048, 1)),
        ],
    )
    @pytest.mark.parametrize("image_format", ["JPEG", "PNG"])
    def test_long_side_is_at_most_2048_pixels(
        self, image_format: str, sent: tuple[int, int], kept: tuple[int, int]
    ) -> None:
        clean = clean_proof(encode_image(Image.new("RGB", sent), image_format))
        assert max(clean.width, clean.height) <= MAX_FULL_SIDE
        assert abs(clean.width - kept[0]) <= 40
        assert abs(clean.height - kept[1]) <= 30
        assert decode(clean).size == (clean.width, clean.height)

    @pytest.mark.parametrize("size", [(1, 1), (30, 20), (640, 480)])
    def test_small_images_are_not_enlarged(self, size: tuple[int, int]) -> None:
        clean = clean_proof(encode_image(Image.new("RGB", size), "PNG"))
        assert (clean.width, clean.height) == size
        assert Image.open(io.BytesIO(clean.thumbnail)).size == size

    def test_thumbnail_is_small_in_pixels_and_bytes(self) -> None:
        clean = clean_proof(photo_jpeg(1536, 2048))
        assert max(Image.open(io.BytesIO(clean.thumbnail)).size) == MAX_THUMBNAIL_SIDE
        assert len(clean.thumbnail) < 100_000

    def test_image_reduced_in_strips_has_no_seams(self) -> None:
        gradient = Image.linear_gradient("L").resize((4500, 4500), Image.Resampling.BICUBIC)
        alpha = Image.new("L", gradient.size, 255)
        clean = clean_proof(encode_image(Image.merge("LA", (gradient, alpha)), "PNG", compress_level=1))
        column = decode(clean).convert("L").crop((1000, 0, 1001, 2048)).tobytes()
        assert clean.height == 2048
        assert all(abs(below - above) <= 4 for above, below in itertools.pairwise(column))
        assert column[0] < 5
        assert column[-1] > 250


class TestColours:
    @pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP"])
    def test_colour_profile_is_applied(self, image_format: str) -> None:
        sent = encode_image(Image.new("RGB", (64, 64), RED), image_format, quality=95, icc_profile=swapped_profile())
        assert is_similar(centre_colour(clean_proof(sent)), BLUE)

    def test_srgb_profile_changes_nothing(self) -> None:
        sent = encode_image(Image.new("RGB", (64, 64), (90, 160, 210)), "PNG", icc_profile=srgb_profile())
        assert is_similar(centre_colour(clean_proof(sent)), (90, 160, 210))

    def test_colour_profile_of_a_palette_image_is_applied(self) -> None:
        sent = encode_image(Image.new("RGB", (64, 64), RED).quantize(4), "PNG", icc_profile=swapped_profile())
        assert is_similar(centre_colour(clean_proof(sent)), BLUE)

    @pytest.mark.parametrize(
        "profile",
        [
            pytest.param(b"no profile at all" * 20, id="no profile"),
            pytest.param(srgb_profile()[:300], id="cut off"),
            pytest.param(ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes(), id="another colour space"),
            pytest.param(random.Random(1).randbytes(5 * 1024 * 1024), id="huge"),
        ],
    )
    def test_unusable_colour_profile_is_ignored(self, profile: bytes) -> None:
        sent = encode_image(Image.new("RGB", (64, 64), RED), "JPEG", quality=95, icc_profile=profile)
        assert is_similar(centre_colour(clean_proof(sent)), (254, 0, 0))

    def test_cmyk_jpeg_is_converted_to_rgb(self) -> None:
        sent = encode_image(Image.new("CMYK", (64, 64), (0, 255, 255, 0)), "JPEG", quality=95)
        assert is_similar(centre_colour(clean_proof(sent)), (254, 0, 0))

    def test_cmyk_jpeg_with_an_rgb_profile_is_converted_to_rgb(self) -> None:
        sent = encode_image(
            Image.new("CMYK", (64, 64), (0, 255, 255, 0)), "JPEG", quality=95, icc_profile=srgb_profile()
        )
        assert is_similar(centre_colour(clean_proof(sent)), (254, 0, 0))

    def test_16_bit_greyscale_keeps_its_brightness(self) -> None:
        grey = Image.new("I;16", (64, 64), 0x8080)
        assert is_similar(centre_colour(clean_proof(encode_image(grey, "PNG"))), (128, 128, 128), 1)

    @pytest.mark.parametrize(
        ("colour_type", "samples"), [(2, (0x4040, 0x8080, 0xC0C0)), (6, (0x4040, 0x8080, 0xC0C0, 0xFFFF))]
    )
    def test_16_bit_colour_keeps_its_brightness(self, colour_type: int, samples: tuple[int, ...]) -> None:
        pixel = struct.pack(f">{len(samples)}H", *samples)
        sent = build_png(64, 64, 16, colour_type, (b"\0" + pixel * 64) * 64)
        assert is_similar(centre_colour(clean_proof(sent)), (0x40, 0x80, 0xC0))

    @pytest.mark.parametrize("mode", ["1", "L", "P"])
    def test_other_colour_modes_are_converted_correctly(self, mode: str) -> None:
        assert is_similar(
            centre_colour(clean_proof(encode_image(Image.new("L", (64, 64), 255).convert(mode), "PNG"))), WHITE
        )


class TestTransparency:
    @pytest.mark.parametrize(
        "sent",
        [
            pytest.param(encode_image(Image.new("RGBA", (64, 64), (0, 0, 0, 0)), "PNG"), id="RGBA"),
            pytest.param(encode_image(Image.new("LA", (64, 64), (0, 0)), "PNG"), id="LA"),
            pytest.param(encode_image(Image.new("RGB", (64, 64), RED), "PNG", transparency=RED), id="RGB with a key"),
            pytest.param(encode_image(Image.new("L", (64, 64), 7), "PNG", transparency=7), id="L with a key"),
            pytest.param(encode_image(Image.new("1", (64, 64), 0), "PNG", transparency=0), id="1 with a key"),
            pytest.param(encode_image(Image.new("P", (64, 64), 0), "PNG", transparency=0), id="palette with a key"),
            pytest.param(
                encode_image(Image.new("P", (64, 64), 0), "PNG", transparency=b"\0\1"), id="palette with alphas"
            ),
            pytest.param(encode_image(Image.new("RGBA", (64, 64), (0, 0, 0, 0)), "WEBP", lossless=True), id="WebP"),
        ],
    )
    def test_transparent_pixels_become_white(self, sent: bytes) -> None:
        assert is_similar(centre_colour(clean_proof(sent)), WHITE, 1)

    def test_semi_transparent_colours_are_blended_with_white(self) -> None:
        sent = encode_image(Image.new("RGBA", (64, 64), (255, 0, 0, 128)), "PNG")
        assert is_similar(centre_colour(clean_proof(sent)), (255, 127, 127))

    def test_large_transparent_images_become_white(self) -> None:
        sent = encode_image(Image.new("LA", (4200, 4200), (0, 0)), "PNG", compress_level=1)
        assert is_similar(centre_colour(clean_proof(sent)), WHITE, 1)


class TestUnusualFiles:
    @pytest.mark.parametrize("image_format", ["PNG", "WEBP"])
    def test_first_frame_of_an_animation_is_used(self, image_format: str) -> None:
        frames = [Image.new("RGB", (64, 64), colour) for colour in (BLUE, RED)]
        sent = encode_image(frames[0], image_format, save_all=True, append_images=frames[1:], duration=100)
        assert is_similar(centre_colour(clean_proof(sent)), BLUE, 12)

    def test_first_image_of_a_multi_picture_jpeg_is_used(self) -> None:
        frames = [Image.new("RGB", (64, 64), colour) for colour in (BLUE, RED)]
        sent = encode_image(frames[0], "MPO", save_all=True, append_images=frames[1:])
        assert is_similar(centre_colour(clean_proof(sent)), BLUE)

    def test_image_of_a_motion_photo_is_used(self) -> None:
        sent = photo_jpeg(300, 400, grain=False) + random.Random(2).randbytes(3_000_000) + b"\xff\xda" * 1000
        assert is_upright(decode(clean_proof(sent)))

    def test_progressive_jpeg_is_read(self) -> None:
        assert is_upright(decode(clean_proof(encode_image(image_with_corners(3000, 4000), "JPEG", progressive=True))))

    def test_interlaced_png_is_read(self) -> None:
        sent = build_png(1, 1, 8, 0, b"\0\xff", interlaced=True)
        assert is_similar(centre_colour(clean_proof(sent)), WHITE)

    def test_file_of_25_mb_is_accepted(self) -> None:
        sent = encode_image(image_with_corners(300, 400), "JPEG")
        assert is_upright(decode(clean_proof(sent + bytes(MAX_IMAGE_BYTES - len(sent)))))

    def test_image_of_60_megapixels_is_accepted(self) -> None:
        clean = clean_proof(encode_image(Image.new("1", (10_000, 6_000), 1), "PNG"))
        assert (clean.width, clean.height) == (2000, 1200)
        assert is_similar(centre_colour(clean), WHITE)

    def test_photo_of_4_mb_keeps_its_content(self) -> None:
        sent = photo_jpeg(orientation=6)
        assert 3_500_000 < len(sent) < 4_500_000
        clean = clean_proof(sent)
        assert is_upright(decode(clean))
        assert len(clean.full) < len(sent) / 3
        assert len(set(read_corners(decode(clean)))) == 4
