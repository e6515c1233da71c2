"""Take screenshots of the program with a sample class: of the documents with the one that the product makes.

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
from tests.e2e.page_actions import NewStudent, class_code, sign_in_student
from tests.e2e.sample_class import SampleClass, drawn_photo
from tests.e2e.scenes import SCENES
from tests.factories.paths import ROOT
from tests.factories.server_process import ServerProcess

PICTURES = ROOT / "docs" / "pictures"
SCREENS = ROOT / "build" / "screens"
WEBP_QUALITY = 80
NEWS_MS = 3000
"""Until the messages to the student, which are loaded after the goals, are shown."""
SCENE_VARIANTS: tuple[tuple[Language, str, Theme], ...] = (
    ("en", "laptop", "light"),
    ("en", "phone", "light"),
    ("es", "phone", "dark"),
    ("es", "laptop", "light"),
)
PAGE_VARIANTS = (*SCENE_VARIANTS, ("en", "laptop", "dark"), ("en", "ipad", "light"))
MIRRORED: Language = "ar"
MIRRORED_VARIANTS: tuple[tuple[Language, str, Theme], ...] = (
    (MIRRORED, "laptop", "light"),
    (MIRRORED, "phone", "dark"),
    (MIRRORED, "narrow", "light"),
    (MIRRORED, "laptop", "dark"),
    (MIRRORED, "phone", "light"),
)
"""Of screens of students, whose pages have other languages only at one size."""


def main() -> None:
    """Take the set of pictures that the command line names."""
    parser = argparse.ArgumentParser(description="Take pictures of the program.")
    parser.add_argument("what", choices=("pictures", "screens"))
    take = {"pictures": _take_pictures, "screens": _take_screens}[parser.parse_args().what]
    with _running_server() as (browser, server):
        take(browser, server)


@contextmanager
def _running_server() -> Iterator[tuple[Browser, ServerProcess]]:
    """Run a server without any account, and a browser."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = ServerProcess(Path(folder), host="0.0.0.0")
        try:
            yield browser, server
        finally:
            server.stop()
            browser.close()


def _take_pictures(browser: Browser, server: ServerProcess) -> None:
    """Take the pages of the product's own sample class, then those that show the computer of a real teacher."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    _take_student_pages(browser, server, _take_teacher_pages(browser, server))
    sample = SampleClass(server, drawn_photo(browser))
    _take_login(browser, server)
    install_screenshots.save(install_screenshots.first_start(), PICTURES / "install-first-start.png")
    install_screenshots.save(install_screenshots.connect(Gallery(browser, sample)), PICTURES / "install-connect.png")


def _take_login(browser: Browser, server: ServerProcess) -> None:
    page = browser.new_page(base_url=server.lan_url, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Student Login").wait_for()
    _save(page, "login")


def _take_teacher_pages(browser: Browser, server: ServerProcess) -> str:
    """Open the sample class, and return its code."""
    page = browser.new_page(base_url=server.local_url, viewport=LAPTOP)
    page.goto("/")
    page.get_by_role("button", name="Try a Sample Class").click()
    page.wait_for_url("**/teacher/class/*")
    for name in ("Amara", "Diego", "Emma"):
        page.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
    page.evaluate("scrollTo(0, 0)")
    code = class_code(page)
    _save(page, "class")
    page.goto("/teacher/submissions")
    page.get_by_role("article").first.wait_for()
    _save(page, "submissions")
    return code


def _take_student_pages(browser: Browser, server: ServerProcess, code: str) -> None:
    page = browser.new_page(base_url=server.lan_url, viewport=IPAD, reduced_motion="reduce")
    sign_in_student(page, NewStudent("Amara", "Okafor", "amara.o", code), code)
    page.get_by_role("heading", name="Completed Goals").wait_for()
    page.wait_for_timeout(NEWS_MS)
    close = page.get_by_role("button", name="Close")
    while close.count():
        close.first.click()
    _save(page, "my-goals")
    page.set_viewport_size(PHONE)
    page.get_by_role("button", name="Submit Goal").first.click()
    page.get_by_role("dialog").wait_for()
    _save(page, "submit-goal-phone")


def _take_screens(browser: Browser, server: ServerProcess) -> None:
    """Take every scene at two sizes and in each language; pages also in other sizes and themes."""
    shutil.rmtree(SCREENS, ignore_errors=True)
    SCREENS.mkdir(parents=True)
    gallery = Gallery(browser, SampleClass(server, drawn_photo(browser)))
    for scene in SCENES:
        _take_scene(gallery, scene)


def _variants_of(scene: Scene) -> Iterator[tuple[Language, str, Theme]]:
    yield from PAGE_VARIANTS if scene.page else SCENE_VARIANTS
    if MIRRORED in scene.languages:
        yield from MIRRORED_VARIANTS
        if scene.page:
            yield from ((language, "phone", "light") for language in scene.languages)


def _take_scene(gallery: Gallery, scene: Scene) -> None:
    context = gallery.open(scene, "light", PHONE if scene.narrow else LAPTOP)
    page = context.pages[0]
    for language, size, theme in _variants_of(scene):
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
