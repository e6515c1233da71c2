"""Take screenshots of the program with a sample class.

`make screenshots` takes those in README.md and docs/*.md, into docs/pictures; `make screens` takes every screen in
every state, into build/screens.
"""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e import install_screenshots
from tests.e2e.conftest import CHROMIUM, FLAGS, IPAD, LAPTOP, PHONE
from tests.e2e.gallery import SIZES, Gallery, Language, Scene, Theme, show_at, show_in
from tests.e2e.page_actions import sign_in_student
from tests.e2e.sample_class import AMARA, EMAIL, SampleClass, drawn_photo
from tests.e2e.scenes import SCENES
from tests.factories.passwords import PASSWORD
from tests.factories.paths import ROOT
from tests.factories.server_process import ServerProcess

PICTURES = ROOT / "docs" / "pictures"
SCREENS = ROOT / "build" / "screens"
WEBP_QUALITY = 80
SCENE_VARIANTS: tuple[tuple[Language, str, Theme], ...] = (
    ("en", "laptop", "light"),
    ("en", "phone", "light"),
    ("es", "phone", "dark"),
    ("es", "laptop", "light"),
)
PAGE_VARIANTS = (*SCENE_VARIANTS, ("en", "laptop", "dark"), ("en", "ipad", "light"))


def main() -> None:
    """Take the set of pictures that the command line names."""
    parser = argparse.ArgumentParser(description="Take pictures of the program.")
    parser.add_argument("what", choices=("pictures", "screens"))
    take = {"pictures": _take_pictures, "screens": _take_screens}[parser.parse_args().what]
    with _sample_class() as (browser, server, sample):
        take(browser, server, sample)


@contextmanager
def _sample_class() -> Iterator[tuple[Browser, ServerProcess, SampleClass]]:
    """Run a server with a sample class, and a browser."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = ServerProcess(Path(folder), host="0.0.0.0")
        try:
            yield browser, server, SampleClass(server, drawn_photo(browser))
        finally:
            server.stop()
            browser.close()


def _take_pictures(browser: Browser, server: ServerProcess, sample: SampleClass) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    _take_login(browser, server)
    _take_teacher_pages(browser, server, sample)
    _take_student_pages(browser, server, sample)
    install_screenshots.save(install_screenshots.first_start(), PICTURES / "install-first-start.png")
    install_screenshots.save(install_screenshots.connect(Gallery(browser, sample)), PICTURES / "install-connect.png")


def _take_login(browser: Browser, server: ServerProcess) -> None:
    page = browser.new_page(base_url=server.lan_url, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Student Login").wait_for()
    _save(page, "login")


def _take_teacher_pages(browser: Browser, server: ServerProcess, sample: SampleClass) -> None:
    page = browser.new_page(base_url=server.local_url, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/teacher/class/*")
    page.goto(f"/teacher/class/{sample.classroom['id']}")
    for name in ("Amara", "Diego", "Emma"):
        page.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
    _save(page, "class")
    page.goto("/teacher/submissions")
    page.get_by_role("article").first.wait_for()
    _save(page, "submissions")


def _take_student_pages(browser: Browser, server: ServerProcess, sample: SampleClass) -> None:
    page = browser.new_page(base_url=server.lan_url, viewport=IPAD, reduced_motion="reduce")
    sign_in_student(page, AMARA, sample.classroom["classCode"])
    page.get_by_role("heading", name="Completed Goals").wait_for()
    close = page.get_by_role("button", name="Close")
    close.first.wait_for()  # the messages to the student are loaded after the goals
    while close.count():
        close.first.click()
    _save(page, "my-goals")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Submit Goal").first.click()
    page.get_by_role("dialog").wait_for()
    _save(page, "submit-goal-phone")


def _take_screens(browser: Browser, _: ServerProcess, sample: SampleClass) -> None:
    """Take every scene at two sizes and in each language; pages also in other sizes and themes."""
    shutil.rmtree(SCREENS, ignore_errors=True)
    SCREENS.mkdir(parents=True)
    gallery = Gallery(browser, sample)
    for scene in SCENES:
        _take_scene(gallery, scene)


def _take_scene(gallery: Gallery, scene: Scene) -> None:
    context = gallery.open(scene, "light", PHONE if scene.narrow else LAPTOP)
    page = context.pages[0]
    for language, size, theme in PAGE_VARIANTS if scene.page else SCENE_VARIANTS:
        if scene.narrow and size == "laptop":
            continue
        show_in(page, language)
        show_at(page, theme, SIZES[size])
        path = SCREENS / f"{scene.name}-{language}-{size}{'-dark' if theme == 'dark' else ''}.webp"
        with Image.open(BytesIO(page.screenshot())) as shot:
            shot.convert("RGB").save(path, quality=WEBP_QUALITY)
    context.close()


def _save(page: Page, name: str) -> None:
    page.wait_for_timeout(900)  # transitions and counting balances end
    with Image.open(BytesIO(page.screenshot())) as shot:
        # 256 colours suffice for a flat screen, in a third of the bytes.
        shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
