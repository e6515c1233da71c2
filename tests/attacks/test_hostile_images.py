"""Thousands of hostile pictures: each gets a response, no process crashes, and only pixels are stored."""

import asyncio
import logging
import os
import time
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from server.data_protection.backups.integrity import check_integrity
from server.media import MAX_FULL_SIDE, MAX_THUMBNAIL_SIDE, ImageNotSupportedError, ImagePool, ImageTooLargeError
from server.settings import Settings
from tests.attacks.hostile_images import SEED, hostile_file
from tests.attacks.measurements import peak_decoder_memory, peak_memory, percentile, print_figures
from tests.durability.db_invariants import DbInvariants
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import METADATA_MARKER
from tests.factories.seeded import SeededStudent, seed
from tests.factories.server_process import ServerProcess

LOGGER = "server.media.decoder_process"
MAX_DECODER_MEGABYTES = 600
"""MB; 25 megapixels of WebP take 385 (docs/decisions/0023-decoding-budget.md), 60 of HEIC 400."""
MAX_SERVER_MEGABYTES = 250
"""MB; the server process never decodes."""
FIRST_HTTP_NUMBER = 50_000
"""Number of the first file that is sent over HTTP: different files from those that go straight to the decoder."""
UPLOADS_PER_CLASS = 100
"""Uploads per class until the clock moves on and the upload rate limit starts anew."""
SAMPLE_EVERY = 20
"""Files between two samples of the decoder's memory."""


def assert_clean(jpeg: bytes, side: int) -> None:
    """Assert that the JPEG is complete and has no metadata."""
    with Image.open(BytesIO(jpeg)) as image:
        image.load()
        assert (image.format, image.mode) == ("JPEG", "RGB")
        assert max(image.size) <= side
        assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert not image.getexif()
    assert jpeg.endswith(b"\xff\xd9")
    assert METADATA_MARKER not in jpeg


async def _decode_all(count: int) -> tuple[Counter[str], list[float], float]:
    results: Counter[str] = Counter()
    times: list[float] = []
    peak = 0.0
    pool = ImagePool()  # with the server's own limits
    try:
        for number in range(count):
            sent = hostile_file(number)
            started = time.monotonic()
            try:
                image = await pool.clean(sent.data)
            except (ImageNotSupportedError, ImageTooLargeError) as refusal:
                results[type(refusal).__name__] += 1  # each class has its own message (tests/server/media)
            except BaseException as error:
                error.add_note(sent.name)
                raise
            else:
                results["clean"] += 1
                assert_clean(image.full, MAX_FULL_SIDE)
                assert_clean(image.thumbnail, MAX_THUMBNAIL_SIDE)
            times.append(time.monotonic() - started)
            if times[-1] > 1 or number % SAMPLE_EVERY == 0:
                peak = max(peak, peak_decoder_memory(os.getpid()))
        peak = max(peak, peak_decoder_memory(os.getpid()))
    finally:
        pool.close()
    return results, times, peak


def _require_handled(count: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.WARNING, LOGGER):
        results, times, peak = asyncio.run(_decode_all(count))
    crashed = sum("ended with exit code" in each.message for each in caplog.records)
    stalled = sum("it took over" in each.message for each in caplog.records)
    unforeseen = capfd.readouterr().err.count("because of an unexpected error")
    print_figures(
        [
            f"{count} hostile pictures (seed {SEED!r}): {dict(results)}",
            f"decoders crashed {crashed}, stopped at their limit {stalled}, errors nobody foresaw {unforeseen}",
            f"median {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms, longest {max(times):.2f} s",
            f"decoder's peak {peak:.0f} MB",
        ]
    )
    assert results.total() == count
    assert results["clean"] > count / 10
    assert results["ImageDamagedError"] > count / 10
    assert peak < MAX_DECODER_MEGABYTES


def test_two_hundred_hostile_pictures_are_reencoded_or_refused(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    _require_handled(200, caplog, capfd)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_ten_thousand_hostile_pictures_are_reencoded_or_refused(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    _require_handled(10_000, caplog, capfd)


class _HostileUploads:
    """A class whose students upload hostile pictures to a real server."""

    def __init__(self, folder: Path, students: int) -> None:
        self.folder = folder
        self.seeded_class = seed(folder, students=students)
        self.server = ServerProcess(folder)
        self.accepted: list[str] = []
        self.statuses: Counter[int] = Counter()
        self.decoder = 0.0

    def files(self) -> list[Path]:
        return [path for path in (self.folder / "images").rglob("*") if path.is_file()]

    def send(self, number: int, student: SeededStudent) -> None:
        """Upload one picture; returns the stored files."""
        sent = hostile_file(number)
        fields = {"goalId": student.goal_id, "studentId": student.id, "classroomId": self.seeded_class.id}
        address = f"127.0.{number % 200}.{number % 250 + 2}"  # each on its own device
        with HttpClient(self.server.port, student.token, address=address) as caller:
            content, headers = build_upload_form(fields, sent.data)
            status, body = caller.send("POST", "/api/submissions/upload", content, headers)
        self.statuses[status] += 1
        self.decoder = max(self.decoder, peak_decoder_memory(self.server.process.pid))
        if status == 201:
            self.accepted.append(body["id"])
        else:
            assert status in {413, 415, 422}, (sent.name, status, body)
            assert body["error"].endswith("."), (sent.name, body)
        assert len(self.files()) == 2 * len(self.accepted), sent.name


def _require_handled_over_http(folder: Path, count: int) -> None:
    uploading = _HostileUploads(folder, students=count)
    try:
        for number, student in enumerate(uploading.seeded_class.students):
            if number % UPLOADS_PER_CLASS == 0:
                DbInvariants(folder).execute("DELETE FROM uses")
            uploading.send(FIRST_HTTP_NUMBER + number, student)
        with HttpClient(uploading.server.port) as caller:
            assert caller.get("/api/health")["status"] == "ok"
        server = peak_memory(uploading.server.process.pid)
    finally:
        code = uploading.server.stop()
    print_figures(
        [
            f"{count} hostile pictures over HTTP: {dict(uploading.statuses)}",
            f"peaks: server {server:.0f} MB, decoder {uploading.decoder:.0f} MB",
        ]
    )
    assert code == 0
    assert server < MAX_SERVER_MEGABYTES
    assert uploading.decoder < MAX_DECODER_MEGABYTES
    for path in uploading.files():
        assert_clean(path.read_bytes(), MAX_THUMBNAIL_SIDE if ".thumb." in path.name else MAX_FULL_SIDE)
    rows = DbInvariants(folder).query("SELECT id FROM submissions WHERE image_key IS NOT NULL ORDER BY id")
    assert [each for (each,) in rows] == sorted(uploading.accepted)
    assert DbInvariants(folder).query("SELECT count(*) FROM submissions") == [(len(uploading.accepted),)]
    assert check_integrity(Settings(data_dir=folder)).problems == []
    log = (folder / "logs" / "goalbucks.log").read_text(encoding="utf-8")
    assert "Traceback" not in log


def test_hostile_picture_uploads_are_stored_without_metadata_or_refused_with_a_message(tmp_path: Path) -> None:
    _require_handled_over_http(tmp_path / "data", 25)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_five_hundred_hostile_picture_uploads_are_stored_without_metadata_or_refused_with_a_message(
    tmp_path: Path,
) -> None:
    _require_handled_over_http(tmp_path / "data", 500)
