"""Every text on every screen is a message, and has room for 40% more letters than in English (specification 17.1)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Request, ViewportSize

from server.texts.language import STUDENT_LANGUAGES, TEACHER_LANGUAGES
from tests.e2e.conftest import LAPTOP, PHONE
from tests.e2e.gallery import Gallery, Language, Scene
from tests.e2e.page_actions import close_context
from tests.e2e.pseudo_language import find_problems
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES

MAIN_PAGES = {"login", "class", "my-goals"}
KEEPS_MESSAGES = "manage-students-problems"
"""A scene with messages of rows, which keep the language in which they were made."""
STUDENTS_ONLY = [language for language in STUDENT_LANGUAGES if language not in TEACHER_LANGUAGES]
SHARES = 4
"""Number of shares, so that several workers split the scenes."""


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.mark.spec("17.1")
def test_main_pages_can_be_translated_on_a_phone(gallery: Gallery) -> None:
    assert problems_by_scene([scene for scene in SCENES if scene.name in MAIN_PAGES], gallery, PHONE) == {}


def test_an_untranslatable_text_and_one_without_room_are_found(gallery: Gallery) -> None:
    def add_faults(page: Page) -> None:
        page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p>Plain English</p>')")
        page.get_by_role("button", name="Student Login").evaluate(
            "(button) => button.style = 'width: 60px; white-space: nowrap'"
        )

    (login,) = (scene for scene in SCENES if scene.name == "login")
    found = problems_by_scene([replace(login, steps=(*login.steps, add_faults))], gallery, LAPTOP)
    assert "not translated: Plain English" in found["login"]
    assert any(problem.startswith("no room for") for problem in found["login"])


@pytest.mark.spec("17.1")
@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("part", range(SHARES))
def test_every_screen_in_every_state_can_be_translated(gallery: Gallery, part: int, size: ViewportSize) -> None:
    scenes = [scene for scene in SCENES[part::SHARES] if size == PHONE or not scene.narrow]
    found = problems_by_scene([scene for scene in scenes if scene.name != KEEPS_MESSAGES], gallery, size)
    assert found == {}


@pytest.mark.spec("17.1")
@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("language", STUDENTS_ONLY)
def test_every_screen_of_students_can_be_translated_in_their_languages(
    gallery: Gallery, language: Language, size: ViewportSize
) -> None:
    """All their texts are in the one file of the language; in Arabic the pages are mirrored."""
    scenes = [scene for scene in SCENES if language in scene.languages and (size == PHONE or not scene.narrow)]
    assert problems_by_scene(scenes, gallery, size, language) == {}


def problems_by_scene(
    scenes: Sequence[Scene], gallery: Gallery, size: ViewportSize, language: Language = "es"
) -> dict[str, list[str]]:
    """The problems by scene, in a pseudo-language made of this language."""
    found: dict[str, list[str]] = {}
    for scene in scenes:
        context = gallery.new_context(scene.viewer, "light", size)
        if problems := problems_of(scene, gallery, context.new_page(), language):
            found[scene.name] = problems
        close_context(context)
    return found


def problems_of(scene: Scene, gallery: Gallery, page: Page, language: Language) -> list[str]:
    """Open the scene in the page; return its problems."""
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.extend((request,)))
    gallery.open_in(page, scene)
    return find_problems(page, requests, language)
