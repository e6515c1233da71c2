"""`make screenshots`: the README's pictures and every screen, taken of the real program with a class in it."""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e import install_pictures
from tests.e2e.conftest import CHROMIUM, FLAGS, IPAD, LAPTOP, PHONE
from tests.e2e.gallery import SIZES, Gallery, Scene, Theme, show_at
from tests.e2e.scenes import SCENES
from tests.e2e.screens import PASSWORD, sign_in_student
from tests.e2e.story import AMARA, EMAIL, Story, drawn_photo
from tests.factories.process import ROOT, ServerProcess

PICTURES = ROOT / "docs" / "pictures"
SCREENS = ROOT / "docs" / "screens"
SCREENS_LIMIT = 3_000_000
WEBP_QUALITY = 20
SMALLEST = 6
"""How long WebP's encoder may look for fewer bytes: the longest."""
PAGE_SCALE, SCENE_SCALE = 0.75, 0.5625
"""Small enough for all of them together, large enough to read."""
PAGE_LOOKS: tuple[tuple[str, Theme], ...] = (
    ("laptop", "light"),
    ("laptop", "dark"),
    ("ipad", "light"),
    ("phone", "light"),
)
SCENE_LOOKS: tuple[tuple[str, Theme], ...] = (("laptop", "light"), ("phone", "light"))


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = ServerProcess(Path(folder), host="0.0.0.0")
        try:
            story = Story(server, drawn_photo(browser))
            _login(browser, server)
            _teacher(browser, server, story)
            _student(browser, server, story)
            install_pictures.keep(install_pictures.first_start(), PICTURES / "install-first-start.png")
            gallery = Gallery(browser, story)
            install_pictures.keep(install_pictures.connect(gallery), PICTURES / "install-connect.png")
            _every_screen(gallery)
        finally:
            server.stop()
            browser.close()


def _login(browser: Browser, server: ServerProcess) -> None:
    page = browser.new_page(base_url=server.lan, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Student Login").wait_for()
    _keep(page, "login")


def _teacher(browser: Browser, server: ServerProcess, story: Story) -> None:
    page = browser.new_page(base_url=server.here, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/teacher/class/*")
    page.goto(f"/teacher/class/{story.classroom['id']}")
    for name in ("Amara", "Diego", "Emma"):
        page.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
    _keep(page, "class")
    page.goto("/teacher/submissions")
    page.get_by_role("article").first.wait_for()
    _keep(page, "submissions")


def _student(browser: Browser, server: ServerProcess, story: Story) -> None:
    page = browser.new_page(base_url=server.lan, viewport=IPAD, reduced_motion="reduce")
    sign_in_student(page, AMARA, story.classroom["classCode"])
    page.get_by_role("heading", name="Completed Goals").wait_for()
    close = page.get_by_role("button", name="Close")
    while close.count():
        close.first.click()
    _keep(page, "my-goals")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Submit Goal").first.click()
    page.get_by_role("dialog").wait_for()
    _keep(page, "submit-goal-phone")


def _every_screen(gallery: Gallery) -> None:
    """Pages at three sizes and in the dark; their states and what opens on them on the laptop and the phone."""
    with tempfile.TemporaryDirectory() as folder:
        for scene in SCENES:
            _picture(gallery, scene, Path(folder))
        taken = sum(path.stat().st_size for path in Path(folder).iterdir())
        assert taken < SCREENS_LIMIT, f"the screens have {taken:,} bytes"
        shutil.rmtree(SCREENS, ignore_errors=True)
        shutil.copytree(folder, SCREENS)


def _picture(gallery: Gallery, scene: Scene, folder: Path) -> None:
    context = gallery.open(scene, "light", PHONE if scene.narrow else LAPTOP)
    page = context.pages[0]
    for size, theme in PAGE_LOOKS if scene.page else SCENE_LOOKS:
        if scene.narrow and size == "laptop":
            continue
        show_at(page, theme, SIZES[size])
        path = folder / f"{scene.name}-{size}{'-dark' if theme == 'dark' else ''}.webp"
        _save(page.screenshot(), path, PAGE_SCALE if scene.page else SCENE_SCALE)
    context.close()


def _save(picture: bytes, path: Path, scale: float) -> None:
    with Image.open(BytesIO(picture)) as shot:
        size = (round(shot.width * scale), round(shot.height * scale))
        smaller = shot.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        smaller.save(path, quality=WEBP_QUALITY, method=SMALLEST)


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(900)  # fades and counting balances come to rest
    with Image.open(BytesIO(page.screenshot())) as shot:
        # 256 colours are enough for a flat screen and a third of the bytes.
        shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
