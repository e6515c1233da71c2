"""Screenshots for docs/install.md: the real window at its first start, and the page for connecting students."""

import os
import signal
import tempfile
import time
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.e2e.conftest import LAPTOP
from tests.e2e.connect_scenes import CONNECTING
from tests.e2e.gallery import TRANSITION_MS, Gallery
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Program
from tests.launcher.screen import SIZE, open_screen

WIDTH = 640
"""Pixels; two pictures fit beside each other on a printed page."""
POINTER = 24
"""Size of the mouse pointer."""


def first_start() -> Image.Image:
    """The window of a new installation, with its frame."""
    with tempfile.TemporaryDirectory() as folder, open_screen(Path(folder)) as screen:
        data = Path(folder) / "data"
        options = ("--host", "127.0.0.1", "--port", "0", "--data-dir", str(data))
        program = Program(*options, environment={**os.environ, "DISPLAY": screen.display})
        log = data / "logs" / "goalbucks.log"
        try:
            screen.wait_for()
            screen.do("mousemove", *map(str, SIZE))  # out of the picture
            wait_until(lambda: log.exists() and "/assets/try-sample-class" in log.read_text())
            time.sleep(1.5)  # transitions, and the page's first paint
            shot = screen.picture()
        finally:
            program.signal(signal.SIGTERM)
            program.end()
    shot.paste((0, 0, 0), (SIZE[0] - POINTER, SIZE[1] - POINTER, *SIZE))
    return shot.crop(shot.getbbox())  # the rest of the screen is black


def connect(gallery: Gallery) -> Image.Image:
    """The page that a teacher projects."""
    (scene,) = (each for each in CONNECTING if each.name == "connect-full-screen")
    context = gallery.open(scene, "light", LAPTOP)
    context.pages[0].wait_for_timeout(3 * TRANSITION_MS)
    shot = Image.open(BytesIO(context.pages[0].screenshot())).convert("RGB")
    context.close()
    return shot


def save(picture: Image.Image, path: Path) -> None:
    """Save in the shown size, with few colours."""
    small = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    small.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
