"""Image processing in a separate process that an image may crash (docs/decisions/0003-proof-images.md)."""

import asyncio
import io
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from PIL import Image

from server.media import (
    MAX_IMAGE_BYTES,
    CleanImage,
    DecoderTime,
    FolderStore,
    ImageNotSupportedError,
    ImagePool,
    ImageStorageError,
    ImageTooLargeError,
)
from server.media.decoder_process import run_decoder
from tests.factories.images import (
    decompression_bomb_png,
    encode_image,
    heic_bytes,
    image_with_corners,
    is_upright,
    photo_jpeg,
)
from tests.factories.paths import ROOT
from tests.factories.waiting import wait_until

SMALL = photo_jpeg(300, 400, orientation=6, grain=False)
CRASHES_DECODER = heic_bytes().replace(b"application/rdf+xml", b"\xffpplication/rdf+xml")
"""Crashes pi-heif 1.4.0 with a metadata type that isn't UTF-8."""


@pytest.fixture(scope="module")
def slow_image() -> bytes:
    """An image that takes about a second to decode."""
    return encode_image(Image.new("RGBA", (5_000, 5_000)), "PNG", compress_level=1)


def slow_to_end(connection: Connection, idle_limit: float) -> None:
    """Decoder process that ends when its first image arrives, but is slow to exit."""
    marker = Path(os.environ["LINGERED"])
    if marker.exists():
        run_decoder(connection, idle_limit)
        return
    marker.touch()
    connection.send_bytes(b"ready")
    connection.poll(idle_limit)
    connection.close()
    os.kill(os.getpid(), signal.SIGSTOP)


@pytest.fixture(scope="module", autouse=True)
def forked_children() -> None:
    """Start the processes as the program does."""


@pytest.fixture
def pool() -> Iterator[ImagePool]:
    pool = ImagePool()
    yield pool
    pool.close()


def decoder_processes() -> list[BaseProcess]:
    return [process for process in multiprocessing.active_children() if process.name == "images"]


class TestClean:
    def test_images_given_as_bytes_and_as_files_are_cleaned(self, pool: ImagePool) -> None:
        async def both() -> None:
            for source in (SMALL, io.BytesIO(SMALL)):
                clean = await pool.clean(source)
                assert (clean.width, clean.height) == (300, 400)
                assert is_upright(Image.open(io.BytesIO(clean.full)))
                assert is_upright(Image.open(io.BytesIO(clean.thumbnail)))

        asyncio.run(both())

    @pytest.mark.parametrize(
        ("sent", "error", "sentence"),
        [
            (b"a text", ImageNotSupportedError, "PNG or JPG"),
            (SMALL[:900], ImageNotSupportedError, "damaged or incomplete"),
            (b"", ImageNotSupportedError, "empty"),
            (decompression_bomb_png(), ImageTooLargeError, "60 megapixels"),
            (SMALL + bytes(MAX_IMAGE_BYTES), ImageTooLargeError, "over 25 MB"),
        ],
    )
    def test_decoder_error_keeps_its_class_and_message(
        self, pool: ImagePool, sent: bytes, error: type[Exception], sentence: str
    ) -> None:
        with pytest.raises(error, match=sentence):
            asyncio.run(pool.clean(sent))
        with pytest.raises(error, match=sentence):
            asyncio.run(pool.clean(io.BytesIO(sent)))

    def test_oversized_file_is_refused_without_reading_it_all(self, pool: ImagePool) -> None:
        endless = io.BytesIO(SMALL + bytes(MAX_IMAGE_BYTES * 2))
        with pytest.raises(ImageTooLargeError):
            asyncio.run(pool.clean(endless))
        assert endless.tell() == MAX_IMAGE_BYTES + 1

    def test_thirty_concurrent_images_are_cleaned_by_one_process_without_blocking_the_event_loop(
        self, pool: ImagePool
    ) -> None:
        photo = photo_jpeg(756, 1008)

        async def all_at_once() -> None:
            cleaning = [asyncio.create_task(pool.clean(io.BytesIO(photo))) for _ in range(30)]
            await asyncio.sleep(0)
            assert not any(task.done() for task in cleaning)
            assert {(clean.width, clean.height) for clean in await asyncio.gather(*cleaning)} == {(756, 1008)}

        asyncio.run(all_at_once())
        assert len(decoder_processes()) == 1


class TestStore:
    def test_accepted_image_is_cleaned_and_stored(self, pool: ImagePool, tmp_path: Path) -> None:
        store = FolderStore(tmp_path)
        kept = asyncio.run(pool.clean_and_store(SMALL, store))
        assert (kept.width, kept.height) == (300, 400)
        assert Image.open(io.BytesIO(store.read(kept.key, "full"))).size == (300, 400)

    def test_refused_image_is_not_stored(self, pool: ImagePool, tmp_path: Path) -> None:
        with pytest.raises(ImageNotSupportedError):
            asyncio.run(pool.clean_and_store(b"a text", FolderStore(tmp_path)))
        assert list(tmp_path.iterdir()) == []


class TestDecodingTime:
    def test_decoding_time_is_reported_for_stored_and_refused_images(self, pool: ImagePool, tmp_path: Path) -> None:
        store, kept, refused = FolderStore(tmp_path), DecoderTime(), DecoderTime()
        asyncio.run(pool.clean_and_store(photo_jpeg(1200, 1600), store, decoder_time=kept))
        assert kept.seconds > 0
        with pytest.raises(ImageNotSupportedError):
            asyncio.run(pool.clean_and_store(SMALL[:900], store, decoder_time=refused))
        assert refused.seconds > 0

    def test_decoding_time_of_a_killed_decoder_is_wall_clock_time(self, tmp_path: Path, slow_image: bytes) -> None:
        pool, spent = ImagePool(time_limit=0.25), DecoderTime()
        try:
            with pytest.raises(ImageNotSupportedError):
                asyncio.run(pool.clean_and_store(slow_image, FolderStore(tmp_path), decoder_time=spent))
        finally:
            pool.close()
        assert spent.seconds >= 0.25

    def test_user_with_less_decoding_time_is_served_first(
        self, pool: ImagePool, tmp_path: Path, slow_image: bytes
    ) -> None:
        finished: list[int] = []

        async def send(number: int, sent: bytes, used: int) -> None:
            await pool.clean_and_store(sent, FolderStore(tmp_path), recent_use=used)
            finished.append(number)

        async def scenario() -> None:
            waiting = [asyncio.create_task(send(number, slow_image, 40)) for number in range(4)]
            await asyncio.sleep(0)
            await asyncio.gather(send(9, SMALL, 3), *waiting)

        asyncio.run(scenario())
        assert finished.index(9) <= 1
        assert [number for number in finished if number != 9] == [0, 1, 2, 3]

    def test_cancelled_waiting_upload_uses_no_decoding_time(self, pool: ImagePool) -> None:
        async def scenario() -> int:
            tasks = [asyncio.create_task(pool.clean(SMALL)) for _ in range(3)]
            await asyncio.sleep(0)
            tasks[1].cancel()
            (first, _, last) = await asyncio.gather(*tasks, return_exceptions=True)
            assert isinstance(first, CleanImage)
            assert isinstance(last, CleanImage)
            return pool.waiting

        assert asyncio.run(scenario()) == 0


class TestDecoderCrash:
    def test_image_that_crashes_the_decoder_is_415_and_others_are_cleaned(self, pool: ImagePool) -> None:
        async def together() -> list[object]:
            sent = (SMALL, CRASHES_DECODER, SMALL, CRASHES_DECODER, SMALL)
            return list(await asyncio.gather(*map(pool.clean, sent), return_exceptions=True))

        outcomes = asyncio.run(together())
        assert [isinstance(outcome, ImageNotSupportedError) for outcome in outcomes] == [
            False,
            True,
            False,
            True,
            False,
        ]

    def test_image_whose_decoder_is_killed_is_415_and_others_are_cleaned(
        self, pool: ImagePool, caplog: pytest.LogCaptureFixture, slow_image: bytes
    ) -> None:
        asyncio.run(pool.clean(SMALL))
        (process,) = decoder_processes()
        threading.Timer(0.1, process.kill).start()
        with pytest.raises(ImageNotSupportedError):
            asyncio.run(pool.clean(slow_image))
        assert "exit code" in caplog.text
        assert asyncio.run(pool.clean(SMALL)).width == 300

    def test_image_that_times_out_is_415_and_the_next_is_cleaned(self, slow_image: bytes) -> None:
        pool = ImagePool(time_limit=0.25)
        try:
            asyncio.run(pool.clean(encode_image(image_with_corners(9, 9), "PNG")))
            with pytest.raises(ImageNotSupportedError):
                asyncio.run(pool.clean(slow_image))
            assert asyncio.run(pool.clean(encode_image(image_with_corners(9, 9), "PNG"))).width == 9
        finally:
            pool.close()


class TestDecoderProcess:
    def test_invalid_decoder_reply_does_not_affect_the_next_image(
        self, pool: ImagePool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def garbled(*_arguments: object) -> None:
            raise KeyError

        with monkeypatch.context() as patch:
            patch.setattr("server.media.decoder_process._receive_result", garbled)
            with pytest.raises(KeyError):
                asyncio.run(pool.clean(SMALL))
        assert asyncio.run(pool.clean(encode_image(image_with_corners(9, 9), "PNG"))).width == 9

    def test_decoder_process_starts_on_demand_and_ends_when_idle(self) -> None:
        pool = ImagePool(idle_limit=0.3)
        try:
            assert decoder_processes() == []
            asyncio.run(pool.clean(SMALL))
            (process,) = decoder_processes()
            wait_until(lambda: not process.is_alive())
            assert asyncio.run(pool.clean(SMALL)).width == 300
        finally:
            pool.close()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to stop a process with")
    def test_image_arriving_while_the_decoder_is_slow_to_end_is_cleaned(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.syspath_prepend(ROOT)  # import path of the new process
        monkeypatch.setenv("LINGERED", str(tmp_path / "lingered"))
        monkeypatch.setattr("server.media.decoder_process.run_decoder", slow_to_end)
        monkeypatch.setattr("server.system.child_process._EXIT_TIMEOUT", 0.2)
        pool = ImagePool()
        try:
            assert asyncio.run(pool.clean(SMALL)).width == 300
            assert (tmp_path / "lingered").exists()
        finally:
            pool.close()

    def test_closing_the_pool_kills_the_decoder_in_the_middle_of_an_image(
        self, pool: ImagePool, slow_image: bytes
    ) -> None:
        async def close_meanwhile() -> list[object]:
            await pool.clean(SMALL)
            tasks = [asyncio.create_task(pool.clean(slow_image)) for _ in range(4)]
            await asyncio.sleep(0.1)  # for the decoder to begin; the outcomes are the same if it hasn't
            await asyncio.to_thread(pool.close)
            return list(await asyncio.gather(*tasks, return_exceptions=True))

        outcomes = asyncio.run(close_meanwhile())
        assert all(isinstance(outcome, ImageStorageError | asyncio.CancelledError) for outcome in outcomes)
        assert decoder_processes() == []

    def test_closing_the_pool_twice_or_unused_is_allowed(self, pool: ImagePool) -> None:
        pool.close()
        pool.close()

    def test_decoder_that_does_not_start_is_503(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("server.media.decoder_process.run_decoder", os.getpid)
        pool = ImagePool()
        try:
            with pytest.raises(ImageStorageError) as refusal:
                asyncio.run(pool.clean(SMALL))
        finally:
            pool.close()
        assert refusal.value.status == 503

    @pytest.mark.processes
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
    def test_decoder_process_ends_with_a_killed_server(self) -> None:
        server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert server.stdout is not None
        cleaner = int(server.stdout.readline())
        server.send_signal(signal.SIGKILL)
        server.wait()
        server.stdout.close()
        wait_until(lambda: not is_running(cleaner))

    @pytest.mark.processes
    def test_server_process_never_imports_an_image_decoder(self) -> None:
        loaded = "import sys, server.media; print('PIL' in sys.modules or 'pi_heif' in sys.modules)"
        root = ROOT
        completed = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, cwd=root)
        assert completed.stdout.strip() == "False"


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


SERVER = """
import asyncio, multiprocessing, time
from server.media import ImagePool
pool = ImagePool(idle_limit=600)
try:
    asyncio.run(pool.clean(b"a text"))
except Exception:
    print(multiprocessing.active_children()[0].pid, flush=True)
time.sleep(600)
"""
